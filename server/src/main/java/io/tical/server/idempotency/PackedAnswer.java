package io.tical.server.idempotency;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * An answer as few bytes. Its ids become 16 bytes each and leave a mark in the text; the text is deflated with a dictionary
 * of the answers that are recorded most. Unpacking gives exactly the bytes that were packed.
 *
 * <p>The first byte is the form: {@value #PLAIN} is followed by the answer itself, {@value #DEFLATED} by the number of ids,
 * the ids, and the deflated text. The dictionary belongs to the form: a record is read with the one that it was written
 * with, so a changed dictionary is another form beside this one.
 */
final class PackedAnswer {
    private static final byte PLAIN = 0;
    private static final byte DEFLATED = 1;

    /** Stands for an id and is followed by its number; control characters are escaped in JSON, so there is no other. */
    private static final byte MARK = 1;

    private static final int IDS_MAX = 127;
    private static final int ID_CHARACTERS = 36;
    private static final int ID_BYTES = 16;
    private static final byte[] DICTIONARY = dictionary();

    private PackedAnswer() {}

    /** Each line of the file is an answer, whose ids are numbered from 0 as those of an answer are. */
    private static byte[] dictionary() {
        try (var in = PackedAnswer.class.getResourceAsStream("answers-1.dictionary")) {
            var dictionary = new ByteArrayOutputStream();
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> marked(line.getBytes(StandardCharsets.UTF_8), new LinkedHashMap<>()))
                    .forEach(dictionary::writeBytes);
            return dictionary.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("the dictionary of answers cannot be read", e);
        }
    }

    /** Packs several answers, which is cheaper than one by one. */
    static List<byte[]> pack(Collection<byte[]> answers) {
        var deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            return answers.stream().map(answer -> pack(answer, deflater)).toList();
        } finally {
            deflater.end();
        }
    }

    private static byte[] pack(byte[] answer, Deflater deflater) {
        if (contains(answer, MARK)) {
            return plain(answer);
        }
        var ids = new LinkedHashMap<UUID, Integer>();
        var text = marked(answer, ids);
        var out = ByteBuffer.allocate(answer.length + 1);
        if (out.remaining() < 2 + ids.size() * ID_BYTES) {
            return plain(answer);
        }
        out.put(DEFLATED).put((byte) ids.size());
        ids.keySet().forEach(id -> out.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits()));
        deflater.reset();
        deflater.setDictionary(DICTIONARY);
        deflater.setInput(text);
        deflater.finish();
        deflater.deflate(out);
        return deflater.finished() ? Arrays.copyOf(out.array(), out.position()) : plain(answer);
    }

    static byte[] unpack(byte[] packed) {
        return switch (packed[0]) {
            case PLAIN -> Arrays.copyOfRange(packed, 1, packed.length);
            case DEFLATED -> inflated(ByteBuffer.wrap(packed, 1, packed.length - 1));
            default ->
                throw new IllegalStateException("a recorded answer has form " + packed[0]
                        + ", which this version does not know; a newer version wrote it");
        };
    }

    private static byte[] plain(byte[] answer) {
        var out = new byte[answer.length + 1];
        out[0] = PLAIN;
        System.arraycopy(answer, 0, out, 1, answer.length);
        return out;
    }

    private static boolean contains(byte[] bytes, byte wanted) {
        for (byte one : bytes) {
            if (one == wanted) {
                return true;
            }
        }
        return false;
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

    /** The text with a mark for each id, which are added to {@code ids} with their numbers. */
    private static byte[] marked(byte[] text, Map<UUID, Integer> ids) {
        // A stream would take its lock for each byte, which costs more than the compression.
        var out = new byte[text.length];
        var length = 0;
        for (int i = 0; i < text.length; ) {
            var id = idAt(text, i);
            if (id != null && (ids.containsKey(id) || ids.size() < IDS_MAX)) {
                out[length++] = MARK;
                out[length++] = (byte) (int) ids.computeIfAbsent(id, unseen -> ids.size());
                i += ID_CHARACTERS;
            } else {
                out[length++] = text[i++];
            }
        }
        return Arrays.copyOf(out, length);
    }

    /** The id that begins there in its canonical form, or null. */
    private static @Nullable UUID idAt(byte[] text, int at) {
        if (at + ID_CHARACTERS > text.length || text[at + 8] != '-' || text[at + 13] != '-') {
            return null;
        }
        var word = new String(text, at, ID_CHARACTERS, StandardCharsets.ISO_8859_1);
        try {
            var id = UUID.fromString(word);
            return id.toString().equals(word) ? id : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
