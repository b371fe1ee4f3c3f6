package io.tical.server.outward;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.BiConsumer;

/**
 * One file of a log: its beginning, and then records, each with its length and its MAC. A file that was not written to its end is read up to
 * its last whole record; the next file says where it begins, so that nothing after that place is read. Records that were written together
 * are a group, which was flushed before the next one was begun: a record before the beginning of another group is not one that was not
 * written whole.
 */
record Segment(Path file, LogEnd begin) {
    /** Names the format, with its version. */
    private static final long MAGIC = 0x5469_6361_6c4f_7574L; // "TicalOut"

    private static final byte VERSION = 2;
    static final int HEADER_BYTES = Long.BYTES + 1 + Long.BYTES + 2 * LogChain.MAC_BYTES;
    private static final String SUFFIX = ".log";
    private static final int NAME_DIGITS = 19;

    /** Marks the length of the first record of a group. */
    private static final int FIRST = 0x8000;

    /** @return a number of bytes, of which all records are whole */
    record Read(LogEnd end, long bytes) {}

    /** The file that begins at this place. */
    static Path file(Path folder, LogEnd begin) {
        return folder.resolve(String.format(Locale.ROOT, "%0" + NAME_DIGITS + "d%s", begin.records(), SUFFIX));
    }

    static boolean isNamed(Path file) {
        var name = file.getFileName().toString();
        return name.length() == NAME_DIGITS + SUFFIX.length()
                && name.endsWith(SUFFIX)
                && name.substring(0, NAME_DIGITS).chars().allMatch(one -> one >= '0' && one <= '9');
    }

    /** The bytes at the beginning of a file. */
    static ByteBuffer header(LogChain chain, LogEnd begin) {
        var plain = ByteBuffer.allocate(HEADER_BYTES - LogChain.MAC_BYTES)
                .putLong(MAGIC)
                .put(VERSION)
                .putLong(begin.records())
                .put(begin.mac())
                .array();
        return ByteBuffer.allocate(HEADER_BYTES)
                .put(plain)
                .put(chain.next(LogChain.BEGINNING, plain))
                .flip();
    }

    /** @throws IOException if the file was not written by this service, or by a newer version of it */
    static Segment open(Path file, LogChain chain) throws IOException {
        byte[] header;
        try (var in = Files.newInputStream(file, StandardOpenOption.READ)) {
            header = in.readNBytes(HEADER_BYTES);
        }
        if (header.length < HEADER_BYTES) {
            throw new EOFException(file + " has no whole beginning");
        }
        var bytes = ByteBuffer.wrap(header);
        if (bytes.getLong() != MAGIC || bytes.get() != VERSION) {
            throw new IOException(file + " is no log of this version of the program");
        }
        var records = bytes.getLong();
        var mac = new byte[LogChain.MAC_BYTES];
        bytes.get(mac);
        var begin = new LogEnd(records, mac);
        if (!header(chain, begin).equals(ByteBuffer.wrap(header))) {
            throw new IOException(file + " was altered, or was written with another master key");
        }
        return new Segment(file, begin);
    }

    /** Whether the beginning of a file was written whole. */
    static boolean isBegun(Path file, LogChain chain) {
        try {
            open(file, chain);
            return true;
        } catch (IOException torn) {
            return false;
        }
    }

    /**
     * Reads its records.
     *
     * @param until where the next file begins; at most this many records are read
     * @param each gets each record with the end of the log after it
     */
    Read read(LogChain chain, long until, BiConsumer<Departure, LogEnd> each) throws IOException {
        var end = begin;
        var bytes = (long) HEADER_BYTES;
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            in.skipNBytes(HEADER_BYTES);
            while (end.records() < until) {
                var frame = next(in);
                if (frame.length == 0) {
                    break;
                }
                var mac = in.readNBytes(LogChain.MAC_BYTES);
                var expected = chain.next(end.mac(), frame);
                if (!Arrays.equals(mac, expected)) {
                    break;
                }
                end = new LogEnd(end.records() + 1, expected);
                bytes += frame.length + LogChain.MAC_BYTES;
                each.accept(Departure.decoded(Arrays.copyOfRange(frame, Short.BYTES, frame.length)), end);
            }
        }
        return new Read(end, bytes);
    }

    /** The next record with its length; nothing at the end and before one that was not written whole. */
    private static byte[] next(InputStream in) throws IOException {
        var prefix = in.readNBytes(Short.BYTES);
        if (prefix.length < Short.BYTES) {
            return new byte[0];
        }
        var length = length(ByteBuffer.wrap(prefix).getShort());
        if (length > Departure.BYTES_MAX) {
            return new byte[0];
        }
        var frame = Arrays.copyOf(prefix, Short.BYTES + length);
        return in.readNBytes(frame, Short.BYTES, length) < length ? new byte[0] : frame;
    }

    private static int length(short prefix) {
        return prefix & ~FIRST & 0xffff;
    }

    /** A record with its length. */
    static byte[] frame(byte[] record, boolean first) {
        return ByteBuffer.allocate(Short.BYTES + record.length)
                .putShort((short) (record.length | (first ? FIRST : 0)))
                .put(record)
                .array();
    }

    /** Whether a group was begun after what was read, so that what is there was flushed whole. */
    boolean isFollowed(LogChain chain, Read read) throws IOException {
        if (Files.size(file) == read.bytes()) {
            return false;
        }
        var bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        var begin = (int) read.bytes();
        // If only its MAC was altered, it is known what that was.
        var broken = frame(bytes, begin);
        if (begins(
                bytes,
                begin + broken.length + LogChain.MAC_BYTES,
                chain.next(read.end().mac(), broken),
                chain)) {
            return true;
        }
        for (int at = begin + LogChain.MAC_BYTES; at < bytes.limit(); at++) {
            if (begins(bytes, at, mac(bytes, at - LogChain.MAC_BYTES), chain)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a group begins at a place, after a MAC. */
    private static boolean begins(ByteBuffer bytes, int at, byte[] before, LogChain chain) {
        var frame = frame(bytes, at);
        return frame.length > 0
                && (frame[0] & (FIRST >> Byte.SIZE)) != 0
                && Arrays.equals(chain.next(before, frame), mac(bytes, at + frame.length));
    }

    /** The record with its length at a place; nothing if it and its MAC do not end in the file. */
    private static byte[] frame(ByteBuffer from, int at) {
        if (at + Short.BYTES > from.limit()) {
            return new byte[0];
        }
        var length = length(from.getShort(at));
        if (length > Departure.BYTES_MAX || at + Short.BYTES + length + LogChain.MAC_BYTES > from.limit()) {
            return new byte[0];
        }
        var frame = new byte[Short.BYTES + length];
        from.get(at, frame);
        return frame;
    }

    private static byte[] mac(ByteBuffer from, int at) {
        var mac = new byte[LogChain.MAC_BYTES];
        from.get(at, mac);
        return mac;
    }

    /** Cuts what was not written whole. */
    void cut(long bytes) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            if (channel.size() > bytes) {
                channel.truncate(bytes);
                channel.force(true);
            }
        }
    }
}
