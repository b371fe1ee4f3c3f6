package io.tical.server.session;

import io.tical.server.secret.Hashes;
import io.tical.server.secret.Secrets;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Recognises browsers in which a user has signed in before. The device token consists of random bytes, an expiry time
 * and a MAC over both and the username, so it reveals no personal data and is valid for one user only. It grants no
 * access. It exempts the user from the rate limit that password guessing by others exhausts.
 */
public final class KnownDevices {
    /** How long a device token is valid. */
    public static final Duration KEPT = Duration.ofDays(90);

    private static final int ID_BYTES = 16;
    private static final int MAC_BYTES = 32;
    private static final int TOKEN_BYTES = ID_BYTES + Long.BYTES + MAC_BYTES;

    /** The base64url of a token's bytes. */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{75}");

    private final byte[] macKey;

    /** @param macKey must be the same on every node */
    public KnownDevices(byte[] macKey) {
        this.macKey = macKey.clone();
    }

    /** Creates the device token of a browser in which this user has just signed in. */
    String token(String username, Instant now) {
        var id = Secrets.random(ID_BYTES);
        var until = now.plus(KEPT).getEpochSecond();
        var token = ByteBuffer.allocate(TOKEN_BYTES)
                .put(id)
                .putLong(until)
                .put(mac(id, until, username))
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    /** The id of the device, if the token is valid for this user. */
    Optional<String> find(@Nullable String token, String username, Instant now) {
        if (token == null || !TOKEN.matcher(token).matches()) {
            return Optional.empty();
        }
        var id = new byte[ID_BYTES];
        var mac = new byte[MAC_BYTES];
        var buffer = ByteBuffer.wrap(Base64.getUrlDecoder().decode(token)).get(id);
        var until = buffer.getLong();
        buffer.get(mac);
        return MessageDigest.isEqual(mac, mac(id, until, username)) && now.getEpochSecond() < until
                ? Optional.of(HexFormat.of().formatHex(id))
                : Optional.empty();
    }

    private byte[] mac(byte[] id, long until, String username) {
        var end = ByteBuffer.allocate(Long.BYTES).putLong(until).array();
        return Hashes.hmac(macKey, id, end, SignIn.normal(username).getBytes(StandardCharsets.UTF_8));
    }
}
