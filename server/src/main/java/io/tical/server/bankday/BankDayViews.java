package io.tical.server.bankday;

import io.tical.common.Word;
import io.tical.common.admin.BankDays.Day;
import io.tical.common.admin.BankDays.Detail;
import io.tical.common.admin.BankDays.Difference;
import io.tical.common.admin.BankDays.Ledger;
import io.tical.common.admin.BankDays.Line;
import io.tical.common.admin.BankDays.Seal;
import io.tical.common.admin.BankDays.Unshown;
import io.tical.server.bank.AccountDay;
import io.tical.server.bank.AccountDays.Totals;
import io.tical.server.bank.PaymentProof;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of days. */
final class BankDayViews {
    private static final int UNSHOWN_MAX = 100;

    private BankDayViews() {}

    static Day day(AccountDay day, String currency, boolean complete, Totals totals) {
        var sealed = day.sealed();
        return new Day(
                day.id(),
                day.accountId(),
                day.livemode(),
                day.day().toString(),
                currency,
                day.status().word(),
                complete,
                totals.entries(),
                totals.open(),
                totals.amount(),
                sealed == null ? null : sealed.number(),
                Math.toIntExact(day.version()),
                day.updatedAt().getEpochSecond(),
                null);
    }

    /** @param lastClosed day of the account; null if none is closed */
    static Detail detail(DaySummary summary, String currency, @Nullable LocalDate lastClosed, List<DaySeal> seals) {
        var balances = summary.balances();
        var sums = summary.sums();
        var day = summary.day();
        return new Detail(
                day(day, currency, balances != null, new Totals(sums.count(), sums.open(), sums.amount())),
                balances == null ? null : balances.opening(),
                balances == null ? null : balances.closing(),
                balances != null && balances.quiet(),
                balances != null && balances.contradicted(),
                sums.lines().stream()
                        .map(line -> new Line(
                                line.kind().word(), line.kind().effect().word(), line.count(), line.amount()))
                        .toList(),
                ledger(summary),
                differences(summary),
                summary.unshown().stream()
                        .limit(UNSHOWN_MAX)
                        .map(BankDayViews::unshown)
                        .toList(),
                words(summary.hindrances()),
                words(summary.reasons()),
                summary.state(),
                day.sealed() == null || lastClosed == null ? null : lastClosed.toString(),
                seals.stream().map(BankDayViews::seal).toList());
    }

    private static @Nullable Ledger ledger(DaySummary summary) {
        var before = summary.before();
        var carried = summary.carried();
        return before == null || carried == null || summary.balances() == null
                ? null
                : new Ledger(
                        summary.ledgerBefore(),
                        summary.sums().posted(),
                        Math.subtractExact(carried.credited(), before.carried().credited()),
                        summary.ledgerAfter());
    }

    private static List<Difference> differences(DaySummary summary) {
        var before = summary.before();
        var carried = summary.carried();
        return before == null || carried == null
                ? List.of()
                : before.carried().kindsWith(carried).stream()
                        .map(kind -> {
                            var was = before.carried().of(kind).amount();
                            var is = carried.of(kind);
                            return new Difference(
                                    kind, was, Math.subtractExact(is.amount(), was), is.amount(), is.count());
                        })
                        .toList();
    }

    private static Unshown unshown(PaymentProof proof) {
        return new Unshown(
                proof.key().id(),
                proof.payment().amount(),
                proof.status().word(),
                proof.payment().at().getEpochSecond());
    }

    private static List<String> words(Collection<? extends Word> words) {
        return words.stream().map(Word::word).toList();
    }

    private static Seal seal(DaySeal seal) {
        return new Seal(
                seal.number(),
                seal.kind().word(),
                seal.day().toString(),
                seal.until().toString(),
                HexFormat.of().formatHex(seal.head()),
                seal.madeBy(),
                seal.askedBy(),
                seal.note(),
                seal.sealedAt().getEpochSecond());
    }
}
