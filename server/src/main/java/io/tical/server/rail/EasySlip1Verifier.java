package io.tical.server.rail;

import io.tical.server.rail.SlipOutcome.Reason;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/** EasySlip, version 1 of its API. */
public final class EasySlip1Verifier implements SlipVerifier {
    private static final Duration PENDING = Duration.ofMinutes(5);

    private final Upstream upstream;
    private final String key;

    public EasySlip1Verifier(Upstream upstream, String key) {
        this.upstream = upstream;
        this.key = key;
    }

    @Override
    public String name() {
        return "easyslip";
    }

    @Override
    public SlipOutcome verify(SlipQuestion question) {
        try {
            return upstream.ask(request(question), EasySlip1Verifier::outcome);
        } catch (UpstreamFailure failure) {
            return SlipOutcome.Unavailable.of(failure);
        }
    }

    private HttpRequest request(SlipQuestion question) {
        var qrData = question.qrData();
        var request = qrData == null
                ? Multipart.post(upstream.request("/api/v1/verify"), "file", Objects.requireNonNull(question.image()))
                : upstream.request("/api/v1/verify?payload=" + URLEncoder.encode(qrData, StandardCharsets.UTF_8))
                        .GET();
        return request.header("Authorization", "Bearer " + key).build();
    }

    private static SlipOutcome outcome(Upstream.Reply reply) {
        var json = reply.json();
        if (reply.status() < 300 && json.path("data").isObject()) {
            return new SlipOutcome.Verified(EasySlipBody.facts(json.path("data")));
        }
        return switch (json.path("message").asText("")) {
            case "unauthorized" -> throw UpstreamFailure.misconfigured("EasySlip rejected the API key");
            case "access_denied" -> throw UpstreamFailure.misconfigured("EasySlip rejected this server's IP address");
            case "account_not_verified" -> throw UpstreamFailure.misconfigured("the EasySlip account is not verified");
            case "application_expired" -> throw UpstreamFailure.misconfigured("the EasySlip package has expired");
            case "application_deactivated" ->
                throw UpstreamFailure.misconfigured("the EasySlip application is deactivated");
            case "quota_exceeded" -> throw UpstreamFailure.misconfigured("the EasySlip quota is used up");
            case "invalid_payload" -> new SlipOutcome.Rejected(Reason.NOT_A_SLIP);
            case "invalid_image", "image_size_too_large", "qrcode_not_found" ->
                new SlipOutcome.Rejected(Reason.UNREADABLE);
            case "slip_not_found" -> new SlipOutcome.Rejected(Reason.NOT_FOUND);
            case "slip_pending" -> new SlipOutcome.Pending(PENDING);
            // EasySlip has seen the slip before, but the transfer is confirmed.
            case "duplicate_slip" -> new SlipOutcome.Verified(EasySlipBody.facts(json.path("data")));
            case "server_error", "api_server_error" ->
                throw UpstreamFailure.retryable("EasySlip reported an internal error");
            default -> throw unknown(reply.status());
        };
    }

    /** Classifies an undocumented error by its status. */
    static UpstreamFailure unknown(int status) {
        var what = "EasySlip returned status " + status + " with an unknown code";
        return status == 401 || status == 403 ? UpstreamFailure.misconfigured(what) : UpstreamFailure.retryable(what);
    }
}
