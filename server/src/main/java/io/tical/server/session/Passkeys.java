package io.tical.server.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.yubico.webauthn.AssertionRequest;
import com.yubico.webauthn.FinishAssertionOptions;
import com.yubico.webauthn.FinishRegistrationOptions;
import com.yubico.webauthn.RelyingParty;
import com.yubico.webauthn.StartAssertionOptions;
import com.yubico.webauthn.StartRegistrationOptions;
import com.yubico.webauthn.data.AttestationConveyancePreference;
import com.yubico.webauthn.data.AuthenticatorSelectionCriteria;
import com.yubico.webauthn.data.ByteArray;
import com.yubico.webauthn.data.PublicKeyCredential;
import com.yubico.webauthn.data.PublicKeyCredentialCreationOptions;
import com.yubico.webauthn.data.RelyingPartyIdentity;
import com.yubico.webauthn.data.ResidentKeyRequirement;
import com.yubico.webauthn.data.UserIdentity;
import com.yubico.webauthn.data.UserVerificationRequirement;
import com.yubico.webauthn.exception.AssertionFailedException;
import com.yubico.webauthn.exception.RegistrationFailedException;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.db.BulkWrite;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Hashes;
import io.tical.server.secret.Secrets;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Passkeys of merchants' users (WebAuthn). A passkey signs in without a username and a password: the authenticator verifies the user, so it
 * counts as both factors. It is valid only for the host for which it was created.
 */
public final class Passkeys {
    /** The maximum number of passkeys of a user. */
    private static final int OF_USER_MAX = 20;

    private static final String SIGN_IN = "sign in";

    /**
     * The attestation formats that the library can parse with the present dependencies. The service requests no attestation and does not
     * rely on any.
     */
    private static final Set<String> ATTESTATIONS = Set.of("none", "packed");

    /** An IP address; browsers support passkeys only for host names. */
    private static final Pattern ADDRESS = Pattern.compile("\\[.*|[0-9.]+");

    private final Database database;
    private final Challenges challenges;
    private final Clock clock;

    public Passkeys(Database database, Secrets secrets, Clock clock) {
        this.database = database;
        this.challenges = new Challenges(secrets.derive("passkey-challenge"), clock);
        this.clock = clock;
    }

    /** The rows that the audit proves. */
    public static BulkWrite<?> evidence() {
        return PasskeyStore.PASSKEYS;
    }

    /** A passkey that has signed a challenge. */
    public record Signed(byte[] credentialId, byte[] challenge, long signCount) {}

    public List<Passkey> list(PersonKey key) {
        return database.run(session -> PasskeyStore.list(session, key));
    }

    /** The number of passkeys of each user of an organization. */
    public Map<UUID, Long> counts(UUID organizationId) {
        return database.run(session -> PasskeyStore.counts(session, organizationId));
    }

    /**
     * The options with which a browser creates a passkey.
     *
     * @param token the token of the session; the challenge is valid only for this session
     * @param origin the origin of the page, or null if unknown
     * @throws Problem.Refused {@code PASSKEYS_UNAVAILABLE} for an origin for which browsers support no passkeys
     */
    public JsonNode creation(Directory.Person person, String token, @Nullable String origin) {
        var party = party(origin, person.key());
        var challenge = challenges.create(registration(person.key(), token));
        try {
            return json(creation(party, person, challenge).toCredentialsCreateJson());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("options of the library are JSON", e);
        }
    }

    private static PublicKeyCredentialCreationOptions creation(
            RelyingParty party, Directory.Person person, byte[] challenge) {
        var user = UserIdentity.builder()
                .name(person.username())
                .displayName(person.username())
                .id(StoredPasskeys.handle(person.key()))
                .build();
        var selection = AuthenticatorSelectionCriteria.builder()
                .residentKey(ResidentKeyRequirement.REQUIRED)
                .userVerification(UserVerificationRequirement.REQUIRED)
                .build();
        var started = party.startRegistration(StartRegistrationOptions.builder()
                .user(user)
                .authenticatorSelection(selection)
                .timeout(Challenges.VALID.toMillis())
                .build());
        return started.toBuilder().challenge(new ByteArray(challenge)).build();
    }

