package io.tical.server.ledger;

import io.tical.server.key.WalletKey;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;

/**
 * One link of a wallet's chain: it covers the transfers {@code fromSeq} to {@code toSeq}, and through the hash of the previous link all
 * earlier ones. It proves their order and that none is missing; their MACs prove their contents.
 *
 * @param hash SHA-256 of the link before (32 zero bytes at first) and the MAC of each transfer
 */
record Seal(WalletKey wallet, long fromSeq, long toSeq, byte[] hash, Instant sealedAt) {
    /** The hash before the first link of a chain. */
    static byte[] genesis() {
        return new byte[32];
    }

    /** Begins the hash of the next link; the MACs of its transfers follow. */
    static MessageDigest after(byte[] previousHash) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(previousHash);
            return digest;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
