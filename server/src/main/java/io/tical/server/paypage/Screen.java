package io.tical.server.paypage;

import io.tical.server.http.ErrorAnswer;
import io.tical.server.payin.PayinStatus;
import io.tical.server.paypage.SlipIntake.Progress;
import java.util.Locale;

/** The screens of the page. */
enum Screen {
    /** The conditions of a payment to another person, before its account is shown. */
    CONSENT,
    PAY,
    /** A slip was sent and is not decided. */
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

    /** @param disclosed whether the payer may see the account */
    static Screen of(PayinStatus status, boolean disclosed, Progress slip) {
        return switch (status) {
            case PENDING, PROCESSING -> {
                if (!disclosed) {
                    yield CONSENT;
                }
                yield slip == Progress.CHECKING ? CHECKING : PAY;
            }
            case EXPIRED -> slip == Progress.CHECKING ? CHECKING : EXPIRED;
            case SUCCESS -> SUCCESS;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELLED;
            case REJECTED -> REJECTED;
            case REFUNDED -> REFUNDED;
        };
    }

    static Screen of(ErrorAnswer failure) {
        return switch (failure.status()) {
            case 404, 405 -> MISSING;
            case 429 -> BUSY;
            default -> TROUBLE;
        };
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
