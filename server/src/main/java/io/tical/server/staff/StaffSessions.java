package io.tical.server.staff;

import io.tical.common.Ids;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.session.Client;
import io.tical.server.session.Directory;
import io.tical.server.session.PersonKey;
import io.tical.server.session.SecondFactors;
import io.tical.server.session.Sessions;
import io.tical.server.session.SignIn;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The directory of operators, and the SQL of their sessions. */
public record StaffSessions(Operators operators, SecondFactors factors) implements Directory<Staff> {
    /** Not in the journal: sessions last only hours, and a deleted session only signs an operator out. */
    static final BulkWrite<Opened> SESSIONS = BulkWrite.<Opened>of("operator_session")
            .key("token_hash", "bytea", Opened::tokenHash)
            .column("session_id", "uuid", one -> one.staff().sessionId())
            .column("operator_id", "uuid", one -> one.staff().operatorId())
            .column("source", "text", one -> one.staff().source())
            .column("created_at", "timestamptz", Opened::at)
            .uncovered("last_seen_at", "timestamptz", Opened::at)
            .column("expires_at", "timestamptz", one -> one.staff().expiresAt())
            .authenticated();

    private static final String ACTIVE = " expires_at > :now AND last_seen_at > :idle_since";

    /** A new session. */
    record Opened(byte[] tokenHash, Staff staff, Instant at) {}

    private record Live(UUID sessionId, UUID operatorId, String source, Instant expiresAt, Instant lastSeenAt) {}

    /**
     * An active session in a list.
     *
     * @param source the network that the operator signed in from
     */
    public record Item(
            UUID id,
            UUID operatorId,
            String username,
            String source,
            Instant createdAt,
            Instant lastSeenAt,
            Instant expiresAt) {}

    @Override
    public String table() {
        return "operator_session";
    }

    @Override
    public <T> Optional<T> signIn(
            String username, String password, String source, Instant expiresAt, BiFunction<Session, Staff, T> opening) {
        return operators.signIn(username, password, source, (session, operator) -> {
            var staff = new Staff(operator.id(), Ids.next(), operator.username(), operator.role(), source, expiresAt);
            var act = new Act(null, "sign_in", "session", staff.sessionId(), null, null);
            AuditEntry.insert(session, staff.actor(), act, operators.clock().instant());
            return opening.apply(session, staff);
        });
    }

    @Override
    public void changePassword(Staff staff, String current, SignIn wanted, Actor by, Consumer<Session> also) {
        operators.changePassword(staff.operatorId(), current, wanted, by, also);
    }

    @Override
    public void confirm(Staff staff, String password) {
        operators.confirm(staff.operatorId(), password);
    }

    @Override
    public boolean lock(Session session, PersonKey key) {
        return OperatorStore.find(session, key.personId(), true).isPresent();
    }

    @Override
    public void insert(Session session, byte[] tokenHash, Staff staff, Client client, Instant now) {
        SESSIONS.insert(session, List.of(new Opened(tokenHash, staff, now))).run();
    }

    @Override
    public Optional<Found<Staff>> find(Session session, byte[] tokenHash, Instant now, Instant idleSince) {
        var proof = SESSIONS.proof(session);
        return session.sql("SELECT * FROM operator_session WHERE token_hash = :hash AND" + ACTIVE)
                .bind("hash", tokenHash)
                .bind("now", now)
                .bind("idle_since", idleSince)
                .first(row -> {
                    proof.requireUnaltered(row);
                    return live(row);
                })
                .flatMap(live -> Operators.active(session, live.operatorId())
                        .map(operator -> new Found<>(staff(operator, live), live.lastSeenAt())));
    }

