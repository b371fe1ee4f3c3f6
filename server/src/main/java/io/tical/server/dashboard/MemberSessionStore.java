package io.tical.server.dashboard;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.dashboard.MemberSessions.Item;
import io.tical.server.session.Client;
import io.tical.server.session.Member;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of the sessions of the dashboard's users. */
final class MemberSessionStore {
    private static final String OF_USER =
            " FROM dashboard_session WHERE organization_id = cast(:organization AS uuid) AND user_id = cast(:user AS uuid)";

    /** Not in the journal: sessions last only hours, and a deleted session only signs a user out. */
    static final BulkWrite<Opened> SESSIONS = BulkWrite.<Opened>of("dashboard_session")
            .key("token_hash", "bytea", Opened::tokenHash)
            .column("organization_id", "uuid", one -> one.member().organizationId())
            .column("user_id", "uuid", one -> one.member().userId())
            .column("created_at", "timestamptz", Opened::at)
            .outsideMac("last_seen_at", "timestamptz", Opened::at)
            .column("expires_at", "timestamptz", one -> one.member().expiresAt())
            .column("source", "text", one -> one.client().source().getHostAddress())
            .column("browser", "text", one -> one.client().browser())
            .authenticated();

    private MemberSessionStore() {}

    /** A new session. */
    record Opened(byte[] tokenHash, Member member, Client client, Instant at) {}

    record Live(UUID organizationId, UUID userId, Instant expiresAt, Instant lastSeenAt) {}

    /** A session in a list, with its key. */
    record Stored(byte[] tokenHash, Item item) {}

    static void insert(Session session, byte[] tokenHash, Member member, Client client, Instant now) {
        SESSIONS.insert(session, List.of(new Opened(tokenHash, member, client, now)))
                .run();
    }

    static Optional<Live> find(Session session, byte[] tokenHash, Instant now, Instant idleSince) {
        var proof = SESSIONS.proof(session);
        return session.sql("""
                        SELECT * FROM dashboard_session
                        WHERE token_hash = :hash AND expires_at > :now AND last_seen_at > :idle_since
                        """)
                .bind("hash", tokenHash)
                .bind("now", now)
                .bind("idle_since", idleSince)
                .first(row -> {
                    proof.requireUnaltered(row);
                    return new Live(
                            row.uuid("organization_id"),
                            row.uuid("user_id"),
                            row.instant("expires_at"),
                            row.instant("last_seen_at"));
                });
    }

    /** The user's active sessions, the last used first. */
    static List<Stored> active(
            Session session,
            UUID organizationId,
            UUID userId,
            Instant now,
            Instant idleSince,
            int itemsMax,
            UUID current) {
        return of(
                        session,
                        "SELECT *" + OF_USER + " AND expires_at > :now AND last_seen_at > :idle_since"
                                + " ORDER BY last_seen_at DESC, created_at DESC LIMIT :rows",
                        organizationId,
                        userId)
                .bind("now", now)
                .bind("idle_since", idleSince)
                .bind("rows", itemsMax)
                .list(row -> stored(row, current));
    }

    private static Stored stored(Row row, UUID current) {
        var hash = row.bytes("token_hash");
        var id = MemberSessions.id(hash);
        return new Stored(
                hash,
                new Item(
                        id,
                        row.instant("created_at"),
                        row.instant("last_seen_at"),
                        row.instant("expires_at"),
                        row.text("source"),
                        row.text("browser"),
                        id.equals(current)));
    }

    static void delete(Session session, byte[] tokenHash) {
        session.sql("DELETE FROM dashboard_session WHERE token_hash = :hash")
                .bind("hash", tokenHash)
                .run();
    }

    /** Deletes every session of a user except one, all of them for an empty hash; returns how many. */
    static long deleteAll(Session session, UUID organizationId, UUID userId, byte[] keptTokenHash) {
        return of(session, "DELETE" + OF_USER + " AND token_hash <> :kept", organizationId, userId)
                .bind("kept", keptTokenHash)
                .run();
    }

    private static Session.Statement of(Session session, String sql, UUID organizationId, UUID userId) {
        return session.sql(sql).bind("organization", organizationId).bind("user", userId);
    }
}
