package io.tical.server.staff;

import io.tical.server.problem.Problem;
import io.tical.server.session.Directory;
import io.tical.server.session.PersonKey;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.StaffDecision;
import java.net.InetAddress;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A signed-in operator.
 *
 * @param sessionId identifies the session in lists; not its token
 * @param source the network that the operator signed in from
 * @param provedAt when the operator last proved again who they are; null if they did not in this session
 * @param mustEnrol whether a second factor is required of the operator, who has not set one up; until then nothing else is permitted
 */
public record Staff(
        UUID operatorId,
        UUID sessionId,
        String username,
        Operator.Role role,
        String source,
        Instant expiresAt,
        @Nullable Instant provedAt,
        boolean mustEnrol)
        implements Directory.Person {
    /** An operator who did not prove again who they are, and needs no second factor. */
    public Staff(
            UUID operatorId, UUID sessionId, String username, Operator.Role role, String source, Instant expiresAt) {
        this(operatorId, sessionId, username, role, source, expiresAt, null, false);
    }

    public boolean may(Permission permission) {
        return !mustEnrol && role.may(permission);
    }

    /** The permissions, in the order of {@link Permission}. */
    public Set<Permission> permissions() {
        return mustEnrol ? Set.of() : role.permissions();
    }

    /** Whether the operator makes decisions that may move money. */
    public boolean decidesMoney() {
        return permissions().stream().anyMatch(Permission::decidesMoney);
    }

    @Override
    public Problem refusal() {
        return mustEnrol
                ? new Problem.Forbidden(
                        "SECOND_FACTOR_SETUP_REQUIRED",
                        "Two-step sign-in is required of you. Set it up first: POST /admin/v1/second-factor.")
                : Problem.Forbidden.ofRole();
    }

    Staff provedAt(Instant now) {
        return new Staff(operatorId, sessionId, username, role, source, expiresAt, now, mustEnrol);
    }

    /** Every role may change the operator's own session and password. */
    public boolean mayChangeOwn() {
        return true;
    }

    @Override
    public PersonKey key() {
        return PersonKey.operator(operatorId);
    }

    @Override
    public Actor actor(String requestId, InetAddress address) {
        return Actor.staff(username, requestId).from(address.getHostAddress());
    }

    /** A decision of this operator that needs no version. */
    public StaffDecision decision(String requestId, InetAddress address, @Nullable String note) {
        return new StaffDecision(username, null, note, requestId, address.getHostAddress());
    }

    /** The author of changes of the operator's own session. */
    Actor actor() {
        return new Actor(Actor.Kind.STAFF, username, null, source);
    }
}
