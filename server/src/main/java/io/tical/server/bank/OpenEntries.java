package io.tical.server.bank;

import io.tical.common.admin.BankOverview.Between;
import io.tical.common.admin.BankOverview.Payments;
import io.tical.common.admin.BankOverview.Sum;
import io.tical.common.admin.BankOverview.Window;
import io.tical.db.Database;
import io.tical.server.metric.Family;
import io.tical.server.metric.Sample;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How many live entries nobody has explained, for how long, how many payments no statement has, which statements are late, and how much of
 * the money of payins the bank proves; measured every half minute.
 */
final class OpenEntries {
    private static final Duration PAUSE = Duration.ofSeconds(30);

    private final Database database;
    private final Clock clock;
    private final BankOverviews overviews;
    private volatile Measured measured = new Measured(0, 0, null, 0);
    private volatile List<Window> windows = List.of();
    private volatile List<Between> between = List.of();
    private volatile int late;

    /**
     * @param entries that are open
     * @param debits those of them that are money out of an account
     * @param oldest since when the oldest of them is open; null without one
     * @param missing payments that no statement of their days has
     */
    record Measured(long entries, long debits, @Nullable Instant oldest, long missing) {}

    OpenEntries(Database database, BankOverviews overviews, Clock clock) {
        this.database = database;
        this.overviews = overviews;
        this.clock = clock;
    }

    Work work() {
        return new Work.Repeated("open bank entries", PAUSE, () -> {
            measured = database.run(AccountEntryStore::open);
            var overview = overviews.of(true);
            windows = overview.windows();
            between = overview.between();
            late = overview.statements().late();
            return false;
        });
    }

    List<Family> metrics() {
        return List.of(
                Family.gauge(
                        "tical_bank_entries_open",
                        "Live entries of bank accounts that nobody has explained.",
                        () -> measured.entries()),
                Family.gauge(
                        "tical_bank_debits_open",
                        "Those of them that are money out of an account.",
                        () -> measured.debits()),
                Family.gauge(
                        "tical_bank_entry_oldest_open_seconds",
                        "For how long the oldest of them is open; 0 without one.",
                        this::oldestSeconds),
                Family.gauge(
                        "tical_payments_missing",
                        "Live payments that were credited and that no statement of their days has.",
                        () -> measured.missing()),
                Family.gauge(
                        "tical_bank_statements_late",
                        "Accounts whose last live statement is older than it may become.",
                        () -> late),
                Family.gauges(
                        "tical_own_transfers_open_minor",
                        "Live money that left one account of the operator and has not come to another one (negative), or came and has not"
                                + " left.",
                        () -> between.stream()
                                .map(one ->
                                        Sample.of((double) one.amount(), new Sample.Label("currency", one.currency())))
                                .toList()),
                Family.gauges(
                        "tical_payments_credited_minor",
                        "What was credited for live payins of the last 24 hours, by what proves it.",
                        () -> windows.stream()
                                .limit(1)
                                .flatMap(OpenEntries::credited)
                                .toList()),
                Family.gauges(
                        "tical_bank_entries_explained_ratio",
                        "How much of the money of the live entries that came in the last 7 days is explained.",
                        () -> windows.stream()
                                .skip(1)
                                .flatMap(OpenEntries::explained)
                                .toList()));
    }

    private static Stream<Sample> credited(Window day) {
        return day.payments().stream()
                .flatMap(one -> Stream.of(
                        credited(one, "bank", one.bank()),
                        credited(one, "verifier", one.verifier()),
                        credited(one, "none", one.unproved())));
    }

    private static Sample credited(Payments payments, String proof, Sum sum) {
        return Sample.of(
                (double) sum.amount(),
                new Sample.Label("currency", payments.currency()),
                new Sample.Label("proof", proof));
    }

    private static Stream<Sample> explained(Window week) {
        return week.entries().stream()
                .map(one -> Sample.of(
                        (double) one.share().explainedAmount() / one.share().amount(),
                        new Sample.Label("currency", one.currency())));
    }

    private double oldestSeconds() {
        var oldest = measured.oldest();
        return oldest == null
                ? 0
                : Math.max(0, Duration.between(oldest, clock.instant()).toSeconds());
    }
}
