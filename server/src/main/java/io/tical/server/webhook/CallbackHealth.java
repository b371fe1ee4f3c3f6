package io.tical.server.webhook;

import io.tical.common.Word;
import io.tical.server.merchant.CallbackEndpoint;
import org.jspecify.annotations.Nullable;

/** How callbacks to an endpoint have been going: the one place that decides which word an endpoint is given. */
public enum CallbackHealth implements Word {
    /** There is no address. */
    UNSET,
    /** Nothing has been sent to the address since it was saved. */
    UNTRIED,
    /** The last attempt was accepted, and so was every delivery of the last 24 hours. */
    OK,
    /** The last attempt was accepted, but not every delivery of the last 24 hours. */
    PARTLY_FAILING,
    /** Nothing has been accepted since a failure. */
    FAILING,
    /** Nothing is sent, because nothing was accepted for {@link CallbackEndpoint#SUSPENDED_AFTER}. */
    SUSPENDED;

    /**
     * The deliveries of the last 24 hours that were tried at the address that is set now, in both environments; the newest
     * {@link Deliveries#COUNTED_MAX} of the organization are counted.
     *
     * @param tried how many have been tried at least once
     * @param failed how many of them have not been accepted so far
     */
    public record Recent(long tried, long failed) {
        public static final Recent NONE = new Recent(0, 0);
    }

    /** @param endpoint null when there is none of its kind */
    public static CallbackHealth of(@Nullable CallbackEndpoint endpoint, Recent recent) {
        if (endpoint == null || endpoint.url() == null) {
            return UNSET;
        }
        if (endpoint.suspendedAt() != null) {
            return SUSPENDED;
        }
        if (endpoint.failingSince() != null) {
            return FAILING;
        }
        // Saving the address forgets what was accepted and refused before.
        if (endpoint.lastSuccessAt() == null) {
            return UNTRIED;
        }
        return recent.failed() > 0 ? PARTLY_FAILING : OK;
    }
}
