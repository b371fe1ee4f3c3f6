package io.tical.server.ticket;

import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.staff.Operator;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;

/** Tests of what operators do with issue tickets, with a merchant. */
abstract class OperatedTickets extends AuditedService {
    static final String OWN = "/v1/issues";
    static final String TREE = "/admin/v1/issues";

    Merchant merchant;
    OperatorClient support;
    OperatorClient admin;

    @BeforeAll
    void hire() {
        merchant = service.merchant();
        support = service.operator(Operator.Role.SUPPORT);
        admin = service.operator(Operator.Role.ADMIN);
    }

    /** A ticket of a request that nothing is known of. */
    record Opened(String requestId, String id) {
        String path() {
            return TREE + "/" + id;
        }
    }

    Opened open() {
        return open(merchant, Ids.next().toString());
    }

    static Opened open(Merchant merchant, String requestId) {
        var opened = merchant.post(OWN, """
                {"issue_type":"other","issue_sub_type":"other","request_id":"%s"}""".formatted(requestId)).expect(201);
        return new Opened(opened.word("request_id"), opened.word("id"));
    }

    static Reply cancel(Merchant merchant, Opened ticket) {
        return merchant.send("PATCH", OWN + "/" + ticket.requestId() + "/cancel", Map.of(), null);
    }
}
