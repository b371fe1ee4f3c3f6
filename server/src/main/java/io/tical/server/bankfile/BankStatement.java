package io.tical.server.bankfile;

import io.tical.common.Word;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a statement says besides its entries. */
public final class BankStatement {
    private BankStatement() {}

    /** How final a statement is. */
    public enum Kind implements Word {
        /** The entries of whole days, with their balances: camt.053, MT940, OFX, files of banks. */
        FINAL,
        /** The entries of a day so far, or since the last report: camt.052, MT942. */
        INTRADAY,
        /** Single entries, or the parts of sums of another statement: camt.054. */
        NOTIFICATION
    }

    /**
     * @param format such as {@code camt.053.001.08}, {@code MT940}, {@code OFX 1.0.2}, or the name of a profile
     * @param account the number as the file has it, masks included; null if the file does not say it
     * @param bank its bank as the file has it, a code or a BIC
     * @param currency ISO 4217; null if the file does not say it
     * @param id the bank's id of the statement
     * @param sequence the bank's number of the statement
     * @param page of the statement, from 1; the first one if the file has several
     * @param until the last page that the file has
     * @param last whether that is the last page of the statement
     * @param from the first day of the period, if the file says it
     * @param to the last day of the period, if the file says it
     */
    public record Head(
            Kind kind,
            String format,
            @Nullable String account,
            @Nullable String bank,
            @Nullable String currency,
            @Nullable String id,
            @Nullable String sequence,
            int page,
            int until,
            boolean last,
            @Nullable LocalDate from,
            @Nullable LocalDate to) {}

    /**
     * @param amount signed minor units; negative is overdrawn
     * @param date of the balance, if the file says it
     * @param derived whether it was computed, because the file does not say it
     * @param code that the file gives it, such as {@code OPBD} or {@code 62F}
     */
    public record Balance(
            long amount,
            @Nullable LocalDate date,
            boolean derived,
            @Nullable String code) {
        public Balance(long amount, @Nullable LocalDate date, boolean derived) {
            this(amount, date, derived, null);
        }
    }

    /**
     * What proves a statement.
     *
     * @param opening null if the file neither says it nor lets it be computed
     * @param closing null if the file neither says it nor lets it be computed
     * @param proof what the file's own sums prove
     * @param notices what an operator should know and what is no error
     */
    public record Foot(@Nullable Balance opening, @Nullable Balance closing, Proof proof, List<Notice> notices) {}

    /** What the sums of a file prove about its entries. */
    public enum Proof implements Word {
        /** Opening and closing are in the file and fit the entries, or every running balance does and the sums show that none is missing. */
        PROVED,
        /** Every running balance fits, but nothing shows that the first or last entries are not missing. */
        CHAIN,
        /** Sums or counts fit, but nothing says where the balance began or ended. */
        SUMS,
        /** The file has nothing that shows that a line is missing. */
        NONE
    }
}
