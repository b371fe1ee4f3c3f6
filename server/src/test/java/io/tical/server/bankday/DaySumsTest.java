package io.tical.server.bankday;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.bank.AccountDay;
import io.tical.server.bank.AccountDays.Balances;
import io.tical.server.bank.AccountDays.Explained;
import io.tical.server.bank.AccountEntry;
import io.tical.server.bank.AccountEntry.Category;
import io.tical.server.bank.AccountEntry.Match;
import io.tical.server.bank.AccountEntry.MatchType;
import io.tical.server.bank.AccountEntry.Status;
import io.tical.server.bank.PaymentProof;
import io.tical.server.bankday.DaySummary.Before;
import io.tical.server.bankday.EntryKind.Effect;
import io.tical.server.bankfile.BankEntry;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.ExpectedTransfers.Paid;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sums of days add up exactly, whatever the days consist of. */
class DaySumsTest {
    private static final UUID ACCOUNT = Ids.next();
    private static final Instant MATCHED_AT = Instant.parse("2026-11-20T10:00:00Z");
    private static final LocalDate FIRST = LocalDate.of(2026, 11, 1);

    private static AccountEntry entry(long amount, Status status, String reason, Match match, String decidedBy) {
        return new AccountEntry(
                Ids.next(),
                ACCOUNT,
                true,
                Ids.next(),
                "THB",
                FIRST,
                null,
                null,
                amount,
                false,
                null,
                null,
                null,
                null,
                "text",
                null,
                null,
                null,
                BankEntry.Hint.NONE,
                null,
                status,
                reason,
                match,
                decidedBy,
                1,
                MATCHED_AT);
    }

    private static TransactionKey key() {
        return new TransactionKey(new UUID(7, 7), true, Ids.next());
    }

    private static long amount(Random random) {
        var amount = 1 + random.nextLong(1_000_000_000L);
        return random.nextBoolean() ? amount : -amount;
    }

    /** A payment that is credited on one day and shown by an entry of another one, or by none. */
    private record Payment(PaymentProof proof, int creditedOn, int shownOn) {}

    private static Explained any(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> new Explained(entry(amount(random), Status.OPEN, null, null, null), null);
            case 1 -> new Explained(entry(amount(random), Status.IGNORED, "a double", null, "ann"), null);
            case 2 -> new Explained(entry(amount(random), Status.REVERSED, null, null, null), null);
            case 3 -> {
                var category = Category.values()[random.nextInt(Category.values().length)];
                // Those that were explained before there were postings have none.
                var posting = random.nextInt(3) == 0 ? null : new Match(MatchType.POSTING, key());
                yield new Explained(entry(amount(random), Status.ALLOCATED, category.word(), posting, "ann"), null);
            }
            case 4 -> new Explained(entry(amount(random), Status.ALLOCATED, "unallocated_funds", null, "ann"), null);
            case 5 ->
                new Explained(
                        entry(amount(random), Status.MATCHED, null, new Match(MatchType.PAYOUT, key()), null), null);
            case 6 ->
                new Explained(
                        entry(
                                amount(random),
                                Status.MATCHED,
                                null,
                                new Match(
                                        random.nextBoolean() ? MatchType.SETTLEMENT : MatchType.RETURNED_PAYOUT, key()),
                                null),
                        null);
            default -> {
                // Staff credited another amount than the bank has.
                var payin = key();
                var paid = new Paid(
                        payin, ACCOUNT, "THB", 1 + random.nextLong(1_000_000), MATCHED_AT.minusSeconds(60), true);
                var match = new Match(MatchType.PAYIN, payin);
                yield new Explained(entry(1 + random.nextLong(1_000_000), Status.MATCHED, null, match, null), paid);
            }
        };
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void theBankIsTheLedgerAndTheDifferences(long seed) {
        var random = new Random(seed);
        var days = 1 + random.nextInt(12);
        var payments = new ArrayList<Payment>();
        for (int count = random.nextInt(60); count > 0; count--) {
            var credited = random.nextInt(days);
            var shown = random.nextInt(4) == 0 ? Integer.MAX_VALUE : credited + random.nextInt(4) - 1;
            var status = shown < Integer.MAX_VALUE
                    ? PaymentProof.Status.PROVED
                    : PaymentProof.Status.values()[2 + random.nextInt(2)];
            var paid =
                    new Paid(key(), ACCOUNT, "THB", 1 + random.nextLong(5_000_000), MATCHED_AT.minusSeconds(60), true);
            payments.add(new Payment(
                    new PaymentProof(paid, status, null, null, null, null, 1, MATCHED_AT),
                    credited,
                    Math.max(0, shown)));
        }
        var bank = random.nextLong(1_000_000_000L);
        var model = 0L; // the ledger, computed from everything since the first day
        var opening = bank;
        var postedSoFar = 0L;
        Before before = new Before(FIRST, null, null, Carried.NOTHING);
        for (int day = 0; day < days; day++) {
            var explained = new ArrayList<Explained>();
            for (int count = random.nextInt(40); count > 0; count--) {
                explained.add(any(random));
            }
            var today = day;
            payments.stream().filter(payment -> payment.shownOn() == today).forEach(payment -> {
                var paid = payment.proof().payment();
                explained.add(new Explained(
                        entry(paid.amount(), Status.MATCHED, null, new Match(MatchType.PAYIN, paid.payin()), null),
                        paid));
            });
            var sums = new DaySums();
            explained.forEach(sums::add);
            // Sometimes the bank contradicts itself.
            var jump = day > 0 && random.nextInt(5) == 0 ? amount(random) : 0;
            var apart = random.nextInt(5) == 0 ? amount(random) : 0;
            var opens = bank + jump;
            var closes = opens + sums.amount() + apart;
            var unshown = payments.stream()
                    .filter(payment -> payment.creditedOn() <= today && payment.shownOn() > today)
                    .map(Payment::proof)
                    .toList();
            var carried = before.carried().after(sums, jump, apart, Carried.credited(unshown));
            var balances = new Balances(opens, closes, false, false);
            var summary = new DaySummary(
                    new AccountDay(
                            Ids.next(),
                            ACCOUNT,
                            true,
                            FIRST.plusDays(day),
                            AccountDay.Status.OPEN,
                            null,
                            1,
                            MATCHED_AT),
                    balances,
                    sums,
                    before,
                    carried,
                    unshown,
                    Set.of(),
                    DaySummary.reasons(balances, sums, before, carried));
            var ledger = summary.ledgerAfter();
            postedSoFar += explained.stream().mapToLong(EntryKind::posted).sum();
            model = opening
                    + postedSoFar
                    + unshown.stream()
                            .mapToLong(proof -> proof.payment().amount())
                            .sum();
            assertThat(ledger).as("seed %d, day %d", seed, day).isEqualTo(model);
            assertThat(ledger + carried.amount())
                    .as("seed %d, day %d", seed, day)
                    .isEqualTo(closes);
            assertThat(sums.lines().stream().mapToLong(DaySums.Line::amount).sum())
                    .isEqualTo(sums.amount());
            assertThat(sums.lines().stream().mapToLong(DaySums.Line::count).sum())
                    .isEqualTo(explained.size());
            assertThat(summary.reasons().contains(DaySummary.Reason.STATEMENT_DIFFERENCE))
                    .isEqualTo(apart != 0);
            assertThat(summary.reasons().contains(DaySummary.Reason.OPEN_ENTRIES))
                    .isEqualTo(
                            sums.lines().stream().anyMatch(line -> line.kind().effect() == Effect.OPEN));
            before = new Before(FIRST, closes, ledger, carried);
            bank = closes;
        }
    }
}
