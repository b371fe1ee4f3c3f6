package io.tical.server.bankfile;

import io.tical.common.BankCode;
import io.tical.server.bankfile.BankEntry.Counterparty;
import io.tical.server.bankfile.BankEntry.References;
import io.tical.server.bankfile.BankEntry.Status;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.CsvLayout.Found;
import io.tical.server.bankfile.CsvLayout.Placement;
import io.tical.server.bankfile.CsvProfile.PartyGroup;
import io.tical.server.bankfile.CsvProfile.Role;
import io.tical.server.bankfile.DateForm.Written;
import io.tical.server.bankfile.Row.Cell;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the rows that are entries. */
final class CsvEntries {
    private static final Pattern DIGIT = Pattern.compile(".*[0-9].*", Pattern.DOTALL);
    private static final Pattern ZEROS = Pattern.compile("0+");
    private static final int SHOWN_MAX = 80;

    private final CsvLayout layout;
    private final Placement placement;
    private final BankCalendar calendar;
    private final AmountText amounts;
    private final List<Notice> notices;
    private boolean hour24;
    private int credits;
    private int debits;

    CsvEntries(CsvLayout layout, Placement placement, BankCalendar calendar, AmountText amounts, List<Notice> notices) {
        this.layout = layout;
        this.placement = placement;
        this.calendar = calendar;
        this.amounts = amounts;
        this.notices = notices;
    }

    int credits() {
        return credits;
    }

    int debits() {
        return debits;
    }

    BankEntry read(Row row, int position) throws BankFileException {
        var date = row.cells().get(at(Role.DATE).orElseThrow());
        var written = layout.date(date.text()).orElseThrow(() -> noDate(row, date));
        var booked = calendar.booked(written, CellText.collapse(date.text()), date.place());
        var beside = value(row, Role.TIME);
        var clock = beside.isPresent() ? Optional.of(time(beside.get())) : Optional.<Written>empty();
        var value = value(row, Role.VALUE_DATE);
        var amount = amount(row);
        var texts = placement.texts().stream()
                .map(column -> value(row.cells().get(column)))
                .flatMap(Optional::stream)
                .map(cell -> CellText.line(cell.text()))
                .toList();
        var found = layout.party(texts);
        var code = text(row, Role.CODE);
        var debit = amount < 0 || (amount == 0 && value(row, Role.DEBIT).isPresent());
        debits += debit ? 1 : 0;
        credits += debit ? 0 : 1;
        return new BankEntry(
                position,
                date.place(),
                booked,
                timeOfDay(clock.orElse(written), date.place()),
                value.isPresent() ? valueDate(value.get()) : besideTime(clock, beside),
                amount,
                Status.BOOKED,
                false,
                new References(
                        text(row, Role.REFERENCE)
                                .or(() -> group(found, PartyGroup.REFERENCE))
                                .orElse(null),
                        group(found, PartyGroup.END_TO_END).orElse(null),
                        null,
                        null,
                        text(row, Role.NUMBER).orElse(null),
                        text(row, Role.CHEQUE)
                                .filter(number -> !ZEROS.matcher(number).matches())
                                .orElse(null),
                        List.of()),
                found.flatMap(CsvEntries::counterparty).orElse(null),
                code.orElse(null),
                texts,
                balance(row),
                null,
                List.of(),
                null,
                0,
                layout.hint(code.orElse(null), texts),
                null);
    }

    private static BankFileException noDate(Row row, Cell date) {
        if (DIGIT.matcher(CellText.digits(date.text())).matches()) {
            return new BankFileException(Fault.DATE, date.place(), shown(date.text()));
        }
        return new BankFileException(Fault.ROW, row.place(), shown(row.joined()));
    }

    private static String shown(String text) {
        var plain = CellText.collapse(text);
        return plain.length() > SHOWN_MAX ? plain.substring(0, SHOWN_MAX) : plain;
    }

    private Optional<Integer> at(Role role) {
        return Optional.ofNullable(placement.roles().get(role));
    }

    /** The cell, unless it says that there is none. */
    private Optional<Cell> value(Row row, Role role) {
        return at(role).flatMap(column -> value(row.cells().get(column)));
    }

    private Optional<Cell> value(Cell cell) {
        return Optional.of(cell)
                .filter(some -> !some.blank())
                .filter(some -> !layout.profile().empty().contains(CellText.collapse(some.text())));
    }

