package io.tical.server.slip;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.rail.SlipParty;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;
import io.tical.server.rail.UpstreamRequest;
import io.tical.server.slip.SlipOutcome.Reason;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * EasySlip. Version 2 of its API accepts only the text of the QR code. Both versions describe a transfer in the same
 * way; their error codes differ.
 *
 * @param first whether the upstream is version 1 of the API
 */
public record EasySlipVerifier(Upstream upstream, boolean first, String key) implements SlipVerifier {
    private static final Duration PENDING = Duration.ofMinutes(5);
    private static final int PAYLOAD_LENGTH_MAX = 128;

    @Override
    public String name() {
        return first ? "easyslip" : "easyslip2";
    }

    /** Without the key. */
    @Override
    public String toString() {
        return name();
    }

    @Override
    public SlipOutcome ask(SlipQuestion question) {
        var qrData = question.qrData();
        if (!first && qrData == null) {
            throw UpstreamFailure.unsupported("EasySlip 2 accepts only the text of a QR code, not a picture");
        }
        if (!first && qrData != null && qrData.length() > PAYLOAD_LENGTH_MAX) {
            // Longer than the limit of EasySlip and than any slip's QR code.
            return new SlipOutcome.Rejected(Reason.NOT_A_SLIP);
        }
        return upstream.ask(request(question).header("Authorization", "Bearer " + key), this::outcome);
    }

    private UpstreamRequest request(SlipQuestion question) {
        var qrData = question.qrData();
        if (qrData == null) {
            return upstream.picture("/api/v1/verify", "file", Objects.requireNonNull(question.image()));
        }
        return first
                ? upstream.request("/api/v1/verify?payload=" + URLEncoder.encode(qrData, StandardCharsets.UTF_8))
                : upstream.post("/v2/verify/bank", Map.of("payload", qrData, "checkDuplicate", false));
    }

    private SlipOutcome outcome(Upstream.Reply reply) {
        var json = reply.json();
        var slip = first ? json.path("data") : json.path("data").path("rawSlip");
        var success = first || json.path("success").asBoolean();
        if (reply.status() < 300 && success && slip.isObject()) {
            return new SlipOutcome.Verified(facts(slip));
        }
        var error = first ? json.path("message") : json.path("error").path("code");
        return switch (error.asText("")) {
            case "unauthorized", "MISSING_API_KEY", "INVALID_API_KEY" ->
                throw UpstreamFailure.misconfigured("EasySlip rejected the API key");
            case "access_denied", "IP_NOT_ALLOWED" ->
                throw UpstreamFailure.misconfigured("EasySlip rejected this server's IP address");
            case "account_not_verified" -> throw UpstreamFailure.misconfigured("the EasySlip account is not verified");
            case "application_expired" -> throw UpstreamFailure.misconfigured("the EasySlip package has expired");
            case "application_deactivated" ->
                throw UpstreamFailure.misconfigured("the EasySlip application is deactivated");
            case "BRANCH_INACTIVE", "SERVICE_BANNED", "SERVICE_DELETED" ->
                throw UpstreamFailure.misconfigured("the EasySlip branch or service is deactivated");
            case "quota_exceeded", "QUOTA_EXCEEDED" ->
                throw UpstreamFailure.misconfigured("the EasySlip quota is used up");
            case "NOT_FOUND" -> throw UpstreamFailure.misconfigured("EasySlip returned NOT_FOUND; check the URL");
            case "invalid_payload", "VALIDATION_ERROR" -> new SlipOutcome.Rejected(Reason.NOT_A_SLIP);
            case "invalid_image", "image_size_too_large", "qrcode_not_found" ->
                new SlipOutcome.Rejected(Reason.UNREADABLE);
            case "slip_not_found", "SLIP_NOT_FOUND" -> new SlipOutcome.Rejected(Reason.NOT_FOUND);
            case "slip_pending", "SLIP_PENDING" -> new SlipOutcome.Pending(PENDING);
            // EasySlip has seen the slip before, but the transfer is confirmed.
            case "duplicate_slip" -> new SlipOutcome.Verified(facts(slip));
            case "server_error", "api_server_error", "API_SERVER_ERROR", "INTERNAL_SERVER_ERROR" ->
                throw UpstreamFailure.retryable("EasySlip reported an internal error");
            default -> {
                var what = "EasySlip returned status " + reply.status() + " with an unknown code";
                throw reply.unauthorized() ? UpstreamFailure.misconfigured(what) : UpstreamFailure.retryable(what);
            }
        };
    }

    private static SlipOutcome.Facts facts(JsonNode slip) {
        return new SlipOutcome.Facts(
                SlipFields.reference(slip.path("transRef")),
                SlipFields.minorUnits(slip.path("amount").path("amount")),
                SlipFields.CURRENCY,
                SlipFields.instant(slip.path("date")),
                party(slip.path("sender")),
                party(slip.path("receiver")));
    }

    private static SlipParty party(JsonNode party) {
        var bank = SlipFields.bank(party.path("bank").path("id"));
        var account = party.path("account");
        return new SlipParty(
                bank == null ? SlipFields.bank(party.path("bank").path("short")) : bank,
                SlipFields.number(account.path("bank"), "account"),
                SlipFields.number(account.path("proxy"), "account"),
                SlipFields.names(account.at("/name/th"), account.at("/name/en")));
    }
}
