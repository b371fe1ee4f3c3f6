package io.tical.server.rail;

import java.util.regex.Pattern;

/**
 * The name by which transfers are compared, whether they were sent or received.
 *
 * @param reference in the form of {@link BankTransfer#compared}
 */
public record TransferName(String reference, boolean livemode) {
    private static final Pattern HASH = Pattern.compile("[0-9A-F]{64}");

    /** Whether it may be the hash of a transaction of a chain. */
    public boolean mayBeOnChain() {
        return HASH.matcher(reference).matches();
    }

    /** @param reference as a person, a rail or a verifier wrote it */
    public static TransferName of(String reference, boolean livemode) {
        return new TransferName(BankTransfer.compared(reference), livemode);
    }
}
