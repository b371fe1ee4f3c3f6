package io.tical.server.statement;

import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Transfer;
import io.tical.server.ledger.WalletPoint;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The movements of a wallet in a period: the transfers after the one of {@code opening}, up to the one of {@code closing}.
 *
 * @param from the first second
 * @param to the second after the last one
 * @param opening the balances at {@code from}
 * @param closing the balances at {@code to}
 */
public record Statement(WalletKey wallet, Instant from, Instant to, WalletPoint opening, WalletPoint closing) {
    /** The number of movements. */
    public long count() {
        return closing.seq() - opening.seq();
    }

    /**
     * One movement.
     *
     * @param merchantReference the reference that the merchant gave to the payin or payout; null for other objects
     */
    public record Movement(Transfer transfer, @Nullable String merchantReference) {}
}
