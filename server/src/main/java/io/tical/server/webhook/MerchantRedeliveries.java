package io.tical.server.webhook;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.Page;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.MerchantRedelivery.Selection;
import io.tical.server.webhook.MerchantRedelivery.Status;
import io.tical.server.webhook.MerchantRedelivery.Status.Trigger;
import io.tical.server.work.DueTable;
import io.tical.server.work.Housekeeping;
import io.tical.server.work.LockedWork;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sends all failed callbacks of a merchant that match again. A request of a user starts it, and background work does it: each batch is one
 * transaction, which also records how far it came, so it continues after a restart and sends nothing twice. Every order has one batch in its
 * turn, so that none waits for the end of another.
 */
public record MerchantRedeliveries(Database database, IdempotencyRecords idempotency, Clock clock) {
    /** Deliveries of a batch. */
    static final int BATCH = 1_000;

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int TURNS_MAX = 16;

    private record Logged(
            Delivery.Status status,
            @Nullable Kind endpoint,
            @Nullable EventType event,
            @Nullable Integer code,
            @Nullable UUID transactionId,
            @Nullable String reference,
            long matched,
            @Nullable Long redelivered) {}

    /** The number of failed deliveries that match now, counted up to {@link MerchantRedelivery#COUNTED_MAX}. */
    public long count(UUID organizationId, boolean livemode, Selection selection) {
        var asked = MerchantRedelivery.begun(organizationId, livemode, selection, Actor.SYSTEM, clock.instant());
        return database.run(session -> RedeliveryStore.remaining(session, asked));
    }

    /** The number of deliveries that an order has not come to yet; 0 after its end. */
    public long remaining(MerchantRedelivery order) {
        return order.progress().status() == Status.RUNNING
                ? database.run(session -> RedeliveryStore.remaining(session, order))
                : 0;
    }

    /**
     * Starts to send all that match again.
     *
     * @throws Problem.Refused {@code NO_FAILED_DELIVERY} if none matches
     * @throws Problem.Conflict {@code REDELIVERY_IN_PROGRESS} while another order of this environment runs
     */
    public StoredAnswer start(
            UUID organizationId,
            boolean livemode,
            Selection selection,
            Actor by,
            IdempotentRequest<MerchantRedelivery> request) {
        return idempotency.run(request, session -> {
            var asked = MerchantRedelivery.begun(organizationId, livemode, selection, by, clock.instant());
            var order = asked.matching(RedeliveryStore.remaining(session, asked));
            if (order.matched() == 0) {
                throw new Problem.Refused(
                        "NO_FAILED_DELIVERY",
                        "No failed delivery of this environment matches, or no URL is set for its callbacks");
            }
            if (!RedeliveryStore.insertIfNoneRuns(session, order)) {
                throw new Problem.Conflict(
                        "REDELIVERY_IN_PROGRESS",
                        "Failed callbacks of this environment are being sent again; wait until that is complete, or stop"
                                + " it");
            }
            audit(session, by, "start_redelivery", order);
            return order;
        });
    }

    /**
     * Stops an order before its next batch.
     *
     * @throws Problem.Conflict {@code REDELIVERY_STATUS_TRANSITION_INVALID} after its end
     */
    public MerchantRedelivery stop(TransactionKey key, Actor by) {
        return database.transaction(session -> {
            var order = RedeliveryStore.lock(session, key).orElseThrow(MerchantRedeliveries::notFound);
            var stopped = order.ended(Trigger.STOP, 0, clock.instant());
            RedeliveryStore.update(session, stopped);
            audit(session, by, "stop_redelivery", stopped);
            return stopped;
        });
    }

    /**
     * An order of an organization, in either environment.
     *
     * @throws Problem.NotFound {@code REDELIVERY_NOT_FOUND}
     */
    public MerchantRedelivery ofEither(UUID organizationId, UUID id) {
        return database.run(session -> RedeliveryStore.find(session, new TransactionKey(organizationId, true, id))
                        .or(() -> RedeliveryStore.find(session, new TransactionKey(organizationId, false, id))))
                .orElseThrow(MerchantRedeliveries::notFound);
    }

    private static Problem.NotFound notFound() {
        return Problem.NotFound.of(MerchantRedelivery.NAME);
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    public List<MerchantRedelivery> list(UUID organizationId, boolean livemode, Page page) {
        return database.run(session -> RedeliveryStore.list(session, organizationId, livemode, page));
    }

    /** Sends the next batch of an order that is due; returns whether it was. */
    boolean sendNext(TransactionKey key) {
        return database.transaction(session -> RedeliveryStore.lockDue(session, key)
                .map(order -> {
                    var sent = RedeliveryStore.next(session, order);
                    var after = sent.size() < BATCH
                            ? order.ended(Trigger.COMPLETE, sent.size(), clock.instant())
                            : order.sent(
                                    sent.stream().max(Comparator.naturalOrder()).orElseThrow(),
                                    sent.size(),
                                    clock.instant());
                    RedeliveryStore.update(session, after);
                    if (after.progress().status() == Status.COMPLETED) {
                        audit(session, order.by(), "complete_redelivery", after);
                    }
                    return true;
                })
                .orElse(false));
    }

    private void audit(Session session, Actor by, String action, MerchantRedelivery order) {
        var selection = order.selection();
        var logged = new Logged(
                Delivery.Status.FAILED,
                selection.endpoint(),
                selection.event(),
                selection.code(),
                selection.transactionId(),
                selection.reference(),
                order.matched(),
                action.equals("start_redelivery")
                        ? null
                        : (Long) order.progress().redelivered());
        var key = order.key();
        var act = new Act(key.organizationId(), key.livemode(), action, "delivery", null, null, logged, null);
        AuditEntry.insertLater(session, by, act, clock.instant());
    }

    List<Work> work() {
        return List.of(
                new LockedWork(
                        database,
                        "redeliveries",
                        "redelivery",
                        PAUSE,
                        new DueTable("redelivery", "redelivery_id", "due_at"),
                        new LockedWork.Limits(TURNS_MAX, 1),
                        keys -> sendNext(keys.getFirst()) ? 1 : 0),
                Housekeeping.deleting(
                        "redeliveries",
                        rowsMax -> database.transaction(session ->
                                RedeliveryStore.forget(session, clock.instant().minus(Deliveries.KEPT), rowsMax))));
    }
}
