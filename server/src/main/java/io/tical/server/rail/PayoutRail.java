package io.tical.server.rail;

import io.tical.common.CurrencyProfile;
import java.time.Duration;

/**
 * Carries money to a bank account, one leg at a time. A leg is known by its attempt: the rail hands the attempt's id on as
 * the end-to-end reference, and answers for it when asked again.
 *
 * <p>Both calls answer within {@link #DEADLINE}; a call that takes longer counts as {@link PayoutOutcome.Unknown}, which
 * never means failed.
 */
public interface PayoutRail {
    /** After this a call that has not answered counts as one whose outcome is unknown. */
    Duration DEADLINE = Duration.ofSeconds(10);

    /** The rail's name as attempts record it. */
    String name();

    /** The largest amount of one transfer in minor units; a larger payout is split. */
    long transferMax(CurrencyProfile currency);

    /** How long after its creation a payout is dispatched; until then it can be cancelled. */
    Duration dispatchDelay();

    /** Sends a leg. Called once for an attempt, behind a committed fence. */
    PayoutOutcome dispatch(Leg leg);

    /** Asks what became of an attempt that was, or may have been, sent. */
    PayoutOutcome poll(Leg leg);
}
