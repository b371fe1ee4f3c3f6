package io.tical.console.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.admin.Listed;
import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.console.api.Page;
import io.tical.console.part.Column;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables as CSV files. */
class CsvTableTest {
    private record Row(UUID id, String name) implements Listed {}

    @TempDir
    private Path folder;

    private static CsvTable<Row> table(Function<String, Page<Row>> pages) {
        var name = new Column<Row>("queue.column.organization", 100, Column.Look.TEXT, Row::name);
        return new CsvTable<>(new Texts(Language.ENGLISH), List.of(name.exported()), pages);
    }

    private static Page<Row> page(String cursor) {
        return cursor.isEmpty()
                ? new Page<>(List.of(new Row(new UUID(0, 1), "Acme"), new Row(new UUID(0, 2), "=1+1")), "second")
                : new Page<>(List.of(new Row(new UUID(0, 3), "ร้านค้า")), null);
    }

    @Test
    void allPagesAreWrittenWithTheIdsAndTheProgressIsTold() throws IOException {
        var file = folder.resolve("rows.csv");
        var progress = new ArrayList<Integer>();
        assertThat(table(CsvTableTest::page).write(file, progress::add, () -> false))
                .isEqualTo(3);
        assertThat(progress).containsExactly(2, 3);
        assertThat(Files.readString(file))
                .isEqualTo("\ufeffid,Merchant\r\n"
                        + "00000000-0000-0000-0000-000000000001,Acme\r\n"
                        + "00000000-0000-0000-0000-000000000002,'=1+1\r\n"
                        + "00000000-0000-0000-0000-000000000003,ร้านค้า\r\n");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aCancelledExportLeavesTheFileThatWasThere() throws IOException {
        var file = Files.writeString(folder.resolve("rows.csv"), "before");
        var progress = new ArrayList<Integer>();
        assertThat(table(CsvTableTest::page).write(file, progress::add, () -> !progress.isEmpty()))
                .isNegative();
        assertThat(file).hasContent("before");
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void anExportWhoseServiceDoesNotAnswerLeavesNothing() throws IOException {
        var table = table(cursor -> {
            if (cursor.isEmpty()) {
                return page(cursor);
            }
            throw new NoAnswer(new IOException("gone"));
        });
        assertThatThrownBy(() -> table.write(folder.resolve("rows.csv"), _ -> {}, () -> false))
                .isInstanceOf(NoAnswer.class);
        assertThat(folder).isEmptyDirectory();
    }
}
