package io.tical.server.settlement;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.OperatorClient;
import io.tical.server.slip.SlipDrawing;

/** What a bank owes since it delivered an abandoned attempt of a settlement. */
record SettlementClaim(JsonNode json) {
    static SettlementClaim of(OperatorClient operator, String settlementId) {
        return operator.get("/admin/v1/suspense?status=open")
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("settlement_id").asText().equals(settlementId))
                .map(SettlementClaim::new)
                .findFirst()
                .orElseThrow();
    }

    void settle(OperatorClient operator) {
        operator.post(
                        "/admin/v1/suspense/" + json.get("id").asText() + "/dispose",
                        "{\"version\":1,\"disposition\":\"return\",\"reference\":\"" + SlipDrawing.reference() + "\"}")
                .expect(200);
    }
}
