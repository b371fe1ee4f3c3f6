package io.tical.server.dashboard;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.dashboard.MemberSessionStore.Opened;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Hashes;
import io.tical.server.session.Member;
import io.tical.server.session.Sessions;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The sessions of the dashboard's users, which users can list and end. */
record MemberSessions(Database database, Clock clock) {
    /** The maximum number of listed sessions; older ones are omitted. */
    private static final int ITEMS_MAX = 100;

    private static final byte[] ID = "session id".getBytes(StandardCharsets.UTF_8);

    /**
     * An active session.
     *
     * @param source the address that it was opened from
     * @param browser its name and system
     * @param current whether it is the session of the request
     */
    record Item(
            UUID id,
            Instant createdAt,
            Instant lastSeenAt,
            Instant expiresAt,
            String source,
            String browser,
            boolean current) {
        private static Item of(Opened stored, UUID current) {
            var id = MemberSessions.id(stored.tokenHash());
            return new Item(
                    id,
                    stored.createdAt(),
                    stored.lastSeenAt(),
                    stored.expiresAt(),
                    stored.source(),
                    stored.browser(),
                    id.equals(current));
        }
    }

    /** The user's active sessions, the last used first. */
    List<Item> list(Member member, String token) {
        var current = id(Hashes.sha256(token));
        return database.run(session -> active(session, member)).stream()
                .map(stored -> Item.of(stored, current))
                .toList();
    }

    private List<Opened> active(Session session, Member member) {
        var now = clock.instant();
        return MemberSessionStore.active(
                session, member.organizationId(), member.userId(), now, now.minus(Sessions.IDLE_MAX), ITEMS_MAX);
    }

    /** The id of a session, which does not reveal its token hash. */
    static UUID id(byte[] tokenHash) {
        var hash = ByteBuffer.wrap(Hashes.sha256(ID, tokenHash));
        // RFC 9562: version 8 is for custom ids.
        return new UUID((hash.getLong() & ~0xF000L) | 0x8000L, (hash.getLong() >>> 2) | Long.MIN_VALUE);
    }

    /**
     * Ends one of the user's own sessions.
     *
     * @throws Problem.NotFound {@code SESSION_NOT_FOUND}
     */
    void end(Member member, UUID id, Actor by) {
        database.transaction(session -> {
            var found = active(session, member).stream()
                    .filter(one -> id(one.tokenHash()).equals(id))
                    .findFirst()
                    .orElseThrow(() -> Problem.NotFound.of("session"));
            MemberSessionStore.delete(session, found.tokenHash());
            audit(session, member.organizationId(), member.userId(), "end_session", by);
            return found;
        });
    }

    /** Ends the user's sessions except the one of this token; returns their number. */
    long endOthers(Member member, String token, Actor by) {
        return endAll(member.organizationId(), member.userId(), Hashes.sha256(token), by);
    }

    /** Ends all sessions of an existing user of the organization; returns their number. */
    long endAll(UUID organizationId, UUID userId, Actor by) {
        return endAll(organizationId, userId, new byte[0], by);
    }

    private long endAll(UUID organizationId, UUID userId, byte[] keptTokenHash, Actor by) {
        return database.transaction(session -> {
            var ended = MemberSessionStore.deleteAll(session, organizationId, userId, keptTokenHash);
            if (ended > 0) {
                audit(session, organizationId, userId, "end_sessions", by);
            }
            return ended;
        });
    }

    private void audit(Session session, UUID organizationId, UUID userId, String action, Actor by) {
        AuditEntry.insertLater(
                session, by, new Act(organizationId, action, "user", userId, null, null), clock.instant());
    }
}
