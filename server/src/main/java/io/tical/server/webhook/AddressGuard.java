package io.tical.server.webhook;

import io.tical.server.access.AddressRanges;
import java.net.InetAddress;
import java.util.Optional;

/**
 * Which addresses callbacks may reach: the public ones, and what the operator allows. Whoever may save a URL could otherwise
 * make this service knock on doors that only it can reach.
 *
 * <p>An IPv6 address that carries an IPv4 one (6to4, NAT64, Teredo, ISATAP and their like) ends wherever some gateway takes it.
 * It is refused, and where the operator allows its range, what it carries must be allowed too.
 */
public final class AddressGuard {
    private final AddressRanges allowed;

    /** @param allowed what the operator lets callbacks reach beyond the public addresses */
    public AddressGuard(AddressRanges allowed) {
        this.allowed = allowed;
    }

    /**
     * Why callbacks may not reach an address, as what it is: {@code a private address}. Empty when they may. The address
     * itself is not named: the names of an operator's network are not for merchants to look up.
     */
    public Optional<String> refusal(InetAddress address) {
        var special = SpecialAddresses.kind(address.getAddress());
        if (special.isEmpty()) {
            return special;
        }
        if (!allowed.contains(address)) {
            return special;
        }
        return EmbeddedAddresses.of(address.getAddress()).stream()
                .flatMap(carried -> refusal(carried).stream())
                .map(kind -> "an address that carries " + kind)
                .findFirst();
    }
}
