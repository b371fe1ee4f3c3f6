package io.tical.server.member;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.CurrencyProfile;
import io.tical.common.Json;
import io.tical.server.currency.Currencies;
import io.tical.server.http.CsvWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a list's file, which are fields of its JSON. Spreadsheets open these files, so they begin with a byte order mark, which
 * identifies UTF-8.
 */
public record Sheet(List<Column> columns) {
    private static final byte[] BYTE_ORDER_MARK = "\uFEFF".getBytes(StandardCharsets.UTF_8);

    /** One or two columns. A field of a nested object has a path, such as {@code destination.bank_code}. */
    public sealed interface Column {
        String path();

        /** A value as it is. */
        record Text(String path) implements Column {}

        /** Unix seconds, written with the offset of the organization's time zone. */
        record Time(String path) implements Column {}

        /**
         * Minor units, written as a decimal amount, and unchanged in a second column {@code <name>_minor}.
         *
         * @param currency the path of their currency
         */
        record Money(String path, String currency) implements Column {}
    }

    public static Sheet of(Column... columns) {
        return new Sheet(List.of(columns));
    }

    public static Column text(String path) {
        return new Column.Text(path);
    }

    public static Column time(String path) {
        return new Column.Time(path);
    }

    /** An amount whose currency is in {@code currency}. */
    public static Column money(String path) {
        return money(path, "currency");
    }

    public static Column money(String path, String currency) {
        return new Column.Money(path, currency);
    }

    /** Writes rows. */
    public record Lines<T>(List<String> head, Function<List<T>, Function<T, List<@Nullable Object>>> values) {
        /** The line with the names of the columns, and rows. */
        public byte[] first(List<T> rows) {
            var lines = write(new CsvWriter().line(head), rows);
            var bytes = Arrays.copyOf(BYTE_ORDER_MARK, BYTE_ORDER_MARK.length + lines.length);
            System.arraycopy(lines, 0, bytes, BYTE_ORDER_MARK.length, lines.length);
            return bytes;
        }

        byte[] of(List<T> rows) {
            return write(new CsvWriter(), rows);
        }

        private byte[] write(CsvWriter lines, List<T> rows) {
            var valuesOf = values.apply(rows);
            rows.forEach(row -> lines.line(valuesOf.apply(row)));
            return lines.take();
        }
    }

    /** The sheet with times in this zone. */
    In in(ZoneId zone, Currencies currencies) {
        return new In(this, zone, currencies);
    }

    public record In(Sheet sheet, ZoneId zone, Currencies currencies) {
        /** @param view a row as JSON */
        public <T> Lines<T> after(Function<T, Object> view) {
            return together(RowViews.each(view));
        }

        <T> Lines<T> together(RowViews<T> views) {
            return new Lines<>(sheet.head(), rows -> {
                var view = views.of(rows);
                return row -> values(Json.object(view.apply(row)));
            });
        }

        private List<@Nullable Object> values(JsonNode row) {
            var values = new ArrayList<@Nullable Object>();
            for (var column : sheet.columns) {
                var field = at(row, column.path());
                switch (column) {
                    case Column.Text text -> values.add(plain(field));
                    case Column.Time time -> values.add(time(field));
                    case Column.Money money -> {
                        values.add(decimal(field, at(row, money.currency())));
                        values.add(plain(field));
                    }
                }
            }
            return values;
        }

        private @Nullable OffsetDateTime time(JsonNode field) {
            return field.isNumber()
                    ? Instant.ofEpochSecond(field.asLong()).atZone(zone).toOffsetDateTime()
                    : null;
        }

        private @Nullable BigDecimal decimal(JsonNode field, JsonNode currency) {
            return field.isNumber()
                    ? BigDecimal.valueOf(
                            field.asLong(),
                            currencies
                                    .find(currency.asText())
                                    .map(CurrencyProfile::scale)
                                    .orElseThrow())
                    : null;
        }
    }

    private List<String> head() {
        return columns.stream()
                .flatMap(column -> {
                    var name = column.path().replace('.', '_');
                    return column instanceof Column.Money ? Stream.of(name, name + "_minor") : Stream.of(name);
                })
                .toList();
    }

    private static JsonNode at(JsonNode row, String path) {
        return row.at("/" + path.replace('.', '/'));
    }

    private static @Nullable Object plain(JsonNode field) {
        if (field.isIntegralNumber()) {
            return field.asLong();
        }
        if (field.isNull() || field.isMissingNode()) {
            return null;
        }
        return field.isValueNode() ? field.asText() : field.toString();
    }
}
