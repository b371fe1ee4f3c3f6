package io.tical.db;

import io.helidon.dbclient.DbExecute;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one connection: a unit of work is handed a session by {@link Database} and must not keep it.
 *
 * <p>Parameters are named ({@code :id}). A {@link UUID} binds as text, so statements write {@code cast(:id as uuid)};
 * a whole column binds as an array, so that a batch is one statement over {@code unnest(cast(:ids as uuid[]), …)}.
 */
public final class Session {
    private final DbExecute execute;

    Session(DbExecute execute) {
        this.execute = execute;
    }

    /** A statement of this session; nothing is sent before one of its terminal methods. */
    public Statement sql(String text) {
        return new Statement(text);
    }

    /** One statement with its parameters. */
    public final class Statement {
        private final String text;
        private final Map<String, @Nullable Object> parameters = new LinkedHashMap<>();

        private Statement(String text) {
            this.text = text;
        }

        /** Binds one value: text, number, boolean, bytes, {@link UUID}, {@link Instant}, {@link LocalDate} or null. */
        public Statement bind(String name, @Nullable Object value) {
            parameters.put(name, bindable(value));
            return this;
        }

        /** Binds a column: what {@code value} makes of each item, in order, as one array. */
        public <T> Statement bindEach(
                String name, Collection<T> items, Function<? super T, ? extends @Nullable Object> value) {
            parameters.put(
                    name,
                    Arrays.of(items.stream()
                            .map(item -> bindable(value.apply(item)))
                            .toList()));
            return this;
        }

        /** Every row of the answer, mapped. */
        public <T> List<T> list(Function<Row, T> mapper) {
            try (var rows = execute.createQuery(text).params(parameters).execute()) {
                return rows.map(row -> mapper.apply(new Row(row))).toList();
            }
        }

        /** The first row of the answer, mapped. */
        public <T> Optional<T> first(Function<Row, T> mapper) {
            var rows = list(mapper);
            return rows.isEmpty() ? Optional.empty() : Optional.of(rows.getFirst());
        }

        /** The only row of an answer that always has one. */
        public <T> T one(Function<Row, T> mapper) {
            return first(mapper).orElseThrow(() -> new IllegalStateException("no row: " + text));
        }

        /** Runs an insert, update or delete; answers how many rows it touched. */
        public long run() {
            return execute.createDmlStatement(text).params(parameters).execute();
        }
    }

    private static @Nullable Object bindable(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case UUID id -> id.toString();
            case Instant at -> OffsetDateTime.ofInstant(at, ZoneOffset.UTC);
            case Enum<?> word -> throw new IllegalArgumentException("bind the stored word, not the enum " + word);
            default -> value;
        };
    }

    /** JDBC takes a column as an array of its own element type. */
    private static final class Arrays {
        static Object of(List<? extends @Nullable Object> values) {
            Object sample = null;
            for (Object value : values) {
                if (value != null) {
                    sample = value;
                    break;
                }
            }
            return switch (sample) {
                case Long number -> values.toArray(Long[]::new);
                case Integer number -> values.toArray(Integer[]::new);
                case Boolean flag -> values.toArray(Boolean[]::new);
                case byte[] bytes -> values.toArray(byte[][]::new);
                case null, default ->
                    values.stream()
                            .map(value -> value == null ? null : value.toString())
                            .toArray(String[]::new);
            };
        }
    }
}
