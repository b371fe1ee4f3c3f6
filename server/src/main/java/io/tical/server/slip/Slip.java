package io.tical.server.slip;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.rail.BankCode;
import io.tical.server.payin.Channel;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An uploaded slip as stored: what came, which never changes, and how far it has come. The picture itself is in the
 * {@link SlipStorage}.
 *
 * @param key its id was made in the millisecond of the upload
 */
public record Slip(TransactionKey key, Upload upload, Progress progress) {
    /** Stands for a bank where a wallet's slip has none. */
    static final String TRUE_MONEY = "TRUEMONEY";

    /** By which way it came. */
    public enum Source implements Word {
        API,
        PAY_PAGE;

        static Source of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /** What is to happen next to one that is pending. */
    public enum Stage implements Word {
        /** It is being verified. */
        CHECKING,
        /** The bank has not told yet; it is asked again. */
        WAITING,
        /** Finance decides. Where the verifier could not be reached, it is asked again meanwhile. */
        REVIEW,
        /** It was decided to accept it; the payin is being confirmed. */
        CONFIRMING;

        static Stage of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /** Why finance rejects one. */
    public enum Reason implements Word {
        UNREADABLE,
        NOT_A_SLIP,
        WRONG_AMOUNT,
        WRONG_RECEIVER,
        DUPLICATE,
        NOT_RECEIVED,
        OTHER;

        public static Optional<Reason> of(String word) {
            for (var reason : values()) {
                if (reason.word().equals(word)) {
                    return Optional.of(reason);
                }
            }
            return Optional.empty();
        }
    }

    /**
     * What came, and for which payin.
     *
     * @param number 1 to 10, counting the payin's uploads
     * @param late whether the payin had expired when it came
     * @param amount minor units that the payer was asked to send
     * @param width of the stored picture in pixels
     * @param height of the stored picture in pixels
     * @param qrPayload the text of the code on it; null where none was found
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
            String requestId) {}

    /**
     * How far it has come.
     *
     * @param stage null once it is decided
     * @param asked how often a verifier was asked
     * @param dueAt when background work looks at it next, or null
     * @param verdict what the verifier said last; null before it was asked
     * @param checks as they stood when somebody looked last, a machine or a person
     * @param transfer which transfer it tells of, as far as that is known
     * @param reviewAt since when finance is to look at it, or null
     * @param version raised by every change; a decision names the version it saw
     */
    public record Progress(
            SlipStatus status,
            @Nullable Stage stage,
            int asked,
            @Nullable Instant dueAt,
            @Nullable Verdict verdict,
            List<Check> checks,
            @Nullable Transfer transfer,
            @Nullable Decision decision,
            @Nullable Instant reviewAt,
            @Nullable Claim claim,
            long version,
            Instant updatedAt) {
        /** One that has just come. */
        static Progress begun(@Nullable Transfer transfer, Instant now) {
            return new Progress(
                    SlipStatus.PENDING, Stage.CHECKING, 0, null, null, List.of(), transfer, null, null, null, 1, now);
        }

        /** A verifier was asked once more. */
        Progress asked(Verdict said, @Nullable Transfer known) {
            return new Progress(
                    status, stage, asked + 1, dueAt, said, checks, known, decision, reviewAt, claim, version,
                    updatedAt);
        }

        Progress checked(List<Check> now) {
            return new Progress(
                    status, stage, asked, dueAt, verdict, now, transfer, decision, reviewAt, claim, version, updatedAt);
        }

        /** It waits; what had been decided is not any more. */
        Progress waiting(Stage next, @Nullable Instant due, Instant now) {
            return new Progress(
                    status,
                    next,
                    asked,
                    due,
                    verdict,
                    checks,
                    transfer,
                    null,
                    next == Stage.REVIEW && reviewAt == null ? now : reviewAt,
                    claim,
                    version,
                    now);
        }

        /** It was decided to accept it. */
        Progress confirming(Decision decided, Instant due) {
            return new Progress(
                    status,
                    Stage.CONFIRMING,
                    asked,
                    due,
                    verdict,
                    checks,
                    transfer,
                    decided,
                    reviewAt,
                    claim,
                    version,
                    decided.at());
        }

        Progress ended(SlipStatus end, Decision decided) {
            return new Progress(
                    end, null, asked, null, verdict, checks, transfer, decided, reviewAt, null, version, decided.at());
        }

        Progress claimed(@Nullable Claim by) {
            return new Progress(
                    status, stage, asked, dueAt, verdict, checks, transfer, decision, reviewAt, by, version, updatedAt);
        }
    }

    /** A transfer, by its reference and the bank that gave it; an empty bank is an unknown one. */
    public record Transfer(String bank, String reference) {}

    /**
     * What was decided.
     *
     * @param paid minor units that really came; null for a rejection
     * @param reason why it was rejected; null otherwise
     * @param by the person's name; null where the service decided
     * @param requestId the person's request
     */
    public record Decision(
            @Nullable Long paid,
            @Nullable Reason reason,
            @Nullable String note,
            @Nullable String by,
            @Nullable String requestId,
            Instant at) {
        Actor actor() {
            return by == null ? Actor.SYSTEM : new Actor(Actor.Kind.STAFF, by, requestId);
        }
    }

    /** Who of finance has it in hand. */
    public record Claim(String by, Instant until) {
        boolean excludes(@Nullable String username, Instant now) {
            return now.isBefore(until) && !by.equals(username);
        }
    }

    public TransactionKey payin() {
        return new TransactionKey(key.organizationId(), key.livemode(), upload.payinId());
    }

    public Instant uploadedAt() {
        return Ids.madeAt(key.id());
    }

    /** The code on it; empty where none was found. */
    public Optional<MiniQr> code() {
        return upload.qrPayload() == null ? Optional.empty() : MiniQr.parse(upload.qrPayload());
    }

    /** The transfer that a code names. */
    static Transfer transfer(MiniQr code) {
        return switch (code) {
            case MiniQr.BankSlip bank -> new Transfer(bank.bankCode().orElse(bank.bankNumber()), bank.reference());
            case MiniQr.TrueMoneySlip trueMoney -> new Transfer(TRUE_MONEY, trueMoney.reference());
        };
    }

    /** How its payin's payment is told from others: the transfer's reference, or where there is none the slip itself. */
    String receiptReference() {
        var transfer = progress.transfer();
        return transfer == null ? "slip:" + key.id() : transfer.reference();
    }

    /** The bank as {@link Transfer} has it: its abbreviation, or what was written. */
    static String bank(String written) {
        return BankCode.of(written, "THB").orElse(written);
    }

    Slip with(Progress changed) {
        return new Slip(key, upload, changed);
    }
}
