package io.tical.server.command;

import io.tical.server.ledger.Audit;
import io.tical.server.ledger.AuditReport;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.Head;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An audit whose progress and result are printed.
 *
 * @param since the heads after which the audit begins; null for an audit of everything
 * @param err where progress is printed
 */
record PrintedAudit(Audit audit, @Nullable Since since, PrintStream out, PrintStream err) {
    private static final int HEADS_SHOWN_MAX = 20;
    private static final int FINDINGS_SHOWN_MAX = 100;

    /** The heads in a file. */
    record Since(Path file, List<Head> heads) {}

    /** Audits, and prints only the heads of all chains, so that they can be stored elsewhere. Prints none if a row is wrong. */
    int heads(List<Head> noted) {
        var report = audited(noted);
        if (!report.clean()) {
            verdict(report).forEach(line -> out.println("# " + line));
            return 1;
        }
        out.print(Head.lines(report.at(), report.heads()));
        return 0;
    }

    private AuditReport audited(List<Head> noted) {
        Consumer<String> progress = words -> err.println("Audit: " + words);
        return since == null ? audit.run(noted, progress) : audit.since(since.heads(), noted, progress);
    }

    private List<String> verdict(AuditReport report) {
        if (report.clean()) {
            return List.of(
                    since == null
                            ? "Everything adds up."
                            : "Everything since the heads of " + since.file()
                                    + " adds up. Rows that have not changed since then were not read.");
        }
        var lines = new ArrayList<String>();
        var wrong = report.wrongRows();
        if (!wrong.isEmpty()) {
            lines.add(
                    "WRONG: " + count(wrong, "is not as the service wrote it.", "are not as the service wrote them."));
            sentences(wrong, lines);
        }
        var contradictions = report.contradictions();
        if (!contradictions.isEmpty()) {
            lines.add((wrong.isEmpty() ? "WRONG: " : "")
                    + count(contradictions, "contradicts others", "contradict others")
                    + (wrong.isEmpty() ? "." : ", which may follow from the rows above."));
            sentences(contradictions, lines);
        }
        return lines;
    }

    private static String count(List<Finding> findings, String one, String many) {
        var atLeast = findings.size() >= AuditReport.FINDINGS_MAX ? "at least " : "";
        return findings.size() == 1 ? "1 row " + one : atLeast + number(findings.size()) + " rows " + many;
    }

    private static void sentences(List<Finding> findings, List<String> lines) {
        findings.stream().limit(FINDINGS_SHOWN_MAX).map(Finding::sentence).forEach(lines::add);
        if (findings.size() > FINDINGS_SHOWN_MAX) {
            lines.add("… and " + number(findings.size() - FINDINGS_SHOWN_MAX) + " more");
        }
    }

    /**
     * Audits and prints. Returns the exit code: 0 when everything adds up, 1 when a row is wrong.
     *
     * @param noted heads of earlier audits, which must still be in their chains
     */
    int run(List<Head> noted) {
        var report = audited(noted);
        out.printf(
                Locale.ROOT,
                "Audit of %s, %d ms%n%n",
                report.at(),
                report.duration().toMillis());
        table(counts(report));
        table(totals(report));
        table(heads(report));
        if (report.heads().size() > HEADS_SHOWN_MAX) {
            out.printf(Locale.ROOT, "… and %d more chains%n%n", report.heads().size() - HEADS_SHOWN_MAX);
        }
        var compared = noted.size() + (since == null ? 0 : since.heads().size());
        if (compared > 0) {
            out.printf(Locale.ROOT, "Noted heads that were compared: %d%n", compared);
        }
        verdict(report).forEach(out::println);
        return report.clean() ? 0 : 1;
    }

    private static List<List<String>> counts(AuditReport report) {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("table", "rows"));
        report.counts().forEach((table, rowCount) -> rows.add(List.of(table, number(rowCount))));
        return rows;
    }

    private static List<List<String>> totals(AuditReport report) {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("currency", "account", "minor units"));
        for (var total : report.totals()) {
            var name = total.currency() + (total.livemode() ? " live" : " test");
            total.balances().forEach((account, amount) -> {
                if (amount != 0 || account.wallet()) {
                    rows.add(List.of(name, account.word(), number(amount)));
                }
            });
        }
        return rows;
    }

    private static List<List<String>> heads(AuditReport report) {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("chain", "to number", "head"));
        report.heads().stream()
                .limit(HEADS_SHOWN_MAX)
                .forEach(head -> rows.add(List.of(head.chain(), number(head.number()), head.hash())));
        return rows;
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Prints columns as wide as their widest cell; numbers are right-aligned. */
    private void table(List<List<String>> rows) {
        if (rows.size() == 1) {
            return;
        }
        for (var row : rows) {
            var line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                var place = column;
                var width = rows.stream()
                        .mapToInt(cells -> cells.get(place).length())
                        .max()
                        .orElse(0);
                var cell = row.get(column);
                var pad = " ".repeat(width - cell.length());
                var numeric = rows.getLast().get(column).matches("-?[0-9,]+");
                line.append(numeric ? pad + cell : cell + pad).append("  ");
            }
            out.println(line.toString().stripTrailing());
        }
        out.println();
    }
}
