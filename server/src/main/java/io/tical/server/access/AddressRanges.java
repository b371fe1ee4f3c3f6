package io.tical.server.access;

import inet.ipaddr.IPAddress;
import inet.ipaddr.IPAddressNetwork;
import inet.ipaddr.IPAddressString;
import inet.ipaddr.IPAddressStringParameters;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/** A set of single addresses and CIDR ranges, IPv4 and IPv6; an IPv4-mapped IPv6 address counts as its IPv4 one. */
public final class AddressRanges {
    /** Only what an administrator would write: no wildcards, no octal or hexadecimal, no zone, no missing parts. */
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

    /** @throws IllegalArgumentException naming the entry that is not an address or a range */
    public static AddressRanges of(List<String> entries) {
        return new AddressRanges(entries.stream()
                .map(entry -> parse(entry)
                        .orElseThrow(
                                () -> new IllegalArgumentException(entry + " is not an IP address or a CIDR range")))
                .toList());
    }

    /** One entry in its normal form, {@code 10.0.0.0/8}; empty when it is not one. */
    public static Optional<String> normal(String entry) {
        return parse(entry).map(IPAddress::toCanonicalString);
    }

    /** A single address, an IPv4-mapped one as the IPv4 one that it stands for; empty when the text is not one. */
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
        // Java itself turns an IPv4-mapped IPv6 address into its IPv4 one.
        var candidate = new IPAddressNetwork.IPAddressGenerator().from(address);
        return ranges.stream().anyMatch(range -> range.contains(candidate));
    }
}