    /**
     * Registers a passkey.
     *
     * @param credential the browser's response, as JSON
     * @param first runs before anything else in the transaction, and locks the person
     * @throws Problem.Invalid if it does not answer a challenge of {@link #creation} for this session
     * @throws Problem.Conflict {@code RESOURCE_EXISTS} if it is registered, {@code PASSKEY_LIMIT_REACHED}
     */
    public Passkey register(
            Directory.Person person,
            String token,
            @Nullable String origin,
            String name,
            JsonNode credential,
            Actor by,
            Consumer<Session> first) {
        var key = person.key();
        var party = party(origin, key);
        try {
            var response = PublicKeyCredential.parseRegistrationResponseJson(credential.toString());
            var challenge =
                    response.getResponse().getClientData().getChallenge().getBytes();
            if (!challenges.valid(challenge, registration(key, token))
                    || !ATTESTATIONS.contains(
                            response.getResponse().getAttestation().getFormat())) {
                throw invalid();
            }
            var result = party.finishRegistration(FinishRegistrationOptions.builder()
                    .request(creation(party, person, challenge))
                    .response(response)
                    .build());
            var passkey = new Passkey(
                    Ids.next(),
                    key,
                    result.getKeyId().getId().getBytes(),
                    result.getPublicKeyCose().getBytes(),
                    result.getSignatureCount(),
                    name,
                    party.getIdentity().getId(),
                    clock.instant(),
                    null);
            insert(passkey, by, first);
            return passkey;
        } catch (IOException | RegistrationFailedException | IllegalArgumentException e) {
            throw invalid();
        }
    }

    private void insert(Passkey passkey, Actor by, Consumer<Session> first) {
        database.transaction(session -> {
            first.accept(session);
            if (PasskeyStore.list(session, passkey.key()).size() >= OF_USER_MAX) {
                throw new Problem.Conflict(
                        "PASSKEY_LIMIT_REACHED",
                        "You have " + OF_USER_MAX + " passkeys; remove one that you do not use");
            }
            if (!PasskeyStore.insert(session, passkey)) {
                throw new Problem.Conflict("RESOURCE_EXISTS", "This passkey is already registered");
            }
            audit(session, by, "add_passkey", passkey.key(), null, named(passkey));
            return passkey;
        });
    }

    private static Problem invalid() {
        return new Problem.Invalid(
                "credential", "invalid", "does not answer a challenge of this session; begin again to add the passkey");
    }

    /**
     * Removes a passkey of the user.
     *
     * @throws Problem.NotFound {@code PASSKEY_NOT_FOUND}
     */
    public void remove(PersonKey key, UUID id, Actor by) {
        database.transaction(session -> {
            var passkey = PasskeyStore.list(session, key).stream()
                    .filter(one -> one.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> Problem.NotFound.of("passkey"));
            if (PasskeyStore.delete(session, key, id)) {
                audit(session, by, "remove_passkey", key, named(passkey), null);
            }
            return passkey;
        });
    }

    /** Deletes the passkeys of a user, in the caller's transaction. Returns whether there were any. */
    public boolean delete(Session session, PersonKey key) {
        return PasskeyStore.delete(session, key) > 0;
    }

    /**
     * The options with which a browser signs in with a passkey.
     *
     * @throws Problem.Refused {@code PASSKEYS_UNAVAILABLE}
     */
    public JsonNode request(@Nullable String origin) {
        try {
            return json(request(party(origin, null), challenges.create(SIGN_IN)).toCredentialsGetJson());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("options of the library are JSON", e);
        }
    }

    private static AssertionRequest request(RelyingParty party, byte[] challenge) {
        var started = party.startAssertion(StartAssertionOptions.builder()
                .userVerification(UserVerificationRequirement.REQUIRED)
                .timeout(Challenges.VALID.toMillis())
                .build());
        var options = started.getPublicKeyCredentialRequestOptions().toBuilder()
                .challenge(new ByteArray(challenge))
                .build();
        return started.toBuilder().publicKeyCredentialRequestOptions(options).build();
    }

