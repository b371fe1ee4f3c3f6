package io.tical.server.idempotency;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.Session;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which commands of staff, and of the service itself, took effect. A record is written in the transaction of its effect, so a
 * command whose commit was not acknowledged can be run again: it finds its record and is answered with its object as it stands.
 * Requests of merchants have {@link IdempotencyRecords} for the same, which also records their answers.
 */
public final class CommandRecords {
    /** Runs of a command whose commit's outcome is open. */
    private static final int RUNS_MAX = 5;

    private CommandRecords() {}

    /** What names one command on one object. */
    public record Key(UUID organizationId, boolean livemode, UUID objectId, String commandId) {
        /**
         * The key of a command that somebody gives in a request. The command is part of it, so that a request that asks for something
         * else on the same object is another command.
         *
         * @param requestId of the request, which a client that repeats it sends again; null where there is no request, and then only
         *     this very call is recognized
         * @param command a record whose text tells all of it
         */
        public static Key of(
                UUID organizationId, boolean livemode, UUID objectId, @Nullable String requestId, Object command) {
            return new Key(
                    organizationId,
                    livemode,
                    objectId,
                    requestId == null ? Ids.next().toString() : requestId + " " + fingerprint(command.toString()));
        }

        private static String fingerprint(String text) {
            try {
                var hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(hash);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }
    }

    /**
     * Runs a command in a transaction of its own, once: again when its commit was not acknowledged, and not at all when it took
     * effect before.
     *
     * @param effect what it does, and what it is answered
     * @param current what it is answered when it took effect before
     */
    public static <T> T run(Database database, Key key, Function<Session, T> effect, Function<Session, T> current) {
        return repeated(
                database, session -> insert(session, List.of(key)) ? effect.apply(session) : current.apply(session));
    }

    /** Runs a transaction that finds its own effect, again when its commit was not acknowledged. */
    public static <T> T repeated(Database database, Function<Session, T> work) {
        for (int run = 1; ; run++) {
            try {
                return database.transaction(work);
            } catch (DatabaseUnavailable broken) {
                if (!broken.connected() || run == RUNS_MAX) {
                    throw broken;
                }
            }
        }
    }

    /** Which of these took effect. */
    public static Set<Key> find(Session session, Collection<Key> keys) {
        if (keys.isEmpty()) {
            return Set.of();
        }
        return new HashSet<>(bound(session.sql("""
                        SELECT c.organization_id, c.livemode, c.object_id, c.command_id
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:objects AS uuid[]),
                                    cast(:commands AS text[])) AS asked (organization_id, livemode, object_id, command_id)
                        JOIN command_record c USING (organization_id, livemode, object_id, command_id)
                        """), keys)
                .list(row -> new Key(
                        row.uuid("organization_id"),
                        row.flag("livemode"),
                        row.uuid("object_id"),
                        row.text("command_id"))));
    }

    /**
     * Records commands in the transaction of their effects. Answers false when one is recorded already; a transaction that is
     * about to record it is waited for.
     */
    public static boolean insert(Session session, Collection<Key> keys) {
        if (keys.isEmpty()) {
            return true;
        }
        return bound(session.sql("""
                        INSERT INTO command_record (organization_id, livemode, object_id, command_id, created_at)
                        SELECT organization_id, livemode, object_id, command_id, clock_timestamp()
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:objects AS uuid[]),
                                    cast(:commands AS text[])) AS c (organization_id, livemode, object_id, command_id)
                        ORDER BY organization_id, livemode, object_id, command_id COLLATE "C"
                        ON CONFLICT DO NOTHING
                        """), keys).run() == keys.size();
    }

    private static Session.Statement bound(Session.Statement statement, Collection<Key> keys) {
        return statement
                .bindEach("organizations", keys, Key::organizationId)
                .bindEach("livemodes", keys, Key::livemode)
                .bindEach("objects", keys, Key::objectId)
                .bindEach("commands", keys, Key::commandId);
    }

    /** Forgets old records. Answers how many, at most {@code rowsMax}. */
    public static long forget(Database database, Instant before, int rowsMax) {
        return database.run(session ->
                session.sql("""
                        DELETE FROM command_record WHERE (organization_id, livemode, object_id, command_id) IN (
                            SELECT organization_id, livemode, object_id, command_id FROM command_record
                            WHERE created_at < :before LIMIT :rows)
                        """).bind("before", before).bind("rows", rowsMax).run());
    }
}
