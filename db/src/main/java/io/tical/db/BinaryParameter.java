package io.tical.db;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.Oid;
import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;

/**
 * A parameter in PostgreSQL's binary format, for types that the driver would write as text. Formatting and parsing the text of a time takes
 * longer than storing it. The connection must allow the types ({@link #TYPES}).
 */
@SuppressWarnings("serial") // PGobject is Serializable, and nothing serializes parameters
final class BinaryParameter extends PGobject implements PGBinaryObject {
    /** The types, as the driver's property {@code binaryTransferEnable} lists them. */
    static final String TYPES =
            Oid.TIMESTAMPTZ + "," + Oid.TIMESTAMPTZ_ARRAY + "," + Oid.UUID_ARRAY + "," + Oid.BOOL_ARRAY;

    private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");
    private static final int NANOS_PER_MICRO = 1_000;
    private static final int ARRAY_HEADER_BYTES = 5 * Integer.BYTES;
    private static final int NULL_LENGTH = -1;

    private final byte[] content;

    private BinaryParameter(String type, byte[] content) {
        this.type = type;
        this.content = content;
    }

    static BinaryParameter of(Instant at) {
        return new BinaryParameter(
                "timestamptz",
                ByteBuffer.allocate(Long.BYTES).putLong(micros(at)).array());
    }

    static BinaryParameter of(@Nullable Instant[] times) {
        return array("_timestamptz", Oid.TIMESTAMPTZ, Long.BYTES, times, (bytes, at) -> bytes.putLong(micros(at)));
    }

    static BinaryParameter of(@Nullable UUID[] ids) {
        return array(
                "_uuid",
                Oid.UUID,
                2 * Long.BYTES,
                ids,
                (bytes, id) -> bytes.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits()));
    }

    static BinaryParameter of(@Nullable Boolean[] flags) {
        return array("_bool", Oid.BOOL, Byte.BYTES, flags, (bytes, flag) -> bytes.put((byte) (flag ? 1 : 0)));
    }

    /** Microseconds since 2000, rounded as PostgreSQL rounds the text of a time. */
    private static long micros(Instant at) {
        var seconds = Math.subtractExact(at.getEpochSecond(), EPOCH.getEpochSecond());
        var micros = Math.rint((double) at.getNano() / NANOS_PER_MICRO);
        return Math.addExact(Math.multiplyExact(seconds, 1_000_000L), (long) micros);
    }

    private interface Writer<T> {
        void write(ByteBuffer bytes, T value);
    }

    /** @param size the size of an element in bytes */
    private static <T> BinaryParameter array(
            String type, int element, int size, @Nullable T[] values, Writer<T> writer) {
        var bytes = ByteBuffer.allocate(ARRAY_HEADER_BYTES + values.length * (Integer.BYTES + size));
        bytes.putInt(1).putInt(0).putInt(element).putInt(values.length).putInt(1);
        for (var value : values) {
            if (value == null) {
                bytes.putInt(NULL_LENGTH).putInt(Integer.BYTES, 1);
            } else {
                writer.write(bytes.putInt(size), value);
            }
        }
        return new BinaryParameter(type, Arrays.copyOf(bytes.array(), bytes.position()));
    }

    @Override
    public int lengthInBytes() {
        return content.length;
    }

    @Override
    public void toBytes(byte[] bytes, int offset) {
        System.arraycopy(content, 0, bytes, offset, content.length);
    }

    @Override
    public void setByteValue(byte[] value, int offset) {
        throw new UnsupportedOperationException("a parameter is sent to PostgreSQL, and never read from it");
    }

    @Override
    public @Nullable String getValue() {
        throw new IllegalStateException("the connection does not take " + type + " in binary");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BinaryParameter same
                && Objects.equals(type, same.type)
                && Arrays.equals(content, same.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }
}
