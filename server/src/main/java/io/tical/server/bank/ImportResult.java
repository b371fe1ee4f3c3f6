package io.tical.server.bank;

import io.tical.common.Word;
import io.tical.server.bankfile.BankFileException;
import io.tical.server.bankfile.BankStatement;
import io.tical.server.bankfile.Notice;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What an import of a file does, or would do.
 *
 * @param faults why it cannot be imported; empty if it can
 */
record ImportResult(List<Statement> statements, List<Fault> faults) {
    /** The conflicts and the samples of entries that a result names at most, for each statement. */
    static final int NAMED_MAX = 100;

    /**
     * Why a file cannot be imported.
     *
     * @param code machine-readable
     * @param line from 1; 0 if the whole file is meant
     * @param column from 1; 0 if the whole line is meant
     * @param text in English
     * @param arguments of the text, for other languages
     */
    record Fault(String code, int line, int column, String text, List<String> arguments) {
        static Fault of(BankFileException e) {
            return new Fault(
                    "BANK_FILE_" + e.fault().name(),
                    e.place().line(),
                    e.place().column(),
                    String.valueOf(e.getMessage()),
                    e.arguments());
        }
    }

    /**
     * What it does with one statement.
     *
     * @param pending entries that are not booked, and so are no money
     * @param known entries that an earlier statement said
     * @param payins new entries that are the payment of exactly one payin
     * @param paid the sum of those, minor units
     * @param credits the sum of new entries into the account, minor units
     * @param debits the sum of new entries out of the account, minor units, zero or negative
     * @param gap what is missing between the statement before and this one; null if nothing, or if it cannot be known
     * @param conflicts what contradicts earlier statements; at most {@value #NAMED_MAX}
     */
    record Statement(
            UUID accountId,
            String format,
            BankStatement.Kind kind,
            String currency,
            @Nullable LocalDate from,
            @Nullable LocalDate to,
            @Nullable Long opening,
            boolean openingDerived,
            @Nullable Long closing,
            BankStatement.Proof proof,
            long entries,
            long pending,
            long known,
            long fresh,
            long payins,
            long paid,
            long credits,
            long debits,
            @Nullable Gap gap,
            long conflictCount,
            List<Conflict> conflicts,
            List<Notice> notices) {}

    /**
     * The balance at which the statement before ended is not the one at which this one begins.
     *
     * @param until the last day of the statement before
     * @param closing its closing balance, minor units
     * @param opening the opening balance of this one, minor units
     */
    record Gap(LocalDate until, long closing, long opening) {}

    /** @param entryId of the known entry that is missing; null for a new one */
    record Conflict(
            ConflictKind kind,
            LocalDate day,
            long amount,
            @Nullable UUID entryId) {}

    enum ConflictKind implements Word {
        /** It is new on a day of which an earlier statement had said all. */
        ADDED,
        /** An earlier statement said it, and this one, which says all of the day, does not. */
        MISSING
    }

    boolean possible() {
        return faults.isEmpty() && !statements.isEmpty();
    }

    long conflicts() {
        return statements.stream().mapToLong(Statement::conflictCount).sum();
    }
}
