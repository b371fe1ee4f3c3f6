package io.tical.db;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The change of a row by a transaction: the first 8 bytes of its MAC before and after.
 *
 * @param before null if the row was inserted
 * @param after null if the row was deleted
 */
public record RowChange(
        RowKey row, @Nullable Long before, @Nullable Long after) {
    private static final int SHARED_MAX = 255;
    /** The bytes of a change without the table's name and the key. */
    private static final int FIXED_BYTES_MAX = 21;

    private static final int BEFORE = 1;
    private static final int AFTER = 2;
    private static final int TABLE = 4;

    /** @param key the values of the columns of the primary key, in its order */
    public static RowChange inserted(String table, List<?> key, byte[] mac) {
        return new RowChange(RowKey.of(table, key), null, digest(mac));
    }

    /** The digest of a row, as the journal contains it. */
    static long digest(byte[] mac) {
        return ByteBuffer.wrap(mac).getLong();
    }

    /**
     * Encodes changes. Each begins with a byte that says which of these parts follow: the table's name, unless it is that of the previous
     * change; the number of bytes that the key shares with the previous key; the rest of the key; the digests.
     */
    public static byte[] encode(List<RowChange> changes) {
        var room = changes.stream()
                .mapToInt(change -> FIXED_BYTES_MAX
                        + change.row().table().length()
                        + change.row().bytes().limit())
                .sum();
        var out = ByteBuffer.allocate(room);
        var table = "";
        var last = ByteBuffer.allocate(0);
        for (var change : changes) {
            var row = change.row();
            var same = row.table().equals(table);
            out.put((byte) ((change.before() == null ? 0 : BEFORE)
                    | (change.after() == null ? 0 : AFTER)
                    | (same ? 0 : TABLE)));
            if (!same) {
                table = row.table();
                out.put((byte) table.length()).put(table.getBytes(StandardCharsets.US_ASCII));
            }
            var key = row.bytes();
            var mismatch = last.mismatch(key);
            var shared = Math.min(mismatch < 0 ? key.limit() : mismatch, SHARED_MAX);
            out.put((byte) shared)
                    .putShort((short) (key.limit() - shared))
                    .put(key.slice(shared, key.limit() - shared));
            last = key;
            put(out, change.before());
            put(out, change.after());
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    private static void put(ByteBuffer out, @Nullable Long digest) {
        if (digest != null) {
            out.putLong(digest);
        }
    }

    /** Decodes the bytes of {@link #encode}. The MAC of their row must be valid. */
    public static List<RowChange> decode(byte[] bytes) {
        var changes = new ArrayList<RowChange>();
        var in = ByteBuffer.wrap(bytes);
        var table = "";
        var last = new byte[0];
        while (in.hasRemaining()) {
            var flags = in.get();
            if ((flags & TABLE) != 0) {
                var name = new byte[in.get()];
                in.get(name);
                table = new String(name, StandardCharsets.US_ASCII);
            }
            var shared = in.get() & 0xFF;
            var key = new byte[shared + Short.toUnsignedInt(in.getShort())];
            System.arraycopy(last, 0, key, 0, shared);
            in.get(key, shared, key.length - shared);
            last = key;
            changes.add(new RowChange(
                    new RowKey(table, ByteBuffer.wrap(key)),
                    (flags & BEFORE) == 0 ? null : (Long) in.getLong(),
                    (flags & AFTER) == 0 ? null : (Long) in.getLong()));
        }
        return changes;
    }
}
