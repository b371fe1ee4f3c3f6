package io.tical.server.decision;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Action;
import io.tical.server.transaction.Aggregate;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.Commands;
import io.tical.server.transaction.StaffDecision;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One kind of decision of operators: an operation of their API, whose body has {@code version}, {@code note} and the fields of the kind.
 * Leases, four eyes, repeated requests and the audit log work in the same way for all kinds.
 *
 * @param method of the operation
 * @param path of the operation, with {@code {id}} for the object
 * @param versioned whether the body must contain the version that the operator saw
 * @param keepsLease whether the operator continues to work on the object; otherwise the decision releases the lease
 * @param creates whether the operation creates what it answers
 * @param proof whether the decision, and its approval, need a fresh proof of who the operator is
 * @param secret a field of the body that must not be kept; null for none
 * @param reader reads a request; it changes nothing, because an approved decision is read again
 */
public record StaffAction(
        String method,
        String path,
        Permission permission,
        boolean versioned,
        boolean keepsLease,
        boolean creates,
        boolean proof,
        @Nullable Secret secret,
        Reader reader) {
    private static final String POST = "POST";

    public StaffAction(String path, Permission permission, boolean versioned, Reader reader) {
        this(POST, path, permission, versioned, false, false, false, null, reader);
    }

    public StaffAction(String path, Permission permission, Reader reader) {
        this(path, permission, true, reader);
    }

    /**
     * A change of a control: the reader's requests have a {@link ControlChange}, or are no changes of one. It needs a fresh proof of who the
     * operator is.
     *
     * @param method of the operation
     */
    public static StaffAction change(String method, String path, Permission permission, Reader reader) {
        return new StaffAction(method, path, permission, false, false, false, true, null, reader);
    }

    /** A change that creates an object. */
    public static StaffAction creation(String path, Permission permission, Reader reader) {
        return new StaffAction(POST, path, permission, false, false, true, true, null, reader);
    }

    /**
     * A field of the body that is a secret. While a request waits for a second person, {@code hash} of the secret is kept in its place: the
     * reader finds it under the name of the field among the parameters of the path, and no such field in the body.
     */
    public record Secret(String field, UnaryOperator<String> hash) {
        private static ObjectNode object(byte[] body) {
            return (ObjectNode) Json.read(new String(body, StandardCharsets.UTF_8), new TypeReference<JsonNode>() {});
        }

        /** The hash of the secret in a body that the reader has accepted. */
        String hash(byte[] body) {
            return hash.apply(object(body).path(field).asText());
        }

        /** The body without it. */
        String removed(byte[] body) {
            var kept = object(body);
            kept.remove(field);
            return Json.text(kept);
        }
    }

    /** This kind of decision, with a secret in its body. */
    public StaffAction hiding(String field, UnaryOperator<String> hash) {
        return new StaffAction(
                method, path, permission, versioned, keepsLease, creates, proof, new Secret(field, hash), reader);
    }

    /** This kind of decision, whose body must contain the version that the operator saw. */
    public StaffAction onVersion() {
        return new StaffAction(method, path, permission, true, keepsLease, creates, proof, secret, reader);
    }

    /** Names the kind. */
    String name() {
        return method.equals(POST) ? path : method + " " + path;
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
        return new StaffAction(method, path, permission, versioned, true, creates, proof, secret, reader);
    }

    /** This kind of decision, which changes a control: it and its approval need a fresh proof of who the operator is. */
    public StaffAction afterStepUp() {
        return new StaffAction(method, path, permission, versioned, keepsLease, creates, true, secret, reader);
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
     * @param control the control that the decision changes; null if it changes none
     * @param record the key under which the effect is recorded, if the decision may be made without a version; a repeated request of
     *     another decision is recognized by its version, which is outdated. Null if there is none
     * @param byTwo whether it always needs a second person
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
            @Nullable ControlChange control,
            @Nullable Function<StaffDecision, IdempotencyKey> record,
            boolean byTwo) {
        public Request(
                TransactionKey object,
                String objectType,
                long version,
                @Nullable Stake stake,
                Check check,
                Effect effect,
                Supplier<Object> view) {
            this(object, objectType, version, stake, check, effect, view, null, null, null, false);
        }

        /**
         * A decision that a command makes, and that the rules of the command check.
         *
         * @param action null if a field is missing, for which the caller refuses the request
         */
        public static <C extends Action, A extends Aggregate<A>> Request of(
                Commands<C, A> commands,
                A object,
                @Nullable C action,
                @Nullable Stake stake,
                Function<UUID, Object> view) {
            var key = object.key();
            return new Request(
                    key,
                    commands.operation().objectType(),
                    object.version(),
                    stake,
                    by -> commands.check(new Command<>(key, Objects.requireNonNull(action), by.by())),
                    by -> commands.decide(key, Objects.requireNonNull(action), by),
                    () -> view.apply(key.id()));
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
                    control,
                    record == null ? null : by -> record.apply(by.because(reason)),
                    byTwo);
        }

        /** This decision, which says that money moved at a bank. */
        public Request moving(Transferred money) {
            return new Request(object, objectType, version, stake, check, effect, view, money, control, record, byTwo);
        }

        /** This decision, which one person alone never makes; it must have a stake. */
        public Request ofTwo() {
            return new Request(
                    object, objectType, version, stake, check, effect, view, transferred, control, record, true);
        }

        /** This decision, which changes a control. */
        public Request changing(ControlChange change) {
            return new Request(
                    object, objectType, version, stake, check, effect, view, transferred, change, record, byTwo);
        }

        /** Whether a second person must approve it, whatever its stake is. */
        boolean changesControlByTwo() {
            return control != null && control.secondPerson();
        }

        /** Whether it restricts what is possible, so that nothing may keep it from taking effect. */
        boolean restricts() {
            return control != null && !control.secondPerson();
        }

        /** This decision, whose effect is the record of a command with this action; null as for {@link #of}. */
        public Request recordedAs(@Nullable Action action) {
            return recordedAs(by -> new Command<>(object, Objects.requireNonNull(action), by.by()).recordKey());
        }

        /** This decision, whose effect is recorded under this key. */
        public Request recordedAs(Function<StaffDecision, IdempotencyKey> key) {
            return new Request(
                    object, objectType, version, stake, check, effect, view, transferred, control, key, byTwo);
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
