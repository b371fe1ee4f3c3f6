package io.tical.server.command;

import io.tical.server.decision.Approval;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.lost.LostModule;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Modules;
import io.tical.server.outward.KnownLogs;
import io.tical.server.outward.KnownLogs.Known;
import io.tical.server.outward.Lost;
import io.tical.server.outward.LostCases;
import io.tical.server.outward.LostCases.Filter;
import io.tical.server.outward.OutwardModule;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether anything may leave, and what was lost, printed.
 *
 * @param organizationName returns the name of an organization; empty if a restored database does not have it
 */
record PrintedFence(
        LostModule lost,
        OutwardModule outward,
        WaitingApprovals approvals,
        Function<UUID, Optional<String>> organizationName,
        PrintWriter out) {
    private static final int CASES_SHOWN_MAX = 100;

    static PrintedFence of(Modules modules, PrintWriter out) {
        return new PrintedFence(
                modules.get(LostModule.class),
                modules.get(OutwardModule.class),
                new WaitingApprovals(modules.platform().database()),
                modules.get(MerchantModule.class).organizations()::name,
                out);
    }

    /** Returns the exit code: 0 if everything may leave and no case is open. */
    int run() {
        var logs = lost.logs().list();
        var reasons = outward.reasons();
        out.println(reasons.isEmpty() ? "OPEN: everything may be sent." : "CLOSED: nothing is sent.");
        reasons.forEach(out::println);
        var waiting =
                approvals.of(logs.stream().map(log -> KnownLogs.key(log.id())).toList());
        for (var log : logs) {
            out.println(sentence(log));
            printWaiting(waiting.get(KnownLogs.key(log.id())));
        }
        var picture = lost.cases().picture();
        picture.sums().forEach(sum -> out.println(sentence(sum)));
        picture.concerned().forEach(one -> out.println(sentence(one)));
        var open = picture.open();
        var filter = new Filter(Environments.ALL, Lost.Status.OPEN, null, "");
        print("open", open, lost.cases().list(filter, new Page(CASES_SHOWN_MAX, 0, null)));
        var undecided = outward.undecided();
        print("adopted, undecided", undecided.size(), undecided);
        return reasons.isEmpty() && open == 0 ? 0 : 1;
    }

    /** @param cases at least the first {@value #CASES_SHOWN_MAX} */
    private void print(String status, long count, List<Lost> cases) {
        if (count == 0) {
            return;
        }
        out.printf(Locale.ROOT, "%,d %s %s:%n", count, status, count == 1 ? "case" : "cases");
        var shown = cases.stream().limit(CASES_SHOWN_MAX).toList();
        var waiting = approvals.of(shown.stream()
                .flatMap(one -> Stream.of(one.key(), one.holder()))
                .distinct()
                .toList());
        for (var one : shown) {
            out.println(sentence(one));
            printWaiting(waiting.get(one.key()));
            printWaiting(waiting.get(one.holder()));
        }
        if (count > CASES_SHOWN_MAX) {
            out.printf(Locale.ROOT, "… and %,d more%n", count - CASES_SHOWN_MAX);
        }
    }

    private void printWaiting(@Nullable Approval approval) {
        if (approval != null) {
            out.println(
                    "  waits for another operator: approval " + approval.key().id() + ", asked for by "
                            + approval.requested().maker());
        }
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

    private String sentence(LostCases.Concerned one) {
        return String.format(
                Locale.ROOT,
                "%s merchant %s (%s): %,d of %,d open",
                one.livemode() ? "live" : "test",
                organizationName.apply(one.organizationId()).orElse("that is not in the database"),
                one.organizationId(),
                one.open(),
                one.cases());
    }

    private static String sentence(Lost one) {
        return (one.key().livemode() ? "live " : "test ") + one.departure().sentence();
    }
}
