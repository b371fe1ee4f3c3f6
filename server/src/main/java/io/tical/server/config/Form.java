package io.tical.server.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tical.common.Json;
import io.tical.server.crypto.Network;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Predicate;

/**
 * The valid values of a setting.
 *
 * @param takes the values, as a phrase that follows "takes"
 * @param accepts whether a text is valid
 */
record Form(String takes, Predicate<String> accepts) {
    static Form text() {
        return new Form("text", text -> true);
    }

    static Form optional(String takes, Predicate<String> accepts) {
        return new Form(takes, text -> text.isEmpty() || accepts.test(text));
    }

    static Form whole(int min, int max) {
        return new Form("a whole number from " + min + " to " + max, text -> isWhole(text, min, max));
    }

    /** A number of requests; 0 disables the limit. */
    static Form rate() {
        return whole(0, 1_000_000);
    }

    /** A retry schedule in seconds. */
    static Form seconds() {
        return list("1 to 10 whole numbers from 1 to 604800", 1, 10, entry -> isWhole(entry, 1, 604_800));
    }

    static Form port() {
        return new Form("a port from 0 to 65535, 0 for any free one", text -> isWhole(text, 0, 65_535));
    }

    static Form onOff() {
        return new Form("on or off", text -> text.equals("on") || text.equals("off"));
    }

    static Form oneOf(String... words) {
        return new Form(
                "one of " + String.join(", ", words),
                text -> Arrays.asList(words).contains(text));
    }

    /** Requests contain a key, so plain HTTP is limited to the loopback interface. */
    static Form service() {
        return optional(
                "an https address, or an http address of this machine's loopback, without query and final slash",
                text -> text.matches(
                        "(https://[A-Za-z0-9.-]+|http://(localhost|127(\\.[0-9]{1,3}){3}|\\[::1]))(:[0-9]{1,5})?(/[A-Za-z0-9._~-]+)*"));
    }

    /** The same, optionally with a placeholder for a key in the path. */
    static Form node() {
        // Not in the host: DNS queries are not encrypted.
        return optional(
                "an https address, or an http address of this machine's loopback, without query and final slash; {key} in its path becomes the key",
                text -> service().accepts().test(text.replaceAll("(?<!/)/\\{key}", "/key")));
    }

    static Form contract(Network network) {
        return new Form("the address of a contract on " + network.name(), network::isAddress);
    }

    static Form template() {
        return new Form("a JSON object with {account} in it", Form::isTemplate);
    }

    static Form address() {
        return new Form("an IP address of this machine, or localhost", Form::isAddress);
    }

    static Form list(String takes, int entriesMin, int entriesMax, Predicate<String> accepts) {
        return new Form(takes + ", separated by commas", text -> {
            var entries = Settings.entries(text);
            return entries.size() >= entriesMin
                    && entries.size() <= entriesMax
                    && entries.stream().allMatch(accepts);
        });
    }

    static boolean isWhole(String text, int min, int max) {
        return text.matches("[0-9]{1,9}") && Integer.parseInt(text) >= min && Integer.parseInt(text) <= max;
    }

    private static boolean isAddress(String text) {
        if (text.equals("localhost")) {
            return true;
        }
        try {
            InetAddress.ofLiteral(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    static boolean publicAddress(String text) {
        try {
            var uri = new URI(text);
            return text.matches("https?://.*[^/]") && uri.getHost() != null && uri.getQuery() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean isTemplate(String text) {
        try {
            return text.contains("{account}") && Json.mapper().readTree(text).isObject();
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    static boolean pointer(String text) {
        return text.matches("(/[^/=\\s]+)+");
    }

    static boolean isFieldSign(String text) {
        var equals = text.indexOf('=');
        return equals > 0 && equals < text.length() - 1 && pointer(text.substring(0, equals));
    }

    static boolean keyOf32Bytes(String text) {
        try {
            return Base64.getDecoder().decode(text).length == 32;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
