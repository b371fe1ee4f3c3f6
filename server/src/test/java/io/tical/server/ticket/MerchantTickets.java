package io.tical.server.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import java.util.List;
import java.util.Map;

/** Tests of what merchants do with issue tickets. */
abstract class MerchantTickets extends AuditedService {
    static final String TREE = "/v1/issues";

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    static String body(String requestId) {
        return "{\"issue_type\":\"payin\",\"issue_sub_type\":\"not_credited\",\"request_id\":\"%s\"}"
                .formatted(requestId);
    }

    static String body(String requestId, Object transactionId) {
        return body(requestId).replace("}", ",\"transaction_id\":\"" + transactionId + "\"}");
    }

    static Reply open(Merchant merchant, String requestId) {
        return merchant.post(TREE, body(requestId)).expect(201);
    }

    static Reply cancel(Merchant merchant, String requestId) {
        return merchant.send("PATCH", TREE + "/" + requestId + "/cancel", Map.of(), null);
    }

    static JsonNode transaction(Reply ticket) {
        return ticket.data().get("transaction_id");
    }

    static List<String> listed(Merchant merchant, String query) {
        return merchant.get(TREE + query)
                .expect(200)
                .data()
                .valueStream()
                .map(one -> one.get("id").asText())
                .toList();
    }
}
