package io.tical.db;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The values of a row's primary key in bytes: UUIDs of 16, numbers of 8, booleans of 1, texts and bytes with a length of 2 before
 * them.
 *
 * @param table the table of the row
 */
public record RowKey(String table, ByteBuffer bytes) {
    private static final int FIXED_BYTES_MAX = 16;
    private static final int LENGTH_BYTES = 2;

    /** @param values the values of the key's columns, in the order of the key; none is null */
    static RowKey of(String table, List<? extends @Nullable Object> values) {
        var bytes = ByteBuffer.allocate(FIXED_BYTES_MAX * values.size());
        for (var value : values) {
            switch (Objects.requireNonNull(value)) {
                case UUID id -> bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
                case Long number -> bytes.putLong(number);
                case Integer number -> bytes.putLong(number);
                case Boolean flag -> bytes.put((byte) (flag ? 1 : 0));
                case String text -> bytes = appended(bytes, text.getBytes(StandardCharsets.UTF_8));
                case byte[] content -> bytes = appended(bytes, content);
                default -> throw new IllegalArgumentException("no key has a column like that of " + table);
            }
        }
        return new RowKey(table, bytes.flip());
    }

    private static ByteBuffer appended(ByteBuffer bytes, byte[] content) {
        return ByteBuffer.allocate(bytes.capacity() + LENGTH_BYTES + content.length)
                .put(bytes.flip())
                .putShort((short) content.length)
                .put(content);
    }

    /** The chain and the number of a row of the journal. */
    public Journal.Place place() {
        return new Journal.Place(new UUID(bytes.getLong(0), bytes.getLong(Long.BYTES)), bytes.getLong(2 * Long.BYTES));
    }

    /**
     * The values of the key's columns.
     *
     * @throws BufferUnderflowException if the bytes are not a key of these columns
     */
    List<Object> values(List<StoredColumn> columns) {
        var left = bytes.duplicate();
        return columns.stream().map(column -> read(left, column.type())).toList();
    }

    /** The columns with their values, or the bytes if they are not a key of these columns. */
    String name(List<StoredColumn> columns) {
        try {
            var values = values(columns).iterator();
            return columns.stream()
                    .map(column -> column.name() + " " + text(values.next()))
                    .collect(Collectors.joining(", "));
        } catch (BufferUnderflowException e) {
            return HexFormat.of().formatHex(bytes.array(), bytes.arrayOffset(), bytes.arrayOffset() + bytes.limit());
        }
    }

    private static Object read(ByteBuffer left, String type) {
        return switch (type) {
            case "uuid" -> new UUID(left.getLong(), left.getLong());
            case "boolean" -> left.get() != 0;
            case "text" -> new String(content(left), StandardCharsets.UTF_8);
            case "bytea" -> content(left);
            default -> left.getLong();
        };
    }

    private static byte[] content(ByteBuffer left) {
        var content = new byte[Short.toUnsignedInt(left.getShort())];
        left.get(content);
        return content;
    }

    private static Object text(Object value) {
        return value instanceof byte[] content ? HexFormat.of().formatHex(content) : value;
    }
}
