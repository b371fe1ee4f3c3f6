package io.tical.server.http.wire;

/**
 * Decodes a chunked body (RFC 9112, section 7.1). Validates and limits sizes, line ends, extensions and trailers.
 * Discards extensions and trailers.
 */
final class ChunkedBody {
    /** The maximum size of a chunk; larger than the largest body. */
    private static final long CHUNK_BYTES_MAX = 64L * 1024 * 1024;

    private static final int SIZE_DIGITS_MAX = 16;
    /** The maximum length of an extension or a trailer. */
    private static final int LINE_BYTES_MAX = 1024;

    private static final int TRAILERS_BYTES_MAX = 4 * 1024;

    private enum At {
        SIZE,
        SPACE,
        EXTENSION,
        SIZE_LF,
        DATA,
        DATA_CR,
        DATA_LF,
        TRAILER_NAME,
        TRAILER_VALUE,
        TRAILER_LF,
        END_LF,
        DONE
    }

    private At at = At.SIZE;
    private long size;
    private int digits;
    private int lineBytes;
    private int trailerBytes;

    /**
     * Decodes bytes up to the end of the body into another array.
     *
     * @param data the output, at least as long as {@code bytes} from {@code dataFrom}
     * @return the number of bytes read and written
     * @throws BodyRefused if the body is malformed
     */
    Read read(byte[] bytes, int from, int to, byte[] data, int dataFrom) {
        var in = from;
        var out = dataFrom;
        while (in < to && at != At.DONE) {
            if (at == At.DATA) {
                var count = (int) Math.min(size, to - in);
                System.arraycopy(bytes, in, data, out, count);
                in += count;
                out += count;
                size -= count;
                if (size == 0) {
                    at = At.DATA_CR;
                }
            } else {
                at = step(bytes[in++]);
            }
        }
        return new Read(in - from, out - dataFrom);
    }

    /** @param consumed the input bytes that belong to this body */
    record Read(int consumed, int data) {}

    private At step(byte b) {
        return switch (at) {
            case SIZE -> size(b);
            case SPACE -> space(b);
            case EXTENSION -> line(b, At.SIZE_LF);
            case SIZE_LF -> expect(b, '\n', afterSize());
            case DATA_CR -> expect(b, '\r', At.DATA_LF);
            case DATA_LF -> expect(b, '\n', At.SIZE);
            case TRAILER_NAME -> trailerName(b);
            case TRAILER_VALUE -> line(b, At.TRAILER_LF);
            case TRAILER_LF -> expect(b, '\n', nextTrailer());
            case END_LF -> expect(b, '\n', At.DONE);
            case DATA, DONE -> at;
        };
    }

    private At size(byte b) {
        var digit = Bytes.hex(b);
        if (digit >= 0) {
            size = 16 * size + digit;
            if (++digits > SIZE_DIGITS_MAX || size > CHUNK_BYTES_MAX) {
                throw malformed();
            }
            return At.SIZE;
        }
        if (digits == 0) {
            throw malformed();
        }
        return switch (b) {
            case '\r' -> At.SIZE_LF;
            case ';' -> At.EXTENSION;
            case ' ', '\t' -> At.SPACE;
            default -> throw malformed();
        };
    }

    /** Between a size and an extension. */
    private At space(byte b) {
        if (b == ';') {
            return At.EXTENSION;
        }
        if ((b != ' ' && b != '\t') || ++lineBytes > LINE_BYTES_MAX) {
            throw malformed();
        }
        return At.SPACE;
    }

    private At line(byte b, At end) {
        if (b == '\r') {
            return end;
        }
        if (!Bytes.fieldValue(b) || ++lineBytes > LINE_BYTES_MAX) {
            throw malformed();
        }
        return at;
    }

    private At trailerName(byte b) {
        if (b == '\r' && lineBytes == 0) {
            return At.END_LF;
        }
        if (b == ':' && lineBytes > 0) {
            return At.TRAILER_VALUE;
        }
        if (!Bytes.token(b) || ++lineBytes > LINE_BYTES_MAX) {
            throw malformed();
        }
        return At.TRAILER_NAME;
    }

    private At afterSize() {
        digits = 0;
        lineBytes = 0;
        return size == 0 ? At.TRAILER_NAME : At.DATA;
    }

    private At nextTrailer() {
        trailerBytes += lineBytes;
        lineBytes = 0;
        if (trailerBytes > TRAILERS_BYTES_MAX) {
            throw malformed();
        }
        return At.TRAILER_NAME;
    }

    private static At expect(byte b, char expected, At next) {
        if (b != expected) {
            throw malformed();
        }
        return next;
    }

    private static BodyRefused malformed() {
        return new BodyRefused(BodyRefused.Reason.BROKEN);
    }

    boolean done() {
        return at == At.DONE;
    }
}
