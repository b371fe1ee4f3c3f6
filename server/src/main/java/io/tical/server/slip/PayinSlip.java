package io.tical.server.slip;

import io.tical.server.slip.Slip.Reason;
import io.tical.server.slip.Slip.Source;
import io.tical.server.slip.SlipVerification.Party;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A slip of a payin as its merchant sees it, as JSON; unknown values are null. What operators note about a slip, who of them decided, and
 * where its transfer was used otherwise, is not in it: that may be of another merchant.
 *
 * @param number 1 to 10, counting the payin's uploads
 * @param late whether the payin had expired before the upload
 * @param width of the picture in pixels
 * @param height of the picture in pixels
 * @param reason why it was rejected; null unless it was rejected
 * @param doubt the failed check of an undecided slip
 * @param verified whether the verification service confirmed the transfer
 * @param sender the account that paid, with the digits that the slip hides as {@code x}
 * @param reference the sending bank's reference of the transfer
 * @param amount minor units of {@code currency} that the transfer has, as verified or else as staff read it
 * @param paidAmount minor units of the payin's currency that were accepted; null unless the slip was accepted
 * @param decidedAt when it was accepted or rejected
 */
public record PayinSlip(
        UUID id,
        int number,
        Source source,
        boolean late,
        Instant uploadedAt,
        int width,
        int height,
        SlipStatus status,
        @Nullable Reason reason,
        SentSlip.@Nullable Doubt doubt,
        boolean verified,
        @Nullable Party sender,
        @Nullable String reference,
        @Nullable Long amount,
        @Nullable String currency,
        @Nullable Instant transferredAt,
        @Nullable Long paidAmount,
        @Nullable Instant decidedAt) {
    static PayinSlip of(Slip slip) {
        var upload = slip.upload();
        var progress = slip.progress();
        var sent = SentSlip.of(slip);
        var facts = slip.facts();
        var transfer = progress.transfer();
        var decision = progress.status() == SlipStatus.PENDING ? null : progress.decision();
        var paid = decision == null ? null : decision.paid();
        return new PayinSlip(
                slip.key().id(),
                upload.number(),
                upload.source(),
                upload.late(),
                slip.uploadedAt(),
                upload.width(),
                upload.height(),
                progress.status(),
                sent.reason(),
                sent.doubt(),
                facts != null,
                sender(slip),
                transfer == null ? null : transfer.reference(),
                facts != null ? (Long) facts.amount() : paid,
                facts != null ? facts.currency() : paid == null ? null : upload.currency(),
                facts == null ? null : facts.transferredAt(),
                paid,
                decision == null ? null : decision.at());
    }

    /** The bank that the code on the slip names, with the account as the verification service reports it. */
    private static @Nullable Party sender(Slip slip) {
        var facts = slip.facts();
        var transfer = slip.progress().transfer();
        var verified = facts == null ? new Party(null, null, null) : Party.of(facts.sender());
        var bank = transfer == null || transfer.bank().isEmpty() ? verified.bankCode() : transfer.bank();
        return bank == null && verified.accountNo() == null && verified.name() == null
                ? null
                : new Party(bank, verified.accountNo(), verified.name());
    }
}
