package io.tical.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvCellTest {
    private static final String FORMULAS = "=+-@\uFF1D\uFF0B\uFF0D\uFF20";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            Acme            | Acme
            ร้านค้า          | ร้านค้า
            1,500.00 THB    | "1,500.00 THB"
            a "b" c         | "a ""b"" c"
            a;b             | "a;b"
            a-b             | a-b
            =SUM(A1)        | '=SUM(A1)
            +66812345678    | '+66812345678
            -5              | -5
            -12.00          | -12.00
            -5+1            | '-5+1
            -5.             | '-5.
            @here           | '@here
            ＝1             | '＝1
            −1              | '−1
            =1,2            | "'=1,2"
            x;=1+1          | "x;'=1+1"
            x; =1+1         | "x;' =1+1"
            x;"=1+1         | "x;'""=1+1"
            """)
    void cellsAreQuotedAndFormulasNeutralised(String value, String cell) {
        assertThat(CsvCell.of(value)).isEqualTo(cell);
    }

    @Test
    void aCommandAfterASemicolonIsAText() {
        assertThat(CsvCell.of("a;=cmd|' /C calc'!A0")).isEqualTo("\"a;'=cmd|' /C calc'!A0\"");
    }

    @Test
    void tabsAndLineBreaksAreQuotedAndWhatFollowsThemIsAText() {
        assertThat(CsvCell.of("x\t=1+1")).isEqualTo("\"x\t'=1+1\"");
        assertThat(CsvCell.of("x\r\n=1+1")).isEqualTo("\"x\r'\n'=1+1\"");
        assertThat(CsvCell.of("\t=1")).isEqualTo("\"'\t'=1\"");
        assertThat(CsvCell.of("two\nlines")).isEqualTo("\"two\nlines\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {" =1", "\u00A0=1", "\u200B=1", "\uFEFF=1", "\u0000=1"})
    void whatSpreadsheetsDropBeforeAFormulaHidesNone(String text) {
        assertThat(CsvCell.of(text)).isEqualTo("'" + text);
    }

    /** Quoted or not, and wherever the row is split: spreadsheets differ in when a quotation mark begins a quoted cell. */
    @Test
    void noCellOfARowBeginsLikeAFormulaWhateverSeparatesCells() {
        var random = new Random(11);
        var alphabet = "=+-@;\t\r\n\", a'ก\uFF1D\uFF20\u200B";
        for (int run = 0; run < 20_000; run++) {
            var cells = new ArrayList<String>();
            for (int cell = 0; cell < 3; cell++) {
                var text = new StringBuilder();
                for (int length = random.nextInt(7); length > 0; length--) {
                    text.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                cells.add(CsvCell.of(text.toString()));
            }
            var row = String.join(",", cells);
            for (var separator : List.of(',', ';', '\t')) {
                for (var cell : split(row, separator)) {
                    assertThat(cell.isEmpty() || FORMULAS.indexOf(cell.charAt(0)) < 0)
                            .as("%s separated at %s has the cell %s", row, separator, cell)
                            .isTrue();
                }
            }
        }
    }

    /** Cells as spreadsheets read them: only a quotation mark that is first in a cell begins a quoted one. */
    private static List<String> split(String row, char separator) {
        var cells = new ArrayList<String>();
        var cell = new StringBuilder();
        var first = true;
        var quoted = false;
        for (int at = 0; at < row.length(); at++) {
            var c = row.charAt(at);
            if (quoted && c == '"') {
                if (at + 1 < row.length() && row.charAt(at + 1) == '"') {
                    cell.append('"');
                    at++;
                } else {
                    quoted = false;
                }
            } else if (!quoted && (c == separator || c == '\r' || c == '\n')) {
                cells.add(cell.toString());
                cell.setLength(0);
                first = true;
                continue;
            } else if (first && c == '"') {
                quoted = true;
            } else {
                cell.append(c);
            }
            first = false;
        }
        cells.add(cell.toString());
        return cells;
    }
}