    /** Uses one statement for all event streams. Sessions of disabled operators and altered sessions are not active. */
    @Override
    public List<String> active(Session session, Collection<String> tokenHashes, Instant now, Instant idleSince) {
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

    private static Live live(Row row) {
        return new Live(
                row.uuid("session_id"),
                row.uuid("operator_id"),
                row.text("source"),
                row.instant("expires_at"),
                row.instant("last_seen_at"));
    }

    private static Staff staff(Operator operator, Live live) {
        return new Staff(
                operator.id(), live.sessionId(), operator.username(), operator.role(), live.source(), live.expiresAt());
    }

    @Override
    public void deleteOthers(Session session, Staff staff, byte[] keptTokenHash) {
        deleteAll(session, staff.operatorId(), keptTokenHash);
    }

    /** Deletes every session of an operator except one, or all of them for an empty hash; returns their number. */
    private static long deleteAll(Session session, UUID operatorId, byte[] keptTokenHash) {
        return session.sql(
                        "DELETE FROM operator_session WHERE operator_id = cast(:operator AS uuid) AND token_hash <> :kept")
                .bind("operator", operatorId)
                .bind("kept", keptTokenHash)
                .run();
    }

    /**
     * Active sessions, the newest first.
     *
     * @param operatorId the operator; null for all
     */
    public List<Item> list(@Nullable UUID operatorId) {
        var now = operators.clock().instant();
        return operators
                .database()
                .run(session -> session.sql("""
                        SELECT s.*, o.username FROM operator_session s JOIN operator o USING (operator_id)
                        WHERE (cast(:operator AS uuid) IS NULL OR s.operator_id = cast(:operator AS uuid)) AND\
                        """ + ACTIVE + " ORDER BY s.session_id DESC")
                        .bind("operator", operatorId)
                        .bind("now", now)
                        .bind("idle_since", now.minus(Sessions.IDLE_MAX))
                        .list(row -> new Item(
                                row.uuid("session_id"),
                                row.uuid("operator_id"),
                                row.text("username"),
                                row.text("source"),
                                row.instant("created_at"),
                                row.instant("last_seen_at"),
                                row.instant("expires_at"))));
    }

    /**
     * Ends a session.
     *
     * @param operatorId the operator whose session it must be; null for any
     * @throws Problem.NotFound {@code SESSION_NOT_FOUND}
     */
    public void end(UUID sessionId, @Nullable UUID operatorId, Actor by) {
        operators.database().transaction(session -> {
            var ended = session.sql("""
                            DELETE FROM operator_session WHERE session_id = cast(:id AS uuid)
                              AND (cast(:operator AS uuid) IS NULL OR operator_id = cast(:operator AS uuid))
                            """)
                    .bind("id", sessionId)
                    .bind("operator", operatorId)
                    .run();
            if (ended == 0) {
                throw Problem.NotFound.of("session");
            }
            var act = new Act(null, "end", "session", sessionId, null, null);
            AuditEntry.insert(session, by, act, operators.clock().instant());
            return ended;
        });
    }

    /** Disables an operator and ends the operator's sessions. */
    public Operator disable(UUID operatorId, Actor by) {
        return operators.disable(operatorId, by, session -> deleteAll(session, operatorId, new byte[0]));
    }

    /**
     * Removes the lost second factor of another operator and ends the operator's sessions. Returns whether there was a second factor.
     *
     * @throws Problem.NotFound {@code OPERATOR_NOT_FOUND}
     * @throws Problem.Conflict {@code OWN_USER} for the requesting operator, who can turn it off with a code
     */
    public boolean resetSecondFactor(UUID operatorId, Actor by) {
        var operator = operators.read(operatorId);
        if (operator.username().equals(by.id())) {
            throw new Problem.Conflict(
                    "OWN_USER", "You cannot reset your own second factor; turn it off with one of its codes");
        }
        var key = PersonKey.operator(operatorId);
        return factors.reset(key, by, session -> lock(session, key) && deleteAll(session, operatorId, new byte[0]) > 0);
    }

    /** Sets the password of another operator and ends the operator's sessions. */
    public Operator resetPassword(UUID operatorId, String password, Actor by) {
        return operators.resetPassword(
                operatorId, password, by, session -> deleteAll(session, operatorId, new byte[0]));
    }
}
