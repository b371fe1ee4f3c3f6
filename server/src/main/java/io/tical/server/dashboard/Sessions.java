package io.tical.server.dashboard;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.http.SessionApi;
import io.tical.server.http.SourceAddress;
import io.tical.server.merchant.DashboardUser;
import io.tical.server.merchant.DashboardUsers;
import io.tical.server.merchant.SignIn;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Turns;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who is signed in. A session is 32 random bytes that only the browser has; the database knows their hash. It ends after
 * twelve hours, after half an hour in which nobody used it, when its user signs out, changes the password on another
 * machine, or is deleted. Every sign-in makes a new one and ends the one that the browser had, so that nobody can have
 * planted it there.
 */
public final class Sessions implements SessionApi.Sessions<Member> {
    /** How long a session lasts, however busy it is. */
    public static final Duration LIFETIME = Duration.ofHours(12);

    private static final Duration IDLE_MAX = Duration.ofMinutes(30);
    /** Who uses a session writes so once in this time, not at every request. */
    private static final Duration SEEN_PERIOD = Duration.ofMinutes(1);

    /** Sign-ins that are worked on at a time. Others wait before they use a connection to the database, which payments need. */
    private static final int SIGNING_IN_MAX = 4;

    private static final Duration TURN_WAIT_MAX = Duration.ofSeconds(5);
    private static final int WAITING_MAX = 256;
    private static final int WAITING_OF_SOURCE_MAX = 24;
    private static final int TOKEN_BYTES = 32;
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{43}");

    private final Database database;
    private final DashboardUsers users;
    private final SignInLock lock;
    private final KnownDevices devices;
    private final Turns turns = new Turns(SIGNING_IN_MAX, TURN_WAIT_MAX, WAITING_MAX, WAITING_OF_SOURCE_MAX);
    private final SecureRandom random = new SecureRandom();

    public Sessions(Database database, DashboardUsers users, SignInLock lock, KnownDevices devices) {
        this.devices = devices;
        this.database = database;
        this.users = users;
        this.lock = lock;
    }

    /**
     * A session just opened.
     *
     * @param device what the browser is to keep, to be known when this user signs in again
     */
    public record Opened(String token, String device, Member member) {}

    /**
     * Signs somebody in.
     *
     * @param source from where
     * @param device what the browser kept since somebody signed in there; null when it has nothing
     * @param before the token that the browser had, whose session ends; null when it had none
     * @throws Problem.Unauthorized {@code CREDENTIALS_INVALID}, for a wrong password and for an unknown name alike
     * @throws Problem.RateLimited while the lock is on, also for the right password
     * @throws Problem.Unavailable when too many sign in at the same time
     */
    public Opened open(
            String username, String password, InetAddress source, @Nullable String device, @Nullable String before) {
        return turns.within(SourceAddress.network(source), () -> inTurn(username, password, source, device, before));
    }

    private Opened inTurn(
            String username, String password, InetAddress source, @Nullable String device, @Nullable String before) {
        var attempt = devices.find(device, username, Instant.now())
                .map(known -> lock.attemptOnKnownDevice(username, source, known))
                .orElseGet(() -> lock.attempt(username, source));
        try {
            return users.signIn(username, password, SourceAddress.network(source), (session, user) -> {
                        attempt.release(session);
                        if (before != null) {
                            SessionStore.delete(session, Sha256.of(before));
                        }
                        return open(session, user);
                    })
                    .orElseThrow(() ->
                            new Problem.Unauthorized("CREDENTIALS_INVALID", "The username or the password is wrong"));
        } catch (Problem.Unavailable crowded) {
            attempt.withdraw();
            throw crowded;
        }
    }

    private Opened open(Session session, DashboardUser user) {
        var bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        var token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        var now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        var member = new Member(user.organizationId(), user.id(), user.username(), user.role(), now.plus(LIFETIME));
        SessionStore.insert(session, Sha256.of(token), member, now);
        return new Opened(token, devices.token(user.username(), now), member);
    }

    @Override
    public Optional<Member> find(String token) {
        if (!TOKEN.matcher(token).matches()) {
            return Optional.empty();
        }
        var hash = Sha256.of(token);
        var now = Instant.now();
        return database.run(session -> {
            var found = SessionStore.find(session, hash, now, now.minus(IDLE_MAX));
            if (found.isPresent() && !found.get().lastSeenAt().isAfter(now.minus(SEEN_PERIOD))) {
                SessionStore.seen(session, hash, now);
            }
            return found.map(SessionStore.Found::member);
        });
    }

    /** Signs out: nobody who kept the token can use it again. */
    public void close(String token) {
        database.run(session -> {
            SessionStore.delete(session, Sha256.of(token));
            return token;
        });
    }

    /**
     * Changes a member's password and ends the sessions that the old one opened, but for the one in which it is done.
     *
     * @param token that session's
     * @param source from where; guessing is locked like signing in
     * @throws Problem.Invalid when {@code current} is wrong
     */
    public void changePassword(Member member, String token, String current, String password, InetAddress source) {
        var wanted = new SignIn(member.username(), password);
        var attempt = lock.attemptOnKnownDevice(member.username(), source, null);
        users.changePassword(member.organizationId(), member.userId(), current, wanted, session -> {
            attempt.release(session);
            SessionStore.deleteOthers(session, member.organizationId(), member.userId(), Sha256.of(token));
        });
    }

    /** What must happen in the transaction in which a user is deleted. */
    Consumer<Session> ending(UUID organizationId, UUID userId) {
        return session -> SessionStore.deleteOthers(session, organizationId, userId, new byte[0]);
    }

    /** Forgets sessions that ended by themselves. Answers how many, at most {@code rowsMax}. */
    public long forget(int rowsMax) {
        var now = Instant.now();
        return database.run(session -> SessionStore.deleteEnded(session, now, now.minus(IDLE_MAX), rowsMax));
    }
}
