package io.tical.console.slip;

import io.tical.console.api.AdminApi;
import java.io.ByteArrayInputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import javafx.scene.image.Image;

/** The decoded pictures of slips, of which the last few are kept: that of the present slip, of the next, and of an earlier use. */
final class Pictures {
    private static final int KEPT = 4;

    /** Pixels of the longer side: enough to read a slip at eight times its size, 16 MB in memory. */
    private static final double SIDE_MAX = 2_000;

    private final AdminApi api;
    private final Map<UUID, Image> kept = new LinkedHashMap<>(KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Image> eldest) {
            return size() > KEPT;
        }
    };

    Pictures(AdminApi api) {
        this.api = api;
    }

    /** Reads a picture, which may be broken. Blocks if it is not kept. */
    Image read(UUID slipId) {
        synchronized (kept) {
            var known = kept.get(slipId);
            if (known != null) {
                return known;
            }
        }
        var jpeg = api.bytes("/admin/v1/slips/" + slipId + "/image");
        var read = decoded(jpeg);
        synchronized (kept) {
            kept.put(slipId, read);
        }
        return read;
    }

    private static Image decoded(byte[] jpeg) {
        var image = new Image(new ByteArrayInputStream(jpeg));
        return Math.max(image.getWidth(), image.getHeight()) <= SIDE_MAX
                ? image
                : new Image(new ByteArrayInputStream(jpeg), SIDE_MAX, SIDE_MAX, true, true);
    }
}
