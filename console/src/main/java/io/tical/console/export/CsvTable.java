package io.tical.console.export;

import io.tical.common.CsvCell;
import io.tical.common.admin.Listed;
import io.tical.console.api.Page;
import io.tical.console.part.Column;
import io.tical.console.text.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A list with all its pages as a CSV file, as spreadsheets and programs of accounting read it: the id of each row, and its columns.
 *
 * @param pages a page by its cursor; the first one with an empty text
 */
public record CsvTable<R extends Listed>(
        Texts texts, List<Column.Exported<R>> columns, Function<String, Page<R>> pages) {
    /** Spreadsheets read UTF-8 if the file begins with it. */
    private static final String BYTE_ORDER_MARK = "\ufeff";

    /**
     * Writes the file. It replaces one that exists when it is complete; when it is cancelled or fails, nothing is left.
     *
     * @param progress receives the number of rows that are written, after each page
     * @return the rows; negative if it was cancelled
     */
    public int write(Path file, IntConsumer progress, BooleanSupplier cancelled) throws IOException {
        var partial = file.resolveSibling(file.getFileName() + ".partial");
        try {
            var written = writeAll(partial, progress, cancelled);
            if (written >= 0) {
                Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
            }
            return written;
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private int writeAll(Path file, IntConsumer progress, BooleanSupplier cancelled) throws IOException {
        try (var out = Files.newBufferedWriter(file)) {
            out.write(BYTE_ORDER_MARK);
            out.write(line(Stream.concat(Stream.of("id"), columns.stream().map(column -> texts.get(column.key())))));
            var written = 0;
            var cursor = "";
            while (true) {
                if (cancelled.getAsBoolean()) {
                    return -1;
                }
                var page = pages.apply(cursor);
                for (var row : page.items()) {
                    out.write(line(Stream.concat(
                            Stream.of(row.id().toString()),
                            columns.stream().map(column -> column.value().apply(row)))));
                }
                written += page.items().size();
                progress.accept(written);
                var next = page.next();
                if (next == null) {
                    return written;
                }
                cursor = next;
            }
        }
    }

    private static String line(Stream<String> cells) {
        return cells.map(CsvCell::of).collect(Collectors.joining(",")) + "\r\n";
    }
}
