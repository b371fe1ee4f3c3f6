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
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The second factor of the persons of one surface: codes of an authenticator app, or recovery codes. Whoever has confirmed an app signs in
 * with a password and a code. A code is accepted once.
 */
public final class SecondFactors {
    /** A password was right, and a code is needed too. */
    public static final String REQUIRED = "SECOND_FACTOR_REQUIRED";

    /** What apps show above the code. */
    private static final String ISSUER = "Tical";

    private static final Pattern TOTP = Pattern.compile("[0-9]{" + Totp.DIGITS + "}");
    private static final Pattern FILLING = Pattern.compile("[\\s-]+");

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

    /** Of the users of merchants' dashboards. */
    public static SecondFactors ofUsers(Database database, Secrets secrets, Clock clock) {
        return new SecondFactors(database, secrets, clock, SecondFactorStore.USERS);
    }

    public static SecondFactors ofOperators(Database database, Secrets secrets, Clock clock) {
        return new SecondFactors(database, secrets, clock, SecondFactorStore.OPERATORS);
    }

    /** What the audit proves of them. */
    public BulkWrite<?> evidence() {
        return store.rows();
    }

    /**
     * What a person sees of the own second factor.
     *
     * @param confirmedAt since when signing in needs a code; null if it does not
     */
    public record State(boolean enabled, @Nullable Instant confirmedAt, int recoveryCodes) {}

    /**
     * What an authenticator app must know.
     *
     * @param secret in base32
     * @param uri the same with the names that an app shows, as the QR code has it
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
     * Makes the secret of an authenticator app. Nothing changes until {@link #confirm}; a secret that was not confirmed is replaced.
     *
     * @throws Problem.Conflict {@code SECOND_FACTOR_ENABLED}
     */
    public Enrolment enrol(Directory.Person person, Consumer<Session> also) {
        var secret = Secrets.random(Totp.SECRET_BYTES);
        var key = person.key();
        database.transaction(session -> {
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
        // An app shows what stands before the colon as the service and what stands after it as the account.
        var uri = "otpauth://totp/" + ISSUER + ":" + encoded(person.username()) + "?secret=" + text + "&issuer="
                + ISSUER + "&algorithm=SHA1&digits=" + Totp.DIGITS + "&period=" + Totp.STEP.toSeconds();
        return new Enrolment(text, uri, QrSvg.code(uri));
    }

    private static Problem enabled() {
        return new Problem.Conflict("SECOND_FACTOR_ENABLED", "Two-step sign-in is on already; turn it off first");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * Turns two-step sign-in on, and returns the recovery codes, which are not shown again.
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

    /** Replaces the recovery codes; otherwise as {@link #confirm}. */
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
     * Turns two-step sign-in off.
     *
     * @param code also a recovery code
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
     * Removes the second factor of another person, who lost it. Returns whether there was one.
     *
     * @param also removes what else belongs to it in the same transaction, and returns whether there was any
     */
    public boolean reset(PersonKey key, Actor by, Predicate<Session> also) {
        return database.transaction(session -> {
            var was = store.find(session, key, true)
                    .filter(SecondFactor::confirmed)
                    .isPresent();
            store.delete(session, key);
            was |= also.test(session);
            if (was) {
                audit(session, by, "reset_second_factor", key, clock.instant());
            }
            return was;
        });
    }

    /** Forgets the second factor of a person who is deleted. */
    public void delete(Session session, PersonKey key) {
        store.delete(session, key);
    }

    /**
     * Requires the second factor of a person whose password was right, in the transaction that opens the session.
     *
     * @param code null if there is none
     * @param by for the audit log, which tells that a recovery code was used
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

    /** A code without what people write between its characters. */
    static String plain(String code) {
        return FILLING.matcher(code).replaceAll("").toLowerCase(Locale.ROOT);
    }

    private void audit(Session session, Actor by, String action, PersonKey key, Instant at) {
        var act = new Act(key.organizationId(), action, store.resource(), key.personId(), null, null);
        AuditEntry.insert(session, by, act, at);
    }
}
