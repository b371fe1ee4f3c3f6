package io.tical.server.payin;

/** By what the money was really received; written as it is named. */
public enum ReceivingType {
    BANK_TRANSFER,
    QRCODE,
    /** A bank transfer straight to the payee of a payout. */
    P2P,
    CRYPTO
}
