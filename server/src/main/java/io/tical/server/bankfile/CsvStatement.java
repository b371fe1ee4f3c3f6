package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Balance;
import io.tical.server.bankfile.BankStatement.Foot;
import io.tical.server.bankfile.BankStatement.Head;
import io.tical.server.bankfile.BankStatement.Kind;
import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.CsvLayout.Placement;
import io.tical.server.bankfile.CsvProfile.Line;
import io.tical.server.bankfile.CsvTable.Stated;
import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.bankfile.StatementReader.Sink;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One statement of a file, from its first entry to its proof. */
final class CsvStatement {
    private final CsvLayout layout;
    private final Placement placement;
    private final Sink sink;
    private final @Nullable String account;
    private final String currency;
    private final BankCalendar calendar;
    private final AmountText amounts;
    private final Sums sums;
    private final CsvEntries entries;
    private final BalanceChain chain = new BalanceChain();
    private final List<Notice> notices = new ArrayList<>();
    private int count;
    private boolean firstIsBalance;
    private boolean lastIsBalance;

    CsvStatement(
            CsvLayout layout,
            Placement placement,
            Context context,
            Sink sink,
            @Nullable String account,
            String currency,
            Place place)
            throws BankFileException {
        this.layout = layout;
        this.placement = placement;
        this.sink = sink;
        this.account = account;
        this.currency = currency;
        var scale = context.scales()
                .of(currency)
                .orElseThrow(() -> new BankFileException(Fault.CURRENCY_UNKNOWN, place, currency));
        calendar = new BankCalendar(context);
        amounts = new AmountText(layout.profile().comma(), currency, scale);
        sums = new Sums(scale);
        entries = new CsvEntries(layout, placement, calendar, amounts, notices);
    }

    @Nullable
    String account() {
        return account;
    }

    String currency() {
        return currency;
    }

    void begin(@Nullable String id, @Nullable Stated from, @Nullable Stated to) throws BankFileException {
        var first = from == null ? null : day(from);
        var last = to == null ? null : day(to);
        calendar.period(first, last);
        var profile = layout.profile();
        sink.begin(new Head(
                profile.intraday() ? Kind.INTRADAY : Kind.FINAL,
                layout.format(),
                account,
                profile.bank(),
                currency,
                id,
                null,
                1,
                1,
                true,
                first,
                last));
        placement
                .unknown()
                .forEach(name -> notices.add(new Notice(Notice.Kind.COLUMN_UNKNOWN, Place.FILE, List.of(name))));
    }

    private LocalDate day(Stated said) throws BankFileException {
        var written = layout.date(said.text())
                .orElseThrow(() -> new BankFileException(Fault.DATE, said.place(), said.text()));
        return calendar.day(written, said.text(), said.place());
    }

    /** A balance in a row of its own. */
    void balance(Stated said) throws BankFileException {
        chain.add(0, amounts.read(said.text(), said.place()), said.place());
        firstIsBalance |= count == 0;
        lastIsBalance = true;
    }

    void entry(Row row) throws BankFileException {
        var entry = entries.read(row, ++count);
        sums.add(entry);
        chain.add(entry.amount(), entry.balanceAfter(), entry.place());
        lastIsBalance = false;
        sink.entry(entry);
    }

    /** @throws BankFileException if what the file states does not fit the entries */
    void end(Map<Line, Stated> stated) throws BankFileException {
        try {
            sink.end(foot(stated));
        } catch (ArithmeticException e) {
            throw new BankFileException(Fault.AMOUNT_TOO_LARGE, Place.FILE, sums.decimal(sums.sum()));
        }
    }

    /** @throws BankFileException if the balances so far do not follow from each other */
    void requireChain() throws BankFileException {
        if (chain.any()) {
            var unused = chain.ends(layout.profile().newestFirst(), sums);
        }
    }

    private Foot foot(Map<Line, Stated> stated) throws BankFileException {
        var counted =
                count(stated, Line.CREDIT_COUNT, entries.credits()) & count(stated, Line.DEBIT_COUNT, entries.debits());
        var summed = total(stated, Line.CREDIT_SUM, sums.credits()) & total(stated, Line.DEBIT_SUM, -sums.debits());
        var opening = balance(stated, Line.OPENING);
        var closing = balance(stated, Line.CLOSING);
        if (chain.any()) {
            var newestFirst = layout.profile().newestFirst();
            var ends = chain.ends(newestFirst, sums);
            var descending = chain.newestFirst(newestFirst);
            var now = closing.isPresent() ? Optional.<Balance>empty() : balance(stated, Line.NOW);
            closing = closing.or(() -> now.filter(balance -> balance.amount() == ends.closing()));
            if (now.isPresent() && closing.isEmpty()) {
                notices.add(new Notice(
                        Notice.Kind.SUMMARY_DIFFERS,
                        Place.FILE,
                        List.of(sums.decimal(now.get().amount()), sums.decimal(ends.closing()))));
            }
            opening = opening.or(() ->
                    Optional.of(new Balance(ends.opening(), null, !(descending ? lastIsBalance : firstIsBalance))));
            closing = closing.or(() ->
                    Optional.of(new Balance(ends.closing(), null, !(descending ? firstIsBalance : lastIsBalance))));
        }
        calendar.guess().ifPresent(notices::add);
        var openingStated = opening.filter(balance -> !balance.derived()).isPresent();
        var closingStated = closing.filter(balance -> !balance.derived()).isPresent();
        if (opening.isPresent() && !openingStated) {
            notices.add(new Notice(Notice.Kind.BALANCE_DERIVED, Place.FILE, List.of()));
        }
        var foot = sums.foot(opening.orElse(null), closing.orElse(null), Proof.NONE, List.copyOf(notices));
        return new Foot(
                foot.opening(), foot.closing(), proof(openingStated, closingStated, counted || summed), foot.notices());
    }

    private Proof proof(boolean openingStated, boolean closingStated, boolean totals) {
        if (openingStated && closingStated) {
            return Proof.PROVED;
        }
        if (!chain.any()) {
            return totals ? Proof.SUMS : Proof.NONE;
        }
        if (totals || closingStated) {
            return Proof.PROVED;
        }
        return openingStated || count > 1 ? Proof.CHAIN : Proof.NONE;
    }

    private Optional<Balance> balance(Map<Line, Stated> stated, Line line) throws BankFileException {
        var said = stated.get(line);
        return said == null
                ? Optional.empty()
                : Optional.of(new Balance(amounts.read(said.text(), said.place()), null, false));
    }

    /** Whether the file says how many there are. */
    private boolean count(Map<Line, Stated> stated, Line line, int counted) throws BankFileException {
        var said = stated.get(line);
        if (said == null) {
            return false;
        }
        var number = CellText.digits(CellText.collapse(said.text())).replace(",", "");
        if (!number.equals(Integer.toString(counted))) {
            throw new BankFileException(Fault.TOTALS, said.place(), number, line.word(), Integer.toString(counted));
        }
        return true;
    }

    /** Whether the file says the sum. */
    private boolean total(Map<Line, Stated> stated, Line line, long sum) throws BankFileException {
        var said = stated.get(line);
        if (said == null) {
            return false;
        }
        var total = Math.abs(amounts.read(said.text(), said.place()));
        if (total != sum) {
            throw new BankFileException(
                    Fault.TOTALS, said.place(), sums.decimal(total), line.word(), sums.decimal(sum));
        }
        return true;
    }
}
