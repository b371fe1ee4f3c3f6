package io.tical.server.bank;

import static java.util.stream.Collectors.toMap;

import io.tical.common.Ids;
import io.tical.common.admin.BankAccountState.Share;
import io.tical.common.admin.BankOverview;
import io.tical.common.admin.BankOverview.Debits;
import io.tical.common.admin.BankOverview.Entries;
import io.tical.common.admin.BankOverview.Payments;
import io.tical.common.admin.BankOverview.Sum;
import io.tical.common.admin.BankOverview.Window;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.overview.Activity;
import io.tical.server.overview.ActivityTable;
import io.tical.server.overview.KeptRead;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** How much of the money of payins the bank proves, and how much of its statements is explained, in all organizations. */
final class BankOverviews {
    private static final int DAY_HOURS = 24;
    private static final int WEEK_HOURS = 7 * DAY_HOURS;

    private static final String BANK = "bank";
    private static final String VERIFIER = "verifier";
    private static final String NOTHING = "none";

    /** A payment counts in the hour in which its payin was created. */
    private static final Activity PAYMENTS = new ActivityTable(
            "payment",
            "payment_proof",
            "payin_id",
            "t.currency",
            "CASE WHEN t.status = 'proved' THEN 'bank' WHEN t.verified THEN 'verifier' ELSE 'none' END",
            "t.amount",
            "true");

    private final Database database;
    private final Clock clock;
    private final KeptRead<List<Window>> windows = new KeptRead<>(this::windows);

    BankOverviews(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    BankOverview of(boolean livemode) {
        return new BankOverview(livemode, database.run(session -> debits(session, livemode)), windows.of(livemode));
    }

    private static List<Debits> debits(Session session, boolean livemode) {
        // The environment is a literal, so that the index of these entries is used.
        return session.sql("""
                        SELECT currency, count(*) AS entries, cast(-sum(amount) AS bigint) AS amount FROM bank_entry
                        WHERE livemode = %s AND status = 'open' AND amount < 0 GROUP BY currency ORDER BY currency
                        """.formatted(livemode))
                .list(row -> new Debits(row.text("currency"), row.number("entries"), row.number("amount")));
    }

    private List<Window> windows(boolean livemode) {
        var now = clock.instant();
        var day = now.minus(Duration.ofHours(DAY_HOURS));
        var week = now.minus(Duration.ofHours(WEEK_HOURS));
        return database.run(session -> {
            var payments = PAYMENTS.counts(session, livemode, List.of(week, day));
            var entries = entries(session, livemode, week, day);
            return List.of(
                    new Window(
                            DAY_HOURS,
                            payments(payments.stream()
                                    .filter(count -> day.equals(count.hour()))
                                    .toList()),
                            entries(entries.stream().filter(Came::lately).toList())),
                    new Window(WEEK_HOURS, payments(payments), entries(entries)));
        });
    }

    private static List<Payments> payments(List<Activity.Count> counts) {
        var byCurrency = new TreeMap<String, Map<String, Sum>>();
        for (var count : counts) {
            byCurrency
                    .computeIfAbsent(count.subject(), _ -> new TreeMap<>())
                    .merge(count.outcome(), new Sum(count.count(), Objects.requireNonNull(count.amount())), Sum::plus);
        }
        return byCurrency.entrySet().stream()
                .map(one -> new Payments(
                        one.getKey(),
                        one.getValue().getOrDefault(BANK, Sum.NONE),
                        one.getValue().getOrDefault(VERIFIER, Sum.NONE),
                        one.getValue().getOrDefault(NOTHING, Sum.NONE)))
                .toList();
    }

    /** @param lately whether they came in the last day */
    private record Came(boolean lately, String currency, Share share) {}

    private static List<Came> entries(Session session, boolean livemode, Instant week, Instant day) {
        return session.sql("""
                        SELECT bank_entry_id >= cast(:day AS uuid) AS lately, currency, count(*) AS entries,
                               count(*) FILTER (WHERE status <> 'open') AS explained, cast(sum(abs(amount)) AS bigint) AS amount,
                               cast(coalesce(sum(abs(amount)) FILTER (WHERE status <> 'open'), 0) AS bigint) AS explained_amount
                        FROM bank_entry
                        WHERE livemode = :livemode AND status IN ('open', 'matched', 'allocated', 'reversed', 'ignored')
                          AND bank_entry_id >= cast(:week AS uuid)
                        GROUP BY 1, 2
                        """)
                .bind("day", Ids.boundary(day))
                .bind("livemode", livemode)
                .bind("week", Ids.boundary(week))
                // A plan for any time would read most of the table.
                .withCustomPlan()
                .list(row -> new Came(
                        row.flag("lately"),
                        row.text("currency"),
                        new Share(
                                row.number("entries"),
                                row.number("explained"),
                                row.number("amount"),
                                row.number("explained_amount"))));
    }

    private static List<Entries> entries(List<Came> came) {
        return came.stream().collect(toMap(Came::currency, Came::share, Share::plus, TreeMap::new)).entrySet().stream()
                .map(one -> new Entries(one.getKey(), one.getValue()))
                .toList();
    }
}
