package io.tical.server.session;

import io.tical.server.secret.Hashes;
import io.tical.server.secret.Secrets;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Challenges that passkeys sign: random bytes, the time at which they were made, and a MAC over both and what the challenge is for. So every
 * node knows them and nothing is stored, neither when one is made nor when it is answered.
 *
 * @param macKey the same on every node
 */
record Challenges(byte[] macKey, Clock clock) {
    static final Duration VALID = Duration.ofMinutes(5);

    private static final int RANDOM_BYTES = 16;
    private static final int MAC_BYTES = 32;
    private static final int BYTES = RANDOM_BYTES + Long.BYTES + MAC_BYTES;

    /** @param purpose the operation and the user that it is for */
    byte[] create(String purpose) {
        var random = Secrets.random(RANDOM_BYTES);
        var madeAt = clock.millis();
        return ByteBuffer.allocate(BYTES)
                .put(random)
                .putLong(madeAt)
                .put(mac(random, madeAt, purpose))
                .array();
    }

    /** Whether this service made the challenge for this purpose, and it has not expired. */
    boolean valid(byte[] challenge, String purpose) {
        if (challenge.length != BYTES) {
            return false;
        }
        var random = new byte[RANDOM_BYTES];
        var mac = new byte[MAC_BYTES];
        var buffer = ByteBuffer.wrap(challenge).get(random);
        var madeAt = buffer.getLong();
        buffer.get(mac);
        return MessageDigest.isEqual(mac, mac(random, madeAt, purpose))
                && clock.instant().isBefore(madeAt(challenge).plus(VALID));
    }

    /** When a valid challenge was made. */
    Instant madeAt(byte[] challenge) {
        return Instant.ofEpochMilli(ByteBuffer.wrap(challenge).getLong(RANDOM_BYTES));
    }

    private byte[] mac(byte[] random, long madeAt, String purpose) {
        var time = ByteBuffer.allocate(Long.BYTES).putLong(madeAt).array();
        return Hashes.hmac(macKey, random, time, purpose.getBytes(StandardCharsets.UTF_8));
    }
}
