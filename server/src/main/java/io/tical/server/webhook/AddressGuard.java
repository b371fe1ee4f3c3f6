package io.tical.server.webhook;

import io.tical.server.access.AddressRanges;
import java.net.InetAddress;
import java.util.Optional;

/**
 * Restricts callbacks to public addresses and those that the operator allows, which prevents server-side request
 * forgery.
 *
 * <p>IPv6 addresses with an embedded IPv4 address (such as 6to4, NAT64, Teredo and ISATAP) are refused. If the operator
 * allows their range, the embedded address must be allowed too.
 *
 * @param allowed further addresses that callbacks may reach
 */
public record AddressGuard(AddressRanges allowed) {
    /**
     * The kind of a forbidden address, such as {@code a private address}; empty if callbacks may reach it. Does not
     * contain the address, so that merchants cannot resolve names of the operator's network.
     */
    public Optional<String> refusal(InetAddress address) {
        var special = SpecialAddresses.kind(address.getAddress());
        if (special.isEmpty() || !allowed.contains(address)) {
            return special;
        }
        return SpecialAddresses.embedded(address.getAddress()).stream()
                .flatMap(embedded -> refusal(embedded).stream())
                .map(kind -> "an address that embeds " + kind)
                .findFirst();
    }
}
