package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.UUID;

/**
 * A slip of another payin with the same transfer reference, or with a similar picture.
 *
 * @param payin the payin of that slip, possibly of another merchant
 * @param paid whether the transfer paid that payin
 * @param distance the number of differing bits, of 256, between the pictures
 */
public record EarlierUse(
        Kind kind,
        UUID slipId,
        TransactionKey payin,
        String merchantRef,
        SlipStatus status,
        boolean paid,
        int distance,
        Instant uploadedAt) {
    /** The kind of match. */
    public enum Kind implements Word {
        REFERENCE,
        PICTURE;
    }
}
