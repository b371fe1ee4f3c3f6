package io.tical.server.decision;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
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
 * @param find the key of an object that exists
 */
public record LeaseRoutes(
        Leases leases, String tree, String object, Permission permission, Function<UUID, TransactionKey> find) {
    /** @param claimedBy the username; null when nobody has the lease */
    private record View(
            UUID id, @Nullable String claimedBy, @Nullable Instant claimedUntil) {}

    public List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.post(tree + "/{id}/claim", staff -> staff.may(permission), this::claim),
                SessionEndpoint.post(tree + "/{id}/release", staff -> staff.may(permission), this::release));
    }

    /** @throws Problem.Conflict {@code ALREADY_CLAIMED} while another operator has it */
    private Answer claim(SessionCall<Staff> call) {
        var key = find.apply(call.id(object));
        var lease = leases.take(key, object.replace('_', ' '), call.person().username());
        return Answer.ok(new View(key.id(), lease.operator(), lease.until()));
    }

    private Answer release(SessionCall<Staff> call) {
        var key = find.apply(call.id(object));
        leases.release(key, call.person().username());
        var other = leases.find(key);
        return Answer.ok(new View(
                key.id(),
                other.map(lease -> lease.operator()).orElse(null),
                other.map(lease -> lease.until()).orElse(null)));
    }
}
