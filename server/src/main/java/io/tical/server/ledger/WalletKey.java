package io.tical.server.ledger;

import java.util.Comparator;
import java.util.UUID;

/** A wallet's organization, environment and currency. All transactions lock wallets in this order. */
public record WalletKey(UUID organizationId, boolean livemode, String currency) implements Comparable<WalletKey> {
    // UUIDs by their text: the order in which PostgreSQL compares them, which Java's own is not.
    private static final Comparator<WalletKey> LOCK_ORDER = Comparator.comparing(
                    (WalletKey key) -> key.organizationId().toString())
            .thenComparing(WalletKey::livemode)
            .thenComparing(WalletKey::currency);

    @Override
    public int compareTo(WalletKey other) {
        return LOCK_ORDER.compare(this, other);
    }
}
