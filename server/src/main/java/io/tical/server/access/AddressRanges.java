package io.tical.server.access;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressNetwork;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * A set of single addresses and CIDR ranges, IPv4 and IPv6. IPv4-mapped IPv6 addresses are treated as IPv4 addresses.
 */
public final class AddressRanges {
    /** Rejects wildcards, octal and hexadecimal numbers, zones and incomplete addresses. */
    private static final IPAddressStringParameters STRICT = new IPAddressStringParameters.Builder()
            .allowEmpty(false)
            .allowAll(false)
            .allowSingleSegment(false)
            .allowWildcardedSeparator(false)
            .allowMask(false)
            .allowPrefixOnly(false)
            .getIPv4AddressParametersBuilder()
            .allow_inet_aton(false)
            .allowBinary(false)
            .allowLeadingZeros(false)
            .getParentBuilder()
            .getIPv6AddressParametersBuilder()
            .allowZone(false)
            .allowBase85(false)
            .allowBinary(false)
            .getParentBuilder()
            .toParams();

    private final List<IPAddress> ranges;

    private AddressRanges(List<IPAddress> ranges) {
        this.ranges = ranges;
    }

    /** @throws IllegalArgumentException if an entry is neither an address nor a range; the message names the entry */
    public static AddressRanges of(List<String> entries) {
        return new AddressRanges(entries.stream()
                .map(entry -> parse(entry)
                        .orElseThrow(
                                () -> new IllegalArgumentException(entry + " is not an IP address or a CIDR range")))
                .toList());
    }

    /** The canonical form of an entry, such as {@code 10.0.0.0/8}; empty if the entry is invalid. */
    public static Optional<String> normal(String entry) {
        return parse(entry).map(IPAddress::toCanonicalString);
    }

    /** Parses a single address. Converts an IPv4-mapped address to IPv4. Empty if the text is not an address. */
    public static Optional<InetAddress> single(String text) {
        return parse(text)
                .filter(address -> !address.isPrefixed())
                .map(address -> InetAddress.ofLiteral(address.toCanonicalString()));
    }

    private static Optional<IPAddress> parse(String entry) {
        var address = new IPAddressString(entry.strip(), STRICT).getAddress();
        if (address == null || (address.isMultiple() && !address.isPrefixed())) {
            return Optional.empty();
        }
        if (address.isIPv6() && address.toIPv6().isIPv4Mapped()) {
            address = address.toIPv6().getEmbeddedIPv4Address();
        }
        return Optional.of(address.isPrefixed() ? address.toPrefixBlock() : address);
    }

    public boolean contains(InetAddress address) {
        // InetAddress has already converted IPv4-mapped IPv6 addresses to IPv4.
        var candidate = new IPAddressNetwork.IPAddressGenerator().from(address);
        return ranges.stream().anyMatch(range -> range.contains(candidate));
    }
}
