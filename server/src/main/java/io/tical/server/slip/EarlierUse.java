package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.UUID;

/**
 * A slip of another payin that tells of the same transfer, or looks the same.
 *
 * @param payin whose slip it was; perhaps another merchant's
 * @param paid whether the transfer paid that payin
 * @param distance in how many of 256 bits the pictures differ
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
    /** What the two have in common. */
    public enum Kind implements Word {
        REFERENCE,
        PICTURE;
    }
}
