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
 * A fingerprint of a set of rows, of the same size for any number of them. It is empty if each version of a row that came was taken away as
 * often, by a change or because the row has it now. A hash over a random seed makes that unlikely to be otherwise, also for somebody who has
 * chosen the rows: the seed is made for one audit and never leaves it. The hashes are added, because two of the same change would cancel each
 * other if they were combined by XOR.
 *
 * <p>The set has {@value #BUCKETS} buckets, and all versions of a row are in the same one: only those buckets that are not empty need to be
 * looked through for the row. Not for several threads.
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

    /** An empty set for another thread, which can be added to this one. */
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

    /** Adds the version of a row after a change, and takes away the one before. */
    void add(RowChange change) {
        add(change.row(), change.before(), -1);
        add(change.row(), change.after(), 1);
    }

    /** Takes away the version of a row after a change. */
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

    /** How many versions of rows were added. There are at least as many as rows. */
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
