package io.tical.server.transaction;

import io.tical.server.ledger.WalletKey;
import java.util.Comparator;
import java.util.UUID;

/**
 * Identifies an object of one organization in one environment. Both are part of every key, so that no query reads the
 * objects of another organization or environment.
 */
public record TransactionKey(UUID organizationId, boolean livemode, UUID id) implements Comparable<TransactionKey> {
    /** The order in which rows are locked. */
    private static final Comparator<TransactionKey> ORDER = Comparator.comparing(TransactionKey::organizationId)
            .thenComparing(TransactionKey::livemode)
            .thenComparing(TransactionKey::id);

    /** The wallet of the same organization and environment in a currency. */
    public WalletKey wallet(String currency) {
        return new WalletKey(organizationId, livemode, currency);
    }

    @Override
    public int compareTo(TransactionKey other) {
        return ORDER.compare(this, other);
    }
}
