package io.tical.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operators hear of changes of objects that were in no queue, also of those that another node made. */
class ListEventsTest {
    private static TestService service;
    private static TestService other;
    private static OperatorClient operator;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"));
        other = service.node(Map.of(), TestService.WITHOUT_WORK);
        operator = service.operator(Operator.Role.SUPPORT);
    }

    @AfterAll
    static void stop() {
        try (var first = service;
                var second = other) {
            first.requireCleanAudit();
        }
    }

    private static String changed(String type, boolean livemode) {
        return "{\"type\":\"" + type + "\",\"livemode\":" + livemode + "}";
    }

    /** The status of the last answer to the callback of a payin; 0 without one. */
    private static long code(String payin) {
        return service.count("SELECT coalesce(max(last_code), 0) FROM delivery WHERE transaction_id = '" + payin + "'");
    }

    /** Reads events until the callback of a payin was answered with this status, of which the last one tells. */
    private static void hear(EventLines stream, String payin, long code) throws IOException {
        do {
            stream.until(changed("delivery", false));
        } while (code(payin) != code);
    }

    @Test
    void everyChangeOfACallbackIsHeardThatWasInNoQueue() throws Exception {
        var merchant = service.merchant();
        try (var sink = new CallbackSink();
                var stream = new EventLines(other, operator, "?livemode=false", null)) {
            service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYIN, sink.url(), Form.AUTO);
            stream.until("event: queues");
            sink.answering(500);
            var payin = merchant.payin("heard", 50_000).expect(201).word("id");
            merchant.post("/v1/payins/" + payin + "/test-confirm").expect(200);
            hear(stream, payin, 500);

            sink.answering(200);
            service.asService(
                    "delivery",
                    "UPDATE delivery SET next_attempt_at = now() WHERE transaction_id = '" + payin
                            + "' AND claim IS NULL");
            hear(stream, payin, 200);
        }
    }

    @Test
    void changesOfOneEnvironmentAreNotHeardInTheOther() throws Exception {
        var merchant = service.merchant();
        var live = service.live(merchant);
        try (var test = new EventLines(other, operator, "?livemode=false", null);
                var both = new EventLines(other, operator, null)) {
            test.until("event: queues");
            both.until("event: queues");
            live.payin("in live", 50_000).expect(201);
            both.until(changed("payin", true));
            merchant.payin("in test", 50_000).expect(201);
            assertThat(test.until(changed("payin", false))).noneMatch(line -> line.contains("\"livemode\":true"));
        }
    }

    @Test
    void listsOfTransactionsOutsideOfQueuesAreHeard() throws Exception {
        var merchant = service.merchant().funded("THB", 1_000_000);
        try (var stream = new EventLines(other, operator, "?livemode=false", null)) {
            stream.until("event: queues");
            merchant.payout("heard", 40_000).expect(201);
            stream.until(changed("payout", false));
        }
    }
}
