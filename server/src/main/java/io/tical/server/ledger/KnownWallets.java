package io.tical.server.ledger;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tical.server.key.WalletKey;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * The wallets after this node's newest groups, including groups that have not committed yet. A group may be decided on them
 * (optimistic concurrency control), because its transaction fails when they have changed ({@link LedgerStore#lockKnownLater}).
 */
final class KnownWallets {
    private static final int WALLETS_MAX = 20_000;
    /**
     * How long a wallet is known. Between groups that are further apart, another node may have changed it. After a group failed because
     * of a changed wallet or a concurrent duplicate, its wallets are locked before each decision for the same time.
     */
    static final Duration PERIOD = Duration.ofSeconds(1);

    private final Cache<WalletKey, Wallet> wallets;
    private final Cache<WalletKey, Boolean> invalidated;

    /** @param period {@link #PERIOD}, except in tests */
    KnownWallets(Duration period) {
        this.wallets = cache(period);
        this.invalidated = cache(period);
    }

    private static <T> Cache<WalletKey, T> cache(Duration period) {
        return Caffeine.newBuilder()
                .maximumSize(WALLETS_MAX)
                .expireAfterWrite(period)
                .build();
    }

    /** These wallets, or none if one of them is unknown or was invalidated. */
    Collection<Wallet> find(Set<WalletKey> keys) {
        var found = wallets.getAllPresent(keys);
        return found.size() == keys.size() && invalidated.getAllPresent(keys).isEmpty() ? found.values() : List.of();
    }

    /** Keeps the wallets after a group. */
    void put(Collection<Wallet> decided) {
        decided.forEach(wallet -> wallets.put(wallet.key(), wallet));
    }

    /** Stops decisions on these known wallets, because a group with them has failed. */
    void invalidate(Set<WalletKey> keys) {
        keys.forEach(key -> invalidated.put(key, true));
    }
}
