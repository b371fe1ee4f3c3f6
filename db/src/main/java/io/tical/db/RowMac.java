package io.tical.db;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.zip.CRC32C;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The MAC of a row, which proves that the service wrote it: 16 bytes of an HMAC-SHA-256 over the table's name and every column, in the
 * order of the table, under a key that is not in the database. After it come 2 bytes of a checksum of each column. They are no proof, but
 * they show which column was altered. Tables with many small rows omit them.
 *
 * <p>A null adds nothing to the MAC, so a later column does not change the MACs of earlier rows.
 */
public final class RowMac {
    /** The column of the MAC, the last one of a table except for columns added later. */
    public static final String COLUMN = "mac";

    private static final String ALGORITHM = "HmacSHA256";
    private static final int MAC_BYTES = 16;
    private static final int CHECKSUM_BYTES = 2;
    /** The maximum bytes of a column of fixed length, with its number. */
    private static final int FIXED_BYTES_MAX = 18;

    private final Mac keyed;
    private final AlteredRows altered = new AlteredRows();

    /** @param secret shared by all nodes, and not in the database */
    RowMac(byte[] secret) {
        try {
            var root = Mac.getInstance(ALGORITHM);
            root.init(new SecretKeySpec(secret, ALGORITHM));
            var key = root.doFinal("row-mac".getBytes(StandardCharsets.UTF_8));
            keyed = Mac.getInstance(ALGORITHM);
            keyed.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    /** Computes the MACs of the rows of one table. */
    public OfTable of(String table) {
        return of(table, false);
    }

    /** Computes MACs without checksums. Also accepts MACs with checksums. */
    public OfTable brieflyOf(String table) {
        return of(table, true);
    }

    private OfTable of(String table, boolean brief) {
        try {
            return new OfTable((Mac) keyed.clone(), table.getBytes(StandardCharsets.UTF_8), brief, altered);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("Java's own HmacSHA256 can be cloned", e);
        }
    }

    /**
     * Logs that rows contradict each other although their MACs are valid, shows it in the health check, and returns the exception.
     *
     * @param sentence names the rows, and says what to do
     */
    public AlteredRow altered(String sentence) {
        altered.add(sentence);
        return new AlteredRow(sentence);
    }

    /** The altered rows that this node has found. */
    AlteredRows altered() {
        return altered;
    }

    /** The MACs of the rows of one table. Not thread-safe. */
    public static final class OfTable {
        private final Mac mac;
        private final byte[] table;
        private final boolean brief;
        private final AlteredRows altered;
        private final CRC32C checksum = new CRC32C();
        private ByteBuffer bytes = ByteBuffer.allocate(512);

        private OfTable(Mac mac, byte[] table, boolean brief, AlteredRows altered) {
            this.mac = mac;
            this.table = table;
            this.brief = brief;
            this.altered = altered;
        }

        /** Records an altered row that was found. */
        void record(String sentence) {
            altered.add(sentence);
        }

        /** @param values all columns except the MAC, in the order of the table, as for {@link BulkWrite#column} */
        public byte[] of(List<? extends @Nullable Object> values) {
            var full = full(values);
            return brief ? Arrays.copyOf(full, MAC_BYTES) : full;
        }

        private byte[] full(List<? extends @Nullable Object> values) {
            var result = ByteBuffer.allocate(MAC_BYTES + CHECKSUM_BYTES * values.size())
                    .position(MAC_BYTES);
            bytes.clear().put(table);
            for (int column = 0; column < values.size(); column++) {
                result.putShort(add(column, values.get(column)));
            }
            mac.update(bytes.array(), 0, bytes.position());
            return result.put(0, mac.doFinal(), 0, MAC_BYTES).array();
        }

        /** Adds one column and returns its checksum. */
        private short add(int column, @Nullable Object value) {
            if (value == null) {
                return 0;
            }
            var begin = bytes.position();
            room(FIXED_BYTES_MAX).putShort((short) column);
            write(value);
            checksum.reset();
            checksum.update(bytes.array(), begin, bytes.position() - begin);
            return (short) checksum.getValue();
        }

        private void write(Object value) {
            switch (value) {
                case Long number -> bytes.putLong(number);
                case Integer number -> bytes.putLong(number);
                case Boolean flag -> bytes.put((byte) (flag ? 1 : 0));
                case UUID id -> bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
                case Instant at -> {
                    if (at.getNano() % 1_000 != 0) {
                        throw new IllegalArgumentException("the database rounds " + at + " to microseconds");
                    }
                    bytes.putLong(at.getEpochSecond()).putInt(at.getNano());
                }
                case LocalDate day -> bytes.putLong(day.toEpochDay());
                case String text -> write(text.getBytes(StandardCharsets.UTF_8));
                case byte[] content -> write(content);
                default -> throw new IllegalArgumentException("no column has a " + value.getClass());
            }
        }

        private void write(byte[] content) {
            room(Integer.BYTES + content.length).putInt(content.length).put(content);
        }

        private ByteBuffer room(int length) {
            if (bytes.remaining() < length) {
                bytes = ByteBuffer.allocate(2 * (bytes.position() + length)).put(bytes.flip());
            }
            return bytes;
        }

        /**
         * The altered columns: none if the MAC is valid, and the column of the MAC if only it or every column differs.
         *
         * @param stored the MAC in the row
         */
        List<String> altered(List<String> names, List<? extends @Nullable Object> values, byte @Nullable [] stored) {
            var expected = full(values);
            if (stored == null) {
                return List.of(COLUMN);
            }
            // A program of the next release adds checksums of its columns, which are 0 while the columns are null.
            for (int at = expected.length; at < stored.length; at++) {
                if (stored[at] != 0) {
                    return List.of(COLUMN);
                }
            }
            if (brief && stored.length == MAC_BYTES) {
                return MessageDigest.isEqual(Arrays.copyOf(expected, MAC_BYTES), stored) ? List.of() : List.of(COLUMN);
            }
            // An earlier MAC lacks the checksums of later columns, which are 0 while the columns are null.
            var found = Arrays.copyOf(stored, expected.length);
            if (MessageDigest.isEqual(expected, found)) {
                return List.of();
            }
            var differing = new ArrayList<String>();
            for (int column = 0; column < names.size(); column++) {
                var place = MAC_BYTES + CHECKSUM_BYTES * column;
                if (!Arrays.equals(expected, place, place + CHECKSUM_BYTES, found, place, place + CHECKSUM_BYTES)) {
                    differing.add(names.get(column));
                }
            }
            var every = values.stream().filter(Objects::nonNull).count();
            return differing.isEmpty() || differing.size() >= every ? List.of(COLUMN) : List.copyOf(differing);
        }
    }
}
