package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.access.Caller;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.problem.Problem;
import io.tical.server.rail.SlipOutcome;
import io.tical.server.rail.SlipParty;
import io.tical.server.rail.SlipQuestion;
import io.tical.server.rail.SlipVerifier;
import io.tical.server.rail.Verifiers;
import io.tical.server.slip.SlipVerification.Party;
import io.tical.server.slip.SlipVerification.Transfer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Verifies slips for merchants. It changes no payin. Results are cached for a day, so that a repeated verification
 * costs nothing upstream (spec, Endpoints rule 6).
 */
public final class SlipVerifications {
    /** The lifetime of a cached result (spec, Limits). */
    public static final Duration CACHED = Duration.ofHours(24);

    /** Configured by the operator, so a retry soon would fail again. */
    private static final Duration RETRY_WHEN_OFF = Duration.ofHours(1);

    private final Database database;
    private final IdempotencyRecords idempotency;
    private final Verifiers verifiers;
    private final Clock clock;

    public SlipVerifications(Database database, IdempotencyRecords idempotency, Verifiers verifiers, Clock clock) {
        this.database = database;
        this.idempotency = idempotency;
        this.verifiers = verifiers;
        this.clock = clock;
    }

    /** The state before the write. */
    private sealed interface Known {
        record Remembered(SlipVerificationStore.Kept kept) implements Known {}

        record Verified(Transfer transfer, Instant at) implements Known {}

        record Not(SlipVerification verification) implements Known {}
    }

    /**
     * Verifies a slip by the text of its QR code.
     *
     * @throws Problem.Unavailable {@code SLIP_VERIFY_DISABLED} when no verifier is configured; {@code
     *     SERVICE_UNAVAILABLE} when it does not respond
     */
    StoredAnswer verify(Caller caller, String qrData, IdempotentRequest<SlipVerification> request) {
        var hash = hash(qrData);
        return idempotency.run(
                request, () -> known(caller, qrData, hash), (session, known) -> remember(session, caller, hash, known));
    }

    /** Refuses a text that is not the intact code of a slip without calling the verifier, which may charge for each call. */
    private Known known(Caller caller, String qrData, byte[] hash) {
        var verifier = verifiers
                .slips(caller.livemode())
                .orElseThrow(() -> new Problem.Unavailable(
                        "SLIP_VERIFY_DISABLED",
                        "Slip verification is switched off here; ask the operator",
                        RETRY_WHEN_OFF.toSeconds()));
        if (MiniQr.parse(qrData).isEmpty()) {
            return new Known.Not(new SlipVerification.Rejected(SlipOutcome.Reason.NOT_A_SLIP));
        }
        var since = clock.instant().minus(CACHED);
        var kept = database.run(session -> SlipVerificationStore.byQr(session, caller, hash, since));
        return kept.<Known>map(Known.Remembered::new).orElseGet(() -> ask(verifier, qrData));
    }

    private Known ask(SlipVerifier verifier, String qrData) {
        return switch (verifier.verify(SlipQuestion.of(qrData))) {
            case SlipOutcome.Verified(var facts) -> new Known.Verified(transfer(facts), clock.instant());
            case SlipOutcome.Rejected(var reason) -> new Known.Not(new SlipVerification.Rejected(reason));
            case SlipOutcome.Pending(var retryAfter) -> new Known.Not(new SlipVerification.Pending());
            case SlipOutcome.Unavailable(var failure) ->
                throw new Problem.Unavailable(
                        "SERVICE_UNAVAILABLE",
                        "The slip verification service does not answer now; retry with the same Idempotency-Key",
                        failure.retryAfter().toSeconds());
        };
    }

    private static Transfer transfer(SlipOutcome.Facts facts) {
        return new Transfer(
                facts.reference(),
                facts.amount(),
                facts.currency(),
                facts.transferredAt(),
                party(facts.sender()),
                party(facts.receiver()));
    }

    private static Party party(SlipParty party) {
        return new Party(
                party.bankCode(),
                party.accountNo() == null ? party.proxy() : party.accountNo(),
                party.names().stream().findFirst().orElse(null));
    }

    private SlipVerification remember(Session session, Caller caller, byte[] hash, Known known) {
        return switch (known) {
            case Known.Remembered(var kept) -> {
                SlipVerificationStore.saw(session, caller, kept.transfer(), clock.instant());
                yield new SlipVerification.Verified(kept.transfer(), true, true, kept.verifiedAt());
            }
            case Known.Verified(var transfer, var at) -> {
                var times = SlipVerificationStore.saw(session, caller, transfer, at);
                SlipVerificationStore.keep(session, caller, hash, transfer, at);
                yield new SlipVerification.Verified(transfer, times > 1, false, at);
            }
            case Known.Not(var verification) -> verification;
        };
    }

    /** The cached result of a transfer. Does not call the verifier. */
    Optional<SlipVerification> find(Caller caller, String reference) {
        var since = clock.instant().minus(CACHED);
        return database.run(session -> SlipVerificationStore.byReference(session, caller, reference, since))
                .map(kept -> new SlipVerification.Verified(kept.transfer(), kept.times() > 1, true, kept.verifiedAt()));
    }

    /** Deletes at most {@code rowsMax} expired results; returns how many. */
    public long forget(int rowsMax) {
        var before = clock.instant().minus(CACHED);
        return database.run(session -> SlipVerificationStore.forget(session, before, rowsMax));
    }

    private static byte[] hash(String qrData) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(qrData.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
