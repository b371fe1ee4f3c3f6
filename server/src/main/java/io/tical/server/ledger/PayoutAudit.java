package io.tical.server.ledger;

import static io.tical.server.ledger.Finding.require;

import io.tical.db.Session;
import io.tical.server.ledger.AuditStore.Entry;
import io.tical.server.ledger.PayoutAuditStore.Key;
import io.tical.server.ledger.PayoutAuditStore.Leg;
import io.tical.server.ledger.PayoutAuditStore.Moved;
import io.tical.server.ledger.PayoutAuditStore.Stored;
import io.tical.server.ledger.PayoutAuditStore.Try;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Proves that no leg of a payout was sent twice, and that the journal moved for each payout what its row says.
 *
 * <p>The journal is reached by reference only, so what it has of payouts is also counted from its own side
 * ({@link JournalAudit#payoutTransfers}): a posting for a payout that does not exist would show as a difference.
 */
final class PayoutAudit {
    private static final String PAYOUT = "payout";
    private static final String STEP = "payout_step";
    private static final String ATTEMPT = "payout_attempt";
    private static final String WITNESS = "simulator_transfer";

    private final Session session;
    private long payouts;
    private long legs;
    private long attempts;
    private long witnesses;
    private long transfers;

    PayoutAudit(Session session) {
        this.session = session;
    }

    /** @param payoutTransfers how many postings of payouts the journal has */
    void run(long payoutTransfers) {
        var pages = PayoutAuditStore.after(session, Key.BEFORE_ALL);
        while (!pages.isEmpty()) {
            page(pages);
            pages = PayoutAuditStore.after(session, pages.getLast().key());
        }
        var stored = PayoutAuditStore.legs(session) + PayoutAuditStore.attempts(session);
        if (legs + attempts != stored) {
            var orphans = PayoutAuditStore.orphans(session);
            orphans.forEach(orphan -> {
                throw new Finding.Found(PAYOUT, orphan, "a row, for it has legs", "none");
            });
            throw new Finding.Found(STEP, "all rows", legs + attempts + " legs and attempts of payouts", stored);
        }
        var told = PayoutAuditStore.witnesses(session);
        if (witnesses != told) {
            PayoutAuditStore.unfenced(session).forEach(unfenced -> {
                throw new Finding.Found(
                        WITNESS, unfenced, "an attempt that was committed before the rail was called", "none");
            });
            throw new Finding.Found(WITNESS, "all rows", witnesses + " with an attempt", told);
        }
        PayoutAuditStore.wrongUsages(session).forEach(usage -> {
            throw new Finding.Found(
                    "wallet",
                    WalletAudit.describe(usage.wallet()) + " daily_used of " + usage.day(),
                    usage.counted() + ", the sum of the day's payouts that were not given back",
                    usage.used());
        });
        if (transfers != payoutTransfers) {
            findStray();
            throw new Finding.Found("transfer", "all payout postings", transfers + " of payouts", payoutTransfers);
        }
    }

    private void page(List<Stored> page) {
        var keys = page.stream().map(Stored::key).toList();
        var legsOf = grouped(PayoutAuditStore.legs(session, keys), Leg::payout);
        var triesOf = grouped(PayoutAuditStore.tries(session, keys), Try::payout);
        var movedOf = grouped(PayoutAuditStore.moved(session, keys), Moved::payout);
        for (var payout : page) {
            var steps = legsOf.getOrDefault(payout.key(), List.of());
            var tries = grouped(triesOf.getOrDefault(payout.key(), List.of()), Try::step);
            for (var leg : steps) {
                attempts(leg, tries.getOrDefault(leg.step(), List.of()));
            }
            requireLegs(payout, steps, tries);
            requireMoney(payout, movedOf.getOrDefault(payout.key(), List.of()), claimed(tries));
        }
        payouts += page.size();
    }

    private static <K, T> Map<K, List<T>> grouped(List<T> rows, Function<T, K> key) {
        return rows.stream().collect(Collectors.groupingBy(key));
    }

    /**
     * The fence: attempts are numbered from 1, only the last may live, and at most one arrived; one that arrived late may be another
     * than the last, and what a dead one delivered is claimed back.
     */
    private void attempts(Leg leg, List<Try> tries) {
        var key = leg.payout() + " step " + leg.step();
        var arrived = 0L;
        var witnessed = 0;
        for (int place = 0; place < tries.size(); place++) {
            var attempt = tries.get(place);
            var name = key + " attempt " + attempt.attempt();
            var last = place == tries.size() - 1;
            require(attempt.attempt() == place + 1, ATTEMPT, name, "attempt " + (place + 1), attempt.attempt());
            require(
                    last || attempt.status().equals("dead") || attempt.late() != null,
                    ATTEMPT,
                    name,
                    "a dead attempt, for another follows it",
                    attempt.status());
            require(
                    attempt.amount() == leg.amount(),
                    ATTEMPT,
                    name + " amount",
                    leg.amount() + ", the leg's",
                    attempt.amount());
            if (attempt.status().equals("delivered")) {
                arrived = attempt.amount();
            }
            witnessed += witness(leg, attempt, name);
            require(
                    witnessed <= 1,
                    WITNESS,
                    name,
                    "at most one delivery of a leg that is not claimed back",
                    "a second one");
        }
        require(
                leg.transferAmount() > 0 == arrived > 0,
                STEP,
                key + " transfer_amount",
                arrived > 0 ? "an amount, for an attempt is delivered" : "0, for no attempt is delivered",
                leg.transferAmount());
        require(
                leg.transferAmount() <= leg.amount(),
                STEP,
                key + " transfer_amount",
                "at most " + leg.amount(),
                leg.transferAmount());
        legs++;
        attempts += tries.size();
    }

    /** Answers how many deliveries the simulator's own book has for the attempt: 0 or 1. */
    private int witness(Leg leg, Try attempt, String name) {
        var delivered = attempt.witnessed();
        if (delivered == null) {
            return 0;
        }
        witnesses++;
        require(attempt.witnessFits(), WITNESS, name, "the payout, step and amount of this attempt", "others");
        if (delivered == 0) {
            return 0;
        }
        if (attempt.status().equals("dead")) {
            require(
                    delivered.equals(attempt.late()),
                    ATTEMPT,
                    name,
                    "not dead, or a late delivery of " + delivered + ", for the rail delivered it",
                    attempt.late() == null ? "dead" : "dead, with a late delivery of " + attempt.late());
            return 0;
        }
        if (attempt.status().equals("delivered")) {
            // People may confirm a leg in full whose outcome the rail left open.
            require(
                    leg.transferAmount() == delivered || leg.transferAmount() == leg.amount(),
                    STEP,
                    leg.payout() + " step " + leg.step() + " transfer_amount",
                    delivered + ", as the rail says",
                    leg.transferAmount());
        }
        return 1;
    }

    private static void requireLegs(Stored payout, List<Leg> steps, Map<Integer, List<Try>> tries) {
        var key = payout.key().toString();
        var asked = steps.stream().mapToLong(Leg::amount).sum();
        require(asked == payout.amount(), PAYOUT, key + " amount", asked + ", the sum of its legs", payout.amount());
        var arrived = steps.stream().mapToLong(Leg::transferAmount).sum();
        // While a payout is under way its legs arrive one after the other; its own row follows when all are decided.
        var expected = PayoutMoneyRule.of(payout).underWay() ? 0 : arrived;
        require(
                payout.delivered() == expected,
                PAYOUT,
                key + " delivered",
                expected + ", the sum over its legs",
                payout.delivered());
        var numbers = steps.stream().map(Leg::step).collect(Collectors.toSet());
        for (var step : tries.keySet()) {
            require(numbers.contains(step), ATTEMPT, key + " step " + step, "a leg of that number", "none");
        }
    }

    /** Minor units that dead attempts delivered: claimed back, beside what the payout settled. */
    private static long claimed(Map<Integer, List<Try>> tries) {
        return tries.values().stream()
                .flatMap(List::stream)
                .filter(attempt -> attempt.status().equals("dead"))
                .mapToLong(attempt -> Objects.requireNonNullElse(attempt.late(), 0L))
                .sum();
    }

    private void requireMoney(Stored payout, List<Moved> moved, long claimed) {
        var key = payout.key().toString();
        for (var posting : moved) {
            require(
                    posting.currency().equals(payout.currency()),
                    "transfer",
                    key + " " + posting.operation(),
                    "postings in " + payout.currency(),
                    "one in " + posting.currency());
            transfers += posting.transfers();
        }
        PayoutMoneyRule.of(payout).require(moved, claimed);
    }

    /** Names the first posting of a payout that does not exist. */
    private void findStray() {
        var after = Entry.before(AuditStore.BEFORE_ALL);
        for (var page = AuditStore.entriesAfter(session, after.wallet(), after.seq());
                !page.isEmpty();
                page = AuditStore.entriesAfter(
                        session, page.getLast().wallet(), page.getLast().seq())) {
            var entries = page.stream()
                    .filter(entry -> entry.operation().startsWith("payout_"))
                    .toList();
            var known = new HashSet<>(PayoutAuditStore.existing(
                    session, entries.stream().map(PayoutAudit::payout).toList()));
            for (var entry : entries) {
                require(
                        known.contains(payout(entry)),
                        "transfer",
                        WalletAudit.key(entry) + " reference",
                        "a payout of this organization and environment",
                        entry.reference());
            }
        }
    }

    private static Key payout(Entry entry) {
        return new Key(entry.wallet().organizationId(), entry.wallet().livemode(), entry.reference());
    }

    Map<String, Long> counts() {
        return Map.of(PAYOUT, payouts, STEP, legs, ATTEMPT, attempts, WITNESS, witnesses);
    }
}
