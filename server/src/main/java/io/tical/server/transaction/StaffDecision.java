package io.tical.server.transaction;

import io.tical.server.idempotency.IdempotencyKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How every decision by a person arrives, whatever it decides.
 *
 * @param operator the username
 * @param version of the object that the person saw; a decision on an older one is refused. Null where nothing was looked at
 * @param note for the history and the audit log, or null
 * @param requestId of the request; a second decision with the same id finds its own effect and changes nothing
 */
public record StaffDecision(
        String operator, @Nullable Long version, @Nullable String note, String requestId) {
    /** A decision without a note. */
    public static StaffDecision of(String operator, long version, String requestId) {
        return new StaffDecision(operator, version, null, requestId);
    }

    public Actor actor() {
        return Actor.staff(operator, requestId);
    }

    /**
     * What this decision is recorded under in the transaction of its effect. A request that is repeated finds the record; a request
     * with the same id that decides something else does not.
     *
     * @param decided a record whose text says all of what was decided
     */
    public IdempotencyKey recordKey(TransactionKey object, Object decided) {
        return IdempotencyKey.ofCommand(
                object.organizationId(), object.livemode(), object.id(), requestId, List.of(decided, this));
    }
}
