package io.tical.server.ledger;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Wallets as this node's newest groups leave them, including groups that have not committed yet. A group may decide on them if its
 * transaction fails when they are no longer so ({@link LedgerStore#claimLater}).
 */
final class KnownWallets {
    private static final int WALLETS_MAX = 20_000;
    /**
     * How long a wallet is known: between groups that are further apart, another node may well have changed it. How long it is read
     * again for each group after one that failed, because the wallet had changed or a duplicate was met.
     */
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Cache<WalletKey, Wallet> wallets = cache();
    private final Cache<WalletKey, Boolean> distrusted = cache();

    private static <T> Cache<WalletKey, T> cache() {
        return Caffeine.newBuilder()
                .maximumSize(WALLETS_MAX)
                .expireAfterWrite(PERIOD)
                .build();
    }

    /** These wallets, or none if one of them is unknown. */
    Collection<Wallet> find(Set<WalletKey> keys) {
        var found = wallets.getAllPresent(keys);
        return found.size() == keys.size() && distrusted.getAllPresent(keys).isEmpty() ? found.values() : List.of();
    }

    /** Keeps wallets as a group leaves them. */
    void put(Collection<Wallet> decided) {
        decided.forEach(wallet -> wallets.put(wallet.key(), wallet));
    }

    /** These wallets may not be as they are known: a group with them has failed. */
    void distrust(Set<WalletKey> keys) {
        keys.forEach(key -> distrusted.put(key, true));
    }
}
