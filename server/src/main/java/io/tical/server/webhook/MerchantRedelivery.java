package io.tical.server.webhook;

import static io.tical.server.transaction.StateTable.row;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.StateTable;
import io.tical.server.transaction.StateTable.NoEffect;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's order to send all failed callbacks that match again, and how far it has come.
 *
 * @param until excludes deliveries that were created later
 * @param matched the failed deliveries that matched at the start, counted up to {@link #COUNTED_MAX}
 * @param by the user who gave it
 */
public record MerchantRedelivery(
        TransactionKey key,
        Selection selection,
        UUID until,
        long matched,
        Actor by,
        Instant createdAt,
        Progress progress) {
    /** The type in the codes of errors. */
    public static final String NAME = "redelivery";

    /** Matching deliveries are counted up to this number. */
    public static final int COUNTED_MAX = 10_000;

    /** The states of an order. */
    public enum Status implements Word {
        RUNNING,
        COMPLETED,
        /** A user stopped it; what was sent stays sent. */
        STOPPED;

        enum Trigger implements Word {
            /** No further delivery matches. */
            COMPLETE,
            STOP
        }

        static final StateTable<Status, Trigger, NoEffect> TABLE = StateTable.of(
                        NAME, row(RUNNING, Trigger.COMPLETE, COMPLETED), row(RUNNING, Trigger.STOP, STOPPED))
                .merchants(Trigger.STOP, "stop");
    }

    /**
     * Which failed deliveries of its environment it is for; a condition that is null matches everything.
     *
     * @param code the HTTP status that ended the last attempt, or {@link DeliveryFilter#UNANSWERED}
     * @param reference of the merchant, as it was entered
     * @param transactions the ids of the transactions with the reference
     */
    public record Selection(
            @Nullable Kind endpoint,
            @Nullable EventType event,
            @Nullable Integer code,
            @Nullable UUID transactionId,
            @Nullable String reference,
            @Nullable List<UUID> transactions) {
        /** @param reference the one that led to the filter's transactions */
        public static Selection of(DeliveryFilter filter, @Nullable String reference) {
            return new Selection(
                    filter.endpoint(),
                    filter.event(),
                    filter.code(),
                    filter.transactionId(),
                    reference,
                    filter.transactions());
        }

        DeliveryFilter filter() {
            return new DeliveryFilter(null, Delivery.Status.FAILED, endpoint, transactionId, event, code, transactions);
        }
    }

    /**
     * The progress of an order.
     *
     * @param position the last delivery of the previous batch
     * @param redelivered deliveries that are sent again
     * @param dueAt when the next batch is due; null after the last one
     */
    public record Progress(
            Status status,
            UUID position,
            long redelivered,
            @Nullable Instant dueAt,
            Instant updatedAt) {}

    static MerchantRedelivery begun(UUID organizationId, boolean livemode, Selection selection, Actor by, Instant now) {
        var begun = new Progress(Status.RUNNING, Ids.boundary(Instant.EPOCH), 0, now, now);
        var key = new TransactionKey(organizationId, livemode, Ids.next());
        return new MerchantRedelivery(key, selection, Ids.boundary(now), 0, by, now, begun);
    }

    MerchantRedelivery matching(long counted) {
        return new MerchantRedelivery(key, selection, until, counted, by, createdAt, progress);
    }

    /** After a batch, which others follow. It is due again after those of others that are due now. */
    MerchantRedelivery sent(UUID last, int deliveries, Instant now) {
        return with(new Progress(progress.status(), last, progress.redelivered() + deliveries, now, now));
    }

    /** After its last batch, or after a user stopped it. */
    MerchantRedelivery ended(Status.Trigger trigger, int deliveries, Instant now) {
        var status = Status.TABLE.on(progress.status(), trigger).to();
        return with(new Progress(status, progress.position(), progress.redelivered() + deliveries, null, now));
    }

    private MerchantRedelivery with(Progress changed) {
        return new MerchantRedelivery(key, selection, until, matched, by, createdAt, changed);
    }
}
