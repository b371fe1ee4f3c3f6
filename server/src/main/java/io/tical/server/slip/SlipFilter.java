package io.tical.server.slip;

import java.util.Optional;

/**
 * The filters of a list of slips.
 *
 * @param text a prefix of the merchant's reference, or the whole id of a slip or a payin
 */
public record SlipFilter(Optional<SlipStatus> status, Optional<String> text) {
    /** The filter as text, to which cursors are bound. */
    public String fingerprint() {
        return "slips:" + status + ":" + text;
    }
}
