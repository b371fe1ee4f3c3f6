package io.tical.server.bankfile;

import io.tical.server.bankfile.BankEntry.Hint;
import io.tical.server.bankfile.BankEntry.References;
import io.tical.server.bankfile.BankEntry.Status;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Balance;
import io.tical.server.bankfile.BankStatement.Foot;
import io.tical.server.bankfile.BankStatement.Head;
import io.tical.server.bankfile.BankStatement.Kind;
import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.MtReader.Outcome;
import io.tical.server.bankfile.MtTokens.Field;
import io.tical.server.bankfile.StatementReader.Sink;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One statement of a file of messages, with all its pages. */
final class MtStatement {
    private static final int NOTICES_MAX = 100;

    private final Head head;
    private final @Nullable Balance opening;
    private final Sums sums;
    private final int scale;
    private final boolean first;
    private final boolean reversalsTurned;
    private final BankCalendar calendar;
    private final Sink sink;
    private final List<Notice> notices = new ArrayList<>();
    private final Side credits = new Side();
    private final Side debits = new Side();
    private @Nullable Balance closing;
    private boolean last;
    private int page;
    private int position;
    private int reversals;
    /** Of the reversals, as they are read. */
    private long reversed;

    private boolean floor;

    /** @param count of entries */
    record Sum(int count, long amount, Place place) {}

    /** The entries of one direction: all of them, and those that are booked. */
    private static final class Side {
        private int count;
        private long amount;
        private int booked;
        private long bookedAmount;
        private @Nullable Sum stated;

        void add(long amount, boolean isBooked) {
            count++;
            this.amount = Math.addExact(this.amount, amount);
            if (isBooked) {
                booked++;
                bookedAmount = Math.addExact(bookedAmount, amount);
            }
        }

        boolean fits(Sum sum) {
            return (sum.count() == count && sum.amount() == amount)
                    || (sum.count() == booked && sum.amount() == bookedAmount);
        }
    }

    /**
     * @param first whether the file is read for the first time: what does not fit is found out then
     * @param reversalsTurned whether reversals have the direction of the original entry
     */
    MtStatement(
            Head head,
            @Nullable Balance opening,
            int scale,
            boolean first,
            boolean reversalsTurned,
            BankCalendar calendar,
            Sink sink)
            throws BankFileException {
        this.head = head;
        this.opening = opening;
        this.scale = scale;
        this.first = first;
        this.reversalsTurned = reversalsTurned;
        this.calendar = calendar;
        this.sink = sink;
        page = head.page();
        sums = new Sums(scale);
        sink.begin(head);
    }

    /** Whether a page that begins with an intermediate balance belongs to this statement. */
    boolean continues(@Nullable String account, String currency) {
        return closing != null && !last && isOf(account, currency);
    }

    private boolean isOf(@Nullable String account, String currency) {
        return Objects.equals(account, head.account()) && currency.equals(head.currency());
    }

    /** Whether a report without balances is the next page of this one. */
    boolean isPageBefore(@Nullable String account, String currency, @Nullable String sequence, int next) {
        return head.kind() == Kind.INTRADAY
                && isOf(account, currency)
                && Objects.equals(sequence, head.sequence())
                && next == page + 1;
    }

    void page(int number) {
        page = number;
    }

    void page(Balance balance, Place place) throws BankFileException {
        if (closing != null && closing.amount() != balance.amount()) {
            throw new BankFileException(
                    Fault.RUNNING_BALANCE, place, sums.decimal(closing.amount()), sums.decimal(balance.amount()));
        }
        closing = null;
        page++;
    }

    void closing(Balance balance, boolean last) {
        closing = balance;
        this.last = last;
    }

    void sum(boolean credit, Sum sum, boolean floor) throws BankFileException {
        var side = credit ? credits : debits;
        if (side.stated != null && !side.stated.equals(sum)) {
            side.stated = new Sum(
                    side.stated.count() + sum.count(), Math.addExact(side.stated.amount(), sum.amount()), sum.place());
        } else {
            side.stated = sum;
        }
        this.floor |= floor;
    }

    /** What the bank says about the statement. */
    void text(Field field) {
        var text = CellText.collapse(String.join(" ", field.lines()));
        if (!text.isEmpty()) {
            notice(new Notice(Notice.Kind.BANK_TEXT, field.place(), List.of(text)));
        }
    }

    private void notice(Notice notice) {
        if (notices.size() < NOTICES_MAX) {
            notices.add(notice);
        }
    }

