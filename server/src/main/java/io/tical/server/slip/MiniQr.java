package io.tical.server.slip;

import java.time.LocalDate;
import java.util.Optional;

/**
 * The small code on a transfer slip. It names a transfer, and holds neither its amount nor its receiver: anybody can draw a
 * genuine code into another picture. It is for asking the bank, and proves nothing by itself.
 */
public sealed interface MiniQr {
    /** The text of the code, as services that verify slips take it. */
    String payload();

    /** The bank's name for the transfer, 1 to 25 characters; unique in one bank. */
    String reference();

    /**
     * A bank's slip.
     *
     * @param bankNumber the sending bank's three digits
     * @param bankCode its abbreviation; absent when no bank is known by these digits
     */
    record BankSlip(String payload, String bankNumber, Optional<String> bankCode, String reference) implements MiniQr {}

    /**
     * A slip of the TrueMoney wallet.
     *
     * @param event what kind of transfer, for example {@code P2P}
     * @param date of the transfer, in Bangkok
     */
    record TrueMoneySlip(String payload, String event, String reference, LocalDate date) implements MiniQr {}

    /** Reads the text of a code; empty when it is not a slip's, or has been damaged. */
    static Optional<MiniQr> parse(String payload) {
        return SlipText.read(payload);
    }
}
