package io.tical.server.paypage;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tical.common.CurrencyProfile;
import io.tical.server.crypto.Transfer;
import io.tical.server.secret.Hashes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A deposit as JSON. Amounts are decimal integers of micro-USDT.
 *
 * @param arrived on the chain and part of the payment, confirmed or not
 * @param missing the amount that the payer must still send; 0 if nothing is missing
 * @param qrData the text of the QR code; null if nothing is missing
 */
record DepositView(
        String token,
        @Nullable String merchantName,
        @Nullable String merchantLogo,
        String status,
        String asset,
        String network,
        String networkName,
        String address,
        String amount,
        String arrived,
        String missing,
        @JsonProperty("currency_profile") CurrencyProfile currency,
        int requiredConfirmations,
        String expiresAt,
        @Nullable String qrData,
        @Nullable String qrSvg,
        List<TransferView> transfers,
        String orderRef,
        @Nullable String redirectUrl,
        String payTheme) {
    private static final int VERSION_BYTES = 6;

    /** A transfer to the address; {@code at} is the time of its block. */
    record TransferView(String txHash, String amount, String status, long confirmations, Instant at) {}

    static DepositView of(DepositPayment payment) {
        var terms = payment.terms();
        var deposit = payment.deposit();
        var code = payment.code();
        return new DepositView(
                terms.payToken(),
                payment.merchantName(),
                payment.logoPath(),
                payment.payin().status().word(),
                terms.currency(),
                deposit.network().name(),
                deposit.network().chain(),
                deposit.address(),
                Long.toString(deposit.amount()),
                Long.toString(payment.arrived()),
                Long.toString(payment.missing()),
                payment.currency(),
                deposit.requiredConfirmations(),
                payment.payin()
                        .progress()
                        .expiresAt()
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString(),
                code == null ? null : code.text(),
                code == null ? null : code.svg(),
                payment.transfers().stream()
                        .map(transfer -> of(payment, transfer))
                        .toList(),
                terms.merchantRef(),
                terms.redirectUrl(),
                terms.theme().word());
    }

    private static TransferView of(DepositPayment payment, Transfer transfer) {
        return new TransferView(
                transfer.txHash(),
                Long.toString(transfer.amount().micro()),
                payment.fate(transfer).word(),
                payment.confirmations(transfer),
                transfer.at());
    }

    /** Differs after each change of the view. */
    static String version(byte[] json) {
        return HexFormat.of().formatHex(Hashes.sha256(json), 0, VERSION_BYTES);
    }
}
