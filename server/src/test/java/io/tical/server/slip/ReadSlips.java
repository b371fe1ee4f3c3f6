package io.tical.server.slip;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.OperatorClient;
import java.util.LinkedHashMap;
import java.util.Map;

/** What finance reads from slips and bank statements, as decisions on slips name it. */
public final class ReadSlips {
    private ReadSlips() {}

    /** A payment of this amount by the slip's transfer. */
    public static SlipPayment payment(Slip slip, long amount) {
        var known = slip.progress().transfer();
        return new SlipPayment(
                amount,
                known == null ? new Slip.Transfer("", "SEEN" + slip.key().id()) : known);
    }

    /** The payment that the verifier read, or else of the amount that the payin asked for. */
    public static SlipPayment asAsked(Slip slip) {
        var facts = slip.facts();
        return payment(slip, facts == null ? slip.upload().amount() : facts.amount());
    }

    /** The body of a decision that records a payment of this amount, with all fields that it may need. */
    public static String body(JsonNode slip, long paid) {
        return Json.text(fields(slip, paid));
    }

    /** The fields of {@link #body(JsonNode, long)}, which callers may change. */
    public static Map<String, Object> fields(JsonNode slip, long paid) {
        var transfer = slip.get("transfer");
        var known = !transfer.isNull();
        var fields = new LinkedHashMap<String, Object>();
        fields.put("version", slip.get("version").longValue());
        fields.put("paid_amount", paid);
        fields.put(
                "sending_bank",
                known && !transfer.get("bank").asText().isEmpty()
                        ? transfer.get("bank").asText()
                        : "OTHER");
        fields.put(
                "reference",
                known
                        ? transfer.get("reference").asText()
                        : "SEEN" + slip.get("id").asText());
        fields.put("override_reason", "seen_on_statement");
        fields.put("note", "seen at the bank");
        return fields;
    }

    /** The body of a decision on the slip at this path that records the expected payment. */
    public static String body(OperatorClient finance, String path) {
        var slip = finance.get(path).expect(200).data();
        return body(slip, slip.at("/expected/amount").longValue());
    }
}
