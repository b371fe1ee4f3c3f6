package io.tical.server.paypage;

import io.tical.server.http.PublicCall;
import io.tical.server.problem.Problem;
import java.util.Set;
import java.util.regex.Pattern;

/** The use cases of a payer: read the payment, accept its conditions, send a slip. */
public final class PayPages {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{32}");

    private final PayTokens tokens;
    private final Disclosures disclosures;
    private final SlipIntake slips;

    public PayPages(PayTokens tokens, Disclosures disclosures, SlipIntake slips) {
        this.tokens = tokens;
        this.disclosures = disclosures;
        this.slips = slips;
    }

    /**
     * The current payment.
     *
     * @param disclosed whether the payer may see the account
     */
    record Opened(Payment payment, boolean disclosed, SlipIntake.Standing slips) {
        Screen screen() {
            return Screen.of(payment.status(), disclosed, slips.progress());
        }
    }

    /** Whether a token belongs to a payment. */
    public boolean opens(String payToken) {
        return TOKEN.matcher(payToken).matches() && tokens.find(payToken).isPresent();
    }

    /** @throws Problem.NotFound {@code PAYIN_NOT_FOUND} when the token is unknown */
    Opened open(String payToken) {
        var payment = find(payToken);
        return new Opened(payment, !payment.matched() || disclosures.accepted(payment), slips.standing(payment));
    }

    /**
     * Accepts the conditions in the version that the query's {@code text_version} names. If there are none, or they were
     * accepted, or the payment has ended, nothing changes. An outdated version is not accepted either: the record must name the
     * text that the payer read, so the payer is shown the new text first.
     */
    Opened accept(String payToken, PublicCall call) {
        var opened = open(payToken);
        var version = call.query().text("text_version").orElse(Disclosures.TEXT_UNSTATED);
        if (opened.screen() != Screen.CONSENT
                || !Set.of(Disclosures.TEXT_VERSION, Disclosures.TEXT_UNSTATED).contains(version)) {
            return opened;
        }
        disclosures.accept(opened.payment(), version, call.source(), call.requestId());
        return open(payToken);
    }

    /**
     * Receives a slip in the form's field {@code slip}. Whether the payin accepts slips is checked before it is received.
     *
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when the payin no longer accepts slips
     * @throws Problem.Refused {@code SLIP_LIMIT_REACHED}
     */
    Opened send(String payToken, PublicCall call) {
        var opened = open(payToken);
        if (opened.slips().uploadsLeft() == 0) {
            throw new Problem.Refused(
                    "SLIP_LIMIT_REACHED", "This payin has the maximum number of slips; contact the merchant");
        }
        if (!opened.slips().accepting()) {
            throw new Problem.Conflict("PAYIN_STATUS_TRANSITION_INVALID", "This payin no longer accepts slips");
        }
        var sender = new PublicCall.Sender(payToken, opened.payment().organizationId());
        return call.file(sender, "slip", SlipIntake.FILE_BYTES_MAX, file -> {
            slips.receive(opened.payment(), file, call.source(), call.requestId());
            return open(payToken);
        });
    }

    private Payment find(String payToken) {
        if (!TOKEN.matcher(payToken).matches()) {
            throw Problem.NotFound.of("payin");
        }
        return tokens.find(payToken).orElseThrow(() -> Problem.NotFound.of("payin"));
    }
}
