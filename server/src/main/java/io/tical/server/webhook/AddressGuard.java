package io.tical.server.webhook;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressNetwork;
import inet.ipaddr.IPAddressString;
import io.tical.server.access.AddressRanges;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Restricts callbacks to public addresses and those that the operator allows, which prevents server-side request
 * forgery.
 *
 * <p>Not public are IANA's registries of special-purpose IPv4 and IPv6 addresses, multicast, and cloud metadata
 * services; in IPv6, everything outside 2000::/3. IPv4-mapped addresses are not converted.
 *
 * <p>IPv6 addresses with an embedded IPv4 address (such as 6to4, NAT64, Teredo and ISATAP) are refused. If the operator
 * allows their range, the embedded address must be allowed too.
 *
 * @param allowed further addresses that callbacks may reach
 */
public record AddressGuard(AddressRanges allowed) {
    private static final String RESERVED = "a reserved address";

    private record Kind(String name, List<IPAddress> ranges) {}

    /** The first kind with a matching range counts. */
    private static final List<Kind> KINDS = List.of(
            kind(
                    "a cloud's metadata address",
                    "169.254.169.254 169.254.170.2 100.100.100.200 168.63.129.16 192.0.0.192"),
            kind("a cloud's metadata address", "fd00:ec2::254 fd20:ce::254 fd00:42::42"),
            kind("a loopback address", "127.0.0.0/8 ::1"),
            kind("the unspecified address", "0.0.0.0 ::"),
            kind("a private address", "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16"),
            kind("a link-local address", "169.254.0.0/16 fe80::/10"),
            kind("an address shared behind a carrier's NAT", "100.64.0.0/10"),
            kind("an address for benchmarks only", "198.18.0.0/15"),
            kind(
                    "an address for documentation only",
                    "192.0.2.0/24 198.51.100.0/24 203.0.113.0/24 2001:db8::/32 3fff::/20"),
            kind("a multicast address", "224.0.0.0/4 ff00::/8"),
            kind("the broadcast address", "255.255.255.255"),
            kind("a unique-local address", "fc00::/7"),
            kind("a site-local address", "fec0::/10"),
            kind("an IPv4-compatible address", "::/96"),
            kind("an IPv4-mapped address", "::ffff:0:0/96"),
            kind("an IPv4-translated address", "::ffff:0:0:0/96"),
            kind("a NAT64 address", "64:ff9b::/96 64:ff9b:1::/48"),
            kind("a Teredo address", "2001::/32"),
            kind("an ORCHID address", "2001:10::/28 2001:20::/28"),
            kind("a 6to4 address", "2002::/16"),
            kind(RESERVED, "0.0.0.0/8 192.0.0.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.175.48.0/24"),
            kind(RESERVED, "240.0.0.0/4 2001::/23 2620:4f:8000::/48 3ffe::/16 ::/3 4000::/2 8000::/1"));

    private static final List<IPAddress> IPV4_AT_END = ranges("::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96");
    /** Unspecified and loopback, which are in these ranges but embed no address. */
    private static final List<IPAddress> WITHOUT_IPV4 = ranges("::/127");

    private static final List<IPAddress> SIX_TO_FOUR = ranges("2002::/16");
    private static final List<IPAddress> TEREDO = ranges("2001::/32");
    private static final List<IPAddress> LOCAL_NAT64 = ranges("64:ff9b:1::/48");

    /** Where RFC 6052 puts the four bytes after a prefix of 48, 56, 64 and 96 bits; byte 8 stays zero. */
    private static final int[][] NAT64_PLACES = {{6, 7, 9, 10}, {7, 9, 10, 11}, {9, 10, 11, 12}, {12, 13, 14, 15}};

    /**
     * The kind of a forbidden address, such as {@code a private address}; empty if callbacks may reach it. Does not
     * contain the address, so that merchants cannot resolve names of the operator's network.
     */
    public Optional<String> refusal(InetAddress address) {
        var special = kind(address.getAddress());
        if (special.isEmpty() || !allowed.contains(address)) {
            return special;
        }
        return refusal(embedded(address.getAddress())).map(kind -> "an address that embeds " + kind);
    }

    /** The kind of the first forbidden address; empty if callbacks may reach them all. */
    Optional<String> refusal(List<InetAddress> addresses) {
        return addresses.stream().flatMap(address -> refusal(address).stream()).findFirst();
    }

    private static Kind kind(String name, String ranges) {
        return new Kind(name, ranges(ranges));
    }

    private static List<IPAddress> ranges(String ranges) {
        return Arrays.stream(ranges.split(" "))
                .map(range -> new IPAddressString(range).getAddress().toPrefixBlock())
                .toList();
    }

    private static boolean in(List<IPAddress> ranges, byte[] address) {
        var candidate = new IPAddressNetwork.IPAddressGenerator().from(address);
        return ranges.stream().anyMatch(range -> range.contains(candidate));
    }

    /** The kind of a special address, with an article; empty for public addresses. */
    private static Optional<String> kind(byte[] address) {
        return KINDS.stream()
                .filter(kind -> in(kind.ranges(), address))
                .map(Kind::name)
                .findFirst()
                .or(() -> isatap(address) ? Optional.of("an ISATAP address") : Optional.empty());
    }

    /** Whether the interface identifier is from ISATAP, with any prefix. */
    private static boolean isatap(byte[] address) {
        return address.length == 16
                && (address[8] & 0xFC) == 0
                && address[9] == 0
                && address[10] == 0x5E
                && address[11] == (byte) 0xFE;
    }

    /** The IPv4 addresses that are embedded in an IPv6 address. */
    private static List<InetAddress> embedded(byte[] address) {
        var embedded = new ArrayList<InetAddress>();
        if (isatap(address) || (in(IPV4_AT_END, address) && !in(WITHOUT_IPV4, address))) {
            embedded.add(ipv4(address, 0, 12, 13, 14, 15));
        }
        if (in(SIX_TO_FOUR, address)) {
            embedded.add(ipv4(address, 0, 2, 3, 4, 5));
        }
        if (in(TEREDO, address)) {
            embedded.add(ipv4(address, 0, 4, 5, 6, 7));
            embedded.add(ipv4(address, 0xFF, 12, 13, 14, 15));
        }
        if (in(LOCAL_NAT64, address)) {
            // The position depends on the gateway's prefix, so all possible positions count.
            for (var places : NAT64_PLACES) {
                if (endsAfter(address, places[3])) {
                    embedded.add(ipv4(address, 0, places));
                }
            }
        }
        return embedded;
    }

    private static boolean endsAfter(byte[] address, int last) {
        var rest = IntStream.range(last == 15 ? 12 : last + 1, 16).map(place -> address[place]);
        return last == 15 ? rest.anyMatch(b -> b != 0) : address[8] == 0 && rest.allMatch(b -> b == 0);
    }

    private static InetAddress ipv4(byte[] address, int mask, int... places) {
        var text = Arrays.stream(places)
                .mapToObj(place -> Integer.toString((address[place] ^ mask) & 0xFF))
                .collect(Collectors.joining("."));
        return InetAddress.ofLiteral(text);
    }
}
