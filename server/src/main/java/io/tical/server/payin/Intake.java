package io.tical.server.payin;

import org.jspecify.annotations.Nullable;

/** How a request asks for the payment to be received. {@link PayinCreation} chooses the receiving account. */
public sealed interface Intake {
    /** Into one of the operator's accounts, by a bank transfer or a QR code. */
    record Pooled(Channel channel) implements Intake {}

    /** Directly into the account of a payee, with a fallback when no payout matches. */
    record Matched() implements Intake {}

    /** @param network null for the operator's default */
    record Crypto(@Nullable String network) implements Intake {}
}