    private Optional<String> text(Row row, Role role) {
        return value(row, role).map(cell -> CellText.collapse(cell.text()));
    }

    private Written time(Cell cell) throws BankFileException {
        return layout.time(cell.text())
                .orElseThrow(() -> new BankFileException(Fault.DATE, cell.place(), shown(cell.text())));
    }

    private @Nullable LocalTime timeOfDay(Written written, Place place) {
        if (written.hour() == 24) {
            if (!hour24) {
                notices.add(new Notice(Notice.Kind.HOUR_24, place, List.of()));
            }
            hour24 = true;
            return null;
        }
        return written.hasTime() ? LocalTime.of(written.hour(), written.minute(), written.second()) : null;
    }

    private LocalDate valueDate(Cell cell) throws BankFileException {
        var written = layout.date(cell.text())
                .orElseThrow(() -> new BankFileException(Fault.DATE, cell.place(), shown(cell.text())));
        return calendar.day(written, CellText.collapse(cell.text()), cell.place());
    }

    private @Nullable LocalDate besideTime(Optional<Written> clock, Optional<Cell> cell) throws BankFileException {
        if (clock.isEmpty() || cell.isEmpty() || !clock.get().hasDate()) {
            return null;
        }
        return calendar.day(
                clock.get(), CellText.collapse(cell.get().text()), cell.get().place());
    }

    private long amount(Row row) throws BankFileException {
        var whole = value(row, Role.AMOUNT);
        if (whole.isPresent()) {
            var amount = amounts.read(whole.get().text(), whole.get().place());
            return at(Role.SIGN).isEmpty() ? amount : signed(amount, row, Role.SIGN, whole.get());
        }
        var debit = value(row, Role.DEBIT);
        var credit = value(row, Role.CREDIT);
        var out = debit.isPresent() ? unsigned(debit.get(), layout.profile().debitNegative()) : 0;
        var in = credit.isPresent() ? unsigned(credit.get(), false) : 0;
        if ((debit.isEmpty() && credit.isEmpty()) || (out != 0 && in != 0)) {
            throw new BankFileException(Fault.ROW, row.place(), shown(row.joined()));
        }
        return in - out;
    }

    /** @param negative whether the bank writes a minus sign before it */
    private long unsigned(Cell cell, boolean negative) throws BankFileException {
        var amount = amounts.read(cell.text(), cell.place());
        if (negative ? amount > 0 : amount < 0) {
            throw new BankFileException(Fault.AMOUNT, cell.place(), shown(cell.text()));
        }
        return Math.abs(amount);
    }

    private long signed(long amount, Row row, Role sign, Cell cell) throws BankFileException {
        var negative = text(row, sign)
                .filter(text -> layout.profile().negative().contains(text))
                .isPresent();
        if (negative && amount < 0) {
            throw new BankFileException(Fault.AMOUNT, cell.place(), shown(cell.text()));
        }
        return negative ? -amount : amount;
    }

    private @Nullable Long balance(Row row) throws BankFileException {
        var cell = value(row, Role.BALANCE);
        if (cell.isEmpty()) {
            var column = layout.profile().columns().get(Role.BALANCE);
            if (column != null && !column.optional()) {
                throw new BankFileException(Fault.FIELD_MISSING, row.place(), "The balance");
            }
            return null;
        }
        var amount = amounts.read(cell.get().text(), cell.get().place());
        return at(Role.BALANCE_SIGN).isEmpty() ? amount : signed(amount, row, Role.BALANCE_SIGN, cell.get());
    }

    private static Optional<String> group(Optional<Found> found, PartyGroup group) {
        return found.flatMap(some -> Optional.ofNullable(some.groups().get(group)))
                .map(String::strip);
    }

    private static Optional<Counterparty> counterparty(Found found) {
        var groups = found.groups();
        var name = groups.get(PartyGroup.NAME);
        var account = groups.get(PartyGroup.ACCOUNT);
        var bank = groups.get(PartyGroup.BANK);
        if (name == null && account == null && bank == null) {
            return Optional.empty();
        }
        return Optional.of(new Counterparty(
                name == null ? null : name.strip(),
                account,
                bank == null ? found.bank() : number(bank),
                null,
                groups.containsKey(PartyGroup.CUT)));
    }

    /** The number of a Thai bank, or what the file says if it is none. */
    private static String number(String bank) {
        return BankCode.of(bank, "THB").flatMap(BankCode::number).orElse(bank);
    }
}
