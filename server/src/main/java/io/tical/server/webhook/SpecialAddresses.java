package io.tical.server.webhook;

import java.util.List;
import java.util.Optional;

/**
 * Addresses that are not public: IANA's registries of special-purpose IPv4 and IPv6 addresses, multicast, and cloud
 * metadata services. In IPv6, everything outside 2000::/3 is special.
 */
final class SpecialAddresses {
    private static final String METADATA = "a cloud's metadata address";
    private static final String PRIVATE = "a private address";
    private static final String RESERVED = "a reserved address";
    private static final String DOCUMENTATION = "an address for documentation only";
    private static final String LOOPBACK = "a loopback address";
    private static final String LINK_LOCAL = "a link-local address";
    private static final String MULTICAST = "a multicast address";
    private static final String UNSPECIFIED = "the unspecified address";

    /** The first matching range determines the kind. */
    private static final List<SpecialRange> IPV4 = List.of(
            SpecialRange.of("127.0.0.0/8", LOOPBACK),
            SpecialRange.of("10.0.0.0/8", PRIVATE),
            SpecialRange.of("172.16.0.0/12", PRIVATE),
            SpecialRange.of("192.168.0.0/16", PRIVATE),
            SpecialRange.of("169.254.169.254/32", METADATA),
            SpecialRange.of("169.254.170.2/32", METADATA),
            SpecialRange.of("169.254.0.0/16", LINK_LOCAL),
            SpecialRange.of("100.100.100.200/32", METADATA),
            SpecialRange.of("100.64.0.0/10", "an address shared behind a carrier's NAT"),
            SpecialRange.of("168.63.129.16/32", METADATA),
            SpecialRange.of("192.0.0.192/32", METADATA),
            SpecialRange.of("0.0.0.0/32", UNSPECIFIED),
            SpecialRange.of("0.0.0.0/8", RESERVED),
            SpecialRange.of("192.0.0.0/24", RESERVED),
            SpecialRange.of("192.0.2.0/24", DOCUMENTATION),
            SpecialRange.of("192.31.196.0/24", RESERVED),
            SpecialRange.of("192.52.193.0/24", RESERVED),
            SpecialRange.of("192.88.99.0/24", RESERVED),
            SpecialRange.of("192.175.48.0/24", RESERVED),
            SpecialRange.of("198.18.0.0/15", "an address for benchmarks only"),
            SpecialRange.of("198.51.100.0/24", DOCUMENTATION),
            SpecialRange.of("203.0.113.0/24", DOCUMENTATION),
            SpecialRange.of("224.0.0.0/4", MULTICAST),
            SpecialRange.of("255.255.255.255/32", "the broadcast address"),
            SpecialRange.of("240.0.0.0/4", RESERVED));

    private static final List<SpecialRange> IPV6 = List.of(
            SpecialRange.of("::1/128", LOOPBACK),
            SpecialRange.of("::/128", UNSPECIFIED),
            SpecialRange.of("fd00:ec2::254/128", METADATA),
            SpecialRange.of("fd20:ce::254/128", METADATA),
            SpecialRange.of("fd00:42::42/128", METADATA),
            SpecialRange.of("fc00::/7", "a unique-local address"),
            SpecialRange.of("fe80::/10", LINK_LOCAL),
            SpecialRange.of("fec0::/10", "a site-local address"),
            SpecialRange.of("ff00::/8", MULTICAST),
            SpecialRange.of("::/96", "an IPv4-compatible address"),
            SpecialRange.of("::ffff:0:0:0/96", "an IPv4-translated address"),
            SpecialRange.of("64:ff9b::/96", "a NAT64 address"),
            SpecialRange.of("64:ff9b:1::/48", "a NAT64 address"),
            SpecialRange.of("2001::/32", "a Teredo address"),
            SpecialRange.of("2001:10::/28", "an ORCHID address"),
            SpecialRange.of("2001:20::/28", "an ORCHID address"),
            SpecialRange.of("2001::/23", RESERVED),
            SpecialRange.of("2001:db8::/32", DOCUMENTATION),
            SpecialRange.of("2002::/16", "a 6to4 address"),
            SpecialRange.of("2620:4f:8000::/48", RESERVED),
            SpecialRange.of("3ffe::/16", RESERVED),
            SpecialRange.of("3fff::/20", DOCUMENTATION));

    private static final SpecialRange GLOBAL_UNICAST = SpecialRange.of("2000::/3", "");

    private SpecialAddresses() {}

    /** The kind of a special address, with an article; empty for public addresses. */
    static Optional<String> kind(byte[] address) {
        var registry = address.length == 4 ? IPV4 : IPV6;
        for (var range : registry) {
            if (range.contains(address)) {
                return Optional.of(range.kind());
            }
        }
        if (address.length == 4) {
            return Optional.empty();
        }
        if (EmbeddedAddresses.mapped(address)) {
            return Optional.of("an IPv4-mapped address");
        }
        if (!GLOBAL_UNICAST.contains(address)) {
            return Optional.of(RESERVED);
        }
        return EmbeddedAddresses.isatap(address) ? Optional.of("an ISATAP address") : Optional.empty();
    }
}
