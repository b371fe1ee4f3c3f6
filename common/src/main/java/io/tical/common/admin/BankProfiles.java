package io.tical.common.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The layouts by which tables of banks are read, and how one reads a file. Days are written {@code 2026-11-20}. */
public final class BankProfiles {
    private BankProfiles() {}

    /**
     * A layout.
     *
     * @param id null for one that comes with the service
     * @param origin {@code shipped} or {@code own}
     * @param status {@code active} or {@code retired}
     * @param version 0 for one that comes with the service
     * @param definition its columns, forms and patterns
     * @param fileId the file on which this version was tried
     * @param approval its change that waits for a second person; null without one
     */
    public record Profile(
            @Nullable UUID id,
            String name,
            String origin,
            String status,
            int version,
            JsonNode definition,
            @Nullable UUID fileId,
            @Nullable String changedBy,
            @Nullable Long changedAt,
            Approvals.@Nullable Row approval) {}

    /** A layout with all its versions, newest first. */
    public record Detail(Profile profile, List<Profile> versions) {}

    /**
     * How a layout reads the beginning of a file.
     *
     * @param definition of the layout; null if none could be proposed
     * @param proposed whether the service proposed it
     * @param guesses what the service took from the file
     * @param passed whether the layout may be used: it reads the file, and nothing in the file contradicts it
     * @param encoding in which the file was read
     * @param whole whether it was all of the file
     * @param lines the first ones, the last ones, and those with faults
     * @param count of all lines
     * @param faults that lines have
     * @param problems of the whole file
     * @param notices what to check
     */
    public record Trial(
            @Nullable JsonNode definition,
            boolean proposed,
            List<BankStatements.Remark> guesses,
            boolean passed,
            String encoding,
            boolean whole,
            List<Column> columns,
            List<Line> lines,
            int count,
            int entries,
            int faults,
            List<Statement> statements,
            List<BankStatements.Fault> problems,
            List<BankStatements.Remark> notices) {}

    /**
     * A column of the file.
     *
     * @param position from 0
     * @param name empty if the file does not name it
     */
    public record Column(int position, String name, String sample) {}

    /**
     * A line of the file.
     *
     * @param kind {@code before}, {@code names}, {@code entry}, {@code known} or {@code fault}
     */
    public record Line(
            int line,
            String kind,
            List<String> cells,
            @Nullable Entry entry,
            BankStatements.@Nullable Fault fault) {}

    /**
     * A line that was read as an entry.
     *
     * @param amount signed minor units; positive is money into the account
     * @param balance after it, minor units
     */
    public record Entry(
            String booked,
            @Nullable String time,
            long amount,
            @Nullable Long balance,
            @Nullable String partyName,
            @Nullable String partyAccount,
            @Nullable String partyBank,
            @Nullable String reference,
            String text) {}

    /**
     * What was read of a statement. Amounts are minor units.
     *
     * @param debits zero or negative
     * @param proof {@code proved}, {@code chain}, {@code sums} or {@code none}; null if the sums do not fit, or were not reached
     */
    public record Statement(
            @Nullable String account,
            String currency,
            @Nullable String from,
            @Nullable String to,
            @Nullable Long opening,
            boolean openingDerived,
            @Nullable Long closing,
            boolean closingDerived,
            long credits,
            long debits,
            int entries,
            @Nullable String proof) {}
}