    void entry(Field field, List<String> lines) throws BankFileException {
        var line = MtEntryLine.of(field, currency());
        var text = MtText.of(lines);
        var asWritten = minor(line.amount(), field);
        var amount = line.reversal() && reversalsTurned ? -asWritten : asWritten;
        var type = Objects.requireNonNullElse(line.type(), "");
        var code = Stream.of(line.type(), text.code())
                .filter(Objects::nonNull)
                .reduce((left, right) -> left + "+" + right)
                .orElse(null);
        var texts = Stream.concat(text.texts().stream(), Stream.ofNullable(line.supplement()))
                .toList();
        var entry = new BankEntry(
                ++position,
                field.place(),
                calendar.notAhead(line.booked(), field.place()),
                null,
                line.value(),
                amount,
                line.expected() ? Status.PENDING : Status.BOOKED,
                line.reversal(),
                new References(
                        line.bankReference(),
                        text.endToEnd(),
                        line.customerReference() == null ? text.customerReference() : line.customerReference(),
                        null,
                        null,
                        null,
                        List.of()),
                text.counterparty(),
                code,
                texts,
                null,
                null,
                List.of(),
                text.returnReason(),
                minor(line.charges(), field),
                hint(type, text.returnReason()),
                null);
        sums.add(entry);
        try {
            (amount < 0 ? debits : credits).add(Math.abs(amount), !line.expected());
            reversed = line.reversal() && !line.expected() ? Math.addExact(reversed, amount) : reversed;
        } catch (ArithmeticException e) {
            throw new BankFileException(Fault.AMOUNT_TOO_LARGE, field.place(), sums.decimal(amount));
        }
        reversals += line.reversal() ? 1 : 0;
        sink.entry(entry);
    }

    private String currency() {
        return Objects.requireNonNull(head.currency());
    }

    private long minor(BigDecimal amount, Field field) throws BankFileException {
        return new DecimalAmount(amount, field.place()).minor(currency(), scale);
    }

    private static Hint hint(String type, @Nullable String returnReason) {
        if (returnReason != null) {
            return Hint.RETURN;
        }
        return switch (type.isEmpty() ? "" : type.substring(1)) {
            case "CHG", "COM" -> Hint.FEE;
            case "INT" -> Hint.INTEREST;
            case "RTI" -> Hint.RETURN;
            default -> Hint.NONE;
        };
    }

    /** Ends the statement, and returns what its balances show. */
    Outcome end() throws BankFileException {
        var turned = first && turns();
        if (reversalsTurned) {
            notice(new Notice(Notice.Kind.REVERSAL_READ_AS_ORIGINAL, Place.FILE, List.of()));
        } else if (reversals > 0 && opening == null) {
            notice(new Notice(Notice.Kind.REVERSAL_UNPROVED, Place.FILE, List.of()));
        }
        if (turned) {
            return Outcome.of(last, true, page);
        }
        try {
            sink.end(foot());
        } catch (ArithmeticException e) {
            throw new BankFileException(Fault.AMOUNT_TOO_LARGE, Place.FILE, sums.decimal(sums.sum()));
        }
        return Outcome.of(last || head.kind() == Kind.INTRADAY, reversalsTurned, page);
    }

    /** Whether only the other reading of the reversals fits the balances. */
    private boolean turns() {
        if (reversed == 0 || opening == null || closing == null) {
            return false;
        }
        var missing = closing.amount() - opening.amount() - sums.sum();
        return missing != 0 && missing == -2 * reversed;
    }

    private Foot foot() throws BankFileException {
        if (head.kind() == Kind.INTRADAY) {
            var creditsFit = fits(credits, "credits");
            var debitsFit = fits(debits, "debits");
            return new Foot(null, null, creditsFit && debitsFit ? Proof.SUMS : Proof.NONE, List.copyOf(notices));
        }
        return sums.foot(opening, closing, Proof.NONE, List.copyOf(notices));
    }

    /** Whether the file has a sum of the entries of this direction, or there are none. With a floor the sum may have smaller ones. */
    private boolean fits(Side side, String name) throws BankFileException {
        var stated = side.stated;
        if (stated == null) {
            return side.count == 0 && (credits.stated != null || debits.stated != null);
        }
        if (side.fits(stated)) {
            return true;
        }
        var said = stated.count() + " " + name + ", " + sums.decimal(stated.amount());
        var given = side.count + ", " + sums.decimal(side.amount);
        if (!floor) {
            throw new BankFileException(Fault.TOTALS, stated.place(), said, name, given);
        }
        notice(new Notice(Notice.Kind.SUMMARY_DIFFERS, stated.place(), List.of(said, given)));
        return false;
    }
}
