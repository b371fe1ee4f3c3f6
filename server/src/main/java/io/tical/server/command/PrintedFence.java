package io.tical.server.command;

import io.tical.server.lost.LostModule;
import io.tical.server.outward.KnownLogs.Known;
import io.tical.server.outward.Lost;
import io.tical.server.outward.LostCases;
import io.tical.server.outward.LostCases.Filter;
import io.tical.server.outward.OutwardModule;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import java.io.PrintWriter;
import java.util.Locale;

/** Whether anything may leave, and what was lost, printed. */
record PrintedFence(LostModule lost, OutwardModule outward, PrintWriter out) {
    private static final int CASES_SHOWN_MAX = 100;

    /** Returns the exit code: 0 if everything may leave and no case is open. */
    int run() {
        var logs = lost.logs().list();
        var reasons = outward.reasons();
        out.println(reasons.isEmpty() ? "OPEN: everything may be sent." : "CLOSED: nothing is sent.");
        reasons.forEach(out::println);
        logs.forEach(log -> out.println(sentence(log)));
        var picture = lost.cases().picture();
        picture.sums().forEach(sum -> out.println(sentence(sum)));
        var open = picture.open();
        if (open > 0) {
            out.printf(Locale.ROOT, "%,d open %s:%n", open, open == 1 ? "case" : "cases");
            var filter = new Filter(Environments.ALL, Lost.Status.OPEN, null, "");
            var shown = lost.cases().list(filter, new Page(CASES_SHOWN_MAX, 0, null));
            shown.stream().limit(CASES_SHOWN_MAX).forEach(one -> out.println(sentence(one)));
            if (open > CASES_SHOWN_MAX) {
                out.printf(Locale.ROOT, "… and %,d more%n", open - CASES_SHOWN_MAX);
            }
        }
        return reasons.isEmpty() && open == 0 ? 0 : 1;
    }

    private static String sentence(Known log) {
        return String.format(
                Locale.ROOT,
                "log %s: %s, %,d records are in the database, compared with %s timeline %d at %s, last seen %s%s",
                log.id(),
                log.status().word(),
                log.records(),
                Long.toUnsignedString(log.systemIdentifier()),
                log.timeline(),
                log.comparedAt(),
                log.seenAt(),
                log.note() == null ? "" : ": " + log.note());
    }

    private static String sentence(LostCases.Sum sum) {
        return String.format(
                Locale.ROOT,
                "%s, %s, %s: %,d of together %,d %s in minor units, from %s to %s",
                sum.livemode() ? "live" : "test",
                switch (sum.kind()) {
                    case SENT -> "sent";
                    case TOLD -> "told to merchants";
                    case REPORTED -> "transferred, as people reported";
                },
                sum.status().word(),
                sum.count(),
                sum.amount(),
                sum.currency(),
                sum.first(),
                sum.last());
    }

    private static String sentence(Lost one) {
        return (one.key().livemode() ? "live " : "test ") + one.departure().sentence();
    }
}
