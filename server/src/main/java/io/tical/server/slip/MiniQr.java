package io.tical.server.slip;

/**
 * The QR code on a transfer slip. It identifies a transfer without amount and receiver, and can be copied into another
 * picture. It proves nothing until a verifier confirms it.
 *
 * @param payload the text of the code, as verifiers expect it
 * @param transfer its reference has 1 to 25 characters
 */
public record MiniQr(String payload, Slip.Transfer transfer) {}
