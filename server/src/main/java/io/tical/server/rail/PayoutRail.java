package io.tical.server.rail;

import io.tical.common.CurrencyProfile;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Transfers money to a bank account, one leg at a time. The rail passes the attempt's id on as the end-to-end reference
 * and reports its outcome when polled.
 *
 * <p>A call that exceeds {@link #DEADLINE} counts as {@link PayoutOutcome.Unknown}, which is not a failure.
 */
public interface PayoutRail {
    /** The timeout of a call. */
    Duration DEADLINE = Duration.ofSeconds(10);

    /** The name of the rail as stored with attempts. */
    String name();

    /** The largest amount of one transfer in minor units, by default that of a retail bank; a larger payout is split. */
    default long transferMax(CurrencyProfile currency) {
        return currency.units(500_000);
    }

    /** The delay between the creation and the dispatch of a payout, during which it can be cancelled. */
    default Duration dispatchDelay() {
        return Duration.ZERO;
    }

    /**
     * Where it sends: a text that is another one after its address, its requests or its credentials were changed. Another connection does not
     * know an attempt that was sent. Null if it has no configuration.
     */
    default @Nullable String connection() {
        return null;
    }

    /** Sends a transfer. Called at most once per attempt, after the attempt was committed. */
    PayoutOutcome dispatch(TransferOrder order);

    /** Queries the outcome of an attempt that was or may have been sent. */
    PayoutOutcome poll(TransferOrder order);
}
