package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.Delivery.Status;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody with the database's password changes what a merchant is told: the service does not sign it, and everything else goes on. */
class AlteredCallbacksTest {
    private static final Duration SOON = Duration.ofSeconds(90);

    private static TestService service;

    private final CallbackSink sink = new CallbackSink();
    private final Merchant merchant = service.merchant().funded("THB", 1_000_000);
    private final PayoutCallbacks callbacks = new PayoutCallbacks(service, merchant, sink);

    @BeforeAll
    static void start() {
        service =
                TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1", "TICAL_SANDBOX_DISPATCH_SECONDS", "3600"));
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    @BeforeEach
    void receive() {
        callbacks.setEndpoint(Form.AUTO);
    }

    @AfterEach
    void close() {
        sink.close();
    }

    /** A payout whose callback waits for an hour. */
    private String waiting(String reference) {
        sink.answering(503);
        var id = callbacks.confirmed(reference);
        callbacks.awaitAttempts(id, 1);
        service.sql(
                "UPDATE delivery SET next_attempt_at = now() + interval '1 hour' WHERE transaction_id = '" + id + "'");
        sink.answering(200);
        return id;
    }

    private static void makeDue(Delivery delivery) {
        service.sql("UPDATE delivery SET next_attempt_at = now() WHERE delivery_id = '" + delivery.id() + "'");
    }

    /** The service shows it, the audit names it, nothing of it is sent, and a later callback arrives. */
    private void requireNotSent(String table, Delivery delivery, String payout) {
        makeDue(delivery);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(service.serviceDatabase().alteredRows())
                        .anySatisfy(sentence -> assertThat(sentence)
                                .startsWith("In " + table + ", ")
                                .contains(merchant.organizationId().toString())));
        var other = callbacks.confirmed("later-" + Ids.next());
        callbacks.delivery(other, Status.DELIVERED);
        assertThat(sink.about(payout)).hasSize(1);
        assertThat(service.count("SELECT count(*) FROM delivery WHERE delivery_id = '" + delivery.id()
                        + "' AND attempts = 1 AND round_attempts = 1"))
                .isEqualTo(1);
    }

    private static boolean named(String table, UUID id) {
        return service.audit().run().wrongRows().stream()
                .anyMatch(finding -> finding.sentence().startsWith("In " + table + ", ")
                        && finding.sentence().contains(id.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data = replace(data, '\"amount\":1000', '\"amount\":9000')",
                "type = 'payout.rejected'",
                "transaction_id = organization_id",
                "created_at = created_at + interval '1 day'",
                "dialect = 'guide'"
            })
    void anAlteredEventIsNotSentUntilItIsRestored(String change) {
        var payout = waiting("event-" + Ids.next());
        var delivery = callbacks.delivery(payout);
        var row = " FROM event WHERE event_id = '" + delivery.eventId() + "'";
        service.sql("CREATE TABLE unaltered AS SELECT *" + row);
        service.sql("SET session_replication_role = replica; UPDATE event SET " + change + " WHERE event_id = '"
                + delivery.eventId() + "'");
        requireNotSent("event", delivery, payout);
        assertThat(named("event", delivery.eventId())).isTrue();
        service.sql("SET session_replication_role = replica; DELETE" + row
                + "; INSERT INTO event TABLE unaltered; DROP TABLE unaltered");
        makeDue(delivery);
        callbacks.delivery(payout, Status.DELIVERED);
        assertThat(sink.about(payout)).hasSize(2);
    }

    @Test
    void aMissingEventIsShownAndOthersGoOn() {
        var payout = waiting("missing");
        var delivery = callbacks.delivery(payout);
        var row = " FROM event WHERE event_id = '" + delivery.eventId() + "'";
        service.sql("CREATE TABLE unaltered AS SELECT *" + row);
        service.sql("DELETE" + row);
        requireNotSent("delivery", delivery, payout);
        service.sql("INSERT INTO event TABLE unaltered; DROP TABLE unaltered");
        makeDue(delivery);
        callbacks.delivery(payout, Status.DELIVERED);
    }

    @Test
    void aDeliveryThatWasMovedToAnotherEventOrEndpointIsNotSent() {
        service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYIN, sink.url(), Form.AUTO);
        var first = callbacks.confirmed("first");
        var told = callbacks.delivery(first, Status.DELIVERED);
        var payout = waiting("second");
        var delivery = callbacks.delivery(payout);
        for (var change : new String[] {"event_id = '" + told.eventId() + "'", "endpoint = 'payin'"}) {
            var where = " WHERE delivery_id = '" + delivery.id() + "'";
            service.sql("UPDATE delivery SET " + change + where);
            requireNotSent("delivery", delivery, payout);
            assertThat(named("delivery", delivery.id())).isTrue();
            service.sql("UPDATE delivery SET event_id = '" + delivery.eventId() + "', endpoint = 'payout'" + where);
        }
        assertThat(sink.about(first)).hasSize(1);
        makeDue(delivery);
        callbacks.delivery(payout, Status.DELIVERED);
    }

