package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operators find callbacks of all organizations, and send them again. */
class DeliveryAdminTest extends AuditedService {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String TREE = "/admin/v1/deliveries";

    private OperatorClient support;
    private OperatorClient colleague;
    private OperatorClient finance;
    private CallbackSink sink;
    private Merchant merchant;

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1");
    }

    @BeforeAll
    void prepare() {
        support = service.operator(Operator.Role.SUPPORT);
        colleague = service.operator(Operator.Role.SUPPORT);
        finance = service.operator(Operator.Role.FINANCE);
    }

    @BeforeEach
    void merchantWithAnEndpoint() {
        sink = new CallbackSink();
        merchant = service.merchant();
        service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYIN, sink.url(), Form.AUTO);
    }

    @AfterEach
    void closeSink() {
        sink.close();
    }

    /** A payin whose callback was refused. */
    private String refused() {
        sink.answering(410);
        var id = merchant.payin("order-" + Ids.next(), 50_000).expect(201).word("id");
        merchant.post("/v1/payins/" + id + "/test-confirm").expect(200);
        await().atMost(SOON).until(() -> about(id).get("status").asText().equals("failed"));
        return id;
    }

    private JsonNode about(String payin) {
        return support.get(TREE + "?transaction_id=" + payin).expect(200).data().path(0);
    }

    private String all(String status, String more) {
        return "{\"status\":\"%s\",\"organization_id\":\"%s\"%s}".formatted(status, merchant.organizationId(), more);
    }

    private long audited(String action) {
        return service.count("SELECT count(*) FROM audit_entry WHERE action = '" + action + "' AND organization_id = '"
                + merchant.organizationId() + "'");
    }

    @Test
    void deliveriesOfAllOrganizationsAreFoundWithTheirAttempts() {
        var payin = refused();
        var delivery = about(payin);
        assertThat(delivery.get("organization_id").asText())
                .isEqualTo(merchant.organizationId().toString());
        var organization = "&organization_id=" + merchant.organizationId();
        assertThat(support.get(TREE + "?status=failed" + organization)
                        .expect(200)
                        .data())
                .hasSize(1);
        assertThat(support.get(TREE + "?status=failed&limit=1")
                        .expect(200)
                        .data()
                        .get(0)
                        .get("id"))
                .isEqualTo(delivery.get("id"));
        assertThat(support.get(TREE + "?livemode=true" + organization)
                        .expect(200)
                        .data())
                .isEmpty();
        assertThat(support.get(TREE + "?endpoint=payout" + organization)
                        .expect(200)
                        .data())
                .isEmpty();
        support.get(TREE + "?status=lost").expect(400, "VALIDATION_FAILED");
        support.get(TREE + "/" + Ids.next()).expect(404, "DELIVERY_NOT_FOUND");

        var detail = support.get(TREE + "/" + delivery.get("id").asText()).expect(200);
        assertThat(detail.data().get("attempt_log").get(0).get("status_code").asInt())
                .isEqualTo(410);
        assertThat(detail.word("body")).contains(payin);
    }

    @Test
    void aFailedDeliveryIsSentAgainOnce() throws Exception {
        var payin = refused();
        var path = TREE + "/" + about(payin).get("id").asText() + "/redeliver";
        sink.answering(200);
        finance.post(path).expect(403, "PERMISSION_DENIED");
        var requestId = Ids.next().toString();
        support.repeatable(requestId, path, "{}").expect(200);
        support.repeatable(requestId, path, "{}").expect(200);
        await().atMost(SOON).until(() -> about(payin).get("status").asText().equals("delivered"));
        support.post(path).expect(409, "DELIVERY_STATUS_TRANSITION_INVALID");
        support.post(TREE + "/" + Ids.next() + "/redeliver").expect(404, "DELIVERY_NOT_FOUND");
        assertThat(sink.about(payin)).hasSize(2);
        assertThat(sink.about(payin).getFirst().bodyId())
                .isEqualTo(sink.about(payin).getLast().bodyId());
        assertThat(audited("redeliver")).isEqualTo(1);

        var raced = refused();
        var racedPath = TREE + "/" + about(raced).get("id").asText() + "/redeliver";
        sink.answering(200);
        try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
            var replies = people.invokeAll(
                    List.<Callable<Reply>>of(() -> support.post(racedPath), () -> colleague.post(racedPath)));
            assertThat(List.of(
                            replies.getFirst().get().status(),
                            replies.getLast().get().status()))
                    .containsExactlyInAnyOrder(200, 409);
        }
    }

    @Test
    void allFailedDeliveriesAreSentAgain() {
        var payin = refused();
        // As many as need several batches.
        var many = 1_500;
        // Another id of the same millisecond for each row.
        var id =
                "cast(substr(cast(%1$s AS text), 1, 15) || lpad(to_hex(n), 3, '0') || substr(cast(%1$s AS text), 19, 6) || 'aaaaaaaaaaaa' AS uuid)";
        var rows = " CROSS JOIN generate_series(1, " + many + ") n WHERE d.transaction_id = '" + payin + "'";
        service.asService(
                "event",
                "INSERT INTO event SELECT d.organization_id, d.livemode, " + id.formatted("event_id")
                        + ", d.type, d.transaction_type, d.transaction_id, d.dialect, d.data, d.created_at FROM event d"
                        + rows);
        service.asService("delivery", """
                INSERT INTO delivery (organization_id, livemode, delivery_id, event_id, type, transaction_type, transaction_id, endpoint,
                                      url, status, attempts, created_at)
                SELECT d.organization_id, d.livemode, %s, %s, d.type, d.transaction_type, d.transaction_id, d.endpoint, d.url, 'failed', 1,
                       d.created_at
                FROM delivery d""".formatted(id.formatted("delivery_id"), id.formatted("event_id")) + rows);
        var now = Instant.now().getEpochSecond();
        finance.post(TREE + "/redeliver", all("failed", "")).expect(403, "PERMISSION_DENIED");
        for (var wrong : List.of("{}", all("delivered", ""), all("failed", ",\"endpoint\":\"x\""))) {
            support.post(TREE + "/redeliver", wrong).expect(400, "VALIDATION_FAILED");
        }
        support.post(TREE + "/redeliver", all("suspended", ",\"from\":1")).expect(400, "VALIDATION_FAILED");
        for (var none : List.of(",\"endpoint\":\"payout\"", ",\"from\":" + (now + 60), ",\"to\":" + (now - 3_600))) {
            assertThat(support.post(TREE + "/redeliver", all("failed", none))
                            .expect(200)
                            .number("redelivered"))
                    .isZero();
        }

        sink.answering(200);
        var requestId = Ids.next().toString();
        var body = all("failed", ",\"endpoint\":\"payin\",\"from\":" + (now - 3_600) + ",\"note\":\"they are back\"");
        var answer = support.repeatable(requestId, TREE + "/redeliver", body).expect(200);
        assertThat(answer.number("redelivered")).isEqualTo(many + 1);
        await().atMost(SOON)
                .until(() ->
                        service.count("SELECT count(*) FROM delivery WHERE status = 'delivered' AND transaction_id = '"
                                        + payin + "'")
                                == many + 1);
        assertThat(support.repeatable(requestId, TREE + "/redeliver", body)
                        .expect(200)
                        .data())
                .isEqualTo(answer.data());
        assertThat(audited("redeliver_all")).isEqualTo(4);
        var line = support.get("/admin/v1/audit?limit=1&organization_id=" + merchant.organizationId())
                .expect(200)
                .data()
                .get(0);
        assertThat(line.get("after").get("redelivered").asLong()).isEqualTo(many + 1);
        assertThat(line.get("note").asText()).isEqualTo("they are back");
    }

    @Test
    void suspendedDeliveriesAreSentAgainAndTheirEndpointIsResumed() {
        sink.answering(500);
        var payin = merchant.payin("order", 50_000).expect(201).word("id");
        merchant.post("/v1/payins/" + payin + "/test-confirm").expect(200);
        await().atMost(SOON).until(() -> !sink.about(payin).isEmpty());
        service.sql("UPDATE callback_endpoint SET failing_since = now() - interval '200 hours', suspended_at = now()"
                + " WHERE organization_id = '" + merchant.organizationId() + "'");
        service.sql("UPDATE delivery SET next_attempt_at = now() WHERE status = 'pending' AND transaction_id = '"
                + payin + "'");
        await().atMost(SOON).until(() -> about(payin).get("status").asText().equals("suspended"));
        support.post(TREE + "/" + about(payin).get("id").asText() + "/redeliver")
                .expect(409, "DELIVERY_STATUS_TRANSITION_INVALID");

        sink.answering(200);
        assertThat(support.post(TREE + "/redeliver", all("suspended", ""))
                        .expect(200)
                        .number("redelivered"))
                .isEqualTo(1);
        await().atMost(SOON).until(() -> about(payin).get("status").asText().equals("delivered"));
        assertThat(service.tical()
                        .callbackEndpoints()
                        .find(merchant.organizationId(), Kind.PAYIN)
                        .orElseThrow()
                        .suspendedAt())
                .isNull();
    }
}
