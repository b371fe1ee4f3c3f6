package io.tical.server.webhook;

import io.tical.server.input.Texts;
import io.tical.server.problem.Problem;
import java.net.IDN;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A parsed callback URL. URLs that parsers interpret differently are refused with a message that says how to write
 * them.
 *
 * @param secure whether it is https
 * @param host in lower case: a name in ASCII, or a literal address, IPv6 without its brackets
 * @param port 1 to 65535; the default of the scheme if the URL has none
 * @param target path and query as they go into the request line, at least {@code /}
 */
public record CallbackUrl(boolean secure, String host, int port, String target) {
    private static final int LENGTH_MAX = 2_048;
    private static final Duration RESOLVE_MAX = Duration.ofSeconds(3);
    private static final Pattern PORT = Pattern.compile(":[1-9][0-9]{0,4}");
    private static final Pattern TARGET =
            Pattern.compile("(?:[A-Za-z0-9\\-._~:/?\\[\\]@!$&'()*+,;=]++|%[0-9A-Fa-f]{2})*+");

    private static final int NAME_LENGTH_MAX = 253;
    private static final int LABEL_LENGTH_MAX = 63;

    /** Characters that the two standards for international names (IDNA2003 and IDNA2008) map differently. */
    private static final String AMBIGUOUS = "ßẞς。．｡";

    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");
    private static final Pattern DECIMAL_BYTE = Pattern.compile("[1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5]");

    /** The characters of an IPv6 address; stricter than the address parser. */
    private static final Pattern BRACKETED = Pattern.compile("\\[[0-9a-fA-F:.]{2,45}]");

    /**
     * Reads a URL.
     *
     * @param text at most 2,048 characters
     * @throws Problem.Invalid naming field {@code url} and what to write instead
     */
    public static CallbackUrl parse(String text) {
        if (Texts.length(text) > LENGTH_MAX) {
            throw new Problem.Invalid("url", "too_long", "must be at most " + LENGTH_MAX + " characters");
        }
        if (text.codePoints().anyMatch(CallbackUrl::invisible)) {
            throw malformed("must have no spaces, line breaks or control characters; write %20 for a space");
        }
        if (text.indexOf('\\') >= 0) {
            throw malformed("must have no backslash; write / between the parts of the path");
        }
        if (text.indexOf('#') >= 0) {
            throw malformed("must have no fragment (# and what follows), which is never sent to a server");
        }
        var secure = text.regionMatches(true, 0, "https://", 0, 8);
        if (!secure && !text.regionMatches(true, 0, "http://", 0, 7)) {
            throw malformed("must start with https:// or http://");
        }
        var start = secure ? 8 : 7;
        var authority = text.substring(start).split("[/?]", 2)[0];
        if (authority.indexOf('@') >= 0) {
            throw malformed("must have no user name or password before the host; callbacks are signed instead");
        }
        var colon = authority.indexOf(':', Math.max(0, authority.indexOf(']')));
        var hostEnd = colon < 0 ? authority.length() : colon;
        var port = port(authority.substring(hostEnd), secure);
        return new CallbackUrl(
                secure,
                host(authority.substring(0, hostEnd)),
                port,
                target(text.substring(start + authority.length())));
    }

    /**
     * Parses a URL to be saved, and refuses it if its host resolves to a forbidden address. Accepts hosts that cannot
     * be resolved now, because every delivery checks again.
     *
     * @throws Problem.Invalid naming field {@code url}, what is wrong and what to do
     */
    public static CallbackUrl check(String text, AddressGuard guard, Resolver resolver) {
        var url = parse(text);
        List<InetAddress> addresses;
        try {
            addresses = url.addresses(resolver, RESOLVE_MAX);
        } catch (UnknownHostException e) {
            return url;
        }
        guard.refusal(addresses).ifPresent(kind -> {
            throw new Problem.Invalid(
                    "url",
                    "address_refused",
                    "leads to " + kind + ", which callbacks may not reach; use a public server, or ask the"
                            + " operator of this service to allow it");
        });
        return url;
    }

    /** The addresses of the host, which are resolved unless it is a literal address. */
    List<InetAddress> addresses(Resolver resolver, Duration within) throws UnknownHostException {
        return named() ? resolver.resolve(host, within) : List.of(InetAddress.ofLiteral(host));
    }

    /** Whether the host is a name and not an address. */
    boolean named() {
        return !numeric(host) && host.indexOf(':') < 0;
    }

    /** The value of the {@code Host} header. */
    String authority() {
        var bracketed = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return port == (secure ? 443 : 80) ? bracketed : bracketed + ":" + port;
    }

