package io.tical.console.bank;

import io.tical.common.admin.BankStatements.Fault;
import io.tical.common.admin.BankStatements.File;
import io.tical.common.admin.BankStatements.Preview;
import io.tical.common.admin.BankStatements.Statement;
import io.tical.common.admin.CollectionAccount;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A file of a bank with what an import of it would do.
 *
 * @param preview null for a file that neither waits nor counts
 * @param accounts those that the operator can choose
 * @param layouts the names of all that read files
 */
record BankFileItem(File file, @Nullable Preview preview, List<CollectionAccount> accounts, List<String> layouts) {
    private static final String CODE = "BANK_FILE_";

    boolean waits() {
        return file.status().equals("waiting");
    }

    boolean isImported() {
        return file.status().equals("imported");
    }

    List<Statement> statements() {
        return preview == null ? List.of() : preview.statements();
    }

    List<Fault> faults() {
        return preview == null ? List.of() : preview.faults();
    }

    /** Whether an import is possible now. */
    boolean canImport() {
        return waits() && preview != null && preview.possible();
    }

    /** Whether the service asks which account it is. */
    boolean lacksAccount() {
        return hasFault("ACCOUNT_MISSING", "ACCOUNT_AMBIGUOUS", "ACCOUNT_UNKNOWN");
    }

    /** The profiles of which one must be chosen; empty if none must. */
    List<String> profiles() {
        return faults().stream()
                .filter(fault -> fault.code().equals(CODE + "PROFILE_AMBIGUOUS"))
                .flatMap(fault -> fault.arguments().stream())
                .flatMap(names -> Stream.of(names.split(", ")))
                .toList();
    }

    /** The layouts that can be chosen: those that fit, or all if none does or one was chosen before. */
    List<String> choosable() {
        var fitting = profiles();
        return fitting.isEmpty() && (needsLayout() || file.profile() != null) ? layouts : fitting;
    }

    /** Whether no layout reads it, or the chosen one does not. */
    boolean needsLayout() {
        return hasFault(
                "COLUMNS",
                "PROFILE_UNKNOWN",
                "COLUMNS_MISSING",
                "ROW",
                "DATE",
                "AMOUNT",
                "RUNNING_BALANCE",
                "TOO_MUCH_EFFORT");
    }

    private boolean hasFault(String... codes) {
        return faults().stream()
                .anyMatch(
                        fault -> Stream.of(codes).anyMatch(code -> fault.code().equals(CODE + code)));
    }
}
