package io.tical.server.bank;

import static java.util.stream.Collectors.toMap;

import io.tical.common.admin.BankAccountState.Expected;
import io.tical.common.admin.BankAccountState.Share;
import io.tical.common.admin.BankOverview;
import io.tical.common.admin.BankOverview.Between;
import io.tical.common.admin.BankOverview.Entries;
import io.tical.common.admin.BankOverview.Payments;
import io.tical.common.admin.BankOverview.Sum;
import io.tical.common.admin.BankOverview.Window;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.bank.BankOverviewStore.Came;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.overview.Activity;
import io.tical.server.overview.ActivityTable;
import io.tical.server.overview.KeptRead;
import java.time.Clock;
import java.time.Duration;
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
    private final CollectionAccounts accounts;
    private final Clock clock;
    private final KeptRead<List<Window>> windows = new KeptRead<>(this::windows);

    BankOverviews(Database database, CollectionAccounts accounts, Clock clock) {
        this.database = database;
        this.accounts = accounts;
        this.clock = clock;
    }

    BankOverview of(boolean livemode) {
        return new BankOverview(
                livemode,
                database.run(session -> BankOverviewStore.debits(session, livemode)),
                between(livemode),
                database.run(session -> statements(session, livemode)),
                windows.of(livemode));
    }

    List<Between> between(boolean livemode) {
        return database.run(session -> BankPostingStore.between(session, livemode));
    }

    private BankOverview.Statements statements(Session session, boolean livemode) {
        var expected = ExpectedStatements.of(
                        session, accounts.list(session), accounts.zones(), livemode, clock.instant())
                .values();
        return new BankOverview.Statements(
                expected.size(),
                Math.toIntExact(expected.stream().filter(Expected::late).count()));
    }

    private List<Window> windows(boolean livemode) {
        var now = clock.instant();
        var day = now.minus(Duration.ofHours(DAY_HOURS));
        var week = now.minus(Duration.ofHours(WEEK_HOURS));
        return database.run(session -> {
            var payments = PAYMENTS.counts(session, livemode, List.of(week, day));
            var entries = BankOverviewStore.came(session, livemode, week, day);
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

    private static List<Entries> entries(List<Came> came) {
        return came.stream().collect(toMap(Came::currency, Came::share, Share::plus, TreeMap::new)).entrySet().stream()
                .map(one -> new Entries(one.getKey(), one.getValue()))
                .toList();
    }
}
