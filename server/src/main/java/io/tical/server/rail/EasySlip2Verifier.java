package io.tical.server.rail;

import io.tical.common.Json;
import io.tical.server.rail.SlipOutcome.Reason;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;

/** EasySlip, version 2 of its API. Accepts only the text of the QR code. */
public final class EasySlip2Verifier implements SlipVerifier {
    private static final Duration PENDING = Duration.ofMinutes(5);
    private static final int PAYLOAD_LENGTH_MAX = 128;

    private final Upstream upstream;
    private final String key;

    public EasySlip2Verifier(Upstream upstream, String key) {
        this.upstream = upstream;
        this.key = key;
    }

    @Override
    public String name() {
        return "easyslip2";
    }

    @Override
    public SlipOutcome verify(SlipQuestion question) {
        var qrData = question.qrData();
        if (qrData == null) {
            return SlipOutcome.Unavailable.of(
                    UpstreamFailure.unsupported("EasySlip 2 accepts only the text of a QR code, not a picture"));
        }
        if (qrData.length() > PAYLOAD_LENGTH_MAX) {
            // Longer than the limit of EasySlip and than any slip's QR code.
            return new SlipOutcome.Rejected(Reason.NOT_A_SLIP);
        }
        try {
            return upstream.ask(request(qrData), EasySlip2Verifier::outcome);
        } catch (UpstreamFailure failure) {
            return SlipOutcome.Unavailable.of(failure);
        }
    }

    private HttpRequest request(String qrData) {
        return upstream.request("/v2/verify/bank")
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(Json.bytes(Map.of("payload", qrData, "checkDuplicate", false))))
                .build();
    }

    private static SlipOutcome outcome(Upstream.Reply reply) {
        var json = reply.json();
        var slip = json.path("data").path("rawSlip");
        if (reply.status() < 300 && json.path("success").asBoolean() && slip.isObject()) {
            return new SlipOutcome.Verified(EasySlipBody.facts(slip));
        }
        return switch (json.path("error").path("code").asText("")) {
            case "MISSING_API_KEY", "INVALID_API_KEY" ->
                throw UpstreamFailure.misconfigured("EasySlip rejected the API key");
            case "IP_NOT_ALLOWED" -> throw UpstreamFailure.misconfigured("EasySlip rejected this server's IP address");
            case "BRANCH_INACTIVE", "SERVICE_BANNED", "SERVICE_DELETED" ->
                throw UpstreamFailure.misconfigured("the EasySlip branch or service is deactivated");
            case "QUOTA_EXCEEDED" -> throw UpstreamFailure.misconfigured("the EasySlip quota is used up");
            case "NOT_FOUND" -> throw UpstreamFailure.misconfigured("EasySlip returned NOT_FOUND; check the URL");
            case "VALIDATION_ERROR" -> new SlipOutcome.Rejected(Reason.NOT_A_SLIP);
            case "SLIP_NOT_FOUND" -> new SlipOutcome.Rejected(Reason.NOT_FOUND);
            case "SLIP_PENDING" -> new SlipOutcome.Pending(PENDING);
            case "API_SERVER_ERROR", "INTERNAL_SERVER_ERROR" ->
                throw UpstreamFailure.retryable("EasySlip reported an internal error");
            default -> throw EasySlip1Verifier.unknown(reply.status());
        };
    }
}
