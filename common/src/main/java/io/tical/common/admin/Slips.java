package io.tical.common.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Slips, which finance compares with the payins that they are for. */
public final class Slips {
    private Slips() {}

    /**
     * A line of the queue.
     *
     * @param amount to be transferred
     * @param reference of the transfer that it shows, as far as known
     * @param paidAmount what arrived; null without a decision, and for a rejection
     * @param feeAmount of the payin that it paid, and so {@code netAmount}; null if it paid none
     */
    public record Row(
            UUID id,
            UUID payinId,
            String orderRef,
            UUID organizationId,
            String organizationName,
            boolean livemode,
            long amount,
            String currency,
            String status,
            String channel,
            @Nullable String reference,
            @Nullable Long paidAmount,
            @Nullable Long feeAmount,
            @Nullable Long netAmount,
            @Nullable Long decidedAt,
            long uploadedAt,
            @Nullable String claimedBy,
            @Nullable Long claimedUntil,
            Approvals.@Nullable Row approval,
            int version)
            implements WorkItem {}

    /**
     * A slip with everything that a decision needs.
     *
     * @param number counts the uploads of the payin
     * @param late whether the payin had expired before the upload
     * @param decisions {@code accept}, {@code suspend}, {@code confirm_payin}, {@code reject}, those that are possible now
     * @param nextSlip whether the payer can send another slip: {@code open}, {@code expired} (the payin, but they can), {@code limit} or
     *     {@code ended}
     * @param decisionTerms by decision, such as {@code accept}: those that record its payment
     */
    public record Detail(
            @JsonUnwrapped Row row,
            String stage,
            int number,
            String source,
            boolean late,
            Expected expected,
            @Nullable Qr qr,
            @Nullable Upstream upstream,
            List<Check> checklist,
            List<EarlierUse> earlierUses,
            @Nullable Decided decision,
            List<String> decisions,
            String nextSlip,
            Payin payin,
            Map<String, DecisionTerms> decisionTerms) {}

    public record Expected(long amount, String currency, Party receiver) {}

    /** Hidden digits of numbers are {@code x}. */
    public record Party(
            @Nullable String bankCode,
            @Nullable String accountNo,
            @Nullable String proxy,
            List<String> names) {}

    /** The code on the picture. */
    public record Qr(String payload, @Nullable String sendingBank, String reference) {}

    /** The last answer of the verifier. */
    public record Upstream(
            String outcome,
            @Nullable String verifier,
            @Nullable String reason,
            @Nullable Facts facts,
            long askedAt) {}

    /** The transfer that the verifier found. */
    public record Facts(
            String reference,
            long amount,
            String currency,
            @Nullable Long transferredAt,
            Party sender,
            Party receiver) {}

    /**
     * One comparison.
     *
     * @param result {@code match}, {@code mismatch} or {@code unknown}
     * @param expected an amount in minor units, Unix seconds or a text, and so {@code found}
     */
    public record Check(
            String check,
            String result,
            @Nullable JsonNode expected,
            @Nullable JsonNode found) {}

    /** A phrase of the service at the end of {@code expected} or {@code found}, which the console says in its language. */
    public enum Phrase {
        NEW("new"),
        UNUSED("not used"),
        PAID_ANOTHER("paid another payin"),
        /** It paid a payout or a settlement, or paid money back. */
        SENT("was sent, not received"),
        RECORDED("was recorded for this payin by staff"),
        /** No slip proved a payment that the payin already has, so it may be this one. */
        MAYBE_RECORDED("may already be recorded for this payin"),
        OTHER_SCRIPT("in another script"),
        TOO_LITTLE("too little of the name is shown"),
        CONTRADICTORY("only one of the names agrees"),
        MORE_SHOWN("shows more than the expected name"),
        OTHER_ORDER("has the words in another order, or without some"),
        OTHER_KIND("another kind of person or company"),
        OTHER_TITLE("has the title of another person");

        private final String text;

        Phrase(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** @param slipId null for a payment that staff recorded; it has no picture */
    public record EarlierUse(
            String kind,
            @Nullable UUID slipId,
            UUID payinId,
            String orderRef,
            String organizationName,
            @Nullable String status,
            boolean paid,
            @Nullable Integer distance,
            long uploadedAt) {}

    public record Decided(
            @Nullable Long paidAmount,
            @Nullable String reason,
            @Nullable String note,
            @Nullable String decidedBy,
            long decidedAt) {}

    public record Payin(
            String status, @Nullable String customerName, long transferAmount, long feeAmount, long createdAt) {}
}
