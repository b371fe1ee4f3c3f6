package io.tical.server.staff;

import static io.tical.db.ColumnType.BYTES;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.staff.StaffSessions.Item;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of operators' sessions. */
final class StaffSessionStore {
    /** Not in the journal: sessions last only hours, and a deleted session only signs an operator out. */
    static final Table<Opened> SESSIONS = Table.unjournaled("operator_session", StaffSessionStore::columns);

    private static final String ACTIVE = " expires_at > :now AND last_seen_at > :idle_since";

    private StaffSessionStore() {}

    /** A session as stored. */
    record Opened(byte[] tokenHash, Live live) {}

    record Live(
            UUID sessionId,
            UUID operatorId,
            String source,
            Instant createdAt,
            Instant expiresAt,
            Instant lastSeenAt,
            @Nullable Instant provedAt) {
        static Live of(Staff staff, Instant createdAt, Instant lastSeenAt) {
            return new Live(
                    staff.sessionId(),
                    staff.operatorId(),
                    staff.source(),
                    createdAt,
                    staff.expiresAt(),
                    lastSeenAt,
                    staff.provedAt());
        }
    }

    static void insert(Session session, byte[] tokenHash, Staff staff, Instant now) {
        SESSIONS.insert(session, List.of(new Opened(tokenHash, Live.of(staff, now, now))))
                .run();
    }

    static Optional<Live> find(Session session, byte[] tokenHash, Instant now, Instant idleSince) {
        return session.sql("SELECT * FROM operator_session WHERE token_hash = :hash AND" + ACTIVE)
                .bind("hash", tokenHash)
                .bind("now", now)
                .bind("idle_since", idleSince)
                .first(SESSIONS.locked(session).andThen(Opened::live));
    }

    /** Updates an active session. */
    static void update(Session session, byte[] tokenHash, Staff staff, Live live) {
        SESSIONS.update(session, List.of(new Opened(tokenHash, Live.of(staff, live.createdAt(), live.lastSeenAt()))))
                .run();
    }

    private static Function<Row, Opened> columns(TableColumns<Opened> t) {
        var tokenHash = t.key("token_hash", BYTES, Opened::tokenHash);
        var live = t.part(Opened::live);
        var sessionId = live.column("session_id", ID, Live::sessionId);
        var operatorId = live.column("operator_id", ID, Live::operatorId);
        var source = live.column("source", TEXT, Live::source);
        var createdAt = live.column("created_at", TIME, Live::createdAt);
        var lastSeenAt = live.outsideMac("last_seen_at", TIME, Live::lastSeenAt);
        var expiresAt = live.column("expires_at", TIME, Live::expiresAt);
        var provedAt = live.column("proved_at", TIME.orNull(), Live::provedAt);
        return row -> new Opened(
                tokenHash.of(row),
                new Live(
                        sessionId.of(row),
                        operatorId.of(row),
                        source.of(row),
                        createdAt.of(row),
                        expiresAt.of(row),
                        lastSeenAt.of(row),
                        provedAt.of(row)));
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
