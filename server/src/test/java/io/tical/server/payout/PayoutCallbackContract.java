package io.tical.server.payout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.OpenApiContract;
import io.tical.server.transaction.EventType;
import io.tical.server.webhook.CallbackSink.Received;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/** The documented headers and body of a callback about a payout. */
final class PayoutCallbackContract {
    private static final OpenApiContract DOCUMENT = OpenApiContract.merchants();

    /** Every documented field, with the condition that its value satisfies. */
    private static final Map<String, Predicate<JsonNode>> FIELDS = fields();

    private static final Map<String, Predicate<JsonNode>> STEP_FIELDS = Map.of(
            "id", PayoutCallbackContract::uuid,
            "step", JsonNode::isInt,
            "amount", JsonNode::isIntegralNumber,
            "transfer_amount", JsonNode::isIntegralNumber,
            "status", JsonNode::isTextual,
            "created_at", PayoutCallbackContract::time,
            "finalized_at", orNull(PayoutCallbackContract::time));

    private static Map<String, Predicate<JsonNode>> fields() {
        var fields = new LinkedHashMap<String, Predicate<JsonNode>>();
        for (var name : List.of("id", "customer_id", "customer_account_id")) {
            fields.put(name, PayoutCallbackContract::uuid);
        }
        for (var name : List.of(
                "transaction_type",
                "status",
                "merchant_ref_id",
                "currency_code",
                "customer_name",
                "customer_account_holder_name")) {
            fields.put(name, JsonNode::isTextual);
        }
        for (var name : List.of("request_amount", "transfer_amount", "fee_amount", "net_amount")) {
            fields.put(name, JsonNode::isIntegralNumber);
        }
        for (var name : List.of(
                "sender_type",
                "sender_platform",
                "sender_identifier",
                "sender_holder_name",
                "slip_qr_ref",
                "slip_qr_string",
                "notes")) {
            fields.put(name, orNull(JsonNode::isTextual));
        }
        fields.put("execution_steps", steps -> steps.isArray() && !steps.isEmpty());
        for (var name : List.of("created_at", "updated_at")) {
            fields.put(name, PayoutCallbackContract::time);
        }
        for (var name : List.of("finalized_at", "expired_at")) {
            fields.put(name, orNull(PayoutCallbackContract::time));
        }
        return fields;
    }

    private static boolean uuid(JsonNode value) {
        return value.isTextual() && Ids.parse(value.asText()).isPresent();
    }

    /** Whether it is a time in whole seconds. */
    static boolean time(JsonNode value) {
        return value.isIntegralNumber() && value.asLong() > 1_700_000_000L && value.asLong() < 10_000_000_000L;
    }

    private static Predicate<JsonNode> orNull(Predicate<JsonNode> rule) {
        return value -> value.isNull() || rule.test(value);
    }

    private PayoutCallbackContract() {}

    /** Requires every documented header and field; returns the payout in the body. */
    static JsonNode require(Received callback, EventType type, UUID organizationId, String payoutId, boolean envelope) {
        DOCUMENT.checkCallback(callback.headers(), callback.body().getBytes(UTF_8));
        assertThat(callback.header("Content-Type")).isEqualTo("application/json");
        assertThat(callback.header("X-Organization-ID")).isEqualTo(organizationId.toString());
        var body = callback.json();
        assertThat(body.has("event")).as(callback.body()).isEqualTo(envelope);
        if (envelope) {
            assertThat(body.get("event").asText()).isEqualTo(type.word());
            assertThat(body.get("id").asText()).isEqualTo(callback.bodyId());
            assertThat(body.get("livemode")).isEqualTo(body.get("data").get("livemode"));
            assertThat(time(body.get("created_at"))).isTrue();
        }
        var data = envelope ? body.get("data") : body;
        FIELDS.forEach((name, rule) -> assertThat(data.has(name) && rule.test(data.get(name)))
                .as(name + " in " + data)
                .isTrue());
        for (var step : data.get("execution_steps")) {
            STEP_FIELDS.forEach((name, rule) -> assertThat(step.has(name) && rule.test(step.get(name)))
                    .as(name + " in " + step)
                    .isTrue());
        }
        assertThat(data.get("id").asText()).isEqualTo(payoutId);
        assertThat(data.get("transaction_type").asText()).isEqualTo("payout");
        assertThat(Word.find(PayoutStatus.class, data.get("status").asText()).flatMap(PayoutView::event))
                .hasValue(type);
        return data;
    }

    /** Requires the documented headers and body of a test event. */
    static void requirePing(Received ping) {
        DOCUMENT.checkCallback(ping.headers(), ping.body().getBytes(UTF_8));
        assertThat(ping.json().get("event").asText()).isEqualTo("ping");
        assertThat(ping.json().get("id").asText()).isEqualTo(ping.bodyId()).isEqualTo(ping.transactionId());
    }
}
