package io.tical.server.crypto;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bouncycastle.jcajce.provider.digest.Keccak;

/** The address of an account on Ethereum-compatible chains: hexadecimal with a mixed-case checksum (EIP-55). */
public final class EvmAddress {
    private static final Pattern FORM = Pattern.compile("0x[0-9a-fA-F]{40}");
    private static final int ACCOUNT_BYTES = 20;
    private static final HexFormat HEX = HexFormat.of();

    private EvmAddress() {}

    /** @param account 20 bytes */
    public static String of(byte[] account) {
        if (account.length != ACCOUNT_BYTES) {
            throw new IllegalArgumentException("an account has 20 bytes, not " + account.length);
        }
        var hex = HEX.formatHex(account);
        var check = HEX.formatHex(keccak(hex.getBytes(StandardCharsets.US_ASCII)));
        var text = new StringBuilder("0x");
        for (int i = 0; i < hex.length(); i++) {
            var upper = Character.digit(check.charAt(i), 16) >= 8;
            text.append(upper ? Character.toUpperCase(hex.charAt(i)) : hex.charAt(i));
        }
        return text.toString();
    }

    /** Parses an address to 20 bytes; empty if the format or the checksum is invalid. */
    public static Optional<byte[]> account(String address) {
        if (!FORM.matcher(address).matches()) {
            return Optional.empty();
        }
        var digits = address.substring(2);
        var account = HEX.parseHex(digits);
        var unchecked = digits.equals(digits.toLowerCase(Locale.ROOT));
        return unchecked || of(account).equals(address) ? Optional.of(account) : Optional.empty();
    }

    /** Derives the account of a public key: the last 20 bytes of its Keccak-256, as TRON does. */
    public static byte[] accountOf(byte[] publicKey) {
        if (publicKey.length != 64) {
            throw new IllegalArgumentException("a public key has 64 bytes, not " + publicKey.length);
        }
        var hash = keccak(publicKey);
        return Arrays.copyOfRange(hash, hash.length - ACCOUNT_BYTES, hash.length);
    }

    private static byte[] keccak(byte[] bytes) {
        return new Keccak.Digest256().digest(bytes);
    }
}
