package io.tical.server.bankfile;

import io.tical.server.bankfile.CsvProfile.Form;
import io.tical.server.bankfile.StatementReader.Limits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How a file is most probably cut into rows, and its first rows.
 *
 * @param names the place of the row with the names of the columns among the rows; -1 if there is none
 */
record TableShape(Form form, String delimiter, List<Row> rows, int names) {
    static final int ROWS_MAX = 500;

    private static final List<String> DELIMITERS = List.of(",", ";", "\t", "|");
    private static final int NAMES_MIN = 2;

    static TableShape of(Sample sample) throws BankFileException, IOException {
        if (Beginning.of(sample).text().startsWith("<")) {
            var rows = first(open(sample, Form.HTML, ","));
            return new TableShape(Form.HTML, ",", rows, names(rows));
        }
        var best = List.<Row>of();
        var delimiter = DELIMITERS.getFirst();
        var most = -1L;
        for (var one : DELIMITERS) {
            var rows = first(open(sample, Form.DELIMITED, one));
            var regular = regular(rows);
            if (regular > most) {
                most = regular;
                best = rows;
                delimiter = one;
            }
        }
        return new TableShape(Form.DELIMITED, delimiter, best, names(best));
    }

    static Rows open(Sample sample, Form form, String delimiter) throws BankFileException, IOException {
        return new CsvReader.Cutting(form, TextEncoding.DETECT, delimiter.charAt(0)).open(sample, Limits.DEFAULT);
    }

    /** The first rows, as far as they can be cut. */
    private static List<Row> first(Rows cut) throws BankFileException, IOException {
        var rows = new ArrayList<Row>();
        try (cut) {
            for (var row = cut.next(); row.isPresent() && rows.size() < ROWS_MAX; row = cut.next()) {
                rows.add(row.get());
            }
        } catch (BankFileException e) {
            if (e.fault() == BankFileException.Fault.ENCODING) {
                throw e;
            }
        }
        return rows;
    }

    /** The cells of the rows that have as many cells as most have, more than two. */
    private static long regular(List<Row> rows) {
        var widths = new HashMap<Integer, Long>();
        rows.forEach(row -> widths.merge(row.cells().size(), 1L, Long::sum));
        return widths.entrySet().stream()
                .filter(width -> width.getKey() > 2)
                .mapToLong(width -> width.getKey() * width.getValue())
                .max()
                .orElse(0);
    }

    /** The row with the most names that are known. */
    private static int names(List<Row> rows) {
        var best = -1;
        var most = NAMES_MIN - 1L;
        for (int at = 0; at < Math.min(rows.size(), CsvReader.HEAD_ROWS_MAX); at++) {
            var known = rows.get(at).cells().stream()
                    .map(cell -> KnownNames.role(cell.text()))
                    .distinct()
                    .filter(java.util.Optional::isPresent)
                    .count();
            if (known > most) {
                most = known;
                best = at;
            }
        }
        return best < 0 ? unknownNames(rows) : best;
    }

    /** The last row of words alone before the first row as wide that has digits. */
    private static int unknownNames(List<Row> rows) {
        for (int at = 0; at + 1 < Math.min(rows.size(), CsvReader.HEAD_ROWS_MAX); at++) {
            var words =
                    rows.get(at).cells().stream().filter(cell -> !cell.blank()).toList();
            var next = rows.get(at + 1);
            if (words.size() > 2
                    && words.stream().noneMatch(cell -> hasDigit(cell.text()))
                    && next.cells().size() >= words.size()
                    && next.cells().stream().anyMatch(cell -> hasDigit(cell.text()))) {
                return at;
            }
        }
        return -1;
    }

    private static boolean hasDigit(String text) {
        return CellText.digits(text).chars().anyMatch(c -> c >= '0' && c <= '9');
    }

    /** The rows after the names of the columns. */
    List<Row> data() {
        return names < 0 ? List.of() : rows.subList(names + 1, rows.size());
    }

    /** The names of the columns by position, without those that another column has, too. */
    Map<Integer, String> uniqueNames() {
        var positions = new HashMap<String, Integer>();
        var unique = new HashMap<Integer, String>();
        var cells = rows.get(names).cells();
        for (int at = 0; at < cells.size(); at++) {
            var name = CellText.name(cells.get(at).text());
            if (!name.isEmpty() && positions.putIfAbsent(name, at) == null) {
                unique.put(at, CellText.collapse(cells.get(at).text()));
            }
        }
        return unique;
    }
}
