package io.tical.server.webhook;

import static io.tical.server.webhook.CallbackUrl.malformed;

import java.net.IDN;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/** The host of a callback URL: a name, or an address in its canonical form. */
final class CallbackHost {
    private static final int NAME_LENGTH_MAX = 253;
    private static final int LABEL_LENGTH_MAX = 63;

    /** Characters that the two standards for international names (IDNA2003 and IDNA2008) map differently. */
    private static final String AMBIGUOUS = "ßẞς。．｡";

    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");
    private static final Pattern DECIMAL_BYTE = Pattern.compile("0|[1-9][0-9]{0,2}");

    /** The characters of an IPv6 address; stricter than the address parser. */
    private static final Pattern BRACKETED = Pattern.compile("\\[[0-9a-fA-F:.]{2,45}]");

    private CallbackHost() {}

    /** The host in lower case and ASCII, IPv6 without its brackets. */
    static String parse(String text) {
        if (text.isEmpty()) {
            throw malformed("must name a host after ://");
        }
        return text.startsWith("[") ? ipv6(text) : name(text);
    }

    /** Whether a host in lower case ends in a number, which some parsers read as an IPv4 address. */
    static boolean numeric(String host) {
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
            if (!plain(labels[i])) {
                throw malformed("must have a host of letters, digits and hyphens between single dots, at most "
                        + LABEL_LENGTH_MAX + " between two, such as callbacks.shop.example");
            }
        }
        var host = String.join(".", labels);
        if (host.length() > NAME_LENGTH_MAX) {
            throw malformed("must have a host of at most " + NAME_LENGTH_MAX + " characters");
        }
        if (numeric(host) && !(labels.length == 4 && Arrays.stream(labels).allMatch(CallbackHost::decimalByte))) {
            throw malformed("must name an IPv4 address as four decimal numbers from 0 to 255 without leading zeros,"
                    + " such as 192.0.2.1");
        }
        return host;
    }

    /** One label in ASCII. What is no international name but ASCII in disguise, fullwidth digits say, is refused. */
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

    private static boolean plain(String label) {
        return label.length() <= LABEL_LENGTH_MAX && LABEL.matcher(label).matches();
    }

    private static boolean decimalByte(String label) {
        return DECIMAL_BYTE.matcher(label).matches() && Integer.parseInt(label) <= 255;
    }
}
