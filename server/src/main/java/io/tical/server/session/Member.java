package io.tical.server.session;

import io.tical.common.Word;
import io.tical.server.transaction.Actor;
import java.net.InetAddress;
import java.time.Instant;
import java.util.UUID;

/** A signed-in dashboard user of a merchant. */
public record Member(UUID organizationId, UUID userId, String username, Role role, Instant expiresAt)
        implements Directory.Person {
    public enum Role implements Word {
        /** May read and change everything. */
        OWNER,
        /** May read everything. */
        VIEWER
    }

    @Override
    public PersonKey key() {
        return PersonKey.user(organizationId, userId);
    }

    @Override
    public Actor actor(String requestId, InetAddress address) {
        return Actor.user(username, requestId, address.getHostAddress());
    }

    /** Every role may read everything of its organization except the audit log. */
    public boolean mayRead() {
        return true;
    }

    /** Every role may change the user's own session and password. */
    public boolean mayChangeOwn() {
        return true;
    }

    /** Only owners may change the organization's data, and read its audit log. */
    public boolean mayChange() {
        return role == Role.OWNER;
    }
}
