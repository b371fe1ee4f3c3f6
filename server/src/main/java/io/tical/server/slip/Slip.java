package io.tical.server.slip;

import io.tical.common.BankCode;
import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms.Difference;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.payin.Channel;
import io.tical.server.qr.MiniQr;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Aggregate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An uploaded slip as stored: the immutable upload and its progress. The picture is in the
 * {@link SlipStorage}.
 *
 * @param key its id contains the time of the upload
 */
public record Slip(TransactionKey key, Upload upload, Progress progress) implements Aggregate<Slip> {
    /** The source of the upload. */
    public enum Source implements Word {
        API,
        PAY_PAGE
    }

    /** The reason of a rejection. */
    public enum Reason implements Word {
        UNREADABLE,
        NOT_A_SLIP,
        WRONG_AMOUNT,
        WRONG_RECEIVER,
        DUPLICATE,
        NOT_RECEIVED,
        OTHER
    }

    /**
     * The upload of a slip for a payin.
     *
     * @param number 1 to 10, counting the payin's uploads
     * @param late whether the payin had expired before the upload
     * @param amount the requested minor units
     * @param width the width of the stored picture in pixels
     * @param height the height of the stored picture in pixels
     * @param qrPayload the text of the QR code on it; null when none was found
     * @param pictureSha256 the hash of the stored picture in hex
     */
    public record Upload(
            UUID payinId,
            int number,
            Source source,
            boolean late,
            String merchantRef,
            long amount,
            String currency,
            Channel channel,
            int width,
            int height,
            PictureHash hash,
            @Nullable String qrPayload,
            String requestId,
            String pictureSha256) {}

    /**
     * The progress of a slip.
     *
     * @param asked the number of verification attempts
     * @param dueAt the next background processing, or null
     * @param verdict the verifier's last response, or null
     * @param checks the results of the last examination
     * @param transfer the transfer that it proves, as far as known
     * @param reviewAt when it was referred to operators, or null
     * @param version incremented by every change; an operator's decision names the version it is based on
     */
    public record Progress(
            SlipStage stage,
            int asked,
            @Nullable Instant dueAt,
            @Nullable Verdict verdict,
            List<Check> checks,
            @Nullable Transfer transfer,
            @Nullable Decision decision,
            @Nullable Instant reviewAt,
            long version,
            Instant updatedAt) {
        /** The progress of a new upload. */
        static Progress begun(@Nullable Transfer transfer, Instant now) {
            return new Progress(SlipStage.CHECKING, 0, now, null, List.of(), transfer, null, null, 1, now);
        }

        public SlipStatus status() {
            return stage.status();
        }

        /** After another verification attempt. */
        Progress asked(Verdict answer, @Nullable Transfer known) {
            return new Progress(stage, asked + 1, dueAt, answer, checks, known, decision, reviewAt, version, updatedAt);
        }

        /** With the transfer that the decision names. */
        Progress of(Transfer paying) {
            return new Progress(stage, asked, dueAt, verdict, checks, paying, decision, reviewAt, version, updatedAt);
        }

        Progress checked(List<Check> now) {
            return new Progress(stage, asked, dueAt, verdict, now, transfer, decision, reviewAt, version, updatedAt);
        }

        /** @param decided the decision, also while it is being applied; or null */
        Progress in(SlipStage next, @Nullable Instant due, @Nullable Decision decided, Instant now) {
            return new Progress(
                    next,
                    asked,
                    due,
                    verdict,
                    checks,
                    transfer,
                    decided,
                    next == SlipStage.REVIEW && reviewAt == null ? now : reviewAt,
                    version,
                    now);
        }

        Progress withVersion(long raised) {
            return new Progress(stage, asked, dueAt, verdict, checks, transfer, decision, reviewAt, raised, updatedAt);
        }
    }

    /** A transfer, identified by its reference and its bank; the bank is empty when unknown. */
    public record Transfer(String bank, String reference) {
        static Transfer of(MiniQr code) {
            var number = code.sendingBank();
            return new Transfer(number == null ? BankCode.TRUE_MONEY : Slip.bank(number), code.reference());
        }
    }

    /**
     * A decision.
     *
     * @param paid the paid minor units; null for a rejection
     * @param reason why it was rejected; null otherwise
     * @param by the operator's name; null for a decision by the service
     * @param requestId the operator's request
     */
    public record Decision(
            @Nullable Long paid,
            @Nullable Reason reason,
            @Nullable String note,
            @Nullable String by,
            @Nullable String requestId,
            Instant at) {
        Actor actor() {
            return by == null ? Actor.SYSTEM : new Actor(Actor.Kind.STAFF, by, requestId, null);
        }
    }

    public TransactionKey payin() {
        return new TransactionKey(key.organizationId(), key.livemode(), upload.payinId());
    }

    public Instant uploadedAt() {
        return Ids.madeAt(key.id());
    }

    /** The transfer as the verifier reports it; null if the verifier did not read the slip. */
    SlipOutcome.@Nullable Facts facts() {
        var verdict = progress.verdict();
        return verdict == null ? null : verdict.facts();
    }

    /** The QR code on it, if any. */
    public Optional<MiniQr> code() {
        return upload.qrPayload() == null ? Optional.empty() : MiniQr.read(upload.qrPayload());
    }

    /** The transfer that the code on the picture or the verifier names; null if neither does. */
    @Nullable
    Transfer knownTransfer() {
        return code().isPresent() || facts() != null ? progress.transfer() : null;
    }

    /** The reference of the payment: the transfer's, or the slip's id when that is unknown. */
    String receiptReference() {
        var transfer = progress.transfer();
        return transfer == null ? "slip:" + key.id() : transfer.reference();
    }

    /** The bank for {@link Transfer}: its stored form, or else the text of the slip. */
    static String bank(String written) {
        return BankCode.ofTransfer(written).orElse(written);
    }

    Slip with(Progress changed) {
        return new Slip(key, upload, changed);
    }

    /** @param differences the failed checks that the decision overrode */
    private record Logged(
            SlipStage stage,
            String currency,
            long expected,
            @Nullable Long paid,
            @Nullable Transfer transfer,
            List<String> differences,
            @Nullable Reason reason,
            long version) {}

    @Override
    public Object logged() {
        var decision = progress.decision();
        return new Logged(
                progress.stage(),
                upload.currency(),
                upload.amount(),
                decision == null ? null : decision.paid(),
                progress.transfer,
                decision == null || decision.paid() == null
                        ? List.of()
                        : SlipDecisionTerms.differences(progress.checks()).stream()
                                .map(Difference::check)
                                .toList(),
                decision == null ? null : decision.reason(),
                version());
    }

    @Override
    public WalletKey wallet() {
        return key.wallet(upload.currency());
    }

    @Override
    public long version() {
        return progress.version();
    }

    @Override
    public Slip withVersion(long version) {
        return with(progress.withVersion(version));
    }
}
