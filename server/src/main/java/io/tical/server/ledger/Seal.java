package io.tical.server.ledger;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * One link of a wallet's chain: it covers the transfers {@code fromSeq} to {@code toSeq}, and through the hash of the link
 * before it all earlier ones.
 *
 * @param hash SHA-256 of the link before (32 zero bytes at first) and the canonical bytes of each transfer
 * @param mac HMAC-SHA-256 of the hash, under a key that is not in the database
 */
record Seal(WalletKey wallet, long fromSeq, long toSeq, byte[] hash, byte[] mac) {
    /** The hash before the first link of a chain. */
    static byte[] genesis() {
        return new byte[32];
    }

    /** Begins the hash of the next link; the transfers follow. */
    static MessageDigest after(byte[] previousHash) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(previousHash);
            return digest;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    static byte[] mac(byte[] key, byte[] hash) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(hash);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
