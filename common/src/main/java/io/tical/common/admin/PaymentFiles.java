package io.tical.common.admin;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The JSON of payment files of the operators' API; times are Unix seconds, amounts minor units. */
public final class PaymentFiles {
    private PaymentFiles() {}

    /**
     * A form of files.
     *
     * @param bank the number of the bank that takes it; null for any
     * @param settings what can be set, with its value otherwise; empty if it must be set
     * @param distinct whether no two payments of a file may have the same account and amount
     */
    public record Format(String name, @Nullable String bank, Map<String, String> settings, boolean distinct) {}

    /**
     * How an account pays by files.
     *
     * @param id of the collection account
     * @param format null for an account that does not pay by files
     * @param cutOff {@code HH:mm} in the zone, until which the bank pays on the same day; null for none
     * @param executionDay {@code YYYY-MM-DD}, on which a file that is made now would be paid
     * @param answerDays after the day of execution, until which the bank says what became of the payments
     * @param approval the decision that waits for a second person, or null
     */
    public record Account(
            UUID id,
            String currency,
            String bankCode,
            String accountNo,
            String holderName,
            @Nullable String format,
            Map<String, String> settings,
            @Nullable String zone,
            @Nullable String cutOff,
            @Nullable String executionDay,
            @Nullable Long nextCutOff,
            int answerDays,
            int paymentsMax,
            boolean active,
            int version,
            Approvals.@Nullable Row approval) {}

    /** Payments in one state: how many, and their sum. */
    public record Part(int payments, long amount) {}

    /**
     * A file of payments.
     *
     * @param status {@code draft}, {@code released}, {@code handed_out}, {@code closed}, {@code void} or {@code discarded}
     * @param executionDay {@code YYYY-MM-DD}
     * @param hash SHA-256 of the bytes, in hexadecimal digits; null before its release
     * @param parts the payments by their status
     * @param warnings the payments by what is unusual about them
     * @param answerBy until when the bank should have said what became of it; null before it was handed out
     * @param entryId the entry of a statement that debits all payments at once; null without one
     * @param approval the decision that waits for a second person, or null
     */
    public record File(
            UUID id,
            boolean livemode,
            UUID accountId,
            String name,
            String format,
            String currency,
            String executionDay,
            int payments,
            long total,
            String status,
            @Nullable String hash,
            Map<String, Part> parts,
            Map<String, Part> warnings,
            String createdBy,
            @Nullable String releasedBy,
            @Nullable String handedOutBy,
            @Nullable Long handedOutAt,
            @Nullable Long answerBy,
            @Nullable UUID entryId,
            int version,
            long createdAt,
            long updatedAt,
            Approvals.@Nullable Row approval)
            implements WorkItem.OfService {}

    /**
     * A payment of a file.
     *
     * @param subject {@code payout} or {@code settlement}
     * @param reference by which the bank names it
     * @param warnings what is unusual: {@code new_destination}, {@code name_not_verified}, {@code same_destination},
     *     {@code name_changed}
     * @param status {@code open}, {@code removed}, {@code delivered}, {@code failed}, {@code review} or {@code void}
     * @param outcome what the bank says; null before it said something
     * @param entryId the entry of a statement that proves it; null without one
     */
    public record Line(
            int number,
            String subject,
            UUID transactionId,
            UUID organizationId,
            long amount,
            String bankCode,
            String accountNo,
            String holderName,
            String reference,
            List<String> warnings,
            String status,
            @Nullable String outcome,
            @Nullable String code,
            @Nullable String words,
            @Nullable String bankReference,
            @Nullable UUID entryId) {}

    /**
     * What a bank says of a file.
     *
     * @param fileName by which the bank names the file
     * @param status {@code waiting}, {@code applied} or {@code discarded}
     * @param parts the payments by what the bank says of them
     * @param conflicts payments whose outcome is known, and of which it says something else; they stay as they are
     */
    public record Result(
            UUID id,
            UUID fileId,
            String fileName,
            String name,
            String hash,
            String status,
            String receivedBy,
            Map<String, Part> parts,
            int conflicts,
            int version,
            long receivedAt,
            Approvals.@Nullable Row approval) {}

    /**
     * What a file would contain that is made now.
     *
     * @param executionDay {@code YYYY-MM-DD}, on which the bank would pay it
     * @param leftOut what waits and would not come into it, by the reason
     */
    public record Outlook(int payments, long total, String executionDay, Map<String, Part> leftOut) {}
}
