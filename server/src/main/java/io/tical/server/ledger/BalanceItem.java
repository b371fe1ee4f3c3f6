package io.tical.server.ledger;

import io.tical.server.key.WalletKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's money in one currency and environment, as the API shows it; amounts are minor units.
 *
 * @param available funds that can be spent
 * @param held funds that are reserved and may be released
 * @param inTransit funds that are captured and in transit
 * @param total the sum of the three; it changes only when money leaves or arrives
 * @param updatedAt Unix seconds of the last movement, null before the first
 */
public record BalanceItem(
        String currency,
        boolean livemode,
        long available,
        long held,
        long inTransit,
        long total,
        @Nullable Long updatedAt) {
    static BalanceItem of(Wallet wallet) {
        return of(wallet.key(), wallet.available(), wallet.held(), wallet.inTransit(), wallet.updatedAt());
    }

    static BalanceItem after(Transfer last) {
        return of(last.wallet(), last.availableAfter(), last.heldAfter(), last.inTransitAfter(), last.createdAt());
    }

    static BalanceItem zero(String currency, boolean livemode) {
        return new BalanceItem(currency, livemode, 0, 0, 0, 0, null);
    }

    private static BalanceItem of(WalletKey key, long available, long held, long inTransit, Instant at) {
        var total = Math.addExact(available, Math.addExact(held, inTransit));
        return new BalanceItem(key.currency(), key.livemode(), available, held, inTransit, total, at.getEpochSecond());
    }
}
