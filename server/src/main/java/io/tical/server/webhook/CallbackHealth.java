package io.tical.server.webhook;

import io.tical.common.Word;
import org.jspecify.annotations.Nullable;

/** The health of an endpoint, derived from its recent deliveries. */
public enum CallbackHealth implements Word {
    /** No URL is set. */
    UNSET,
    /** Nothing was sent since the URL was saved. */
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
     * The deliveries of the last 24 hours that were attempted at the current URL, in both environments, among the newest {@link
     * Deliveries#COUNTED_MAX} of the organization.
     *
     * @param tried the deliveries with at least one attempt
     * @param failed the tried deliveries that were not accepted
     */
    public record Recent(long tried, long failed) {
        public static final Recent NONE = new Recent(0, 0);
    }

    /** @param endpoint null if there is none */
    public static CallbackHealth of(@Nullable CallbackEndpoint endpoint, Recent recent) {
        if (endpoint == null || endpoint.url() == null) {
            return UNSET;
        }
        return switch (endpoint.state()) {
            case SUSPENDED -> SUSPENDED;
            case FAILING -> FAILING;
            // Saving the URL resets the record of successes and failures.
            case ACTIVE -> endpoint.lastSuccessAt() == null ? UNTRIED : recent.failed() > 0 ? PARTLY_FAILING : OK;
        };
    }
}
