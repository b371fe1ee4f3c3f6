package io.tical.server.bankfile;

import io.tical.common.Word;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line of a bank's statement, as the bank wrote it. Dates are local dates of the bank and are never converted.
 *
 * @param position of the entry in its statement, from 1, in the order of the file
 * @param place where it begins in the file
 * @param booked the booking date
 * @param time of day that the bank shows, in its own zone
 * @param value the value date
 * @param amount signed minor units of the statement's currency: positive is money into the account
 * @param reversal whether it undoes an earlier entry
 * @param code of the transaction, such as {@code NTRF} or {@code X1}; the bank's own code follows the standard's, as in {@code PMNT/RRCT/OTHR X1}
 * @param texts what the bank wrote about it, in the parts that the file has
 * @param balanceAfter the balance after the entry, where the file says it
 * @param batch what it is the sum of, if it is one
 * @param details the payments that it consists of, as far as the file has them
 * @param returnReason the code of the reason if it is a returned payment, such as {@code AC04}
 * @param charges that were taken from the amount or added to it, in signed minor units
 * @param hint what the code or the text says about its purpose; never proof
 * @param ordered the amount that was ordered, in signed minor units, if the file says that it is another one than was booked
 */
public record BankEntry(
        int position,
        Place place,
        LocalDate booked,
        @Nullable LocalTime time,
        @Nullable LocalDate value,
        long amount,
        Status status,
        boolean reversal,
        References references,
        @Nullable Counterparty counterparty,
        @Nullable String code,
        List<String> texts,
        @Nullable Long balanceAfter,
        @Nullable Batch batch,
        List<Detail> details,
        @Nullable String returnReason,
        long charges,
        Hint hint,
        @Nullable Long ordered) {
    /** Only a booked entry is money. */
    public enum Status implements Word {
        BOOKED,
        PENDING,
        INFORMATION
    }

    public enum Hint implements Word {
        NONE,
        FEE,
        INTEREST,
        RETURN
    }

    /**
     * The references of an entry or of a part of it; placeholders such as {@code NOTPROVIDED} and {@code NONREF} are none.
     *
     * @param bank the reference that the bank gave: AcctSvcrRef, FITID, or the bank's reference of {@code :61:}
     * @param endToEnd the reference that goes from the payer to the payee
     * @param customer the reference of who ordered it: InstrId, or the customer's reference of {@code :61:}
     * @param uetr the id of ISO 20022 payments
     * @param entry the number that the statement gives the entry: NtryRef
     * @param cheque the number of a cheque
     * @param others further references, such as those of the clearing system and of the payment's file
     */
    public record References(
            @Nullable String bank,
            @Nullable String endToEnd,
            @Nullable String customer,
            @Nullable String uetr,
            @Nullable String entry,
            @Nullable String cheque,
            List<String> others) {
        public static final References NONE = new References(null, null, null, null, null, null, List.of());
    }

    /**
     * The other side, as far as the bank shows it.
     *
     * @param account its number with the bank's mask, such as {@code xxx-x-x4567-x} or {@code X4567}
     * @param bank a bank code of the country or a BIC
     * @param proxy such as {@code MBNO +66-8XXXXX001}
     * @param cut whether the bank cut the name
     */
    public record Counterparty(
            @Nullable String name,
            @Nullable String account,
            @Nullable String bank,
            @Nullable String proxy,
            boolean cut) {}

    /**
     * Many payments booked as one.
     *
     * @param messageId the id of the file that ordered them
     * @param paymentId the id of the part of the file
     * @param total in signed minor units
     */
    public record Batch(
            @Nullable String messageId,
            @Nullable String paymentId,
            @Nullable Integer count,
            @Nullable Long total) {}

    /**
     * One payment of an entry.
     *
     * @param amount signed minor units; null if the file does not say it
     */
    public record Detail(
            @Nullable Long amount,
            References references,
            @Nullable Counterparty counterparty,
            List<String> texts,
            @Nullable String returnReason) {}
}
