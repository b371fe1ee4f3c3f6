package io.tical.server.staff;

import io.tical.server.session.Directory;
import io.tical.server.session.PersonKey;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.StaffDecision;
import java.net.InetAddress;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A signed-in operator.
 *
 * @param sessionId identifies the session in lists; not its token
 * @param source the network that the operator signed in from
 */
public record Staff(
        UUID operatorId, UUID sessionId, String username, Operator.Role role, String source, Instant expiresAt)
        implements Directory.Person {
    public boolean may(Permission permission) {
        return role.may(permission);
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
