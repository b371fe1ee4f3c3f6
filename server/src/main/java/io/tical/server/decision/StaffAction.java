package io.tical.server.decision;

import io.tical.common.Ids;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.input.JsonBody;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.transaction.TransactionKey;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One kind of decision of operators: an operation of their API, whose body has {@code version}, {@code note} and the fields of the kind.
 * Leases, four eyes, repeated requests and the audit log work in the same way for all kinds.
 *
 * @param path of the operation, with {@code {id}} for the object; also names the kind
 * @param versioned whether the body must contain the version that the operator saw
 * @param keepsLease whether the operator continues to work on the object; otherwise the decision releases the lease
 * @param proof whether the decision, and its approval, need a fresh proof of who the operator is
 * @param reader reads a request; it changes nothing, because an approved decision is read again
 */
public record StaffAction(
        String path, Permission permission, boolean versioned, boolean keepsLease, boolean proof, Reader reader) {
    public StaffAction(String path, Permission permission, boolean versioned, Reader reader) {
        this(path, permission, versioned, false, false, reader);
    }

    public StaffAction(String path, Permission permission, Reader reader) {
        this(path, permission, true, reader);
    }

    /** The opening of a refund, whose body has the field {@code reason}. */
    public static StaffAction refund(WorkItems.Kind kind, Function<Map<String, String>, Request> reader) {
        return new StaffAction(kind.path("refund"), Permission.REFUNDS, (path, body) -> {
            var refund = reader.apply(path);
            return refund.because(body.text("reason", StaffDecision.NOTE_MAX));
        });
    }

    /** Reads the completion of a refund. */
    @FunctionalInterface
    public interface RefundReader {
        /** @param reference of the transfer that paid the money back, without spaces; null if the request names none */
        Request read(Map<String, String> path, @Nullable String reference);
    }

    /** The completion of a refund, whose body has the field {@code reference}. */
    public static StaffAction completeRefund(WorkItems.Kind kind, RefundReader reader) {
        return new StaffAction(kind.path("refund/complete"), Permission.REFUNDS, (path, body) -> {
            var reference = Transferred.reference(body);
            var refund = reader.read(path, reference);
            return reference == null ? refund : refund.because("reference " + reference);
        });
    }

    /** This kind of decision, after which the operator continues to work on the object. */
    public StaffAction keepingLease() {
        return new StaffAction(path, permission, versioned, true, proof, reader);
    }

    /** This kind of decision, which changes a control: it and its approval need a fresh proof of who the operator is. */
    public StaffAction afterStepUp() {
        return new StaffAction(path, permission, versioned, keepsLease, true, reader);
    }

    /** The version of an object without versions. */
    public static final long NO_VERSION = 0;

    /** Reads the request of a decision. */
    @FunctionalInterface
    public interface Reader {
        /**
         * @param path the parameters in the path
         * @param body records invalid fields, for which the caller refuses the request afterwards
         */
        Request read(Map<String, String> path, JsonBody body);
    }

    /**
     * The id in a path, for a {@link Reader}.
     *
     * @throws Problem.NotFound with the resource's code if it is not a UUID
     */
    public static UUID id(Map<String, String> path, String resource) {
        return Ids.parse(path.getOrDefault("id", "")).orElseThrow(() -> Problem.NotFound.of(resource));
    }

    /**
     * What the {@link Reader} makes of a submitted decision: how it is checked, made and shown.
     *
     * @param object the object of the decision
     * @param objectType its name in messages and the audit log, such as {@code payout}
     * @param version its current version, or {@link #NO_VERSION}
     * @param stake the amount that decides whether a second person is needed; null if none ever is
     * @param check called before a decision waits for a second person
     * @param view reads the JSON of the object, after the decision and the end of its lease
     * @param transferred what it says about money that moved at a bank; null if nothing
     * @param record the key under which the effect is recorded, if the decision may be made without a version; a repeated request of
     *     another decision is recognized by its version, which is outdated. Null if there is none
     */
    public record Request(
            TransactionKey object,
            String objectType,
            long version,
            @Nullable Stake stake,
            Check check,
            Effect effect,
            Supplier<Object> view,
            @Nullable Transferred transferred,
            @Nullable Function<StaffDecision, IdempotencyKey> record) {
        public Request(
                TransactionKey object,
                String objectType,
                long version,
                @Nullable Stake stake,
                Check check,
                Effect effect,
                Supplier<Object> view) {
            this(object, objectType, version, stake, check, effect, view, null, null);
        }

        /** A decision that never waits for a second person. */
        public Request(TransactionKey object, String objectType, long version, Effect effect, Supplier<Object> view) {
            this(object, objectType, version, null, by -> {}, effect, view);
        }

        /** This decision with a reason before its note. */
        Request because(String reason) {
            return new Request(
                    object,
                    objectType,
                    version,
                    stake,
                    by -> check.require(by.because(reason)),
                    by -> effect.decide(by.because(reason)),
                    view,
                    transferred,
                    record == null ? null : by -> record.apply(by.because(reason)));
        }

        /** This decision, which says that money moved at a bank. */
        public Request moving(Transferred money) {
            return new Request(object, objectType, version, stake, check, effect, view, money, record);
        }

        /** This decision, whose effect is recorded under this key. */
        public Request recordedAs(Function<StaffDecision, IdempotencyKey> key) {
            return new Request(object, objectType, version, stake, check, effect, view, transferred, key);
        }
    }

    /** Checks whether a decision can be requested. */
    @FunctionalInterface
    public interface Check {
        /**
         * Applies the rules of the effect to the current state of the object, and throws what they refuse. Changes nothing.
         */
        void require(StaffDecision by);
    }

    /** Makes a decision. */
    @FunctionalInterface
    public interface Effect {
        /** Decides. A repeated decision changes nothing. */
        void decide(StaffDecision by);
    }

    /** @param amount minor units */
    public record Stake(long amount, String currency) {}
}
