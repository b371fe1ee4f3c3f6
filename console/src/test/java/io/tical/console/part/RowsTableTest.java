package io.tical.console.part;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.api.Page;
import io.tical.console.part.Column.Look;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import io.tical.console.work.PagedRows;
import io.tical.console.work.Tasks;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.text.Text;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;

/** A table over 100,000 rows. */
class RowsTableTest {
    private static final int ROWS = 100_000;

    private static Page<Integer> page(String cursor) {
        var from = cursor.isEmpty() ? 0 : Integer.parseInt(cursor);
        var to = Math.min(from + PagedRows.PAGE, ROWS);
        return new Page<>(IntStream.range(from, to).boxed().toList(), to < ROWS ? String.valueOf(to) : null);
    }

    @Test
    void whoScrollsFindsTheRowsThatFollowFetchedAlready() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var rows = new PagedRows<>(
                    new Tasks(threads, Platform::runLater), Clock.systemUTC(), RowsTableTest::page, row -> row);
            var robot = new FxRobot();
            var stage = FxToolkit.registerPrimaryStage();
            var table = FxToolkit.setupFixture(() -> {
                var columns = List.of(new Column<Integer>("slips.column.amount", 200, Look.MONEY, String::valueOf));
                var made = new RowsTable<>(new Texts(Language.ENGLISH), rows, columns, () -> "");
                stage.setScene(new Scene(made, 400, 600));
                stage.show();
                rows.reload();
                return made;
            });
            for (int screen = 1; screen <= 20; screen++) {
                var first = screen * 300;
                Awaitility.await()
                        .atMost(Duration.ofSeconds(90))
                        .until(() -> table.getItems().size() > first);
                robot.interact(() -> table.scrollTo(first));
            }
            assertThat(rows.hasMore()).isTrue();
            robot.interact(() -> assertThat(table.lookupAll(".table-row-cell")).hasSizeLessThan(60));
            robot.interact(stage::hide);
        }
    }

    @Test
    void anAmountIsNeverCut() throws Exception {
        var amount = "1,234,567,890,123.45 THB";
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var rows = new PagedRows<>(
                    new Tasks(threads, Platform::runLater),
                    Clock.systemUTC(),
                    cursor -> new Page<>(List.of(amount), null),
                    row -> row);
            var robot = new FxRobot();
            var stage = FxToolkit.registerPrimaryStage();
            FxToolkit.setupFixture(() -> {
                var columns = List.of(
                        new Column<String>("slips.column.organization", 300, Look.TEXT, _ -> "Somchai Jaidee"),
                        new Column<String>("slips.column.amount", 60, Look.MONEY, value -> value));
                var table = new RowsTable<>(new Texts(Language.ENGLISH), rows, columns, () -> "");
                stage.setScene(new Scene(table, 360, 200));
                stage.show();
                rows.reload();
                return table;
            });
            Awaitility.await()
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> shown(robot).contains(amount));
            robot.interact(stage::hide);
        }
    }

    /** The texts of all cells as they are drawn. */
    private static List<String> shown(FxRobot robot) {
        var texts = new ArrayList<String>();
        robot.interact(() ->
                robot.lookup(".table-cell .text").queryAllAs(Text.class).forEach(text -> texts.add(text.getText())));
        return texts;
    }
}
