package io.tical.console.slip;

import io.tical.console.api.AdminApi;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** The pictures of slips, of which the last few are kept: that of the present slip, of the next, and of an earlier use. */
final class Pictures {
    private static final int KEPT = 6;

    private final AdminApi api;
    private final Map<UUID, byte[]> kept = new LinkedHashMap<>(KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, byte[]> eldest) {
            return size() > KEPT;
        }
    };

    Pictures(AdminApi api) {
        this.api = api;
    }

    /** Reads a picture as JPEG. Blocks if it is not kept. */
    byte[] read(UUID slipId) {
        synchronized (kept) {
            var known = kept.get(slipId);
            if (known != null) {
                return known;
            }
        }
        var read = api.bytes("/admin/v1/slips/" + slipId + "/image");
        synchronized (kept) {
            kept.put(slipId, read);
        }
        return read;
    }
}
