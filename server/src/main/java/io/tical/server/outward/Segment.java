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
 * its last whole record; the next file says where it begins, so that nothing after that place is read.
 */
record Segment(Path file, LogEnd begin) {
    /** Names the format, with its version. */
    private static final long MAGIC = 0x5469_6361_6c4f_7574L; // "TicalOut"

    private static final byte VERSION = 1;
    static final int HEADER_BYTES = Long.BYTES + 1 + Long.BYTES + 2 * LogChain.MAC_BYTES;
    private static final String SUFFIX = ".log";
    private static final int NAME_DIGITS = 19;

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
                var record = next(in);
                if (record.length == 0) {
                    break;
                }
                var mac = in.readNBytes(LogChain.MAC_BYTES);
                var expected = chain.next(end.mac(), record);
                if (!Arrays.equals(mac, expected)) {
                    break;
                }
                end = new LogEnd(end.records() + 1, expected);
                bytes += Short.BYTES + record.length + LogChain.MAC_BYTES;
                each.accept(Departure.decoded(record), end);
            }
        }
        return new Read(end, bytes);
    }

    /** The bytes of the next record; none at the end and before one that was not written whole. */
    private static byte[] next(InputStream in) throws IOException {
        var length = in.readNBytes(Short.BYTES);
        if (length.length < Short.BYTES) {
            return new byte[0];
        }
        var expected = Short.toUnsignedInt(ByteBuffer.wrap(length).getShort());
        var record = in.readNBytes(expected);
        return record.length < expected || expected > Departure.BYTES_MAX ? new byte[0] : record;
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
