package io.tical.server.rail;

import io.tical.common.Word;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The outcome of an attempt as a rail or staff report it. */
public sealed interface PayoutOutcome {
    /** The reference of the transfer, if it was delivered and the reference is known. */
    default Stream<String> references() {
        return this instanceof Delivered delivered ? Stream.ofNullable(delivered.reference()) : Stream.empty();
    }

    /**
     * The money arrived.
     *
     * @param amount the delivered amount in minor units, 1 to the leg's amount
     * @param reference without spaces; null only if staff report none
     * @param slipQrString the text of the QR code on the bank's slip
     */
    record Delivered(
            long amount,
            @Nullable String reference,
            Sender sender,
            @Nullable String slipQrString) implements PayoutOutcome {
        public Delivered {
            reference = BankTransfer.withoutSpacesOrNull(reference);
        }

        public Delivered(long amount, String reference, Sender sender) {
            this(amount, reference, sender, null);
        }
    }

    /** The transfer failed and will not arrive. */
    record Failed(FailureCode code, String message) implements PayoutOutcome {}

    /** Staff will make the transfer and report the outcome, so the rail is not polled. */
    record HandedToStaff() implements PayoutOutcome {}

    /** The outcome is unknown after a timeout or an ambiguous response. The transfer may have been sent. */
    record Unknown(String why) implements PayoutOutcome {}

    /**
     * The rail refused the attempt before it sent a transfer, or never received it, and guarantees to refuse it in future. Only this outcome
     * makes a new attempt safe.
     */
    record NeverSent() implements PayoutOutcome {}

    /** The account that sent the money. */
    record Sender(
            @Nullable String platform,
            @Nullable String identifier,
            @Nullable String holderName) {
        public static final Sender UNKNOWN = new Sender(null, null, null);
    }

    /** Why a leg failed. */
    enum FailureCode implements Word {
        ACCOUNT_CLOSED,
        ACCOUNT_FROZEN,
        NO_ACCOUNT,
        INVALID_ACCOUNT_NUMBER,
        COULD_NOT_PROCESS;
    }
}
