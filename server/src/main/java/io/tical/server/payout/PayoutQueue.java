package io.tical.server.payout;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.db.Database;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Page;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What operators see: the payouts of all organizations. */
public record PayoutQueue(Database database) {
    private static final int EARLIER_MAX = 10;

    /**
     * The filters of a list.
     *
     * @param rail the name of a rail that has an attempt of the payout
     * @param text a prefix of the reference, the id, the holder name or the account number; an empty text matches everything
     */
    public record Filter(
            Optional<PayoutStatus> status,
            Optional<String> rail,
            Optional<Boolean> livemode,
            Optional<UUID> organizationId,
            String text) {
        /** @throws Problem.Invalid when a filter is invalid */
        static Filter of(Query query) {
            return new Filter(
                    query.text("status")
                            .map(word -> Word.find(PayoutStatus.class, word)
                                    .orElseThrow(() ->
                                            new Problem.Invalid("status", "unknown", "is not a status of payouts"))),
                    query.text("rail"),
                    query.text("livemode").map(Filter::flag),
                    query.text("organization_id")
                            .map(text -> Ids.parse(text)
                                    .orElseThrow(
                                            () -> new Problem.Invalid("organization_id", "uuid", "must be a UUID"))),
                    query.search());
        }

        private static boolean flag(String word) {
            return switch (word) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new Problem.Invalid("livemode", "boolean", "must be true or false");
            };
        }
    }

    /**
     * An earlier payout to the same account that was delivered.
     *
     * @param delivered minor units
     * @param accountNo as it was then
     */
    public record EarlierDelivery(
            UUID id,
            String orderRef,
            PayoutStatus status,
            long delivered,
            String accountNo,
            @Nullable Instant finalizedAt) {}

    /** One row more than the page's limit, when there are that many; newest first. */
    public List<PayoutAggregate> list(Filter filter, Page page) {
        return database.run(session -> PayoutStore.find(session, PayoutQueueStore.list(session, filter, page)))
                .reversed();
    }

    /** @throws Problem.NotFound {@code PAYOUT_NOT_FOUND} */
    public PayoutAggregate get(UUID id) {
        return database.run(session -> PayoutQueueStore.find(session, id)
                        .flatMap(key ->
                                PayoutStore.find(session, List.of(key)).stream().findFirst()))
                .orElseThrow(() -> Problem.NotFound.of(PayoutAggregate.OBJECT_TYPE));
    }

    /** The last ones, newest first. */
    public List<EarlierDelivery> earlierDeliveries(Payout payout) {
        return database.run(session -> PayoutQueueStore.earlierDeliveries(session, payout, EARLIER_MAX));
    }
}
