package io.tical.server.session;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.secret.Hashes;
import io.tical.server.secret.Secrets;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Challenges that passkeys sign: random bytes, an expiry time, and a MAC over both and what the challenge is for. So every node knows them,
 * and asking for any number of them stores nothing. One that was answered is stored until it expires, and is not accepted again.
 *
 * @param macKey the same on every node
 */
record Challenges(Database database, byte[] macKey, Clock clock) {
    static final Duration VALID = Duration.ofMinutes(5);

    private static final int RANDOM_BYTES = 16;
    private static final int MAC_BYTES = 32;
    private static final int BYTES = RANDOM_BYTES + Long.BYTES + MAC_BYTES;

    /** @param purpose what it is for, and for whom */
    byte[] create(String purpose) {
        var random = Secrets.random(RANDOM_BYTES);
        var until = clock.instant().plus(VALID).getEpochSecond();
        return ByteBuffer.allocate(BYTES)
                .put(random)
                .putLong(until)
                .put(mac(random, until, purpose))
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
        var until = buffer.getLong();
        buffer.get(mac);
        return MessageDigest.isEqual(mac, mac(random, until, purpose))
                && clock.instant().getEpochSecond() < until;
    }

    private byte[] mac(byte[] random, long until, String purpose) {
        var end = ByteBuffer.allocate(Long.BYTES).putLong(until).array();
        return Hashes.hmac(macKey, random, end, purpose.getBytes(StandardCharsets.UTF_8));
    }

    /** Spends a valid challenge in the transaction of what it is for. Returns false if it was spent. */
    boolean spend(Session session, byte[] challenge) {
        var until = ByteBuffer.wrap(challenge).getLong(RANDOM_BYTES);
        return session.sql("""
                        INSERT INTO spent_challenge (challenge, expires_at) VALUES (:challenge, :until)
                        ON CONFLICT DO NOTHING
                        """)
                        .bind("challenge", Hashes.sha256(challenge))
                        .bind("until", Instant.ofEpochSecond(until))
                        .run()
                == 1;
    }

    /** Deletes expired ones. Returns the number deleted, at most {@code rowsMax}. */
    long forget(int rowsMax) {
        var expired = "SELECT challenge FROM spent_challenge WHERE expires_at <= :now LIMIT :rows";
        return database.run(session -> session.sql("DELETE FROM spent_challenge WHERE challenge IN (" + expired + ")")
                .bind("now", clock.instant())
                .bind("rows", rowsMax)
                .run());
    }
}
