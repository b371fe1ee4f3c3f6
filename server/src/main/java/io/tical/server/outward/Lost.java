package io.tical.server.outward;

import io.tical.common.Word;
import io.tical.server.key.Keyed;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A case: something that left and is not in the database any more.
 *
 * @param log the log that has it
 * @param adoptedBy the payout or settlement that has the attempt now; null if none has
 * @param closedAt when it was adopted or closed
 * @param note why two people closed it
 */
public record Lost(
        Departure departure,
        UUID log,
        Instant foundAt,
        Status status,
        @Nullable UUID adoptedBy,
        @Nullable Instant closedAt,
        @Nullable String note,
        long version)
        implements Keyed {
    /** What became of a case. */
    public enum Status implements Word {
        /** Nothing has it: the money may be gone, and nothing in the books says so. */
        OPEN,
        /** A payout or settlement has the attempt again, or the merchant was told the same again. */
        ADOPTED,
        /** Two people have dealt with it elsewhere. */
        CLOSED
    }

    static Lost found(Departure departure, UUID log, Instant now) {
        return new Lost(departure, log, now, Status.OPEN, null, null, null, 1);
    }

    /** Its id is that of the attempt or of the event. */
    @Override
    public TransactionKey key() {
        var transaction = departure.transaction();
        return new TransactionKey(transaction.organizationId(), transaction.livemode(), departure.id());
    }

    /** The object that has it now: the one that adopted it, otherwise its own, which the database may not have. */
    public TransactionKey holder() {
        var own = departure.transaction();
        return adoptedBy == null ? own : new TransactionKey(own.organizationId(), own.livemode(), adoptedBy);
    }

    public boolean isOpen() {
        return status == Status.OPEN;
    }

    /** It in words. */
    public String words() {
        var sent = departure;
        var reference = sent.reference();
        return sent.kind().word() + " " + sent.subject().word() + " "
                + sent.transaction().id() + (reference == null ? "" : ", reference " + reference);
    }

    Lost adopted(UUID by, Instant now) {
        return new Lost(departure, log, foundAt, Status.ADOPTED, by, now, note, version + 1);
    }

    Lost closed(String why, Instant now) {
        return new Lost(departure, log, foundAt, Status.CLOSED, null, now, why, version + 1);
    }
}
