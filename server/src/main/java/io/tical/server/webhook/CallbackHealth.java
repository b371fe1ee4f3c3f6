package io.tical.server.webhook;

import io.tical.common.Word;
import org.jspecify.annotations.Nullable;

/** The health of an endpoint, derived from its recent deliveries in the environments that somebody looks at. */
public enum CallbackHealth implements Word {
    /** No URL is set. */
    UNSET,
    /** Nothing was sent since the URL was saved. */
    UNTRIED,
    /** Every delivery of the last 24 hours was accepted. */
    OK,
    /** Not every delivery of the last 24 hours was accepted. */
    PARTLY_FAILING,
    /** Nothing has been accepted since a failure, in no environment, and these deliveries have failed since. */
    FAILING,
    /** Nothing is sent, because nothing was accepted for {@link CallbackEndpoint#SUSPENDED_AFTER}. */
    SUSPENDED;

    /**
     * The deliveries at the current URL, among the newest {@link Deliveries#COUNTED_MAX} of the organization.
     *
     * @param tried the deliveries of the last 24 hours with at least one attempt
     * @param failed the tried deliveries that were not accepted
     * @param failing whether one of the last 30 days that was not accepted was tried since the endpoint fails
     */
    public record Recent(long tried, long failed, boolean failing) {
        public static final Recent NONE = new Recent(0, 0, false);
    }

    /** @param endpoint null if there is none */
    public static CallbackHealth of(@Nullable CallbackEndpoint endpoint, Recent recent) {
        if (endpoint == null || endpoint.url() == null) {
            return UNSET;
        }
        return switch (endpoint.state()) {
            case SUSPENDED -> SUSPENDED;
            // Without a failure of these deliveries it was one of the other environment.
            case FAILING -> recent.failing() ? FAILING : active(endpoint, recent);
            case ACTIVE -> active(endpoint, recent);
        };
    }

    private static CallbackHealth active(CallbackEndpoint endpoint, Recent recent) {
        // Saving the URL resets the record of successes and failures.
        return endpoint.lastSuccessAt() == null ? UNTRIED : recent.failed() > 0 ? PARTLY_FAILING : OK;
    }
}
