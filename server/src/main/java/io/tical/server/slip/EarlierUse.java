package io.tical.server.slip;

import io.tical.common.Word;
import io.tical.server.key.TransactionKey;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A slip of another payin with the same transfer reference or a similar picture, or a payment with this reference that staff recorded,
 * possibly for the same payin.
 *
 * @param slipId null for a payment that staff recorded
 * @param payin the payin of that slip or payment, possibly of another merchant
 * @param status the status of that slip; null without a slip
 * @param paid whether the transfer paid that payin, or became unallocated funds of it
 * @param distance the number of differing bits, of 256, between the pictures; null without a slip
 * @param at when the slip was uploaded or the payment was recorded
 */
public record EarlierUse(
        Kind kind,
        @Nullable UUID slipId,
        TransactionKey payin,
        String merchantRef,
        @Nullable SlipStatus status,
        boolean paid,
        @Nullable Integer distance,
        Instant at) {
    /** The kind of match. */
    public enum Kind implements Word {
        REFERENCE,
        PICTURE;
    }

    static EarlierUse foundByStaff(TransactionKey payin, String merchantRef, Instant at) {
        return new EarlierUse(Kind.REFERENCE, null, payin, merchantRef, null, true, null, at);
    }

    /** Whether that slip has a similar picture. */
    boolean similar() {
        return distance != null && distance <= PictureHash.SAME_MAX;
    }
}
