package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.ledger.Finding;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Somebody with the database's password deletes callbacks: the audit names each, and none that the service forgot. */
class CallbackAuditTest extends AuditedService {
    private static final int PAYOUTS = 12;

    private CallbackSink sink;
    private Merchant told;
    private Merchant untold;

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1", "TICAL_SANDBOX_DISPATCH_SECONDS", "3600");
    }

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void listen() {
        sink = new CallbackSink();
    }

    @AfterAll
    void close() {
        sink.close();
    }

    @BeforeEach
    void merchants() {
        told = service.merchant().funded("THB", 1_000_000);
        service.tical().callbackEndpoints().save(told.organizationId(), Kind.PAYOUT, sink.url(), Form.AUTO);
        untold = service.merchant().funded("THB", 1_000_000);
        for (var table : List.of("event", "delivery")) {
            service.sql("CREATE TABLE kept_" + table + " AS TABLE " + table + " WITH NO DATA");
        }
    }

    @AfterEach
    void restore() {
        for (var table : List.of("event", "delivery")) {
            service.sql("INSERT INTO " + table + " TABLE kept_" + table);
            service.sql("DROP TABLE kept_" + table);
        }
    }

    private PayoutCallbacks callbacks(Merchant merchant) {
        return new PayoutCallbacks(service, merchant, sink);
    }

    private void delete(String table, String payout) {
        var rows = " FROM " + table + " WHERE transaction_id = '" + payout + "'";
        service.sql("INSERT INTO kept_" + table + " SELECT *" + rows);
        service.sql("DELETE" + rows);
    }

    private List<String> named() {
        return service.audit().run().wrongRows().stream().map(Finding::sentence).toList();
    }

    @Test
    void eachDeletedCallbackIsNamed() {
        var random = new Random(20261127);
        var expected = new ArrayList<String>();
        for (int number = 0; number < PAYOUTS; number++) {
            var payout = callbacks(told).confirmed("told-" + number);
            var other = callbacks(untold).confirmed("untold-" + number);
            var tables = List.of(List.<String>of(), List.of("event", "delivery"), List.of("event"), List.of("delivery"))
                    .get(random.nextInt(4));
            tables.forEach(table -> delete(table, payout));
            if (!tables.isEmpty()) {
                expected.add((tables.contains("event") ? "event" : "delivery") + " " + payout);
            }
            if (random.nextBoolean()) {
                delete("event", other);
                expected.add("event " + other);
            }
        }
        assertThat(expected).hasSizeGreaterThan(PAYOUTS / 2);
        assertThat(named()).hasSize(expected.size());
        assertThat(expected)
                .allSatisfy(row -> assertThat(named())
                        .anyMatch(sentence -> sentence.startsWith("In " + row.split(" ")[0] + ", ")
                                && sentence.contains("payout " + row.split(" ")[1])
                                && sentence.endsWith("found none.")));
    }

    @Test
    void anAuditSinceHeadsNamesThemToo() {
        var heads = service.audit().run().heads();
        var first = callbacks(told).confirmed("first");
        var second = callbacks(told).confirmed("second");
        assertThat(service.audit().since(heads, List.of(), word -> {}).clean()).isTrue();
        delete("event", first);
        delete("delivery", first);
        delete("delivery", second);
        assertThat(service.audit().since(heads, List.of(), word -> {}).wrongRows())
                .extracting(Finding::table)
                .containsExactly("event", "delivery");
    }

    @Test
    void alteredCallbacksAreNamedThatNobodyHasLookedAt() {
        var forged = callbacks(told).confirmed("forged");
        var moved = callbacks(told).confirmed("moved");
        var alterations = Map.of(
                "event", "data = replace(data, '\"amount\":1000', '\"amount\":9000') WHERE transaction_id = '" + forged,
                "delivery", "endpoint = 'payin' WHERE transaction_id = '" + moved);
        var restorations = Map.of(
                "event", "data = replace(data, '\"amount\":9000', '\"amount\":1000') WHERE transaction_id = '" + forged,
                "delivery", "endpoint = 'payout' WHERE transaction_id = '" + moved);
        alterations.forEach((table, set) -> service.sql("UPDATE " + table + " SET " + set + "'"));

        assertThat(service.serviceDatabase().alteredRows()).isEmpty();
        assertThat(service.audit().run().wrongRows())
                .extracting(Finding::sentence)
                .satisfiesExactlyInAnyOrder(
                        event -> assertThat(event).startsWith("In event, ").contains("data"),
                        delivery ->
                                assertThat(delivery).startsWith("In delivery, ").contains("endpoint"));
        restorations.forEach((table, set) -> service.sql("UPDATE " + table + " SET " + set + "'"));
        assertThat(named()).isEmpty();
    }

    @Test
    void whatTheServiceForgetsIsNotMissed() {
        var payout = callbacks(told).confirmed("forgotten");
        var kept = callbacks(told).confirmed("kept");
        for (var table : List.of("state_change", "event", "delivery")) {
            var of = table.equals("state_change") ? "object_id" : "transaction_id";
            service.asService(
                    table,
                    "UPDATE " + table + " SET created_at = created_at - interval '30 days' WHERE " + of + " = '"
                            + payout + "'");
        }
        service.sql("UPDATE delivery SET status = 'failed', next_attempt_at = NULL WHERE transaction_id = '" + payout
                + "'");
        assertThat(named()).isEmpty();
        service.tical().deliveries().housekeeping().round();
        assertThat(service.count("SELECT count(*) FROM event WHERE transaction_id = '" + payout + "'"))
                .isZero();
        assertThat(service.count("SELECT count(*) FROM event WHERE transaction_id = '" + kept + "'"))
                .isEqualTo(1);
        assertThat(named()).isEmpty();
    }
}
