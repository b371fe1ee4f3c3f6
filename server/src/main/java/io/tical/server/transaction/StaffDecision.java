package io.tical.server.transaction;

import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.key.TransactionKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The common part of every decision by an operator.
 *
 * @param operator the username
 * @param version the version that the decision is based on; an outdated one is refused. Null when the decision needs none
 * @param note for the history and the audit log, or null
 * @param requestId the id of the request; a second decision with the same id changes nothing
 * @param source the address that the request came from, or null
 * @param askedBy the username of the operator whose decision this one approves; null for an own decision
 */
public record StaffDecision(
        String operator,
        @Nullable Long version,
        @Nullable String note,
        String requestId,
        @Nullable String source,
        @Nullable String askedBy) {
    /** The maximum length of a note, in characters. */
    public static final int NOTE_MAX = 500;

    public StaffDecision(String operator, @Nullable Long version, @Nullable String note, String requestId) {
        this(operator, version, note, requestId, null);
    }

    public StaffDecision(
            String operator, @Nullable Long version, @Nullable String note, String requestId, @Nullable String source) {
        this(operator, version, note, requestId, source, null);
    }

    public static StaffDecision of(String operator, long version, String requestId) {
        return new StaffDecision(operator, version, null, requestId);
    }

    /** The same decision with a reason before its note. */
    public StaffDecision because(String reason) {
        return new StaffDecision(
                operator, version, note == null ? reason : reason + "; " + note, requestId, source, askedBy);
    }

    /** The username of the operator who wanted this: who asked for it, if it was approved. */
    public String asker() {
        return askedBy == null ? operator : askedBy;
    }

    /** The usernames of the operators whose decision this is: who asked for it, and who approved it. */
    public List<String> people() {
        return askedBy == null ? List.of(operator) : List.of(askedBy, operator);
    }

    public Actor actor() {
        return Actor.staff(operator, requestId).from(source);
    }

    /** As the author of a {@link Command}. */
    public By by() {
        return new By(actor(), version, note);
    }

    /**
     * The key under which this decision is recorded, in the transaction of its effect, if it is no {@link Command}, which has a key of its
     * own. A retried request finds the record; a different decision with the same request id does not.
     *
     * @param decided a record whose {@code toString} contains the whole decision
     */
    public IdempotencyKey recordKey(TransactionKey object, Object decided) {
        return IdempotencyKey.ofCommand(
                object.organizationId(), object.livemode(), object.id(), requestId, List.of(decided, this));
    }

    /** Without the address, as {@link Actor#toString}. */
    @Override
    public String toString() {
        return "StaffDecision[operator=" + operator + ", version=" + version + ", note=" + note + ", requestId="
                + requestId + "]";
    }
}
