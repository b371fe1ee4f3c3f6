package io.tical.server.slip;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.rail.SlipParty;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;
import io.tical.server.slip.SlipOutcome.Reason;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * SlipOK. It reports errors as a code in the body, regardless of the HTTP status.
 *
 * @param branch the number of the branch at SlipOK
 * @param key the API key of the branch
 */
public record SlipOkVerifier(Upstream upstream, String branch, String key) implements SlipVerifier {
    /** The retry delay during a bank outage, as SlipOK recommends. */
    private static final Duration BANK_OUTAGE = Duration.ofMinutes(15);

    private static final int DELAY_MINUTES = 5;
    private static final int DELAY_MINUTES_MAX = 90;

    @Override
    public String name() {
        return "slipok";
    }

    /** Without the key. */
    @Override
    public String toString() {
        return name();
    }

    @Override
    public SlipOutcome ask(SlipQuestion question) {
        var path = "/api/line/apikey/" + branch;
        var qrData = question.qrData();
        // Without "log" SlipOK does not store slips, so a retry is not reported as a duplicate.
        var request = qrData == null
                ? upstream.picture(path, "files", Objects.requireNonNull(question.image()))
                : upstream.post(path, Map.of("data", qrData));
        return upstream.ask(request.header("x-authorization", key), SlipOkVerifier::outcome);
    }

    private static SlipOutcome outcome(Upstream.Reply reply) {
        var json = reply.json();
        var data = json.path("data");
        if (reply.status() < 300
                && json.path("success").asBoolean()
                && data.path("transRef").isTextual()) {
            return new SlipOutcome.Verified(facts(data));
        }
        return switch (json.path("code").asText("")) {
            case "1000" -> throw UpstreamFailure.misconfigured("SlipOK reports an incomplete request (1000)");
            case "1001" -> throw UpstreamFailure.misconfigured("SlipOK does not know this branch (1001)");
            case "1002" -> throw UpstreamFailure.misconfigured("SlipOK rejected the API key (1002)");
            case "1003" -> throw UpstreamFailure.misconfigured("the SlipOK package has expired (1003)");
            case "1004" -> throw UpstreamFailure.misconfigured("the SlipOK quota is used up (1004)");
            case "1005", "1006", "1007" -> new SlipOutcome.Rejected(Reason.UNREADABLE);
            case "1008" -> new SlipOutcome.Rejected(Reason.NOT_A_SLIP);
            case "1009" -> new SlipOutcome.Pending(BANK_OUTAGE);
            case "1010" -> new SlipOutcome.Pending(delay(data.path("delay")));
            case "1011" -> new SlipOutcome.Rejected(Reason.NOT_FOUND);
            // SlipOK has seen the slip before, but the transfer is confirmed.
            case "1012" -> new SlipOutcome.Verified(facts(data));
            case "1013" -> new SlipOutcome.Rejected(Reason.WRONG_AMOUNT);
            case "1014" -> new SlipOutcome.Rejected(Reason.WRONG_RECEIVER);
            default ->
                throw UpstreamFailure.retryable("SlipOK returned status " + reply.status() + " with an unknown code");
        };
    }

    private static Duration delay(JsonNode minutes) {
        var text = minutes.asText("");
        var delay = text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : DELAY_MINUTES;
        return Duration.ofMinutes(Math.clamp(delay, 1, DELAY_MINUTES_MAX));
    }

    /** The common format of Thai banks, which SCB also uses, without the timestamp. */
    static SlipOutcome.Facts facts(JsonNode data) {
        var at = SlipFields.instant(data.path("transTimestamp"));
        return new SlipOutcome.Facts(
                SlipFields.reference(data.path("transRef")),
                SlipFields.minorUnits(data.path("amount")),
                SlipFields.CURRENCY,
                at == null ? SlipFields.bangkok(data.path("transDate"), data.path("transTime")) : at,
                party(data.path("sender"), data.path("sendingBank")),
                party(data.path("receiver"), data.path("receivingBank")));
    }

    private static SlipParty party(JsonNode party, JsonNode bank) {
        return new SlipParty(
                SlipFields.bank(bank),
                SlipFields.number(party.path("account"), "value"),
                SlipFields.number(party.path("proxy"), "value"),
                SlipFields.names(party.path("displayName"), party.path("name")));
    }
}
