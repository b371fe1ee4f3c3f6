package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.CsvLayout.Placement;
import io.tical.server.bankfile.CsvProfile.Line;
import io.tical.server.bankfile.CsvProfile.Role;
import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.bankfile.StatementReader.Sink;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of one file: what stands before the names of the columns, entries, and rows that are no entries. */
final class CsvTable {
    private static final int SHOWN_MAX = 80;

    private final CsvLayout layout;
    private final Placement placement;
    private final Context context;
    private final Sink sink;
    private final Map<Line, Stated> stated = new EnumMap<>(Line.class);
    private @Nullable CsvStatement statement;
    private @Nullable Stated broughtForward;
    private int entries;

    /** What a row that is no entry says. */
    record Stated(String text, Place place) {}

    CsvTable(CsvLayout layout, Placement placement, Context context, Sink sink) {
        this.layout = layout;
        this.placement = placement;
        this.context = context;
        this.sink = sink;
    }

    /** @param position of the row, counted from that of the names of the columns */
    void add(Row row, int position) throws BankFileException {
        var joined = row.joined();
        if (joined.isEmpty() || joined.equals(placement.names())) {
            return;
        }
        var line = layout.line(joined);
        if (line.isPresent()) {
            for (var said : line.get().entrySet()) {
                state(said.getKey(), new Stated(said.getValue(), row.place()));
            }
        } else if (position >= 0) {
            entry(row);
        }
    }

    private void state(Line line, Stated said) throws BankFileException {
        if (line == Line.BALANCE) {
            if (statement != null) {
                statement.balance(said);
            } else if (broughtForward == null) {
                broughtForward = said;
            } else {
                throw unreadable(said.place(), said.text());
            }
            return;
        }
        var before = stated.putIfAbsent(line, said);
        if (before != null && !before.text().equals(said.text())) {
            throw new BankFileException(Fault.FIELD_INVALID, said.place(), line.word(), said.text());
        }
    }

    private void entry(Row row) throws BankFileException {
        var cells = row.cells();
        for (int at = placement.width(); at < cells.size(); at++) {
            if (!cells.get(at).blank()) {
                throw unreadable(cells.get(at).place(), cells.get(at).text());
            }
        }
        var at = placement.roles().get(Role.DATE);
        if (cells.size() < placement.width() || at == null || cells.get(at).blank()) {
            throw unreadable(row.place(), row.joined());
        }
        if (entries >= context.limits().entriesMax()) {
            throw new BankFileException(
                    Fault.TOO_MANY_ENTRIES,
                    row.place(),
                    Integer.toString(context.limits().entriesMax()));
        }
        entries++;
        of(row).entry(row);
    }

    /** The statement to which an entry belongs: files may have the account in each row. */
    private CsvStatement of(Row row) throws BankFileException {
        var account = cell(row, Role.ACCOUNT).map(CellText::account);
        var currency = cell(row, Role.CURRENCY).map(CellText::collapse);
        if (statement != null
                && (account.isEmpty() || account.get().equals(statement.account()))
                && (currency.isEmpty() || currency.get().equals(statement.currency()))) {
            return statement;
        }
        if (statement != null) {
            statement.end(stated);
        }
        statement = begin(account.orElse(null), currency.orElse(null), row.place());
        return statement;
    }

    private Optional<String> cell(Row row, Role role) {
        var at = placement.roles().get(role);
        return at == null
                ? Optional.empty()
                : Optional.of(row.cells().get(at)).filter(cell -> !cell.blank()).map(Row.Cell::text);
    }

    private CsvStatement begin(@Nullable String account, @Nullable String currency, Place place)
            throws BankFileException {
        var profile = layout.profile();
        var ofFile = said(Line.ACCOUNT).map(CellText::account).orElse(null);
        if (account != null && ofFile != null && !account.equals(ofFile)) {
            throw new BankFileException(Fault.FIELD_INVALID, place, Line.ACCOUNT.word(), account);
        }
        var begun = new CsvStatement(
                layout,
                placement,
                context,
                sink,
                account == null ? ofFile : account,
                Objects.requireNonNullElse(currency, said(Line.CURRENCY).orElse(profile.currency())),
                place);
        begun.begin(said(Line.ID).orElse(null), stated.get(Line.FROM), stated.get(Line.TO));
        if (broughtForward != null) {
            begun.balance(broughtForward);
            broughtForward = null;
        }
        return begun;
    }

    private Optional<String> said(Line line) {
        return Optional.ofNullable(stated.get(line)).map(Stated::text);
    }

    /** @throws BankFileException if the sums of the file do not fit its entries */
    void end() throws BankFileException {
        var last = statement == null ? begin(null, null, Place.FILE) : statement;
        last.end(stated);
    }

    /** @throws BankFileException if the balances so far do not follow from each other */
    void requireChain() throws BankFileException {
        if (statement != null) {
            statement.requireChain();
        }
    }

    private static BankFileException unreadable(Place place, String text) {
        var shown = CellText.collapse(text);
        return new BankFileException(
                Fault.ROW, place, shown.length() > SHOWN_MAX ? shown.substring(0, SHOWN_MAX) : shown);
    }
}
