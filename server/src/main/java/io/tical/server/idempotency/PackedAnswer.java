package io.tical.server.idempotency;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Compresses answers. Unpacking returns exactly the bytes that were packed.
 *
 * <p>The first byte is the form:
 * <ul>
 * <li>{@value #PLAIN}: the answer itself follows.
 * <li>{@value #DEFLATED}: the deflated answer. The dictionary belongs to the form: with a changed one, recorded answers could not be read.
 * <li>{@value #SHAPED}: a {@link ShapedAnswer} follows.
 * </ul>
 */
final class PackedAnswer {
    private static final byte PLAIN = 0;
    private static final byte DEFLATED = 1;
    private static final byte SHAPED = 2;

    /** Control characters are escaped in JSON, so an answer has none. */
    static final char MARK = 1;

    private static final byte[] DICTIONARY = resource("answers-1.dictionary");

    private PackedAnswer() {}

    static byte[] resource(String name) {
        try (var in = PackedAnswer.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read", e);
        }
    }

    static byte[] pack(byte[] answer) {
        var out = ByteBuffer.allocate(answer.length + 1);
        // Each byte is a character, whatever the encoding of the text.
        var text = new String(answer, StandardCharsets.ISO_8859_1);
        if (text.indexOf(MARK) >= 0 || !(ShapedAnswer.pack(text, out.put(SHAPED)) || deflate(answer, out.clear()))) {
            out.clear().put(PLAIN).put(answer);
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    /** Returns false if the deflated text is too long. */
    private static boolean deflate(byte[] answer, ByteBuffer out) {
        out.put(DEFLATED);
        var deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setDictionary(DICTIONARY);
            deflater.setInput(answer);
            deflater.finish();
            deflater.deflate(out);
            return deflater.finished();
        } finally {
            deflater.end();
        }
    }

    static byte[] unpack(byte[] packed) {
        var rest = ByteBuffer.wrap(packed, 1, packed.length - 1);
        return switch (packed[0]) {
            case PLAIN -> Arrays.copyOfRange(packed, 1, packed.length);
            case DEFLATED -> inflated(rest);
            case SHAPED -> ShapedAnswer.unpack(rest).getBytes(StandardCharsets.ISO_8859_1);
            default ->
                throw new IllegalStateException("a recorded answer has form " + packed[0]
                        + ", which this version does not know; a newer version wrote it");
        };
    }

    private static byte[] inflated(ByteBuffer deflated) {
        var inflater = new Inflater(true);
        try {
            inflater.setDictionary(DICTIONARY);
            inflater.setInput(deflated);
            var out = new ByteArrayOutputStream(2_048);
            var buffer = new byte[2_048];
            while (!inflater.finished()) {
                var length = inflater.inflate(buffer);
                if (length == 0 && !inflater.finished()) {
                    throw new IllegalStateException("a recorded answer is incomplete");
                }
                out.write(buffer, 0, length);
            }
            return out.toByteArray();
        } catch (DataFormatException e) {
            throw new IllegalStateException("a recorded answer is damaged", e);
        } finally {
            inflater.end();
        }
    }
}
