package io.tical.server.secret;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;
import java.util.UUID;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The master key, 32 bytes that are kept outside the database. It derives keys for single purposes and encrypts stored
 * secrets. Every node of one database needs the same master key. Without it, the secrets in the database cannot be
 * decrypted.
 */
public final class Secrets {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int KEY_BYTES = 32;
    private static final String FILE = "master.key";
    private static final byte VERSION = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final byte[] master;
    private final SecretKeySpec sealing;

    private Secrets(byte[] master) {
        this.master = master;
        this.sealing = new SecretKeySpec(derive("sealed-secrets"), "AES");
    }

    /**
     * Loads the master key from the setting, or else from {@code master.key} in the home folder. The first start
     * creates that file with mode 0600.
     *
     * @param setting the value of {@code TICAL_MASTER_KEY}, base64 of 32 bytes; null or blank if it is not set
     * @throws IllegalStateException if the key is invalid or cannot be read
     */
    public static Secrets load(@Nullable String setting, Path home) {
        if (setting != null && !setting.isBlank()) {
            return new Secrets(decode(setting, "TICAL_MASTER_KEY"));
        }
        var file = home.resolve(FILE);
        try {
            if (!Files.exists(file)) {
                make(file);
            }
            return new Secrets(decode(Files.readString(file), file.toString()));
        } catch (IOException e) {
            throw new IllegalStateException("The master key in " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static byte[] decode(String text, String where) {
        byte[] key;
        try {
            key = Base64.getDecoder().decode(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(where + " is not base64; create a key with: openssl rand -base64 32", e);
        }
        if (key.length != KEY_BYTES) {
            throw new IllegalStateException(where + " has " + key.length + " bytes instead of 32;"
                    + " create a key with: openssl rand -base64 32");
        }
        return key;
    }

    /**
     * Writes and syncs a temporary file, then links it, so that the key file is complete or absent and never replaced.
     */
    private static void make(Path file) throws IOException {
        var home = Files.createDirectories(file.toAbsolutePath().getParent());
        var making = home.resolve(FILE + "." + UUID.randomUUID());
        try {
            var text = Base64.getEncoder().encodeToString(random(KEY_BYTES)) + "\n";
            writeForOwner(making, text.getBytes(StandardCharsets.US_ASCII));
            Files.createLink(file, making);
            try (var folder = FileChannel.open(home, StandardOpenOption.READ)) {
                folder.force(true);
            }
        } catch (FileAlreadyExistsException e) {
            if (!Files.exists(file)) {
                throw e;
            }
            // Another process created the file first; its key is used.
        } finally {
            Files.deleteIfExists(making);
        }
    }

    /** Random bytes that cannot be predicted. */
    public static byte[] random(int count) {
        var bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    /** Creates and syncs a file that only its owner may read. */
    public static void writeForOwner(Path file, byte[] content) throws IOException {
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (var channel =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ownerOnly)) {
            var bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** Derives the 32-byte key of a label. Keys of different labels are independent. */
    public byte[] derive(String label) {
        return Hashes.hmac(master, label.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Encrypts a secret with AES-256-GCM, with the id of its owner, an organization or a person, as associated data, so that it
     * decrypts only for this owner. The result is a version byte, the nonce, and the ciphertext with its tag.
     */
    public byte[] seal(UUID ownerId, byte[] plain) {
        var nonce = random(NONCE_BYTES);
        try {
            var encrypted = cipher(Cipher.ENCRYPT_MODE, ownerId, nonce).doFinal(plain);
            return ByteBuffer.allocate(1 + NONCE_BYTES + encrypted.length)
                    .put(VERSION)
                    .put(nonce)
                    .put(encrypted)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a secret could not be encrypted", e);
        }
    }

    /**
     * Decrypts a secret that {@link #seal} encrypted for this owner.
     *
     * @throws IllegalStateException if the secret was modified, belongs to another owner, or was encrypted with
     *     another master key
     */
    public byte[] open(UUID ownerId, byte[] sealed) {
        if (sealed.length < 1 + NONCE_BYTES + TAG_BITS / 8 || sealed[0] != VERSION) {
            throw new IllegalStateException("not an encrypted secret");
        }
        var nonce = Arrays.copyOfRange(sealed, 1, 1 + NONCE_BYTES);
        try {
            return cipher(Cipher.DECRYPT_MODE, ownerId, nonce)
                    .doFinal(sealed, 1 + NONCE_BYTES, sealed.length - 1 - NONCE_BYTES);
        } catch (AEADBadTagException e) {
            throw new IllegalStateException("a secret was not encrypted with this master key or was modified", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a secret could not be decrypted", e);
        }
    }

    private Cipher cipher(int mode, UUID ownerId, byte[] nonce) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, sealing, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(ByteBuffer.allocate(16)
                .putLong(ownerId.getMostSignificantBits())
                .putLong(ownerId.getLeastSignificantBits())
                .array());
        return cipher;
    }
}
