package io.tical.server.slip;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.access.Caller;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.problem.Problem;
import io.tical.server.qr.MiniQr;
import io.tical.server.rail.UpstreamFailure;
import io.tical.server.secret.Hashes;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Verifies slips for merchants. It changes no payin. Results are cached for a day, so that a repeated verification
 * costs nothing upstream.
 */
public record SlipVerifications(
        Database database, IdempotencyRecords idempotency, SlipVerifiers verifiers, Clock clock) {
    /** The lifetime of a cached result. */
    public static final Duration CACHED = Duration.ofHours(24);

    /** The reason for a slip that the verifier cannot verify. */
    private static final String UNSUPPORTED = "unsupported";

    /** Long, because only the operator can change the configuration. */
    private static final Duration RETRY_WHEN_OFF = Duration.ofHours(1);

    /**
     * Verifies a slip by the text of its QR code.
     *
     * @throws Problem.Unavailable {@code SLIP_VERIFY_DISABLED} when no verifier is configured; {@code
     *     SERVICE_UNAVAILABLE} when it does not respond
     */
    StoredAnswer verify(Caller caller, String qrData, IdempotentRequest<SlipVerification> request) {
        return idempotency.run(request, () -> known(caller, qrData), (session, known) -> known.apply(session));
    }

    /**
     * The result, with its writes in the transaction of the answer. Refuses a text that is not the intact code of a slip
     * without calling the verifier, which may charge for each call.
     */
    private Function<Session, SlipVerification> known(Caller caller, String qrData) {
        var verifier = verifiers
                .ofMerchants(caller.livemode())
                .orElseThrow(() -> new Problem.Unavailable(
                        "SLIP_VERIFY_DISABLED",
                        "Slip verification is disabled on this server; contact the operator",
                        RETRY_WHEN_OFF.toSeconds()));
        if (MiniQr.read(qrData).isEmpty()) {
            return session -> rejected(SlipOutcome.Reason.NOT_A_SLIP);
        }
        var hash = Hashes.sha256(qrData);
        var since = clock.instant().minus(CACHED);
        var kept = database.run(session -> SlipVerificationStore.byQr(session, caller, hash, since));
        return kept.<Function<Session, SlipVerification>>map(known -> session -> {
                    SlipVerificationStore.saw(session, caller, known.transfer(), clock.instant());
                    return SlipVerification.verified(known.transfer(), true, true, known.verifiedAt());
                })
                .orElseGet(() -> ask(verifier, caller, qrData, hash));
    }

    private Function<Session, SlipVerification> ask(SlipVerifier verifier, Caller caller, String qrData, byte[] hash) {
        var outcome = verifier.verify(SlipQuestion.of(qrData));
        var at = clock.instant();
        return switch (outcome) {
            case SlipOutcome.Verified(var transfer) ->
                session -> {
                    var times = SlipVerificationStore.saw(session, caller, transfer, at);
                    SlipVerificationStore.keep(session, caller, hash, transfer, at);
                    return SlipVerification.verified(transfer, times > 1, false, at);
                };
            case SlipOutcome.Rejected(var reason) -> session -> rejected(reason);
            case SlipOutcome.Pending(var retryAfter) ->
                session -> SlipVerification.without("pending", Verdict.BANK_DELAYED);
            case SlipOutcome.Unavailable(var failure) -> {
                // The code was read as a slip's, and no retry would tell more.
                if (failure.kind() == UpstreamFailure.Kind.UNSUPPORTED) {
                    yield session -> SlipVerification.without("rejected", UNSUPPORTED);
                }
                throw new Problem.Unavailable(
                        "SERVICE_UNAVAILABLE",
                        "The slip verification service does not answer now; retry with the same Idempotency-Key",
                        failure.retryAfter().toSeconds());
            }
        };
    }

    private static SlipVerification rejected(SlipOutcome.Reason reason) {
        return SlipVerification.without("rejected", reason.word());
    }

    /** The cached result of a transfer. Does not call the verifier. */
    Optional<SlipVerification> find(Caller caller, String reference) {
        var since = clock.instant().minus(CACHED);
        return database.run(session -> SlipVerificationStore.byReference(session, caller, reference, since))
                .map(kept -> SlipVerification.verified(kept.transfer(), kept.times() > 1, true, kept.verifiedAt()));
    }

    /** Deletes at most {@code rowsMax} expired results; returns how many. */
    public long forget(int rowsMax) {
        var before = clock.instant().minus(CACHED);
        return database.run(session -> SlipVerificationStore.forget(session, before, rowsMax));
    }
}
