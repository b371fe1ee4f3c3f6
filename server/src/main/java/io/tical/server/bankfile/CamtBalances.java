package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** The balances of a statement, of which two say where its entries begin and end. */
final class CamtBalances {
    @Nullable
    private Said opening;

    @Nullable
    private Said before;

    @Nullable
    private Said closing;

    @Nullable
    private Said firstInterim;

    @Nullable
    private Said lastInterim;

    private int interims;

    /** A balance as the file has it, signed. */
    record Said(
            String code,
            DecimalAmount amount,
            @Nullable String currency,
            @Nullable LocalDate date) {
        Place place() {
            return amount.place();
        }

        private boolean isBefore(Said other) {
            return date != null && other.date != null && date.isBefore(other.date);
        }
    }

    /** Reads a balance, the current element. */
    @Nullable
    Said read(XmlCursor cursor) throws BankFileException, IOException {
        var reading = new Reading(cursor);
        cursor.children(reading::child);
        return reading.code == null || !isBooked(reading.code) ? null : keep(reading.said(reading.code));
    }

    private static boolean isBooked(String code) {
        return switch (code) {
            case "OPBD", "PRCD", "CLBD", "ITBD" -> true;
            default -> false;
        };
    }

    private Said keep(Said said) {
        switch (said.code()) {
            case "OPBD" -> opening = opening == null || said.isBefore(opening) ? said : opening;
            case "PRCD" -> before = before == null || said.isBefore(before) ? said : before;
            case "CLBD" -> closing = closing == null || !said.isBefore(closing) ? said : closing;
            default -> {
                firstInterim = firstInterim == null ? said : firstInterim;
                lastInterim = said;
                interims++;
            }
        }
        return said;
    }

    /**
     * Where the entries begin.
     *
     * @param later whether the page is not the first one, which may begin with an interim balance
     */
    @Nullable
    Said opening(boolean later) {
        if (opening != null) {
            return opening;
        }
        if (before != null) {
            return before;
        }
        var interim = closing == null ? interims > 1 : later;
        return interim ? firstInterim : null;
    }

    /** Where they end. */
    @Nullable
    Said closing() {
        return closing == null ? lastInterim : closing;
    }

    private static final class Reading {
        private final XmlCursor cursor;
        private final Place place;

        @Nullable
        private String code;

        @Nullable
        private XmlAmount amount;

        @Nullable
        private Boolean credit;

        @Nullable
        private LocalDate date;

        Reading(XmlCursor cursor) {
            this.cursor = cursor;
            this.place = cursor.place();
        }

        void child(String name) throws BankFileException, IOException {
            switch (name) {
                case "Tp" -> code = cursor.codes().first("CdOrPrtry/Cd");
                case "Amt" -> amount = XmlAmount.read(cursor);
                case "CdtDbtInd" -> credit = XmlAmount.credit(cursor);
                case "Dt" ->
                    cursor.children(choice -> date = XmlDate.read(cursor).date());
                default -> {}
            }
        }

        Said said(String type) throws BankFileException {
            if (amount == null || credit == null) {
                throw new BankFileException(Fault.FIELD_MISSING, place, amount == null ? "Bal/Amt" : "Bal/CdtDbtInd");
            }
            var signed = credit ? amount.amount() : amount.amount().negated();
            return new Said(type, signed, amount.currency(), date);
        }
    }
}
