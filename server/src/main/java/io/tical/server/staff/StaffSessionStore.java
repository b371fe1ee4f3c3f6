package io.tical.server.staff;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.staff.StaffSessions.Item;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of operators' sessions. */
final class StaffSessionStore {
    /** Not in the journal: sessions last only hours, and a deleted session only signs an operator out. */
    static final BulkWrite<Opened> SESSIONS = BulkWrite.<Opened>of("operator_session")
            .key("token_hash", "bytea", Opened::tokenHash)
            .column("session_id", "uuid", one -> one.staff().sessionId())
            .column("operator_id", "uuid", one -> one.staff().operatorId())
            .column("source", "text", one -> one.staff().source())
            .column("created_at", "timestamptz", Opened::at)
            .outsideMac("last_seen_at", "timestamptz", Opened::seenAt)
            .column("expires_at", "timestamptz", one -> one.staff().expiresAt())
            .column("proved_at", "timestamptz", one -> one.staff().provedAt())
            .authenticated();

    private static final String ACTIVE = " expires_at > :now AND last_seen_at > :idle_since";

    private StaffSessionStore() {}

    /** @param at when it was opened */
    record Opened(byte[] tokenHash, Staff staff, Instant at, Instant seenAt) {}

    record Live(
            UUID sessionId,
            UUID operatorId,
            String source,
            Instant createdAt,
            Instant expiresAt,
            Instant lastSeenAt,
            @Nullable Instant provedAt) {}

    static void insert(Session session, byte[] tokenHash, Staff staff, Instant now) {
        SESSIONS.insert(session, List.of(new Opened(tokenHash, staff, now, now)))
                .run();
    }

    static Optional<Live> find(Session session, byte[] tokenHash, Instant now, Instant idleSince) {
        var proof = SESSIONS.proof(session);
        return session.sql("SELECT * FROM operator_session WHERE token_hash = :hash AND" + ACTIVE)
                .bind("hash", tokenHash)
                .bind("now", now)
                .bind("idle_since", idleSince)
                .first(row -> {
                    proof.requireUnaltered(row);
                    return live(row);
                });
    }

    /** Updates an active session. */
    static void update(Session session, byte[] tokenHash, Staff staff, Live live) {
        SESSIONS.update(session, List.of(new Opened(tokenHash, staff, live.createdAt(), live.lastSeenAt())))
                .run();
    }

    private static Live live(Row row) {
        return new Live(
                row.uuid("session_id"),
                row.uuid("operator_id"),
                row.text("source"),
                row.instant("created_at"),
                row.instant("expires_at"),
                row.instant("last_seen_at"),
                row.instantOrNull("proved_at"));
    }

    /** The active sessions among these, as hexadecimal hashes; altered ones are not active. */
    static List<String> active(Session session, Collection<String> tokenHashes, Instant now, Instant idleSince) {
        var proof = SESSIONS.proof(session);
        return session
                .sql("SELECT * FROM operator_session WHERE token_hash IN"
                        + " (SELECT decode(hash, 'hex') FROM unnest(cast(:hashes AS text[])) hash) AND" + ACTIVE)
                .bind("hashes", tokenHashes.toArray(String[]::new))
                .bind("now", now)
                .bind("idle_since", idleSince)
                .list(row -> proof.holds(row) ? HexFormat.of().formatHex(row.bytes("token_hash")) : "")
                .stream()
                .filter(hash -> !hash.isEmpty())
                .toList();
    }

    /** @param operatorId null for all operators */
    static List<Item> list(Session session, @Nullable UUID operatorId, Instant now, Instant idleSince) {
        return session.sql("""
                        SELECT s.*, o.username FROM operator_session s JOIN operator o USING (operator_id)
                        WHERE (cast(:operator AS uuid) IS NULL OR s.operator_id = cast(:operator AS uuid)) AND\
                        """ + ACTIVE + " ORDER BY s.session_id DESC")
                .bind("operator", operatorId)
                .bind("now", now)
                .bind("idle_since", idleSince)
                .list(row -> new Item(
                        row.uuid("session_id"),
                        row.uuid("operator_id"),
                        row.text("username"),
                        row.text("source"),
                        row.instant("created_at"),
                        row.instant("last_seen_at"),
                        row.instant("expires_at")));
    }

    /** @param operatorId the operator whose session it must be; null for any */
    static long delete(Session session, UUID sessionId, @Nullable UUID operatorId) {
        return session.sql("""
                        DELETE FROM operator_session WHERE session_id = cast(:id AS uuid)
                          AND (cast(:operator AS uuid) IS NULL OR operator_id = cast(:operator AS uuid))
                        """)
                .bind("id", sessionId)
                .bind("operator", operatorId)
                .run();
    }

    /** Deletes every session of an operator except one, or all of them for an empty hash; returns their number. */
    static long deleteAll(Session session, UUID operatorId, byte[] keptTokenHash) {
        return session.sql(
                        "DELETE FROM operator_session WHERE operator_id = cast(:operator AS uuid) AND token_hash <> :kept")
                .bind("operator", operatorId)
                .bind("kept", keptTokenHash)
                .run();
    }
}
