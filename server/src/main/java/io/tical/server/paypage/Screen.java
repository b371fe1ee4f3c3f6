package io.tical.server.paypage;

import io.tical.common.Word;
import io.tical.server.http.ErrorAnswer;
import io.tical.server.payin.PayinStatus;
import io.tical.server.slip.Slips.Outlook;

/** The screens of the page. */
enum Screen implements Word {
    /** The conditions of a payment to another person, before its account is shown. */
    CONSENT,
    PAY,
    /** A slip was sent and is not decided, or transfers of USDT are not confirmed. */
    CHECKING,
    SUCCESS,
    EXPIRED,
    FAILED,
    CANCELLED,
    REJECTED,
    REFUNDED,
    /** The address belongs to no payment. */
    MISSING,
    /** Too many requests with this token, or with unknown tokens from this network. */
    BUSY,
    /** The service is unavailable. */
    TROUBLE;

    /** Whether the payer has nothing more to pay. */
    boolean ended() {
        return switch (this) {
            case SUCCESS, EXPIRED, FAILED, CANCELLED, REJECTED, REFUNDED -> true;
            case CONSENT, PAY, CHECKING, MISSING, BUSY, TROUBLE -> false;
        };
    }

    /** Whether events tell of changes of a payment in this status. Pages ask rarely whether one that succeeded was refunded or corrected. */
    static boolean follows(PayinStatus status) {
        return status.takesPayment() || status == PayinStatus.REJECTED;
    }

    /** @param disclosed whether the payer may see the account */
    static Screen of(PayinStatus status, boolean disclosed, Outlook slip) {
        return switch (status) {
            case PENDING, PROCESSING -> !disclosed ? CONSENT : slip == Outlook.CHECKING ? CHECKING : PAY;
            case EXPIRED -> slip == Outlook.CHECKING ? CHECKING : EXPIRED;
            case SUCCESS, FAILED, CANCELLED, REJECTED, REFUNDED -> valueOf(status.name());
        };
    }

    /**
     * The screen of a deposit.
     *
     * @param covered whether transfers that arrived in time cover its amount; they may be unconfirmed
     */
    static Screen of(PayinStatus status, boolean covered) {
        return switch (status) {
            case PENDING, PROCESSING -> covered ? CHECKING : PAY;
            case EXPIRED -> covered ? CHECKING : EXPIRED;
            case SUCCESS, FAILED, CANCELLED, REJECTED, REFUNDED -> valueOf(status.name());
        };
    }

    static Screen of(ErrorAnswer failure) {
        return switch (failure.status()) {
            case 404, 405 -> MISSING;
            case 429 -> BUSY;
            default -> TROUBLE;
        };
    }
}
