package io.tical.server.rail;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.rail.SlipOutcome.Reason;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Siam Commercial Bank's service for bill payments (QR 30) to a biller of the bank. It looks transfers up by reference,
 * so it needs the text of the slip's QR code. Its result is a status code beside the data.
 */
public final class ScbVerifier implements SlipVerifier {
    private static final int SUCCESS = 1000;
    /** A token is renewed this long before it expires. */
    private static final Duration TOKEN_RESERVE = Duration.ofMinutes(1);

    private static final int TOKEN_SECONDS_MAX = 86_400;

    private final Upstream upstream;
    private final String key;
    private final String secret;
    private final Clock clock;
    private final AtomicReference<@Nullable Token> token = new AtomicReference<>();

    private record Token(String text, Instant until) {}

    /** The token was revoked before its expiry. */
    private static final class TokenRefused extends RuntimeException {
        TokenRefused() {
            super("the token was refused", null, false, false);
        }
    }

    /**
     * @param key the application's key, which also identifies the resource owner
     * @param secret the application's secret
     */
    public ScbVerifier(Upstream upstream, String key, String secret, Clock clock) {
        this.upstream = upstream;
        this.key = key;
        this.secret = secret;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "scb";
    }

    @Override
    public SlipOutcome verify(SlipQuestion question) {
        var qrData = question.qrData();
        if (qrData == null) {
            return SlipOutcome.Unavailable.of(
                    UpstreamFailure.unsupported("SCB accepts only the text of a QR code, not a picture"));
        }
        var slip = SlipQr.read(qrData).orElse(null);
        if (slip == null || slip.sendingBank() == null) {
            return new SlipOutcome.Rejected(Reason.NOT_A_SLIP);
        }
        try {
            return transaction(slip);
        } catch (UpstreamFailure failure) {
            return SlipOutcome.Unavailable.of(failure);
        }
    }

    private SlipOutcome transaction(SlipQr slip) {
        try {
            return ask(slip);
        } catch (TokenRefused once) {
            token.set(null);
        }
        try {
            return ask(slip);
        } catch (TokenRefused twice) {
            token.set(null);
            throw UpstreamFailure.misconfigured("SCB rejected the token that it issued");
        }
    }

    private SlipOutcome ask(SlipQr slip) {
        var request = request("/v1/payment/billpayment/transactions/" + slip.reference() + "?sendingBank="
                        + slip.sendingBank())
                .header("authorization", "Bearer " + token())
                .GET()
                .build();
        // A refused token is not a failure for the circuit breaker.
        return upstream.ask(request, ScbVerifier::outcome).orElseThrow(TokenRefused::new);
    }

    private HttpRequest.Builder request(String path) {
        return upstream.request(path)
                .header("resourceOwnerID", key)
                .header("requestUID", UUID.randomUUID().toString())
                .header("accept-language", "EN");
    }

    private String token() {
        var kept = token.get();
        if (kept != null && clock.instant().isBefore(kept.until())) {
            return kept.text();
        }
        var asked = clock.instant();
        var request = request("/v1/oauth/token")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(
                        Json.bytes(Map.of("applicationKey", key, "applicationSecret", secret))))
                .build();
        var fresh = upstream.ask(request, reply -> token(reply, asked));
        token.set(fresh);
        return fresh.text();
    }

    private static Token token(Upstream.Reply reply, Instant asked) {
        var data = reply.json().path("data");
        var text = data.path("accessToken").asText("");
        if (reply.status() >= 500) {
            throw UpstreamFailure.retryable("SCB answers " + reply.status());
        }
        // Only visible characters, because the token becomes a header.
        if (reply.status() >= 300 || !text.matches("[!-~]{1,4096}")) {
            throw UpstreamFailure.misconfigured("SCB rejected the application's key and secret");
        }
        var seconds = Math.clamp(data.path("expiresIn").asLong(0), 0, TOKEN_SECONDS_MAX);
        return new Token(text, asked.plusSeconds(seconds).minus(TOKEN_RESERVE));
    }

    /** Empty if the token was refused. */
    private static Optional<SlipOutcome> outcome(Upstream.Reply reply) {
        var json = reply.json();
        if (reply.status() == 401) {
            return Optional.empty();
        }
        if (reply.status() == 403) {
            throw UpstreamFailure.misconfigured("SCB does not permit this application to verify slips");
        }
        if (reply.status() == 404) {
            return Optional.of(new SlipOutcome.Rejected(Reason.NOT_FOUND));
        }
        if (reply.status() < 300
                && json.path("status").path("code").asInt() == SUCCESS
                && json.path("data").isObject()) {
            return Optional.of(new SlipOutcome.Verified(facts(json.path("data"))));
        }
        // Other codes are not documented for this service, so staff must decide.
        throw UpstreamFailure.retryable("SCB returned status " + reply.status() + " with the code "
                + json.path("status").path("code").asInt());
    }

    private static SlipOutcome.Facts facts(JsonNode data) {
        return new SlipOutcome.Facts(
                SlipFields.reference(data.path("transRef")),
                SlipFields.minorUnits(data.path("amount")),
                SlipFields.CURRENCY,
                SlipFields.bangkok(data.path("transDate"), data.path("transTime")),
                SlipOkVerifier.party(data.path("sender"), data.path("sendingBank")),
                SlipOkVerifier.party(data.path("receiver"), data.path("receivingBank")));
    }
}
