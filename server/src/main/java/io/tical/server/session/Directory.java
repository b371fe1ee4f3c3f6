package io.tical.server.session;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.http.SessionCall;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import java.net.InetAddress;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The users of one surface and the table of their sessions.
 *
 * @param <P> a signed-in user
 */
public interface Directory<P extends Directory.Person> {
    /** A signed-in user. */
    interface Person {
        PersonKey key();

        String username();

        /** When the session ends, regardless of activity. */
        Instant expiresAt();

        /** When the person last {@linkplain StepUp proved again} in this session who they are; null if they did not. */
        default @Nullable Instant provedAt() {
            return null;
        }

        /** The exception for an operation that this person may not call. */
        default Problem refusal() {
            return Problem.Forbidden.ofRole();
        }

        /** The author of requests of this person. */
        Actor actor(String requestId, InetAddress address);

        /** The author of a request. */
        static Actor author(SessionCall<? extends Person> call) {
            return call.person().actor(call.visit().requestId(), call.visit().source());
        }
    }

    /** An active session. */
    record Found<P>(P person, Instant lastSeenAt) {}

    /** The table of sessions, with the columns {@code token_hash}, {@code last_seen_at} and {@code expires_at}. */
    BulkWrite<?> sessions();

    /**
     * Checks a username and a password.
     *
     * @param source the network of the client
     * @param expiresAt when the new session ends
     * @param opening runs in a transaction in which the password is still valid
     * @return empty if the username or the password is wrong
     * @throws io.tical.server.problem.Problem.Unavailable if too many sign-ins are in progress
     */
    <T> Optional<T> signIn(
            String username, String password, String source, Instant expiresAt, BiFunction<Session, P, T> opening);

    /**
     * Replaces a password.
     *
     * @param by the person, with the request
     * @param also runs in the same transaction
     * @throws io.tical.server.problem.Problem.Invalid if {@code current} is wrong
     */
    void changePassword(P person, String current, SignIn wanted, Actor by, Consumer<Session> also);

    /**
     * Checks the password of a signed-in person.
     *
     * @throws io.tical.server.problem.Problem.Invalid if it is wrong
     */
    void confirm(P person, String password);

    /** Locks a person until the transaction ends, before any row that belongs to the person. Returns false if there is none. */
    boolean lock(Session session, PersonKey key);

    /** Stores a new session. */
    void insert(Session session, byte[] tokenHash, P person, Client client, Instant now);

    /** Finds the active session of this token. Empty if the session has ended or its user was deleted. */
    Optional<Found<P>> find(Session session, byte[] tokenHash, Instant now, Instant idleSince);

    /**
     * The tokens, among these, that have an active session.
     *
     * @param tokenHashes in lowercase hexadecimal digits
     */
    default List<String> active(Session session, Collection<String> tokenHashes, Instant now, Instant idleSince) {
        return tokenHashes.stream()
                .filter(hash -> find(session, HexFormat.of().parseHex(hash), now, idleSince)
                        .isPresent())
                .toList();
    }

    /** Whether a person must have a second factor, so that it cannot be turned off. */
    default boolean requiresSecondFactor(Session session, P person) {
        return false;
    }

    /**
     * Records that a person has proved again who they are in an open session.
     *
     * @throws UnsupportedOperationException on a surface where no operation needs it
     */
    default void proved(Session session, byte[] tokenHash, P person, Instant now) {
        throw new UnsupportedOperationException(sessions().table());
    }

    /**
     * Records a failed attempt to sign in, or to confirm with a password or a code in an open session. {@link SignInLock} bounds their
     * number, so nobody can fill the record.
     *
     * @param username of the person whom the attempt named, who may not exist
     * @param attempt what failed
     */
    void failed(String username, Failure attempt);

    /**
     * An attempt that failed.
     *
     * @param inSession whether it was made in an open session of the person
     * @param locks whether no further attempt is admitted for a while
     * @param requestId of its request
     */
    record Failure(boolean inSession, boolean locks, String requestId, InetAddress source) {
        /** The actions of the audit log: of the failure, and of the lock that it causes. */
        public List<String> actions() {
            var failed = inSession ? "fail_confirmation" : "fail_sign_in";
            return locks ? List.of(failed, "lock_sign_in") : List.of(failed);
        }
    }

    /** Deletes all other sessions of a person. */
    void deleteOthers(Session session, P person, byte[] keptTokenHash);
}
