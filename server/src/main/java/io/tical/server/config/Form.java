package io.tical.server.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tical.common.Json;
import io.tical.server.access.AddressRanges;
import io.tical.server.crypto.Network;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.ZoneId;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;

/**
 * The valid values of a setting.
 *
 * @param takes the values, as a phrase that follows "takes"
 */
record Form(String unit, String takes, Predicate<String> accepts) {
    static Form text(String unit) {
        return new Form(unit, "text", text -> true);
    }

    static Form secret() {
        return text("secret");
    }

    /** A secret that is sent as an HTTP header. */
    static Form header() {
        return new Form("secret", "visible ASCII characters only", text -> text.matches("[!-~]*"));
    }

    static Form optional(String unit, String takes, Predicate<String> accepts) {
        return new Form(unit, takes, text -> text.isEmpty() || accepts.test(text));
    }

    static Form whole(String unit, int min, int max) {
        return new Form(unit, "a whole number from " + min + " to " + max, text -> isWhole(text, min, max));
    }

    /** A number of requests; 0 disables the limit. */
    static Form rate(String unit) {
        return whole(unit, 0, 1_000_000);
    }

    /** A retry schedule in seconds. */
    static Form seconds() {
        return list("s", "1 to 10 whole numbers from 1 to 604800", 1, 10, entry -> isWhole(entry, 1, 604_800));
    }

    static Form zone() {
        return new Form(
                "zone",
                "the name of a time zone, such as Asia/Bangkok",
                text -> ZoneId.getAvailableZoneIds().contains(text));
    }

    static Form port() {
        return new Form("port", "a port from 0 to 65535, 0 for any free one", text -> isWhole(text, 0, 65_535));
    }

    static Form onOff() {
        return new Form("on|off", "on or off", List.of("on", "off")::contains);
    }

    static Form oneOf(String unit, String... words) {
        return new Form(unit, "one of " + String.join(", ", words), List.of(words)::contains);
    }

    /** An address of a service. Requests contain a key, so plain HTTP is allowed only on the loopback interface. */
    static Form service() {
        return optional(
                "address",
                "an https address, or an http address of this machine's loopback, without query and final slash",
                text -> text.matches(
                        "(https://[A-Za-z0-9.-]+|http://(localhost|127(\\.[0-9]{1,3}){3}|\\[::1]))(:[0-9]{1,5})?(/[A-Za-z0-9._~-]+)*"));
    }

    /** An address of a service, optionally with a placeholder for a key in the path. */
    static Form node() {
        // Not in the host: DNS queries are not encrypted.
        var service = service();
        return new Form(
                "address",
                service.takes() + "; {key} in its path becomes the key",
                text -> service.accepts().test(text.replaceAll("(?<!/)/\\{key}", "/key")));
    }

    static Form contract(Network network) {
        return new Form("address", "the address of a contract on " + network.name(), network::isAddress);
    }

    static Form template() {
        return new Form(
                "JSON",
                "a JSON object with {account} in it",
                text -> text.contains("{account}")
                        && succeeds(() -> Json.mapper().readTree(text).isObject()));
    }

    static Form address() {
        return new Form(
                "address",
                "an IP address of this machine, or localhost",
                text -> text.equals("localhost") || succeeds(() -> InetAddress.ofLiteral(text) != null));
    }

    static Form list(String unit, String takes, int entriesMin, int entriesMax, Predicate<String> accepts) {
        return new Form(unit, takes + ", separated by commas", text -> {
            var entries = Settings.entries(text);
            return entries.size() >= entriesMin
                    && entries.size() <= entriesMax
                    && entries.stream().allMatch(accepts);
        });
    }

    static boolean isWhole(String text, int min, int max) {
        return text.matches("[0-9]{1,9}") && Integer.parseInt(text) >= min && Integer.parseInt(text) <= max;
    }

    static boolean isRange(String text) {
        return AddressRanges.normal(text).isPresent();
    }

    static boolean publicAddress(String text) {
        return text.matches("https?://.*[^/]")
                && succeeds(() -> {
                    var uri = new URI(text);
                    return uri.getHost() != null && uri.getQuery() == null;
                });
    }

    static boolean keyOf32Bytes(String text) {
        return succeeds(() -> Base64.getDecoder().decode(text).length == 32);
    }

    private interface Check {
        boolean holds() throws IllegalArgumentException, JsonProcessingException, URISyntaxException;
    }

    /** Whether a check of a text succeeds without an exception. */
    private static boolean succeeds(Check check) {
        try {
            return check.holds();
        } catch (IllegalArgumentException | JsonProcessingException | URISyntaxException malformed) {
            return false;
        }
    }
}
