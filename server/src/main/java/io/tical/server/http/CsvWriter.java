package io.tical.server.http;

import io.tical.common.CsvCell;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes comma-separated values (RFC 4180) in UTF-8, without a byte order mark. Texts are written as {@link CsvCell} says, numbers and
 * times unchanged.
 */
public final class CsvWriter {
    /** The media type; {@code header} says that the first line has the names of the columns (RFC 4180, section 3). */
    public static final String TYPE = "text/csv; charset=utf-8; header=present";

    private static final DateTimeFormatter TIME = DateTimeFormatter.ISO_OFFSET_DATE_TIME;

    private final StringBuilder lines = new StringBuilder();

    /**
     * Writes a line.
     *
     * @param values numbers; times, which are written to the second with their offset from UTC, as 2026-11-21T17:04:05+07:00; null, which
     *     is an empty value; and anything else as a text
     */
    public CsvWriter line(List<? extends @Nullable Object> values) {
        for (int i = 0; i < values.size(); i++) {
            append(i == 0 ? "" : ",", values.get(i));
        }
        lines.append("\r\n");
        return this;
    }

    /** Returns the lines since the last call. */
    public byte[] take() {
        var bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        lines.setLength(0);
        return bytes;
    }

    private void append(String separator, @Nullable Object value) {
        lines.append(separator);
        switch (value) {
            case null -> {}
            case BigDecimal number -> lines.append(number.toPlainString());
            case Number number -> lines.append(number);
            case OffsetDateTime time -> lines.append(TIME.format(time.truncatedTo(ChronoUnit.SECONDS)));
            case Object text -> lines.append(CsvCell.of(text.toString()));
        }
    }
}
