package io.tical.server.dashboard;

import static io.tical.db.ColumnType.BYTES;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.session.Client;
import io.tical.server.session.Member;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of the sessions of the dashboard's users. */
final class MemberSessionStore {
    private static final String OF_USER =
            " FROM dashboard_session WHERE organization_id = cast(:organization AS uuid) AND user_id = cast(:user AS uuid)";

    /** Not in the journal: sessions last only hours, and a deleted session only signs a user out. */
    static final Table<Opened> SESSIONS = Table.unjournaled("dashboard_session", MemberSessionStore::columns);

    private MemberSessionStore() {}

    /** A session as stored. */
    record Opened(
            byte[] tokenHash,
            UUID organizationId,
            UUID userId,
            Instant createdAt,
            Instant lastSeenAt,
            Instant expiresAt,
            String source,
            String browser) {}

    static void insert(Session session, byte[] tokenHash, Member member, Client client, Instant now) {
        SESSIONS.insert(
                        session,
                        List.of(new Opened(
                                tokenHash,
                                member.organizationId(),
                                member.userId(),
                                now,
                                now,
                                member.expiresAt(),
                                client.source().getHostAddress(),
                                client.browser())))
                .run();
    }

    static Optional<Opened> find(Session session, byte[] tokenHash, Instant now, Instant idleSince) {
        return session.sql("""
                        SELECT * FROM dashboard_session
                        WHERE token_hash = :hash AND expires_at > :now AND last_seen_at > :idle_since
                        """)
                .bind("hash", tokenHash)
                .bind("now", now)
                .bind("idle_since", idleSince)
                .first(SESSIONS.locked(session));
    }

    /** The user's active sessions, the last used first. */
    static List<Opened> active(
            Session session, UUID organizationId, UUID userId, Instant now, Instant idleSince, int itemsMax) {
        return of(
                        session,
                        "SELECT *" + OF_USER + " AND expires_at > :now AND last_seen_at > :idle_since"
                                + " ORDER BY last_seen_at DESC, created_at DESC LIMIT :rows",
                        organizationId,
                        userId)
                .bind("now", now)
                .bind("idle_since", idleSince)
                .bind("rows", itemsMax)
                .list(SESSIONS::read);
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

    private static Function<Row, Opened> columns(TableColumns<Opened> t) {
        var tokenHash = t.key("token_hash", BYTES, Opened::tokenHash);
        var organizationId = t.column("organization_id", ID, Opened::organizationId);
        var userId = t.column("user_id", ID, Opened::userId);
        var createdAt = t.column("created_at", TIME, Opened::createdAt);
        var lastSeenAt = t.outsideMac("last_seen_at", TIME, Opened::lastSeenAt);
        var expiresAt = t.column("expires_at", TIME, Opened::expiresAt);
        var source = t.column("source", TEXT, Opened::source);
        var browser = t.column("browser", TEXT, Opened::browser);
        return row -> new Opened(
                tokenHash.of(row),
                organizationId.of(row),
                userId.of(row),
                createdAt.of(row),
                lastSeenAt.of(row),
                expiresAt.of(row),
                source.of(row),
                browser.of(row));
    }
}
