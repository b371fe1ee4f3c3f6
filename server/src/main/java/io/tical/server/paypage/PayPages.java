package io.tical.server.paypage;

import io.tical.server.http.EventStream;
import io.tical.server.http.PublicCall;
import io.tical.server.key.TransactionKey;
import io.tical.server.merchant.Brand;
import io.tical.server.payin.PayinStatus;
import io.tical.server.picture.PictureReader;
import io.tical.server.problem.Problem;
import io.tical.server.slip.Slip;
import io.tical.server.slip.Slips;
import io.tical.server.transaction.Actor;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The use cases of a payer: read the payment, accept its conditions, send a slip.
 *
 * @param payments the payment of a token
 * @param payees whether the payer of a matched payin may be shown the account now
 * @param standing {@link Slips#standing}
 * @param slips {@link Slips#receive}
 * @param events notifies of changed payments
 * @param logos the logos of merchants
 */
public record PayPages(
        Function<String, Optional<Payment>> payments,
        Disclosures disclosures,
        Predicate<TransactionKey> payees,
        BiFunction<TransactionKey, PayinStatus, Slips.Standing> standing,
        Consumer<Slips.Sent> slips,
        PaymentEvents events,
        Function<Brand, Optional<byte[]>> logos) {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{32}");

    /**
     * The current payment.
     *
     * @param accepted whether the payer has accepted the conditions, if there are any
     * @param disclosed whether the payer may see the account
     */
    record Opened(Payment payment, boolean accepted, boolean disclosed, Slips.Standing slips) {
        Screen screen() {
            return Screen.of(payment.payin().status(), accepted, slips.outlook());
        }
    }

    /** Whether a token may exist. */
    static boolean isToken(String payToken) {
        return TOKEN.matcher(payToken).matches();
    }

    private Optional<Payment> find(String payToken) {
        return isToken(payToken) ? payments.apply(payToken) : Optional.empty();
    }

    /**
     * @throws Problem.NotFound {@code PAYIN_NOT_FOUND} when the token is unknown
     * @throws Problem.Unavailable when another person is to be paid whose account must not be shown now
     */
    Opened open(String payToken) {
        var opened = read(payToken);
        var payin = opened.payment().payin();
        if (!opened.accepted() || !payin.matched() || !payin.status().takesPayment() || payees.test(payin.key())) {
            return opened;
        }
        if (opened.screen() == Screen.PAY) {
            throw Problem.Unavailable.service();
        }
        return new Opened(opened.payment(), true, false, opened.slips());
    }

    /** The payment, of which nothing is shown yet. */
    private Opened read(String payToken) {
        var payment = find(payToken).orElseThrow(() -> Problem.NotFound.of("payin"));
        var payin = payment.payin();
        var accepted = !payin.matched() || disclosures.accepted(payin.key());
        return new Opened(payment, accepted, accepted, standing.apply(payin.key(), payin.status()));
    }

    /** @throws Problem.NotFound when the token is unknown, or the merchant has no logo */
    byte[] logo(String payToken) {
        return logo(find(payToken).map(Payment::brand), logos);
    }

    static byte[] logo(Optional<Brand> brand, Function<Brand, Optional<byte[]>> logos) {
        return brand.flatMap(logos)
                .orElseThrow(() -> new Problem.NotFound("LOGO_NOT_FOUND", "The merchant has no logo"));
    }

    /**
     * Opens a stream that notifies of changes of the payment; empty if the payment has ended.
     *
     * @throws Problem.NotFound {@code PAYIN_NOT_FOUND} when the token is unknown
     */
    Optional<EventStream> listen(String payToken) {
        var payin =
                find(payToken).orElseThrow(() -> Problem.NotFound.of("payin")).payin();
        return Screen.follows(payin.status()) ? Optional.of(events.listen(payin.key())) : Optional.empty();
    }

    /**
     * Accepts the conditions in the version that the query's {@code text_version} names. If there are none, or they were
     * accepted, or the payment has ended, nothing changes. An outdated version is not accepted either: the record must name the
     * text that the payer read, so the payer is shown the new text first.
     */
    Opened accept(String payToken, PublicCall call) {
        var opened = read(payToken);
        var version = call.query().text("text_version").orElse(Disclosures.TEXT_UNSTATED);
        if (opened.screen() != Screen.CONSENT
                || !Set.of(Disclosures.TEXT_VERSION, Disclosures.TEXT_UNSTATED).contains(version)) {
            return open(payToken);
        }
        disclosures.accept(opened.payment().payin().key(), version, call.source(), call.requestId());
        return open(payToken);
    }

    /**
     * Receives a slip in the form's field {@code slip}. Whether the payin accepts slips is checked before it is received.
     *
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when the payin no longer accepts slips
     * @throws Problem.Refused {@code SLIP_LIMIT_REACHED}
     */
    Opened send(String payToken, PublicCall call) {
        var opened = read(payToken);
        if (opened.slips().uploadsLeft() == 0) {
            throw new Problem.Refused(
                    "SLIP_LIMIT_REACHED", "This payin has the maximum number of slips; contact the merchant");
        }
        if (!opened.slips().accepting()) {
            throw new Problem.Conflict(
                    "PAYIN_STATUS_TRANSITION_INVALID", "This payin no longer accepts slips; contact the merchant");
        }
        var payin = opened.payment().payin().key();
        var sender = new PublicCall.Sender(payToken, payin.organizationId());
        return call.file(sender, "slip", PictureReader.FILE_BYTES_MAX, file -> {
            var payer = Actor.payer(call.requestId());
            slips.accept(new Slips.Sent(payin, file, Slip.Source.PAY_PAGE, payer, call.requestId()));
            return open(payToken);
        });
    }
}