    /** The canonical form of the URL. */
    @Override
    public String toString() {
        return (secure ? "https://" : "http://") + authority() + target;
    }

    /** The host in lower case and ASCII, IPv6 without its brackets. */
    private static String host(String text) {
        if (text.isEmpty()) {
            throw malformed("must name a host after ://");
        }
        return text.startsWith("[") ? ipv6(text) : name(text);
    }

    /** Whether a host in lower case ends in a number, which some parsers read as an IPv4 address. */
    private static boolean numeric(String host) {
        var last = host.substring(host.lastIndexOf('.') + 1);
        return NUMBER.matcher(last).matches();
    }

    private static String ipv6(String text) {
        if (text.indexOf('%') >= 0) {
            throw malformed("must name an IPv6 address without a zone (% and what follows)");
        }
        if (!BRACKETED.matcher(text).matches()) {
            throw malformed("must have an IPv6 address between the brackets, such as [2001:4860::1]");
        }
        var literal = text.substring(1, text.length() - 1).toLowerCase(Locale.ROOT);
        InetAddress address;
        try {
            address = InetAddress.ofLiteral(literal);
        } catch (IllegalArgumentException e) {
            throw malformed("must have an IPv6 address between the brackets, such as [2001:4860::1]");
        }
        if (!(address instanceof Inet6Address)) {
            throw malformed("must write an IPv4 address in dotted decimal, without brackets and ::ffff:");
        }
        return literal;
    }

    private static String name(String text) {
        if (text.indexOf('%') >= 0) {
            throw malformed("must have a host without percent-encoding");
        }
        if (text.endsWith(".")) {
            throw malformed("must have a host without a dot at its end");
        }
        var labels = text.split("\\.", -1);
        for (int i = 0; i < labels.length; i++) {
            labels[i] = ascii(labels[i]).toLowerCase(Locale.ROOT);
            if (labels[i].length() > LABEL_LENGTH_MAX
                    || !LABEL.matcher(labels[i]).matches()) {
                throw malformed("must have a host of letters, digits and hyphens between single dots, at most "
                        + LABEL_LENGTH_MAX + " between two, such as callbacks.shop.example");
            }
        }
        var host = String.join(".", labels);
        if (host.length() > NAME_LENGTH_MAX) {
            throw malformed("must have a host of at most " + NAME_LENGTH_MAX + " characters");
        }
        if (numeric(host) && !(labels.length == 4 && Arrays.stream(labels).allMatch(DECIMAL_BYTE.asMatchPredicate()))) {
            throw malformed("must name an IPv4 address as four decimal numbers from 0 to 255 without leading zeros,"
                    + " such as 192.0.2.1");
        }
        return host;
    }

    /** One label in ASCII. Refuses labels that are not international names but other spellings of ASCII, such as fullwidth digits. */
    private static String ascii(String label) {
        if (label.chars().allMatch(c -> c < 0x80)) {
            return label;
        }
        if (label.chars().noneMatch(c -> AMBIGUOUS.indexOf(c) >= 0)) {
            try {
                var ascii = IDN.toASCII(label, IDN.USE_STD3_ASCII_RULES);
                if (ascii.startsWith("xn--")) {
                    return ascii;
                }
            } catch (IllegalArgumentException e) {
                // Refused below, with what to do instead.
            }
        }
        throw malformed(
                "must have a host that is plain ASCII or a plain international name; write it in its ASCII form,"
                        + " xn--…");
    }

    private static int port(String colonAndPort, boolean secure) {
        if (colonAndPort.isEmpty()) {
            return secure ? 443 : 80;
        }
        var port = PORT.matcher(colonAndPort).matches() ? Integer.parseInt(colonAndPort.substring(1)) : 0;
        if (port < 1 || port > 65_535) {
            throw malformed("must have a port from 1 to 65535 after the colon, or neither; write an IPv6 address in"
                    + " brackets");
        }
        return port;
    }

    private static String target(String text) {
        var valid = TARGET.matcher(text);
        if (!valid.matches()) {
            valid.reset().lookingAt();
            var c = text.charAt(valid.end());
            throw malformed(
                    c == '%'
                            ? "must have two hexadecimal digits after each %; write %25 for the sign itself"
                            : "must have a valid path and query; " + c + " must be percent-encoded");
        }
        return text.startsWith("/") ? text : "/" + text;
    }

    private static boolean invisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static Problem.Invalid malformed(String message) {
        return new Problem.Invalid("url", "malformed", message);
    }
}
