package io.tical.server.payin;

/** How the payment is received. JSON and storage write the name of the constant. */
public enum ReceivingType {
    BANK_TRANSFER,
    QRCODE,
    /** A bank transfer directly to the payee of a payout. */
    P2P,
    CRYPTO
}