    /**
     * Verifies the browser's response to {@link #request}.
     *
     * @throws Problem.Unauthorized {@code PASSKEY_INVALID}
     */
    public Signed verify(@Nullable String origin, JsonNode credential) {
        var party = party(origin, null);
        try {
            var response = PublicKeyCredential.parseAssertionResponseJson(credential.toString());
            var challenge =
                    response.getResponse().getClientData().getChallenge().getBytes();
            if (!challenges.valid(challenge, SIGN_IN)) {
                throw refused();
            }
            var result = party.finishAssertion(FinishAssertionOptions.builder()
                    .request(request(party, challenge))
                    .response(response)
                    .build());
            if (!result.isSuccess()) {
                throw refused();
            }
            return new Signed(
                    result.getCredential().getCredentialId().getBytes(), challenge, result.getSignatureCount());
        } catch (IOException | AssertionFailedException | IllegalArgumentException e) {
            throw refused();
        }
    }

    /**
     * The person who is to be locked before {@link #use}.
     *
     * @throws Problem.Unauthorized {@code PASSKEY_INVALID} if it was removed
     */
    public PersonKey owner(Session session, Signed signed) {
        return PasskeyStore.find(session, signed.credentialId, false)
                .orElseThrow(Passkeys::refused)
                .key();
    }

    /**
     * Accepts a verified signature of a locked person, in the transaction that opens the session.
     *
     * @throws Problem.Unauthorized {@code PASSKEY_INVALID} if it was removed meanwhile, or has signed in since its
     *     challenge was made
     */
    public void use(Session session, PersonKey owner, Signed signed) {
        var passkey = PasskeyStore.find(session, signed.credentialId, true)
                .filter(one -> one.key().equals(owner))
                .orElseThrow(Passkeys::refused);
        var challengedAt = challenges.madeAt(signed.challenge);
        // A response is accepted once. As the row has a MAC, nobody else can make a response count again.
        if (!passkey.isNew(challengedAt)) {
            throw refused();
        }
        // The counter of an authenticator only increases; an earlier value indicates a copy of it.
        if (passkey.signCount() > 0 && signed.signCount <= passkey.signCount()) {
            throw refused();
        }
        PasskeyStore.update(session, passkey.used(signed.signCount, challengedAt, clock.instant()));
    }

    /** The exception of {@link #use} and {@link #verify}. */
    public static Problem refused() {
        return new Problem.Unauthorized(
                "PASSKEY_INVALID", "The passkey was not accepted; try again, or sign in with your password");
    }

    private RelyingParty party(@Nullable String origin, @Nullable PersonKey owner) {
        var here = Optional.ofNullable(origin)
                .flatMap(Passkeys::parsed)
                .filter(uri ->
                        uri.getHost() != null && !ADDRESS.matcher(uri.getHost()).matches())
                .filter(uri -> "https".equals(uri.getScheme()) || uri.getHost().equals("localhost"))
                .orElseThrow(() -> new Problem.Refused(
                        "PASSKEYS_UNAVAILABLE",
                        "Browsers support passkeys only at an https address with a host name, or at http://localhost"));
        return RelyingParty.builder()
                .identity(RelyingPartyIdentity.builder()
                        .id(here.getHost())
                        .name("Tical")
                        .build())
                .credentialRepository(new StoredPasskeys(database, owner))
                .origins(Set.of(here.toString()))
                .attestationConveyancePreference(AttestationConveyancePreference.NONE)
                .allowUntrustedAttestation(true)
                .build();
    }

    /** Empty for a host that is no address, such as {@code [1:2]}; clients can send any. */
    private static Optional<URI> parsed(String origin) {
        try {
            return Optional.of(new URI(origin));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private static String registration(PersonKey key, String token) {
        return "register " + key.personId() + " " + HexFormat.of().formatHex(Hashes.sha256(token));
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return Json.mapper().readTree(text);
    }

    private static Map<String, String> named(Passkey passkey) {
        return Map.of("name", passkey.name(), "host", passkey.host());
    }

    private void audit(
            Session session, Actor by, String action, PersonKey key, @Nullable Object before, @Nullable Object after) {
        var act = new Act(key.organizationId(), action, "user", key.personId(), before, after);
        AuditEntry.insert(session, by, act, clock.instant());
    }
}
