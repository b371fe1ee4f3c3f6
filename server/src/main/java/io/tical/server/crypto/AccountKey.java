package io.tical.server.crypto;

import io.tical.server.secret.Hashes;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.digests.SHA512Digest;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.macs.HMac;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.math.ec.ECPoint;

/**
 * The extended public key of a wallet's account (BIP 32; BIP 44: {@code m/44'/coin'/account'}), from which the keys of
 * deposits {@code 0/0}, {@code 0/1}, … are derived. It cannot spend.
 */
public final class AccountKey {
    /** The largest index; higher ones need the private key. */
    public static final long INDEX_MAX = 0x7fff_ffffL;

    private static final X9ECParameters CURVE = CustomNamedCurves.getByName("secp256k1");
    private static final int VERSION = 0x0488_b21e; // xpub
    private static final int VERSION_PRIVATE = 0x0488_ade4; // xprv
    private static final int BYTES = 78;
    private static final int ACCOUNT_DEPTH = 3;
    private static final int RECEIVING = 0;

    private final Node receiving;
    private final String fingerprint;

    private AccountKey(Node account) {
        receiving = account.child(RECEIVING);
        fingerprint = HexFormat.of().formatHex(account.id(), 0, 8);
    }

    /**
     * Reads an account's key as wallets export it.
     *
     * @throws IllegalArgumentException with a message that does not contain the text
     */
    public static AccountKey parse(String xpub) {
        var bytes = Base58Check.decode(xpub)
                .filter(payload -> payload.length == BYTES)
                .orElseThrow(() -> new IllegalArgumentException(
                        "this is not an extended key; wallets show it as the account's xpub, 111 characters"));
        var version = ByteBuffer.wrap(bytes).getInt();
        if (version == VERSION_PRIVATE) {
            throw new IllegalArgumentException(
                    "this is a private key, which can spend; use the xpub, and remove the private key from every file that contains it");
        }
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "this is an extended key of another kind; use one that begins with xpub");
        }
        if (bytes[4] != ACCOUNT_DEPTH) {
            throw new IllegalArgumentException("this is a key of depth " + bytes[4]
                    + "; use the account's, of depth 3 (m/44'/195'/0' for TRON, m/44'/60'/0' for Ethereum)");
        }
        // Skips the fingerprint of the parent and the number of the key.
        var chainCode = Arrays.copyOfRange(bytes, 13, 45);
        try {
            return new AccountKey(
                    new Node(CURVE.getCurve().decodePoint(Arrays.copyOfRange(bytes, 45, BYTES)), chainCode));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "this extended key is damaged: its point is not on the curve; copy it again from the wallet", e);
        }
    }

    /** A fingerprint of 16 hexadecimal digits. */
    public String fingerprint() {
        return fingerprint;
    }

    /**
     * The public key of a deposit, at path {@code 0/index} of the account.
     *
     * @return 64 bytes: both coordinates
     */
    byte[] publicKey(long index) {
        if (index < 0 || index > INDEX_MAX) {
            throw new IllegalArgumentException("an account has no address " + index);
        }
        var uncompressed = receiving.child((int) index).point().getEncoded(false);
        return Arrays.copyOfRange(uncompressed, 1, uncompressed.length);
    }

    /** A public key with its chain code. */
    private record Node(ECPoint point, byte[] chainCode) {
        /** BIP 32, "Public parent key to public child key". */
        Node child(int number) {
            var data = ByteBuffer.allocate(37)
                    .put(point.getEncoded(true))
                    .putInt(number)
                    .array();
            var mac = new HMac(new SHA512Digest());
            mac.init(new KeyParameter(chainCode));
            mac.update(data, 0, data.length);
            var hash = new byte[mac.getMacSize()];
            mac.doFinal(hash, 0);
            var left = new BigInteger(1, hash, 0, 32);
            var child = CURVE.getG().multiply(left).add(point).normalize();
            if (left.compareTo(CURVE.getN()) >= 0 || child.isInfinity()) {
                // Probability 2^-127; BIP 32 says to use the next number.
                throw new IllegalStateException("the key has no child " + number);
            }
            return new Node(child, Arrays.copyOfRange(hash, 32, 64));
        }

        byte[] id() {
            return Hashes.sha256(point.getEncoded(true), chainCode);
        }
    }
}
