package io.tical.server.payin;

import org.jspecify.annotations.Nullable;

/** How a request asks for its money to be received. {@link PayinCreation} decides where the payer pays. */
public sealed interface Intake {
    /** Into one of the operator's accounts, by a bank transfer or a QR code. */
    record Pooled(Channel channel) implements Intake {}

    /** Directly into the account of a payee; by a fallback where no payout matches. */
    record Matched() implements Intake {}

    /** @param network null is the operator's default */
    record Crypto(@Nullable String network) implements Intake {}
}
