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
import io.tical.db.Database;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Hashes;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is exchanged with browsers about passkeys: options with challenges, and the verification of the responses. */
record WebAuthn(Database database, Challenges challenges) {
    private static final String SIGN_IN = "sign in";

    /**
     * The attestation formats that the library can parse with the present dependencies. The service requests no attestation and does not
     * rely on any.
     */
    private static final Set<String> ATTESTATIONS = Set.of("none", "packed");

    /** An IP address; browsers support passkeys only for host names. */
    private static final Pattern ADDRESS = Pattern.compile("\\[.*|[0-9.]+");

    /**
     * The options with which a browser creates a passkey.
     *
     * @throws Problem.Refused {@code PASSKEYS_UNAVAILABLE}
     */
    JsonNode creation(Directory.Person person, String token, @Nullable String origin) {
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
     * Verifies a passkey that a browser created.
     *
     * @param credential the browser's response, as JSON
     * @throws Problem.Invalid if it does not answer a challenge of {@link #creation} for this session
     * @throws Problem.Refused {@code PASSKEYS_UNAVAILABLE}
     */
    Passkey created(
            Directory.Person person,
            String token,
            @Nullable String origin,
            String name,
            JsonNode credential,
            Instant at) {
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
            return new Passkey(
                    Ids.next(),
                    key,
                    result.getKeyId().getId().getBytes(),
                    result.getPublicKeyCose().getBytes(),
                    result.getSignatureCount(),
                    name,
                    party.getIdentity().getId(),
                    at,
                    null);
        } catch (IOException | RegistrationFailedException | IllegalArgumentException e) {
            throw invalid();
        }
    }

    private static Problem invalid() {
        return new Problem.Invalid(
                "credential", "invalid", "does not answer a challenge of this session; begin again to add the passkey");
    }

    /**
     * The options with which a browser signs in with a passkey.
     *
     * @throws Problem.Refused {@code PASSKEYS_UNAVAILABLE}
     */
    JsonNode request(@Nullable String origin) {
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
    Passkeys.Signed verify(@Nullable String origin, JsonNode credential) {
        var party = party(origin, null);
        try {
            var response = PublicKeyCredential.parseAssertionResponseJson(credential.toString());
            var challenge =
                    response.getResponse().getClientData().getChallenge().getBytes();
            if (!challenges.valid(challenge, SIGN_IN)) {
                throw Passkeys.refused();
            }
            var result = party.finishAssertion(FinishAssertionOptions.builder()
                    .request(request(party, challenge))
                    .response(response)
                    .build());
            if (!result.isSuccess()) {
                throw Passkeys.refused();
            }
            return new Passkeys.Signed(
                    result.getCredential().getCredentialId().getBytes(),
                    challenges.madeAt(challenge),
                    result.getSignatureCount());
        } catch (IOException | AssertionFailedException | IllegalArgumentException e) {
            throw Passkeys.refused();
        }
    }

    private RelyingParty party(@Nullable String origin, @Nullable PersonKey owner) {
        var here = Optional.ofNullable(origin)
                .flatMap(WebAuthn::parsed)
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
}
