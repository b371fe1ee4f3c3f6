package io.tical.server.session;

import com.yubico.webauthn.CredentialRepository;
import com.yubico.webauthn.RegisteredCredential;
import com.yubico.webauthn.data.ByteArray;
import com.yubico.webauthn.data.PublicKeyCredentialDescriptor;
import io.tical.db.Database;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The stored passkeys, for the WebAuthn library. Its usernames are user handles in hexadecimal; a handle consists of the ids of the
 * organization and the user.
 *
 * @param owner the user who registers a passkey; null during a sign-in
 */
record StoredPasskeys(Database database, @Nullable PersonKey owner) implements CredentialRepository {
    private static final int HANDLE_BYTES = 32;

    static ByteArray handle(PersonKey key) {
        var organization = key.organization();
        return new ByteArray(ByteBuffer.allocate(HANDLE_BYTES)
                .putLong(organization.getMostSignificantBits())
                .putLong(organization.getLeastSignificantBits())
                .putLong(key.personId().getMostSignificantBits())
                .putLong(key.personId().getLeastSignificantBits())
                .array());
    }

    private static Optional<PersonKey> key(ByteArray handle) {
        if (handle.size() != HANDLE_BYTES) {
            return Optional.empty();
        }
        var buffer = ByteBuffer.wrap(handle.getBytes());
        return Optional.of(PersonKey.user(
                new UUID(buffer.getLong(), buffer.getLong()), new UUID(buffer.getLong(), buffer.getLong())));
    }

    /** The passkeys of a user; an authenticator that has one of them does not create another. */
    @Override
    public Set<PublicKeyCredentialDescriptor> getCredentialIdsForUsername(String username) {
        if (owner == null) {
            return Set.of();
        }
        return database.run(session -> PasskeyStore.list(session, owner)).stream()
                .map(passkey -> PublicKeyCredentialDescriptor.builder()
                        .id(new ByteArray(passkey.credentialId()))
                        .build())
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Optional<ByteArray> getUserHandleForUsername(String username) {
        return Optional.ofNullable(owner).map(StoredPasskeys::handle);
    }

    @Override
    public Optional<String> getUsernameForUserHandle(ByteArray userHandle) {
        return key(userHandle).map(known -> userHandle.getHex());
    }

    @Override
    public Optional<RegisteredCredential> lookup(ByteArray credentialId, ByteArray userHandle) {
        return database.run(session -> PasskeyStore.find(session, credentialId.getBytes(), false))
                .filter(passkey -> handle(passkey.key()).equals(userHandle))
                .map(StoredPasskeys::registered);
    }

    @Override
    public Set<RegisteredCredential> lookupAll(ByteArray credentialId) {
        return database.run(session -> PasskeyStore.find(session, credentialId.getBytes(), false)).stream()
                .map(StoredPasskeys::registered)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static RegisteredCredential registered(Passkey passkey) {
        return RegisteredCredential.builder()
                .credentialId(new ByteArray(passkey.credentialId()))
                .userHandle(handle(passkey.key()))
                .publicKeyCose(new ByteArray(passkey.publicKey()))
                .signatureCount(passkey.signCount())
                .build();
    }
}
