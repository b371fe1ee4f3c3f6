package io.tical.server.session;

import io.tical.db.Session;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * Who may sign in to one surface, and the table of the sessions opened there.
 *
 * @param <P> somebody who has signed in
 */
public interface Directory<P extends Person> {
    /** A session that has not ended. */
    record Found<P>(P person, Instant lastSeenAt) {}

    /** The table of the sessions, with the columns {@code token_hash}, {@code last_seen_at} and {@code expires_at}. */
    String table();

    /**
     * Checks a name and a password.
     *
     * @param source the network from which the request came
     * @param expiresAt when the session ends that is opened now
     * @param opening runs in a transaction in which the user still has this password
     * @return empty when the name or the password is wrong
     * @throws io.tical.server.problem.Problem.Unavailable when too many sign in at the same time
     */
    <T> Optional<T> signIn(
            String username, String password, String source, Instant expiresAt, BiFunction<Session, P, T> opening);

    /**
     * Replaces a password.
     *
     * @param also runs in the same transaction
     * @throws io.tical.server.problem.Problem.Invalid when {@code current} is wrong
     */
    void changePassword(P person, String current, SignIn wanted, Consumer<Session> also);

    /** Stores a new session. */
    void insert(Session session, byte[] tokenHash, P person, Instant now);

    /** The session of this token, while it has not ended and its user exists. */
    Optional<Found<P>> find(Session session, byte[] tokenHash, Instant now, Instant idleSince);

    /** Deletes every session of a person but one. */
    void deleteOthers(Session session, P person, byte[] keptTokenHash);
}
