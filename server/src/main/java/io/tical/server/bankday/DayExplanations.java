package io.tical.server.bankday;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.bank.AccountDay;
import io.tical.server.bank.AccountDays;
import io.tical.server.bank.AccountDays.Balances;
import io.tical.server.bank.PaymentProof;
import io.tical.server.bankday.DaySummary.Before;
import io.tical.server.bankday.DaySummary.Hindrance;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Explains the days of the operator's accounts: what their entries are, what they carry, and what hinders their closing. */
record DayExplanations(Database database, AccountDays days, Clock clock) {
    /** @throws io.tical.db.AlteredRow if the service did not write what it is computed from */
    DaySummary of(Session session, AccountDay day) {
        var sums = new DaySums();
        days.forEach(session, day.account(), day.day(), sums::add);
        var balances = balances(session, day);
        var closed = days.closed(session, day.account()).orElse(null);
        var before = before(session, day, closed);
        if (day.sealed() != null) {
            var seal = seal(session, day);
            return new DaySummary(day, balances, sums, before, seal.carried(), List.of(), Set.of(), Set.of());
        }
        var unshown = before == null || balances == null
                ? List.<PaymentProof>of()
                : days.unshown(session, day.account(), before.first(), day.day());
        var carried = before == null || balances == null
                ? null
                : before.carried()
                        .after(
                                sums,
                                before.closing() == null ? 0 : Math.subtractExact(balances.opening(), before.closing()),
                                DaySummary.statementDifference(balances, sums),
                                Carried.credited(unshown));
        var reasons =
                balances == null ? Set.<DaySummary.Reason>of() : DaySummary.reasons(balances, sums, before, carried);
        return new DaySummary(
                day, balances, sums, before, carried, unshown, hindrances(session, day, closed, balances), reasons);
    }

    private @Nullable Balances balances(Session session, AccountDay day) {
        var proved = days.balances(session, day.account(), day.day()).orElse(null);
        var sealed = day.sealed();
        return sealed == null
                ? proved
                : new Balances(sealed.opening(), sealed.closing(), proved != null && proved.quiet(), false);
    }

    private DaySeal seal(Session session, AccountDay day) {
        var sealed = Objects.requireNonNull(day.sealed(), "an open day has no seal");
        return DaySealStore.find(session, day.account(), sealed.number())
                .orElseThrow(() -> database.altered(
                        "bank_day_seal " + day.account().id() + " number " + sealed.number() + " is missing"));
    }

    private @Nullable Before before(Session session, AccountDay day, AccountDays.@Nullable Closed closed) {
        if (closed == null || (day.sealed() != null && closed.first().id().equals(day.id()))) {
            return new Before(day.day(), null, null, Carried.NOTHING);
        }
        var earlier =
                AccountDays.find(session, day.account(), day.day().minusDays(1)).orElse(null);
        if (earlier == null || earlier.sealed() == null) {
            return null;
        }
        var seal = seal(session, earlier);
        return new Before(closed.first().day(), earlier.sealed().closing(), seal.ledger(), seal.carried());
    }

    private Set<Hindrance> hindrances(
            Session session, AccountDay day, AccountDays.@Nullable Closed closed, @Nullable Balances balances) {
        var hindrances = EnumSet.noneOf(Hindrance.class);
        // A rehearsal needs no night.
        if (day.livemode() && !day.day().isBefore(days.today(session, day.account(), clock.instant()))) {
            hindrances.add(Hindrance.NOT_OVER);
        } else if (balances == null) {
            hindrances.add(Hindrance.INCOMPLETE);
        }
        if (days.isDue(session, day.account(), day.day())) {
            hindrances.add(Hindrance.MATCHING);
        }
        if (closed != null) {
            if (day.day().isBefore(closed.first().day())) {
                hindrances.add(Hindrance.BEFORE_FIRST);
            } else if (day.day().isAfter(closed.last().day().plusDays(1))) {
                hindrances.add(Hindrance.EARLIER_OPEN);
            }
        }
        return hindrances;
    }
}
