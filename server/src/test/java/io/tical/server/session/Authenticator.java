package io.tical.server.session;

import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;

/** An authenticator app. It gives each code once, and no code that is about to expire. */
public final class Authenticator {
    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int MARGIN_S = 3;

    private final byte[] secret;
    private long used;

    /** @param secret in base32, as the service shows it */
    public Authenticator(String secret) {
        this.secret = bytes(secret);
    }

    private static byte[] bytes(String secret) {
        var bytes = new ByteArrayOutputStream();
        var bits = 0;
        var count = 0;
        for (var letter : secret.toCharArray()) {
            bits = (bits << 5) | BASE32.indexOf(letter);
            count += 5;
            if (count >= 8) {
                count -= 8;
                bytes.write(bits >> count);
                bits &= (1 << count) - 1;
            }
        }
        return bytes.toByteArray();
    }

    /** A code that was not given yet, of the last step, this one or the next one; waits when there is none. */
    public String code() {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> Instant.now().getEpochSecond() % 30 < 30 - MARGIN_S && used <= Totp.step(Instant.now()));
        used = Math.max(used + 1, Totp.step(Instant.now()) - 1);
        return Totp.code(secret, used);
    }

    /** The code that was given last. */
    public String again() {
        return Totp.code(secret, used);
    }

    /** A code that is not valid now. */
    public String wrong() {
        return Totp.code(secret, Totp.step(Instant.now()) + 1_000);
    }
}
