package io.tical.server.paypage;

import io.tical.common.CurrencyProfile;
import io.tical.common.Word;
import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.Transfer;
import io.tical.server.merchant.Brand;
import io.tical.server.payin.Payin;
import io.tical.server.payin.PayinStatus;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A USDT deposit, for its payer. Only its status, which changes when the money is posted, says that it is paid.
 *
 * @param transfers all transfers to the address, oldest first
 * @param code the QR code for the missing amount; null if nothing is missing
 */
public record DepositPayment(
        Payin payin,
        Deposit deposit,
        List<Transfer> transfers,
        String merchantName,
        Brand brand,
        CurrencyProfile currency,
        @Nullable Code code) {
    /**
     * A QR code.
     *
     * @param text the text in the code
     * @param svg the code as an SVG element
     */
    record Code(String text, String svg) {}

    /** The state of a transfer, for its payer. */
    enum Fate implements Word {
        /** It has too few confirmations yet. */
        CONFIRMING,
        /** It has enough confirmations; nothing is posted for it yet. */
        CONFIRMED,
        /** It is part of the payment. */
        ACCEPTED,
        /** It arrived too late; operators decide. */
        LATE,
        /** It is not part of the payment; operators decide. */
        REVIEW,
        /** The chain has dropped it. */
        WITHDRAWN
    }

    DepositPayment with(Code code) {
        return new DepositPayment(payin, deposit, transfers, merchantName, brand, currency, code);
    }

    Payin.Terms terms() {
        return payin.terms();
    }

    Screen screen() {
        return Screen.of(payin.status(), arrived() >= deposit.amount());
    }

    /** Whether the payment was posted. */
    private boolean posted() {
        return switch (payin.status()) {
            case SUCCESS, REJECTED, REFUNDED -> true;
            case PENDING, PROCESSING, FAILED, EXPIRED, CANCELLED -> false;
        };
    }

    Fate fate(Transfer transfer) {
        return switch (transfer.state()) {
            case SEEN -> deposit.late(transfer) ? Fate.LATE : Fate.CONFIRMING;
            case CONFIRMED -> Fate.CONFIRMED;
            // The payin is paid a moment before its transfers are credited.
            case COUNTED -> posted() ? Fate.ACCEPTED : Fate.CONFIRMED;
            case CREDITED -> Fate.ACCEPTED;
            case REVIEW -> deposit.late(transfer) ? Fate.LATE : Fate.REVIEW;
            case WITHDRAWN -> Fate.WITHDRAWN;
        };
    }

    /** Micro-USDT on the chain that count for the payment, confirmed or not. */
    long arrived() {
        return sum(transfer -> switch (fate(transfer)) {
            case CONFIRMING, CONFIRMED, ACCEPTED -> true;
            case LATE, REVIEW, WITHDRAWN -> false;
        });
    }

    private long sum(Predicate<Transfer> which) {
        return Transfer.sum(transfers.stream().filter(which).toList());
    }

    /** Micro-USDT that the payer must still send; 0 if nothing is missing. */
    long missing() {
        return screen() == Screen.PAY ? deposit.amount() - arrived() : 0;
    }

    /** Micro-USDT that the payment is of: the amount, or less if that was accepted. */
    long total() {
        return posted() ? Math.min(deposit.amount(), payin.progress().settled().paid()) : deposit.amount();
    }

    /** Micro-USDT of the payment above the amount. */
    long extra() {
        return payin.status() == PayinStatus.SUCCESS
                ? Math.max(0, payin.progress().settled().paid() - deposit.amount())
                : 0;
    }

    boolean has(Fate fate) {
        return transfers.stream().anyMatch(transfer -> fate(transfer) == fate);
    }

    /** The confirmations of a transfer, at most the required number. */
    long confirmations(Transfer transfer) {
        return Math.min(transfer.confirmations(), deposit.requiredConfirmations());
    }

    /** The path of the merchant's logo; null if there is none. */
    @Nullable
    String logoPath() {
        return Payment.logoPath(DepositRoutes.ROOT + terms().payToken(), brand);
    }
}
