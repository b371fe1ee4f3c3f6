package io.tical.server.slip;

import java.time.LocalDate;
import java.util.Optional;

/**
 * The QR code on a transfer slip. It identifies a transfer without amount and receiver, and can be copied into another
 * picture. It proves nothing until a verifier confirms it.
 */
public sealed interface MiniQr {
    /** The text of the code, as verifiers expect it. */
    String payload();

    /** The transfer reference, 1 to 25 characters; unique within one bank. */
    String reference();

    /**
     * A bank's slip.
     *
     * @param bankNumber the sending bank's three digits
     * @param bankCode its abbreviation; absent when the digits are unknown
     */
    record BankSlip(String payload, String bankNumber, Optional<String> bankCode, String reference) implements MiniQr {}

    /**
     * A slip of the TrueMoney wallet.
     *
     * @param event the kind of transfer, for example {@code P2P}
     * @param date of the transfer, in Bangkok
     */
    record TrueMoneySlip(String payload, String event, String reference, LocalDate date) implements MiniQr {}
}
