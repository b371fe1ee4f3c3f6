package io.tical.server.idempotency;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Compresses answers. Unpacking returns exactly the bytes that were packed.
 *
 * <p>The first byte is the form:
 * <ul>
 * <li>{@value #PLAIN}: the answer itself follows.
 * <li>{@value #DEFLATED}: the number of ids, the ids, and the deflated text, in which a mark and a number stand for an id. The
 *     dictionary belongs to the form: with a changed one, recorded answers could not be read. Only records of earlier versions
 *     have ids.
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
        if (out.remaining() < 2) {
            return false;
        }
        out.put(DEFLATED).put((byte) 0);
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

    private static byte[] inflated(ByteBuffer packed) {
        var ids = new byte[packed.get()][];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = new UUID(packed.getLong(), packed.getLong()).toString().getBytes(StandardCharsets.US_ASCII);
        }
        var text = text(packed);
        var out = new ByteArrayOutputStream(2 * text.length);
        var from = 0;
        for (int i = 0; i < text.length; i++) {
            if (text[i] == MARK) {
                out.write(text, from, i - from);
                out.writeBytes(ids[text[++i]]);
                from = i + 1;
            }
        }
        out.write(text, from, text.length - from);
        return out.toByteArray();
    }

    private static byte[] text(ByteBuffer deflated) {
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
