package io.tical.server.ledger;

import io.tical.db.RowChange;
import io.tical.db.RowKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A fingerprint of a set of rows, with a fixed size. Each version of a row is added when a change writes it, and removed when the next
 * change replaces it or the table contains it. The fingerprint is empty if the journal and the tables agree. The hashes use a random seed
 * of this audit, so that nobody can choose rows whose hashes cancel each other. They are added, not combined by XOR, because two equal
 * changes would cancel each other.
 *
 * <p>The set has {@value #BUCKETS} buckets. All versions of a row are in the same bucket, so only the non-empty buckets need to be searched
 * for differing rows. Not thread-safe.
 */
final class RowSet {
    static final int BUCKETS = 1 << 16;
    private static final int SEED_BYTES = 16;
    private static final int DIGEST_BYTES = 32;

    private final byte[] seed;
    private final MessageDigest hash;
    private final ByteBuffer hashed = ByteBuffer.allocate(DIGEST_BYTES);
    private final ByteBuffer version = ByteBuffer.allocate(Long.BYTES);
    private final long[] sums = new long[2 * BUCKETS];
    private long versions;

    private RowSet(byte[] seed) {
        this.seed = seed;
        try {
            hash = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    static RowSet empty() {
        var seed = new byte[SEED_BYTES];
        new SecureRandom().nextBytes(seed);
        return new RowSet(seed);
    }

    /** An empty set for another thread; it can be added to this one. */
    RowSet part() {
        return new RowSet(seed);
    }

    void addAll(RowSet part) {
        if (part.versions > 0) {
            for (int place = 0; place < sums.length; place++) {
                sums[place] += part.sums[place];
            }
            versions += part.versions;
        }
    }

    /** Adds the version of a row after a change, and removes the version before. */
    void add(RowChange change) {
        add(change.row(), change.before(), -1);
        add(change.row(), change.after(), 1);
    }

    /** Removes the version of a row after a change. */
    void remove(RowChange change) {
        add(change.row(), change.after(), -1);
    }

    private void add(RowKey row, @Nullable Long digest, int times) {
        if (digest != null) {
            versions++;
            hash.update(seed);
            hash.update(row.table().getBytes(StandardCharsets.US_ASCII));
            hash.update(row.bytes().duplicate());
            hash.update(version.putLong(0, digest).array());
            try {
                hash.digest(hashed.array(), 0, DIGEST_BYTES);
            } catch (DigestException e) {
                throw new IllegalStateException("SHA-256 has 32 bytes", e);
            }
            var place = 2 * bucket(row);
            sums[place] += times * hashed.getLong(0);
            sums[place + 1] += times * hashed.getLong(Long.BYTES);
        }
    }

    /** The number of added versions; at least the number of rows. */
    long versions() {
        return versions;
    }

    /** The bucket of a row, 0 to {@value #BUCKETS} - 1. */
    static int bucket(RowKey row) {
        var spread = row.hashCode() * 0x9E37_79B9;
        return spread >>> 16;
    }

    /** The buckets that are not empty. */
    BitSet buckets() {
        var found = new BitSet(BUCKETS);
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            if ((sums[2 * bucket] | sums[2 * bucket + 1]) != 0) {
                found.set(bucket);
            }
        }
        return found;
    }
}
