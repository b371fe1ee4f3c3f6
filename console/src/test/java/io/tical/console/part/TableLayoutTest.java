package io.tical.console.part;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.part.TableLayout.Placed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Layouts of tables as text. */
class TableLayoutTest {
    private static final List<Placed> KNOWN = List.of(
            new Placed("a.age", 56, false), new Placed("a.amount", 120, false), new Placed("a.status", 112, false));

    @Test
    void aLayoutIsReadAsItWasWritten() {
        var layout = new TableLayout(List.of(new Placed("a.amount", 130.4, false), new Placed("a.age", 60, true)));
        assertThat(layout.text()).isEqualTo("a.amount=130 -a.age=60");
        assertThat(TableLayout.of(layout.text()).text()).isEqualTo(layout.text());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "nothing", textBlock = """
            ''                        | a.age=56 a.amount=120 a.status=112
            a.status=90               | a.status=90 a.age=56 a.amount=120
            a.gone=90 -a.amount=10    | -a.amount=10 a.age=56 a.status=112
            a.amount=wide a.age a.=== | a.age=56 a.amount=120 a.status=112
            """)
    void whatIsUnknownIsLeftOutAndWhatIsNewFollows(String text, String placed) {
        assertThat(new TableLayout(TableLayout.of(text).place(KNOWN)).text()).isEqualTo(placed);
    }
}
