package io.tical.console.paymentfile;

import io.tical.common.admin.PaymentFiles.Account;
import io.tical.common.admin.PaymentFiles.File;
import io.tical.common.admin.PaymentFiles.Line;
import io.tical.common.admin.PaymentFiles.Result;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A file with its payments and what the bank said of them.
 *
 * @param lines in the order of the file
 * @param results newest first
 * @param account that pays
 */
record PaymentFileItem(File file, List<Line> lines, List<Result> results, Account account) {
    static final String OPEN = "open";
    static final String REMOVED = "removed";

    boolean is(String status) {
        return file.status().equals(status);
    }

    /** Whether the bank can have the file. */
    boolean isAtBank() {
        return is("handed_out") || is("closed");
    }

    /** Whether nothing is to be done with it. */
    boolean isEnded() {
        return waiting().isEmpty() && (is("closed") || is("void") || is("discarded"));
    }

    /** The word for the status of a payment that the bank can have. */
    static String shown(String status) {
        return status.equals(OPEN) ? "handed_out" : status;
    }

    /** Its payments: without those that were taken out. */
    List<Line> payments() {
        return lines.stream().filter(line -> !line.status().equals(REMOVED)).toList();
    }

    /** Payments that need a look, the most unusual first. */
    List<Line> unusual() {
        return payments().stream()
                .filter(line -> !line.warnings().isEmpty())
                .sorted(Comparator.<Line>comparingInt(line -> -line.warnings().size())
                        .thenComparing(Line::amount, Comparator.reverseOrder()))
                .toList();
    }

    /** Payments of which nobody knows what became of them. */
    long unanswered() {
        return lines.stream()
                .filter(line -> line.status().equals(OPEN) || line.status().equals("review"))
                .count();
    }

    /** Whether the bank should have answered. */
    boolean isOverdue(Instant now) {
        var by = file.answerBy();
        return is("handed_out") && by != null && unanswered() > 0 && now.getEpochSecond() >= by;
    }

    /** The result that is decided next: the one that waits longest. */
    Optional<Result> waiting() {
        return results.reversed().stream()
                .filter(result -> result.status().equals("waiting"))
                .findFirst();
    }

    /** Whether something shows that the bank has the file, so that nobody can say the opposite. */
    boolean isCarriedOut() {
        return file.entryId() != null
                || lines.stream()
                        .anyMatch(line -> line.entryId() != null
                                || line.outcome() != null
                                || line.status().equals("delivered"));
    }
}
