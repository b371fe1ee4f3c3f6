package io.tical.server.session;

import io.tical.common.Word;
import io.tical.db.AlteredRow;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.http.SessionApi;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionToken;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Hashes;
import io.tical.server.secret.Secrets;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one surface. A session token is 32 random bytes; the database stores only its hash. A session ends
 * after 12 hours, after 30 minutes without a request, or when its user signs out, changes the password in another
 * session, or is deleted. Every sign-in opens a new session and ends the session whose token the request carries, which
 * prevents session fixation.
 *
 * @param <P> a signed-in user
 */
public final class Sessions<P extends Directory.Person> implements SessionApi.Sessions<P> {
    public static final Duration LIFETIME = Duration.ofHours(12);

    /** A session ends after this time without a request. */
    public static final Duration IDLE_MAX = Duration.ofMinutes(30);

    /** The minimum time between two updates of {@code last_seen_at}. */
    private static final Duration SEEN_PERIOD = Duration.ofMinutes(1);

    /** The maximum number of concurrent sign-ins. Others wait without a database connection, so that sign-ins do not exhaust the pool. */
    private static final int SIGNING_IN_MAX = 4;

    private static final int TOKEN_BYTES = 32;
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{43}");

    private final Database database;
    private final SessionToken token;
    private final Directory<P> directory;
    private final SignInLock lock;
    private final KnownDevices devices;
    private final SecondFactors factors;
    private final Clock clock;
    private final FairSemaphore semaphore = new FairSemaphore(SIGNING_IN_MAX);

    /** @param token how requests carry their session token */
    public Sessions(
            Database database,
            SessionToken token,
            Directory<P> directory,
            SignInLock lock,
            KnownDevices devices,
            SecondFactors factors,
            Clock clock) {
        this.database = database;
        this.token = token;
        this.directory = directory;
        this.lock = lock;
        this.devices = devices;
        this.factors = factors;
        this.clock = clock;
    }

    public SessionToken token() {
        return token;
    }

    /**
     * A new session.
     *
     * @param device the device token for later sign-ins
     */
    public record Opened<P>(String token, String device, P person) {}

    /**
     * Signs a user in.
     *
     * @param code the code of the second factor; null if the request has none
     * @throws Problem.Unauthorized {@code CREDENTIALS_INVALID} for a wrong password or an unknown username. After the right password
     *     {@code SECOND_FACTOR_REQUIRED} if the user has a second factor and no code was sent, {@code SECOND_FACTOR_INVALID} for a wrong
     *     one
     * @throws Problem.RateLimited while sign-in is locked, even for the correct password
     * @throws Problem.Unavailable if too many sign-ins are in progress
     * @throws AlteredRow if the service did not write the user
     */
    public Opened<P> open(String username, String password, @Nullable String code, Client client) {
        return semaphore.within(client.network(), () -> signIn(username, password, code, client));
    }

    private Opened<P> signIn(String username, String password, @Nullable String code, Client client) {
        var attempt = devices.find(client.device(), username, clock.instant())
                .map(known -> lock.attemptOnKnownDevice(username, client.source(), known))
                .orElseGet(() -> lock.attempt(username, client.source()));
        var expiresAt = clock.instant().plus(LIFETIME);
        try {
            return directory
                    .signIn(username, password, client.network(), expiresAt, (session, person) -> {
                        factors.require(session, person.key(), code, person.actor(client.requestId(), client.source()));
                        attempt.release(session);
                        return open(session, person, client);
                    })
                    .orElseThrow(() ->
                            new Problem.Unauthorized("CREDENTIALS_INVALID", "The username or the password is wrong"));
        } catch (Problem.Unauthorized refused) {
            // The first of two steps is not a failure. It is not a success either, because that would reset the count
            // of wrong codes.
            if (refused.code().equals(SecondFactors.REQUIRED)) {
                database.transaction(attempt::withdraw);
            } else {
                directory.failed(
                        username, new Directory.Failure(false, attempt.last(), client.requestId(), client.source()));
            }
            throw refused;
        } catch (Problem.Unavailable | AlteredRow unchecked) {
            database.transaction(attempt::withdraw);
            throw unchecked;
        }
    }

    /**
     * Opens a session of a person who was identified without a password.
     *
     * @param entering finds the person in the transaction that opens the session, or throws
     */
    public Opened<P> enter(Client client, Function<Session, P> entering) {
        return database.transaction(session -> open(session, entering.apply(session), client));
    }

    /** Opens a session that replaces the client's previous one. */
    private Opened<P> open(Session session, P person, Client client) {
        if (client.before() != null) {
            delete(session, client.before());
        }
        var token = Base64.getUrlEncoder().withoutPadding().encodeToString(Secrets.random(TOKEN_BYTES));
        var now = clock.instant();
        directory.insert(session, Hashes.sha256(token), person, client, now);
        return new Opened<>(token, devices.token(person.username(), now), person);
    }

    @Override
    public Optional<P> find(String token) {
        return find(token, true);
    }

    @Override
    public Optional<P> glance(String token) {
        return find(token, false);
    }

    /** @param activity whether the user is active now */
    private Optional<P> find(String token, boolean activity) {
        if (!TOKEN.matcher(token).matches()) {
            return Optional.empty();
        }
        var hash = Hashes.sha256(token);
        var now = clock.instant();
        return database.run(session -> {
            var found = directory.find(session, hash, now, now.minus(IDLE_MAX));
            if (activity && found.isPresent() && !found.get().lastSeenAt().isAfter(now.minus(SEEN_PERIOD))) {
                SessionStore.seen(session, directory.sessions().table(), hash, now);
            }
            return found.map(Directory.Found::person);
        });
    }

