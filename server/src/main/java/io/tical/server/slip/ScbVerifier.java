package io.tical.server.slip;

import io.tical.server.qr.MiniQr;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;
import io.tical.server.rail.UpstreamRequest;
import io.tical.server.slip.SlipOutcome.Reason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Siam Commercial Bank's service for bill payments (QR 30) to a biller of the bank. It looks transfers up by reference,
 * so it needs the text of the slip's QR code. Its response has a status code besides the data.
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
    private volatile @Nullable Token token;

    private record Token(String text, Instant until) {}

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
    public SlipOutcome ask(SlipQuestion question) {
        var qrData = question.qrData();
        if (qrData == null) {
            throw UpstreamFailure.unsupported("SCB accepts only the text of a QR code, not a picture");
        }
        var slip = MiniQr.read(qrData).filter(read -> read.sendingBank() != null);
        if (slip.isEmpty()) {
            return new SlipOutcome.Rejected(Reason.NOT_A_SLIP);
        }
        // A token may be revoked before its expiry.
        return transaction(slip.get())
                .or(() -> transaction(slip.get()))
                .orElseThrow(() -> UpstreamFailure.misconfigured("SCB rejected the token that it issued"));
    }

    /** Empty if the token was refused, which is not a failure for the circuit breaker. */
    private Optional<SlipOutcome> transaction(MiniQr slip) {
        var path = "/v1/payment/billpayment/transactions/" + slip.reference() + "?sendingBank=" + slip.sendingBank();
        var bearer = "Bearer " + token();
        var outcome =
                upstream.ask(identified(upstream.request(path)).header("authorization", bearer), ScbVerifier::outcome);
        if (outcome.isEmpty()) {
            token = null;
        }
        return outcome;
    }

    private UpstreamRequest identified(UpstreamRequest request) {
        return request.header("resourceOwnerID", key)
                .header("requestUID", UUID.randomUUID().toString())
                .header("accept-language", "EN");
    }

    private String token() {
        var kept = token;
        if (kept != null && clock.instant().isBefore(kept.until())) {
            return kept.text();
        }
        var asked = clock.instant();
        var request = upstream.post("/v1/oauth/token", Map.of("applicationKey", key, "applicationSecret", secret));
        var fresh = upstream.ask(identified(request), reply -> token(reply, asked));
        token = fresh;
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
        var code = reply.json().path("status").path("code").asInt();
        var data = reply.json().path("data");
        if (reply.status() == 401) {
            return Optional.empty();
        }
        if (reply.status() == 403) {
            throw UpstreamFailure.misconfigured("SCB does not permit this application to verify slips");
        }
        if (reply.status() == 404) {
            return Optional.of(new SlipOutcome.Rejected(Reason.NOT_FOUND));
        }
        if (reply.status() < 300 && code == SUCCESS && data.isObject()) {
            return Optional.of(new SlipOutcome.Verified(SlipOkVerifier.facts(data)));
        }
        // Other codes are not documented for this service, so staff must decide.
        throw UpstreamFailure.retryable("SCB returned status " + reply.status() + " with the code " + code);
    }
}