    @Test
    void anInsertedDeliveryOfAnInventedEventIsNotSent() {
        var payout = callbacks.confirmed("copied");
        var delivery = callbacks.delivery(payout, Status.DELIVERED);
        var event = Ids.next();
        var copy = Ids.next();
        service.sql("INSERT INTO event SELECT organization_id, livemode, '" + event + "', type, transaction_type,"
                + " transaction_id, dialect, data, created_at, mac FROM event WHERE event_id = '" + delivery.eventId()
                + "'");
        service.sql("""
                INSERT INTO delivery (organization_id, livemode, delivery_id, event_id, type, transaction_type, transaction_id, endpoint, url,
                    status, next_attempt_at, created_at, mac)
                SELECT organization_id, livemode, '%s', '%s', type, transaction_type, transaction_id, endpoint, url, 'pending', now(),
                    created_at, mac FROM delivery WHERE delivery_id = '%s'""".formatted(copy, event, delivery.id()));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(service.serviceDatabase().alteredRows())
                        .anyMatch(sentence -> sentence.contains(copy.toString())));
        assertThat(sink.about(payout)).hasSize(1);
        assertThat(named("event", event)).isTrue();
        assertThat(named("delivery", copy)).isTrue();
        service.sql("DELETE FROM event WHERE event_id = '" + event + "'");
        service.sql("DELETE FROM delivery WHERE delivery_id = '" + copy + "'");
    }

    /** Neither the dashboard nor a file shows a signature of it. */
    @Test
    void anAlteredEventIsNotSignedForTheDashboard() {
        var payout = callbacks.confirmed("signed");
        var delivery = callbacks.delivery(payout, Status.DELIVERED);
        var row = " FROM event WHERE event_id = '" + delivery.eventId() + "'";
        service.sql("CREATE TABLE unaltered AS SELECT *" + row);
        service.sql("UPDATE event SET data = '{}' WHERE event_id = '" + delivery.eventId() + "'");
        var owner = service.owner(merchant);
        owner.get("/api/deliveries/" + delivery.id()).expect(503);
        service.sql("DELETE" + row + "; INSERT INTO event TABLE unaltered; DROP TABLE unaltered");
        owner.get("/api/deliveries/" + delivery.id()).expect(200);
    }

    @Test
    void alteredRowsAreNotForgotten() {
        var payout = callbacks.confirmed("forgotten");
        var delivery = callbacks.delivery(payout, Status.DELIVERED);
        callbacks.awaitAttempts(payout, 1);
        for (var table : new String[] {"event", "delivery", "delivery_attempt"}) {
            var id = table.equals("event")
                    ? "event_id = '" + delivery.eventId() + "'"
                    : "delivery_id = '" + delivery.id() + "'";
            service.sql("UPDATE " + table + " SET created_at = created_at - interval '1 year' WHERE " + id);
        }
        service.tical().deliveries().housekeeping().round();
        assertThat(named("event", delivery.eventId())).isTrue();
        assertThat(named("delivery", delivery.id())).isTrue();
        assertThat(named("delivery_attempt", delivery.id())).isTrue();
        for (var table : new String[] {"event", "delivery", "delivery_attempt"}) {
            service.sql(
                    "UPDATE " + table
                            + " SET created_at = created_at + interval '1 year' WHERE created_at < now() - interval '300 days'");
        }
    }
}
