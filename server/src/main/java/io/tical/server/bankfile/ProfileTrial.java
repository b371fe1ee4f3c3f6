package io.tical.server.bankfile;

import io.tical.common.Word;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Foot;
import io.tical.server.bankfile.BankStatement.Head;
import io.tical.server.bankfile.CsvProfile.Role;
import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.bankfile.StatementReader.Sink;
import io.tical.server.bankfile.StatementReader.Source;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a profile reads the beginning of a file, line by line. Unlike an import it goes on after a line with a fault.
 *
 * @param encoding in which the file was read
 * @param whole whether it was all of the file
 * @param columns of the line with the names, or of the widest line if it was not found
 * @param lines the first ones, the last ones, and those with faults
 * @param count of all lines
 * @param entries that were read
 * @param faults that lines have
 * @param problems of the whole file
 * @param notices what a person should check
 */
public record ProfileTrial(
        String encoding,
        boolean whole,
        List<Column> columns,
        List<Line> lines,
        int count,
        int entries,
        int faults,
        List<Statement> statements,
        List<BankFileException> problems,
        List<Notice> notices) {
    private static final int FIRST_MAX = 120;
    private static final int LAST_MAX = 20;
    private static final int FAULTS_MAX = 100;
    private static final int STATEMENTS_MAX = 20;
    private static final int NOTICES_MAX = 50;
    private static final int CELLS_MAX = 40;
    private static final int CELL_MAX = 120;
    private static final int ROWS_MAX = 10_000;
    private static final int DIRECTION_MIN = 3;
    private static final long EFFORT_MAX = 5_000_000;

    /** @param name empty if the file does not name it */
    public record Column(int position, String name, String sample) {}

    /** What a line was read as. */
    public enum LineKind implements Word {
        /** Before the names of the columns, and nothing that is known. */
        BEFORE,
        NAMES,
        ENTRY,
        /** It says something about the statement, or is known to say nothing. */
        KNOWN,
        FAULT
    }

    /**
     * @param line in the file, from 1
     * @param entry null if it is none
     * @param fault null if it has none
     */
    public record Line(
            int line,
            LineKind kind,
            List<String> cells,
            @Nullable BankEntry entry,
            @Nullable BankFileException fault) {}

    /**
     * @param from the first day of the period that the file says, or of the entries
     * @param credits the sum of entries into the account, minor units
     * @param debits zero or negative
     * @param foot null if the sums do not fit, or the sample does not have its end
     */
    public record Statement(
            @Nullable String account,
            String currency,
            @Nullable LocalDate from,
            @Nullable LocalDate to,
            long credits,
            long debits,
            int entries,
            @Nullable Foot foot) {}

    /** Whether the profile reads the file, and nothing in the file contradicts it. */
    public boolean passed() {
        return problems.isEmpty()
                && faults == 0
                && entries > 0
                && notices.stream().noneMatch(notice -> notice.kind() == Notice.Kind.BALANCE_DISAGREES);
    }

    /** @throws BankFileException if the file is no table */
    public static ProfileTrial of(CsvProfile profile, Source source, Context context)
            throws BankFileException, IOException {
        StatementFormats.requireTable(Beginning.of(source));
        var sample = Sample.of(source);
        var trying = new Trying(new CsvLayout(profile).spending(new Effort(EFFORT_MAX)), sample, context);
        try {
            trying.run();
        } catch (Effort.Spent spent) {
            trying.problems.add(new BankFileException(Fault.TOO_MUCH_EFFORT, Place.FILE));
        } catch (BankFileException unreadable) {
            trying.problems.add(unreadable);
        }
        trying.compare(sample);
        return trying.result();
    }

    private static final class Trying implements Sink {
        private final CsvLayout layout;
        private final Sample sample;
        private final Context context;
        private final TreeMap<Integer, Line> shown = new TreeMap<>();
        private final ArrayDeque<Line> last = new ArrayDeque<>();
        private final List<BankFileException> problems = new ArrayList<>();
        private final List<Notice> notices = new ArrayList<>();
        private final List<Statement> statements = new ArrayList<>();
        private List<Column> columns = List.of();
        private int names = -1;
        private boolean whole = true;
        private int rows;
        private int entries;
        private int faults;
        private @Nullable Head head;
        private @Nullable LocalDate from;
        private @Nullable LocalDate to;
        private long credits;
        private long debits;
        private int entriesOfStatement;
        private @Nullable BankEntry entry;

        Trying(CsvLayout layout, Sample sample, Context context) {
            this.layout = layout;
            this.sample = sample;
            this.context = context;
        }

        void run() throws BankFileException, IOException {
            var placement = placement();
            if (placement == null) {
                return;
            }
            var table = new CsvTable(layout, placement, context, this);
            rows = 0;
            shown.clear();
            try (var cut = CsvReader.Cutting.of(layout.profile()).open(sample, context.limits())) {
                for (var next = cut.next(); next.isPresent() && rows < ROWS_MAX; next = cut.next()) {
                    row(table, placement, next.get());
                }
            } catch (BankFileException cut) {
                if (sample.whole() || cut.fault() != Fault.TRUNCATED) {
                    throw cut;
                }
            }
            whole = sample.whole() && rows < ROWS_MAX;
            if (!whole) {
                notices.add(new Notice(Notice.Kind.SAMPLE_CUT, Place.FILE, List.of(Integer.toString(rows))));
            }
            if (faults == 0) {
                end(table);
            }
        }

        /** Compares the sums, or of a file that was cut the balances of its lines alone. */
        private void end(CsvTable table) {
            try {
                if (whole) {
                    table.end();
                } else {
                    table.requireChain();
                }
            } catch (BankFileException sums) {
                problems.add(sums);
                var line = shown.get(sums.place().line());
                if (line != null) {
                    shown.put(line.line(), new Line(line.line(), LineKind.FAULT, line.cells(), line.entry(), sums));
                }
            }
        }

        /** Where the columns are; null if no line names them. */
        private CsvLayout.@Nullable Placement placement() throws BankFileException, IOException {
            Row closest = null;
            List<String> missing = List.of();
            try (var cut = CsvReader.Cutting.of(layout.profile()).open(sample, context.limits())) {
                for (int at = 0; at < CsvReader.HEAD_ROWS_MAX; at++) {
                    var next = cut.next();
                    if (next.isEmpty()) {
                        break;
                    }
                    var row = next.get();
                    var found = layout.placement(row);
                    if (found.isPresent()) {
                        names = at;
                        columns = columns(
                                layout.headless() ? null : row, cut.next().orElse(row));
                        return found.get();
                    }
                    if (!row.blank()) {
                        var lacks = layout.headless() ? List.<String>of() : layout.missing(row);
                        var closer = closest == null
                                || lacks.size() < missing.size()
                                || (lacks.size() == missing.size()
                                        && row.cells().size() > closest.cells().size());
                        closest = closer ? row : closest;
                        missing = closer ? lacks : missing;
                        keep(new Line(row.place().line(), LineKind.BEFORE, cells(row), null, null));
                    }
                    rows++;
                }
            }
            if (closest != null) {
                columns = columns(closest, closest);
                problems.add(new BankFileException(Fault.COLUMNS_MISSING, closest.place(), String.join(", ", missing)));
            } else {
                problems.add(new BankFileException(Fault.EMPTY, Place.FILE));
            }
            return null;
        }

        private static List<Column> columns(@Nullable Row names, Row first) {
            var columns = new ArrayList<Column>();
            var width = Math.max(
                    names == null ? 0 : names.cells().size(), first.cells().size());
            for (int at = 0; at < width; at++) {
                columns.add(new Column(at, names == null ? "" : cell(names, at), cell(first, at)));
            }
            return columns;
        }

        private static String cell(Row row, int at) {
            return at < row.cells().size() ? shown(row.cells().get(at).text()) : "";
        }

        private static String shown(String text) {
            var plain = CellText.collapse(text);
            return plain.length() > CELL_MAX ? plain.substring(0, CELL_MAX) : plain;
        }

        private static List<String> cells(Row row) {
            return row.cells().stream()
                    .limit(CELLS_MAX)
                    .map(cell -> shown(cell.text()))
                    .toList();
        }

        private void row(CsvTable table, CsvLayout.Placement placement, Row row) {
            var position = rows++ - names;
            if (row.blank()) {
                return;
            }
            entry = null;
            var line = row.place().line();
            try {
                table.add(row, position);
            } catch (BankFileException wrong) {
                faults++;
                var faulty = new Line(line, LineKind.FAULT, cells(row), null, wrong);
                if (faults <= FAULTS_MAX) {
                    shown.put(line, faulty);
                }
                return;
            }
            var kind = entry != null
                    ? LineKind.ENTRY
                    : row.joined().equals(placement.names())
                            ? LineKind.NAMES
                            : layout.line(row.joined()).isPresent() ? LineKind.KNOWN : LineKind.BEFORE;
            if (kind == LineKind.KNOWN && position > 0 && looksLikeEntry(row, placement)) {
                note(new Notice(Notice.Kind.ENTRY_HIDDEN, row.place(), List.of()));
            }
            keep(new Line(line, kind, cells(row), entry, null));
        }

        private boolean looksLikeEntry(Row row, CsvLayout.Placement placement) {
            var date = placement.roles().getOrDefault(Role.DATE, 0);
            return date < row.cells().size()
                    && layout.date(row.cells().get(date).text()).isPresent()
                    && !layout.line(row.joined()).orElseThrow().containsKey(CsvProfile.Line.BALANCE)
                    && List.of(Role.AMOUNT, Role.DEBIT, Role.CREDIT).stream()
                            .flatMap(role ->
                                    Optional.ofNullable(placement.roles().get(role)).stream())
                            .anyMatch(column -> column < row.cells().size()
                                    && !row.cells().get(column).blank());
        }

        private void note(Notice notice) {
            if (notices.size() < NOTICES_MAX) {
                notices.add(notice);
            }
        }

        private void keep(Line line) {
            if (shown.size() < FIRST_MAX + FAULTS_MAX && shown.size() - faults < FIRST_MAX) {
                shown.put(line.line(), line);
            } else {
                last.addLast(line);
                if (last.size() > LAST_MAX) {
                    last.removeFirst();
                }
            }
        }

        @Override
        public void begin(Head begun) {
            head = begun;
            from = begun.from();
            to = begun.to();
            credits = 0;
            debits = 0;
            entriesOfStatement = 0;
        }

        @Override
        public void entry(BankEntry read) throws BankFileException {
            entry = read;
            entries++;
            entriesOfStatement++;
            var day = read.booked();
            from = from == null || day.isBefore(from) ? day : from;
            to = to == null || day.isAfter(to) ? day : to;
            try {
                credits = Math.addExact(credits, Math.max(0, read.amount()));
                debits = Math.addExact(debits, Math.min(0, read.amount()));
            } catch (ArithmeticException e) {
                throw new BankFileException(Fault.AMOUNT_TOO_LARGE, read.place(), Long.toString(read.amount()));
            }
        }

        @Override
        public void end(Foot foot) {
            statement(foot);
            foot.notices().forEach(this::note);
        }

        private void statement(@Nullable Foot foot) {
            var begun = head;
            if (begun != null && statements.size() < STATEMENTS_MAX) {
                var currency = begun.currency();
                statements.add(new Statement(
                        begun.account(),
                        currency == null ? layout.profile().currency() : currency,
                        from,
                        to,
                        credits,
                        debits,
                        entriesOfStatement,
                        foot));
            }
            head = null;
        }

        /** Compares what was read with what the running balance of the file says. */
        void compare(Sample of) throws IOException {
            statement(null);
            var in = statements.stream().mapToLong(Statement::credits).sum();
            var out = statements.stream().mapToLong(Statement::debits).sum();
            if (entries >= DIRECTION_MIN && (in == 0 || out == 0)) {
                note(new Notice(Notice.Kind.ONE_DIRECTION, Place.FILE, List.of(Integer.toString(entries))));
            }
            if (entries == 0 || faults > 0 || !layout.profile().currency().equals("THB")) {
                return;
            }
            try {
                var proposed = ProfileProposal.of(of, context).profile();
                if (proposed != null && proposed.columns().containsKey(Role.BALANCE)) {
                    compare(proposed, in, out);
                }
            } catch (BankFileException | Effort.Spent unknown) {
                // Nothing to compare with.
            }
        }

        private void compare(CsvProfile proposed, long in, long out) throws BankFileException, IOException {
            var proving = new Trying(new CsvLayout(proposed).spending(new Effort(EFFORT_MAX)), sample, context);
            proving.run();
            proving.statement(null);
            var balance = proposed.columns().get(Role.BALANCE);
            if (balance == null || proving.faults > 0 || !proving.problems.isEmpty() || proving.entries < 2) {
                return;
            }
            var name = balance.names().isEmpty()
                    ? "#" + balance.position()
                    : balance.names().getFirst();
            var provedIn =
                    proving.statements.stream().mapToLong(Statement::credits).sum();
            var provedOut =
                    proving.statements.stream().mapToLong(Statement::debits).sum();
            var decimals = new Sums(2);
            if (in != provedIn || out != provedOut) {
                notices.add(new Notice(
                        Notice.Kind.BALANCE_DISAGREES,
                        Place.FILE,
                        List.of(
                                name,
                                decimals.decimal(provedIn),
                                decimals.decimal(provedOut),
                                decimals.decimal(in),
                                decimals.decimal(out))));
            } else if (!layout.profile().columns().containsKey(Role.BALANCE)) {
                notices.add(new Notice(Notice.Kind.BALANCE_UNUSED, Place.FILE, List.of(name)));
            }
        }

        ProfileTrial result() throws BankFileException, IOException {
            last.forEach(line -> shown.putIfAbsent(line.line(), line));
            return new ProfileTrial(
                    layout.profile().encoding().nameOf(sample),
                    whole,
                    columns,
                    List.copyOf(shown.values()),
                    rows,
                    entries,
                    faults,
                    List.copyOf(statements),
                    List.copyOf(problems),
                    List.copyOf(notices));
        }
    }
}
