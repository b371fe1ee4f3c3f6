package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.CsvLayout.Placement;
import io.tical.server.bankfile.CsvProfile.Form;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tables of banks, CSV and HTML, with the one of its profiles whose columns the file has. If the columns fit several, the one
 * that knows the most of them.
 */
public final class CsvReader implements StatementReader {
    /** Where the names of the columns are at the latest. */
    static final int HEAD_ROWS_MAX = 100;

    private static final int SHOWN_MAX = 200;

    /** Steps of patterns in one file; the largest files take a fraction with the profiles that are shipped. */
    private static final long EFFORT_MAX = 3_000_000_000L;

    private final List<CsvLayout> layouts;

    /** @throws IllegalArgumentException if a pattern or form of a profile is not valid */
    public CsvReader(List<CsvProfile> profiles) {
        this(profiles.stream().map(CsvLayout::new));
    }

    private CsvReader(Stream<CsvLayout> layouts) {
        this.layouts = layouts.toList();
    }

    /** A reader that knows these profiles, too. */
    CsvReader with(List<OwnProfile> own) {
        return own.isEmpty()
                ? this
                : new CsvReader(Stream.concat(
                        layouts.stream(), own.stream().map(one -> new CsvLayout(one.profile(), one.format()))));
    }

    /** @param row of the names of the columns, from 0 */
    private record Candidate(CsvLayout layout, Placement placement, int row) {}

    /** How a file is cut into rows. */
    record Cutting(Form form, TextEncoding encoding, char delimiter) {
        static Cutting of(CsvLayout layout) {
            return of(layout.profile());
        }

        static Cutting of(CsvProfile profile) {
            var html = profile.form() == Form.HTML;
            return new Cutting(
                    profile.form(),
                    profile.encoding(),
                    html ? ' ' : profile.delimiter().charAt(0));
        }

        Rows open(Source source, Limits limits) throws BankFileException, IOException {
            var characters = encoding.open(source);
            return switch (form) {
                case HTML -> new HtmlRows(characters, limits.textMax());
                case DELIMITED -> new DelimitedRows(characters, delimiter, limits.textMax());
            };
        }
    }

    @Override
    public void read(Source source, Context context, Sink sink) throws BankFileException, IOException {
        try {
            read(source, context, sink, new Effort(EFFORT_MAX));
        } catch (Effort.Spent spent) {
            throw new BankFileException(Fault.TOO_MUCH_EFFORT, Place.FILE);
        }
    }

    private void read(Source source, Context context, Sink sink, Effort effort) throws BankFileException, IOException {
        var found = find(source, context, effort);
        try (var rows = Cutting.of(found.layout()).open(source, context.limits())) {
            var table = new CsvTable(found.layout(), found.placement(), context, sink);
            int at = 0;
            for (var row = rows.next(); row.isPresent(); row = rows.next()) {
                table.add(row.get(), at++ - found.row());
            }
            table.end();
        }
    }

    private Candidate find(Source source, Context context, Effort effort) throws BankFileException, IOException {
        var chosen = context.profile();
        var known = layouts.stream().map(layout -> layout.profile().name());
        if (chosen != null && known.noneMatch(chosen::equals)) {
            throw new BankFileException(Fault.PROFILE_UNKNOWN, Place.FILE, chosen);
        }
        var search = new Search();
        var form = Beginning.of(source).text().startsWith("<") ? Form.HTML : Form.DELIMITED;
        var cuttings = layouts.stream()
                .filter(layout -> layout.profile().form() == form)
                .filter(layout ->
                        chosen == null || chosen.equals(layout.profile().name()))
                .map(layout -> layout.spending(effort))
                .collect(Collectors.groupingBy(Cutting::of, LinkedHashMap::new, Collectors.toList()));
        for (var cutting : cuttings.entrySet()) {
            try (var rows = cutting.getKey().open(source, context.limits())) {
                search.in(rows, cutting.getValue());
            } catch (BankFileException e) {
                search.failed = search.failed == null ? e : search.failed;
            }
        }
        return search.best();
    }

    private static final class Search {
        private final List<Candidate> candidates = new ArrayList<>();
        private long width;
        private @Nullable Row widest;
        private @Nullable BankFileException failed;

        void in(Rows rows, List<CsvLayout> layouts) throws BankFileException, IOException {
            var open = new ArrayList<>(layouts);
            for (int at = 0; at < HEAD_ROWS_MAX && !open.isEmpty(); at++) {
                var next = rows.next();
                if (next.isEmpty()) {
                    break;
                }
                var row = next.get();
                for (var layout : List.copyOf(open)) {
                    var placement = layout.placement(row);
                    if (placement.isPresent()) {
                        candidates.add(new Candidate(layout, placement.get(), at));
                    }
                    if (placement.isPresent() || (layout.headless() && !row.blank())) {
                        open.remove(layout);
                    }
                }
                var filled = row.cells().stream().filter(cell -> !cell.blank()).count();
                if (filled > width) {
                    width = filled;
                    widest = row;
                }
            }
        }

        Candidate best() throws BankFileException {
            var unknown = candidates.stream()
                    .mapToInt(candidate -> candidate.placement().unknown().size())
                    .min();
            var best = candidates.stream()
                    .filter(candidate -> candidate.placement().unknown().size() == unknown.orElse(0))
                    .sorted(Comparator.comparing(
                            candidate -> candidate.layout().profile().name()))
                    .toList();
            if (best.size() == 1) {
                return best.getFirst();
            }
            if (best.size() > 1) {
                throw new BankFileException(
                        Fault.PROFILE_AMBIGUOUS,
                        Place.FILE,
                        best.stream()
                                .map(candidate -> candidate.layout().profile().name())
                                .collect(Collectors.joining(", ")));
            }
            if (widest == null) {
                throw failed == null ? new BankFileException(Fault.NOT_A_STATEMENT, Place.FILE) : failed;
            }
            var joined = widest.joined();
            throw new BankFileException(
                    Fault.COLUMNS,
                    widest.place(),
                    joined.length() > SHOWN_MAX ? joined.substring(0, SHOWN_MAX) : joined);
        }
    }
}
