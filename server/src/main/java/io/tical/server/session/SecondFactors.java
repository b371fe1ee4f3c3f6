package io.tical.server.session;

import io.tical.db.BulkWrite;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.qr.QrSvg;
import io.tical.server.secret.Secrets;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The second factor of the persons of one surface: codes of an authenticator app, or recovery codes. A person who has confirmed an app
 * signs in with a password and a code. Each code is accepted only once.
 */
public final class SecondFactors {
    /** The code of the error after a correct password, when a code of the second factor is also required. */
    public static final String REQUIRED = "SECOND_FACTOR_REQUIRED";

    /** The name of the service in authenticator apps. */
    private static final String ISSUER = "Tical";

    private static final Pattern TOTP = Pattern.compile("[0-9]{" + Totp.DIGITS + "}");

    private final Database database;
    private final Secrets secrets;
    private final RecoveryCodes recoveryCodes;
    private final Clock clock;
    private final SecondFactorStore store;

    private SecondFactors(Database database, Secrets secrets, Clock clock, SecondFactorStore store) {
        this.database = database;
        this.secrets = secrets;
        this.recoveryCodes = new RecoveryCodes(secrets.derive("recovery-code"));
        this.clock = clock;
        this.store = store;
    }

    /** The second factors of the users of merchants' dashboards. */
    public static SecondFactors ofUsers(Database database, Secrets secrets, Clock clock) {
        return new SecondFactors(database, secrets, clock, SecondFactorStore.USERS);
    }

    public static SecondFactors ofOperators(Database database, Secrets secrets, Clock clock) {
        return new SecondFactors(database, secrets, clock, SecondFactorStore.OPERATORS);
    }

    /** The rows that the audit proves. */
    public BulkWrite<?> authenticatedTable() {
        return store.rows();
    }

    /**
     * A person's own second factor, as JSON.
     *
     * @param confirmedAt the time from which sign-in requires a code; null if it does not
     */
    public record State(boolean enabled, @Nullable Instant confirmedAt, int recoveryCodes) {}

    /**
     * The data for an authenticator app.
     *
     * @param secret in base32
     * @param uri the content of the QR code: the secret with the names that an app shows
     */
    public record Enrolment(String secret, String uri, QrSvg.Code qr) {}

    public State state(PersonKey key) {
        var factor = database.run(session -> store.find(session, key, false)).filter(SecondFactor::confirmed);
        return new State(
                factor.isPresent(),
                factor.map(SecondFactor::confirmedAt).orElse(null),
                factor.map(one -> one.recovery().size()).orElse(0));
    }

    /** The users of an organization who sign in with a code. */
    public Set<UUID> ofOrganization(UUID organizationId) {
        return database.run(session -> store.confirmed(session, organizationId));
    }

    /** All persons who sign in with a code. */
    public Set<UUID> all() {
        return database.run(session -> store.confirmed(session, null));
    }

    /**
     * Creates the secret of an authenticator app. It takes effect with {@link #confirm}; an unconfirmed secret is replaced.
     *
     * @param told what the audit log says of it
     * @param first runs before anything else in the transaction, and locks the person
     * @param also runs in the same transaction
     * @throws Problem.Conflict {@code SECOND_FACTOR_ENABLED}
     */
    public Enrolment enrol(Directory.Person person, Consumer<Session> first, Consumer<Session> also) {
        var secret = Secrets.random(Totp.SECRET_BYTES);
        var key = person.key();
        database.transaction(session -> {
            first.accept(session);
            if (store.find(session, key, true).filter(SecondFactor::confirmed).isPresent()) {
                throw enabled();
            }
            store.delete(session, key);
            var sealed = secrets.seal(key.personId(), secret);
            if (!store.insert(session, new SecondFactor(key, sealed, List.of(), 0, clock.instant(), null))) {
                throw enabled();
            }
            also.accept(session);
            return key;
        });
        var text = Totp.base32(secret);
        // An app shows the text before the colon as the service, and the text after it as the account.
        var uri = "otpauth://totp/" + ISSUER + ":" + encoded(person.username()) + "?secret=" + text + "&issuer="
                + ISSUER + "&algorithm=SHA1&digits=" + Totp.DIGITS + "&period=" + Totp.STEP.toSeconds();
        return new Enrolment(text, uri, QrSvg.code(uri));
    }

