package io.tical.server.crypto;

import java.util.Arrays;
import java.util.Optional;

/** The address of a TRON account: Base58Check of 0x41 and 20 bytes, 34 characters that begin with T. */
public final class TronAddress {
    private static final byte PREFIX = 0x41;
    private static final int ACCOUNT_BYTES = 20;

    private TronAddress() {}

    /** @param account 20 bytes */
    public static String of(byte[] account) {
        if (account.length != ACCOUNT_BYTES) {
            throw new IllegalArgumentException("an account has 20 bytes, not " + account.length);
        }
        var payload = new byte[1 + ACCOUNT_BYTES];
        payload[0] = PREFIX;
        System.arraycopy(account, 0, payload, 1, ACCOUNT_BYTES);
        return Base58Check.encode(payload);
    }

    /** Parses an address to 20 bytes; empty if it is invalid. */
    public static Optional<byte[]> account(String address) {
        return Base58Check.decode(address)
                .filter(payload -> payload.length == 1 + ACCOUNT_BYTES && payload[0] == PREFIX)
                .map(payload -> Arrays.copyOfRange(payload, 1, payload.length));
    }
}
