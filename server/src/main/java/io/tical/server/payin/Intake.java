package io.tical.server.payin;

import org.jspecify.annotations.Nullable;

/** How a request wants its money taken in. {@link PayinCreation} decides where the payer pays. */
public sealed interface Intake {
    /** Into one of the operator's accounts, by a bank transfer or a QR code. */
    record Pooled(Channel channel) implements Intake {}

    /** Straight to the account of a pending payout; by a fallback where there is none. */
    record Matched() implements Intake {}

    /** @param network null is the operator's default */
    record Crypto(@Nullable String network) implements Intake {}
}
