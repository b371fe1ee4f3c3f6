package io.tical.server.decision;

import io.tical.common.Word;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Lease;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST …/{id}/claim} and {@code …/release} of one type of object: an operator takes its lease and gives it back.
 *
 * @param tree of the objects' operations, such as {@code /admin/v1/slips}
 * @param object its name in messages, such as {@code slip}
 * @param permission who may decide on the objects
 * @param find an object that exists
 * @param taking takes the lease
 */
public record LeaseRoutes(
        Leases leases,
        String tree,
        String object,
        Permission permission,
        Function<UUID, Leasable> find,
        Taking taking) {
    public LeaseRoutes(
            Leases leases, String tree, String object, Permission permission, Function<UUID, Leasable> find) {
        this(leases, tree, object, permission, find, (key, by) -> leases.take(key, name(object), by.operator()));
    }

    private static String name(String object) {
        return object.replace('_', ' ');
    }

    /** Takes the lease of an object for an operator. */
    @FunctionalInterface
    public interface Taking {
        /** @throws Problem.Conflict {@code ALREADY_CLAIMED} while another operator has it */
        Lease take(TransactionKey key, StaffDecision by);
    }

    /**
     * An object that operators decide on.
     *
     * @param status its state, in messages
     * @param decidable whether anything can be decided on it now
     */
    public record Leasable(TransactionKey key, Word status, boolean decidable) {}

    /** @param claimedBy the username; null when nobody has the lease */
    private record View(
            UUID id, @Nullable String claimedBy, @Nullable Instant claimedUntil) {}

    public List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.post(tree + "/{id}/claim", staff -> staff.may(permission), this::claim),
                SessionEndpoint.post(tree + "/{id}/release", staff -> staff.may(permission), this::release));
    }

    /** @throws Problem.Conflict {@code ALREADY_CLAIMED} while another operator has it; {@code NOTHING_TO_DECIDE} */
    private Answer claim(SessionCall<Staff> call) {
        var found = find.apply(call.id(object));
        if (!found.decidable()) {
            throw new Problem.Conflict(
                    "NOTHING_TO_DECIDE",
                    "Nothing can be decided on this " + name(object) + " now: it is "
                            + found.status().word().replace('_', ' ') + ". Load it again, and take another one.");
        }
        var key = found.key();
        var visit = call.visit();
        var lease = taking.take(key, call.person().decision(visit.requestId(), visit.source(), null));
        return Answer.ok(new View(key.id(), lease.operator(), lease.until()));
    }

    private Answer release(SessionCall<Staff> call) {
        var key = find.apply(call.id(object)).key();
        leases.release(key, call.person().username());
        var other = leases.find(key);
        return Answer.ok(new View(
                key.id(),
                other.map(lease -> lease.operator()).orElse(null),
                other.map(lease -> lease.until()).orElse(null)));
    }
}
