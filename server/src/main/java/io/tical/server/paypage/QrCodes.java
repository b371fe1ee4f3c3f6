package io.tical.server.paypage;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tical.server.qr.QrSvg;
import java.time.Duration;

/** Drawing a QR code is the most expensive part of a view, and a waiting page requests the same one repeatedly. */
final class QrCodes {
    private static final int CODES_MAX = 2_000;

    private final Cache<String, String> codes = Caffeine.newBuilder()
            .maximumSize(CODES_MAX)
            .expireAfterAccess(Duration.ofMinutes(15))
            .build();

    /** {@link QrSvg#of} */
    String of(String text) {
        return codes.get(text, QrSvg::of);
    }
}