    private static Problem enabled() {
        return new Problem.Conflict("SECOND_FACTOR_ENABLED", "Two-step sign-in is already on; turn it off first");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * Turns on two-step sign-in, and returns the recovery codes, which are not shown again.
     *
     * @param also runs in the same transaction
     * @throws Problem.Invalid for a wrong code
     * @throws Problem.Conflict {@code SECOND_FACTOR_ENABLED}, or {@code SECOND_FACTOR_MISSING} without {@link #enrol}
     */
    public List<String> confirm(PersonKey key, String code, Actor by, Consumer<Session> also) {
        return database.transaction(session -> {
            var factor = locked(session, key);
            if (factor.confirmed()) {
                throw enabled();
            }
            var codes = RecoveryCodes.fresh();
            var now = clock.instant();
            var used = proven(factor, code).confirmed(now);
            store.update(session, used.with(recoveryCodes.stored(key.personId(), codes)));
            audit(session, by, "enable_second_factor", key, now);
            also.accept(session);
            return codes;
        });
    }

    /** Replaces the recovery codes. Parameters and exceptions as for {@link #confirm}. */
    public List<String> renewRecoveryCodes(PersonKey key, String code, Actor by, Consumer<Session> also) {
        return database.transaction(session -> {
            var codes = RecoveryCodes.fresh();
            var used = proven(confirmed(session, key), code);
            store.update(session, used.with(recoveryCodes.stored(key.personId(), codes)));
            audit(session, by, "renew_recovery_codes", key, clock.instant());
            also.accept(session);
            return codes;
        });
    }

    /**
     * Turns off two-step sign-in.
     *
     * @param code a code of the app, or a recovery code
     * @param also runs in the same transaction
     * @throws Problem.Invalid for a wrong code
     * @throws Problem.Conflict {@code SECOND_FACTOR_MISSING}
     */
    public void disable(PersonKey key, String code, Actor by, Consumer<Session> also) {
        database.transaction(session -> {
            store.update(session, proven(confirmed(session, key), code));
            store.delete(session, key);
            audit(session, by, "disable_second_factor", key, clock.instant());
            also.accept(session);
            return key;
        });
    }

    /**
     * Removes the lost second factor of another person. Returns whether there was one.
     *
     * @param first runs before anything else in the transaction, locks the person, ends the person's sessions and removes related data;
     *     returns whether there were any
     */
    public boolean reset(PersonKey key, Actor by, UnaryOperator<Act> told, Predicate<Session> first) {
        return database.transaction(session -> {
            var related = first.test(session);
            var was = store.find(session, key, true)
                    .filter(SecondFactor::confirmed)
                    .isPresent();
            store.delete(session, key);
            if (was || related) {
                AuditEntry.insertLater(session, by, told.apply(act("reset_second_factor", key)), clock.instant());
            }
            return was;
        });
    }

    /** Deletes the second factor of a person who is deleted. */
    public void delete(Session session, PersonKey key) {
        store.delete(session, key);
    }

    /**
     * Requires the second factor after a correct password, in the transaction that opens the session.
     *
     * @param code null if there is none
     * @param by the author, for the audit log, which records the use of a recovery code
     * @throws Problem.Unauthorized {@code SECOND_FACTOR_REQUIRED} without a code, {@code SECOND_FACTOR_INVALID} for a wrong one
     */
    void require(Session session, PersonKey key, @Nullable String code, Actor by) {
        var factor = store.find(session, key, true).filter(SecondFactor::confirmed);
        if (factor.isEmpty()) {
            return;
        }
        if (code == null) {
            throw new Problem.Unauthorized(
                    REQUIRED, "Send the code of your authenticator app, or a recovery code, as code");
        }
        var used = accepted(factor.get(), code)
                .orElseThrow(() -> new Problem.Unauthorized(
                        "SECOND_FACTOR_INVALID",
                        "The code is wrong, or was used before; wait for the next one in your authenticator app"));
        store.update(session, used);
        if (used.recovery().size() < factor.get().recovery().size()) {
            audit(session, by, "use_recovery_code", key, clock.instant());
        }
    }

    /**
     * Requires the second factor of a signed-in person again; does nothing for a person without one.
     *
     * @param code null if there is none
     * @param by the author, for the audit log, which records the use of a recovery code
     * @throws Problem.Invalid if the code is missing or wrong
     */
    void requireAgain(Session session, PersonKey key, @Nullable String code, Actor by) {
        var factor = store.find(session, key, true).filter(SecondFactor::confirmed);
        if (factor.isPresent()) {
            var used = proven(factor.get(), code == null ? "" : code);
            store.update(session, used);
            if (used.recovery().size() < factor.get().recovery().size()) {
                audit(session, by, "use_recovery_code", key, clock.instant());
            }
        }
    }

    /** Whether a person signs in with a code. */
    public boolean isOf(Session session, PersonKey key) {
        return store.find(session, key, false).filter(SecondFactor::confirmed).isPresent();
    }

    private SecondFactor locked(Session session, PersonKey key) {
        return store.find(session, key, true)
                .orElseThrow(() ->
                        new Problem.Conflict("SECOND_FACTOR_MISSING", "Two-step sign-in is off; set it up first"));
    }

    private SecondFactor confirmed(Session session, PersonKey key) {
        return Optional.of(locked(session, key))
                .filter(SecondFactor::confirmed)
                .orElseThrow(() ->
                        new Problem.Conflict("SECOND_FACTOR_MISSING", "Two-step sign-in is off; set it up first"));
    }

    private SecondFactor proven(SecondFactor factor, String code) {
        return accepted(factor, code)
                .orElseThrow(() -> new Problem.Invalid(
                        "code",
                        "wrong",
                        "is wrong or was used before; wait for the next one in your authenticator app"));
    }

    /** The second factor after this code was used; empty if it is not accepted. */
    private Optional<SecondFactor> accepted(SecondFactor factor, String code) {
        var plain = plain(code);
        if (TOTP.matcher(plain).matches()) {
            var secret = secrets.open(factor.key().personId(), factor.secret());
            var step = Totp.accepted(secret, plain, clock.instant(), factor.lastStep());
            return step.isPresent() ? Optional.of(factor.used(step.getAsLong())) : Optional.empty();
        }
        if (!RecoveryCodes.looksLike(plain)) {
            return Optional.empty();
        }
        var stored = recoveryCodes.stored(factor.key().personId(), plain);
        var left = factor.recovery().stream().filter(one -> !one.equals(stored)).toList();
        return left.size() < factor.recovery().size() ? Optional.of(factor.with(left)) : Optional.empty();
    }

    /** A code as ASCII digits and letters, without the separators that people type and the characters that are copied with it unseen. */
    static String plain(String code) {
        return Normalizer.normalize(code, Normalizer.Form.NFKC)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .map(c -> Character.isDigit(c) ? '0' + Character.digit(c, 10) : Character.toLowerCase(c))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private void audit(Session session, Actor by, String action, PersonKey key, Instant at) {
        AuditEntry.insertLater(session, by, act(action, key), at);
    }

    private Act act(String action, PersonKey key) {
        return new Act(key.organizationId(), action, store.resource(), key.personId(), null, null);
    }
}