    @Override
    public Set<String> active(Collection<String> tokens) {
        var byHash = tokens.stream()
                .distinct()
                .collect(Collectors.toMap(one -> HexFormat.of().formatHex(Hashes.sha256(one)), one -> one));
        var now = clock.instant();
        return database.run(session -> directory.active(session, byHash.keySet(), now, now.minus(IDLE_MAX))).stream()
                .map(byHash::get)
                .collect(Collectors.toSet());
    }

    @Override
    public Problem refusal(P person) {
        return person.refusal();
    }

    @Override
    public void requireProof(P person) {
        StepUp.require(person, clock.instant());
    }

    /** Signs out: ends the session of this token. */
    public void close(String token) {
        database.run(session -> delete(session, token));
    }

    private long delete(Session session, String token) {
        return SessionStore.delete(session, directory.sessions().table(), Hashes.sha256(token));
    }

    /**
     * Changes the password of a signed-in person and ends all other sessions of the person. Wrong passwords count as for {@link #counted}.
     *
     * @throws Problem.Invalid if {@code current} is wrong
     */
    public void changePassword(SessionCall<P> call, String current, String password) {
        var person = call.person();
        var wanted = new SignIn(person.username(), password);
        counted(call, release -> {
            directory.changePassword(person, current, wanted, Directory.Person.author(call), session -> {
                release.accept(session);
                directory.deleteOthers(session, person, Hashes.sha256(call.token()));
            });
            return true;
        });
    }

    /**
     * Runs a task that requires a code or the password of a signed-in person. A wrong one, for which the task throws {@link Problem.Invalid},
     * counts as a failed sign-in of the client's network, and against the session, whatever network it is used from.
     *
     * @param task receives an action, which it must run in its transaction after the correct code
     * @throws Problem.RateLimited after too many failures
     */
    public <T> T counted(SessionCall<P> call, Function<Consumer<Session>, T> task) {
        var attempt =
                lock.attemptInSession(call.person().username(), call.visit().source(), call.token());
        try {
            return task.apply(attempt::release);
        } catch (Problem.Invalid wrong) {
            var visit = call.visit();
            directory.failed(
                    call.person().username(),
                    new Directory.Failure(true, attempt.last(), visit.requestId(), visit.source()));
            throw wrong;
        } catch (RuntimeException unchecked) {
            // Nothing was checked, or what was checked was correct.
            database.transaction(attempt::withdraw);
            throw unchecked;
        }
    }

    /**
     * Locks the person of a request, in the transaction of a change of how the person signs in, and requires that neither the session was
     * ended nor the person deleted since the request began. So no such change survives the reset that ended the session.
     *
     * @throws Problem.Unauthorized {@code SESSION_REQUIRED}
     */
    public void requireOpen(Session session, SessionCall<P> call) {
        directory.lock(session, call.person().key());
        var now = clock.instant();
        var found = directory.find(session, Hashes.sha256(call.token()), now, now.minus(IDLE_MAX));
        if (found.isEmpty()) {
            throw SessionApi.sessionRequired();
        }
    }

    /**
     * Records the proof of {@link StepUp}. Wrong codes and passwords count as for {@link #counted}. Returns until when it is valid.
     *
     * @param code of the second factor; required of a person who has one
     * @param password required of a person who has no second factor
     * @throws Problem.Invalid if it is missing or wrong
     */
    Instant stepUp(SessionCall<P> call, @Nullable String code, @Nullable String password) {
        var person = call.person();
        var key = person.key();
        var coded = factors.state(key).enabled();
        if (coded && code == null) {
            throw new Problem.Invalid("code", "required", "is required: the code of your authenticator app");
        }
        if (!coded && password == null) {
            throw new Problem.Invalid("password", "required", "is required, because you have no second factor");
        }
        return counted(call, release -> {
            if (!coded) {
                directory.confirm(person, String.valueOf(password));
            }
            return database.transaction(session -> {
                requireOpen(session, call);
                var by = Directory.Person.author(call);
                factors.requireAgain(session, key, code, by);
                release.accept(session);
                var now = clock.instant();
                directory.proved(session, Hashes.sha256(call.token()), person, now);
                AuditEntry.insertLater(
                        session, by, new Act(key.organizationId(), "step_up", "session", null, null, null), now);
                return now.plus(StepUp.VALID);
            });
        });
    }

    /** What a person proves again who they are with. */
    public Proof proof(P person) {
        return factors.state(person.key()).enabled() ? Proof.CODE : Proof.PASSWORD;
    }

    /** A proof of {@link StepUp}. */
    public enum Proof implements Word {
        CODE,
        PASSWORD
    }

    /** Whether a person must have a second factor. */
    public boolean requiresSecondFactor(P person) {
        return database.run(session -> directory.requiresSecondFactor(session, person));
    }

    /** Runs the action of {@link #counted} in a transaction of its own, for tasks without one. */
    public void run(Consumer<Session> task) {
        database.transaction(session -> {
            task.accept(session);
            return true;
        });
    }

    /**
     * Runs a task that requires the password of a signed-in person; otherwise like {@link #counted}.
     *
     * @throws Problem.Invalid if the password is wrong
     */
    public <T> T confirmed(SessionCall<P> call, String password, Function<Consumer<Session>, T> task) {
        return counted(call, release -> {
            directory.confirm(call.person(), password);
            return task.apply(release);
        });
    }

    /** Deletes expired sessions. Returns the number deleted, at most {@code rowsMax}. */
    public long forget(int rowsMax) {
        var now = clock.instant();
        return database.run(
                session -> SessionStore.forget(session, directory.sessions(), now.minus(IDLE_MAX), now, rowsMax));
    }
}
