package io.tical.server.bankfile;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a bank says of a file of payments, of a part of it, or of one payment.
 *
 * @param place where it begins in the report
 * @param messageId the id of the file of payments
 * @param paymentId the id of the part; null if it is said of the file
 * @param endToEndId of the payment; null if it is said of more than one, or if the bank names it otherwise
 * @param instructionId of the payment
 * @param uetr of the payment
 * @param code the bank's status, such as {@code ACSC}, known or not
 * @param reasons in the order of the report
 * @param bankReference that the bank gave the payment
 * @param amount in minor units, and its currency, if the report repeats them; they must then be those of the payment
 */
public record PaymentStatus(
        Place place,
        Level level,
        String messageId,
        @Nullable String paymentId,
        @Nullable String endToEndId,
        @Nullable String instructionId,
        @Nullable String uetr,
        String code,
        List<Reason> reasons,
        @Nullable String bankReference,
        @Nullable Long amount,
        @Nullable String currency) {
    private static final Set<String> DUPLICATES = Set.of("AM05", "DU01", "DU02", "DU03", "DU04", "DU05", "DUPL");

    /** What a status is said of. A rejection is one of everything below it; every other status says nothing of what is below. */
    public enum Level {
        FILE,
        PART,
        PAYMENT
    }

    /** What a status means for a payment. */
    public enum Outcome {
        /** Nothing is decided. */
        IN_PROCESS,
        /** By the bank's word; the statement is the proof. */
        SUCCEEDED,
        FAILED,
        /** A person must look: a duplicate that must not be sent again, a blocked payment, or a status that is not known. */
        OPERATOR
    }

    /** Why a payment failed, in the words of payouts. */
    public enum Failure {
        INVALID_ACCOUNT_NUMBER,
        ACCOUNT_CLOSED,
        ACCOUNT_FROZEN,
        NO_ACCOUNT,
        COULD_NOT_PROCESS
    }

    /**
     * @param code of ISO 20022 or of the bank, known or not
     * @param texts the bank's explanation
     */
    public record Reason(@Nullable String code, List<String> texts) {}

    public Outcome outcome() {
        return switch (code) {
            case "RCVD", "PDNG", "PATC", "RCVC", "ACTC", "ACCP", "ACSP", "ACWC", "ACWP", "PART" -> Outcome.IN_PROCESS;
            case "ACSC", "ACCC" -> Outcome.SUCCEEDED;
            case "CANC" -> Outcome.FAILED;
            case "RJCT" -> hasReason(DUPLICATES) ? Outcome.OPERATOR : Outcome.FAILED;
            default -> Outcome.OPERATOR;
        };
    }

    /** Of the first reason; for what did not fail, it says nothing. */
    public Failure failure() {
        var reason = reasons.isEmpty() ? null : reasons.getFirst().code();
        return switch (reason == null ? "" : reason) {
            case "AC01", "AC03" -> Failure.INVALID_ACCOUNT_NUMBER;
            case "AC04", "AC07" -> Failure.ACCOUNT_CLOSED;
            case "AC06" -> Failure.ACCOUNT_FROZEN;
            case "BE06" -> Failure.NO_ACCOUNT;
            default -> Failure.COULD_NOT_PROCESS;
        };
    }

    /** Whether the account that pays has too little money, which concerns more than this payment. */
    public boolean lacksFunds() {
        return hasReason(Set.of("AM04"));
    }

    private boolean hasReason(Set<String> codes) {
        return reasons.stream().map(Reason::code).anyMatch(reason -> reason != null && codes.contains(reason));
    }
}
