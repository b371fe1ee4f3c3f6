package io.tical.server.payout;

import io.tical.db.Session;
import io.tical.server.merchant.Policy;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Offers payouts for direct matches before they are sent. */
public interface Offering {
    Duration period();

    /** Publishes offers in the transaction that makes their payouts sendable: package {@code p2p} writes them when the session sends. */
    void publish(Session session, Collection<Offered> offers);

    /** One offer. */
    record Offered(Payout payout, Instant until) {
        static List<Offered> of(Collection<PayoutAggregate> payouts) {
            return payouts.stream()
                    .flatMap(
                            one -> Stream.ofNullable(one.offeredUntil()).map(until -> new Offered(one.payout(), until)))
                    .toList();
        }
    }

    /** The end of the offer of a sendable payout; null unless its organization takes part and it has one leg. */
    default @Nullable Instant until(Payout payout, Policy policy, Instant now) {
        return policy.takesPartInMatching() && payout.legs().size() == 1 ? now.plus(period()) : null;
    }
}
