package io.tical.server.paymentfile;

import io.tical.server.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The bytes of files, as they are stored and proved. */
final class Bytes {
    private Bytes() {}

    /** SHA-256 in hexadecimal digits. */
    static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] packed(byte[] bytes) {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    /**
     * Stored bytes, which must be those with this hash.
     *
     * @throws Problem.Conflict {@code PAYMENT_FILE_ALTERED}
     */
    static byte[] unpacked(byte[] packed, String hash) {
        try (var in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            var bytes = in.readAllBytes();
            if (hash(bytes).equals(hash)) {
                return bytes;
            }
        } catch (IOException damaged) {
            throw altered(damaged);
        }
        throw altered(null);
    }

    private static Problem.Conflict altered(@Nullable IOException cause) {
        var problem = new Problem.Conflict(
                "PAYMENT_FILE_ALTERED",
                "The stored bytes are not those that were released. Somebody changed the database: run ./tical audit.");
        if (cause != null) {
            problem.initCause(cause);
        }
        return problem;
    }
}
