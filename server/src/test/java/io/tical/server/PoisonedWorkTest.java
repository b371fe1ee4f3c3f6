package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.key.TransactionKey;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.slip.OneSlip;
import io.tical.server.suspense.Suspense;
import io.tical.server.suspense.Unmatched;
import io.tical.server.suspense.Unmatched.Reason;
import io.tical.server.suspense.Unmatched.Source;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An item that can never be done keeps no other item of its kind of background work from being done. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PoisonedWorkTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private CallbackSink sink;
    private TestService service;

    @BeforeAll
    void start() {
        sink = new CallbackSink();
        service = TestService.start(Map.of(
                "TICAL_WEBHOOK_ALLOW", "127.0.0.1",
                "TICAL_SANDBOX_DISPATCH_SECONDS", "0",
                "TICAL_P2P_OFFER_SECONDS", "300"));
        service.sql("CREATE TABLE poison (kind text, id uuid)");
        service.sql("GRANT SELECT ON poison TO PUBLIC");
    }

    @AfterAll
    void stop() {
        assertThat(service.tical().stalledWork()).isEmpty();
        service.close();
        sink.close();
    }

    /** Lets every change of some rows fail that background work makes, but for the time at which they are due. */
    private void refuseChanges(String table, String id, String column) {
        service.sql("""
                CREATE OR REPLACE FUNCTION poison_%1$s() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF NEW.%3$s IS DISTINCT FROM OLD.%3$s AND EXISTS (SELECT 1 FROM poison WHERE kind = '%1$s' AND id = OLD.%2$s) THEN
                    RAISE EXCEPTION 'poison';
                END IF;
                RETURN NEW; END $$""".formatted(table, id, column));
        service.sql("CREATE TRIGGER poison BEFORE UPDATE ON %1$s FOR EACH ROW EXECUTE FUNCTION poison_%1$s()"
                .formatted(table));
    }

    private void poison(String kind, String id) {
        service.sql("INSERT INTO poison VALUES ('" + kind + "', '" + id + "')");
    }

    private void becomes(Merchant merchant, String payin, String status) {
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(merchant.payin(payin).word("status")).isEqualTo(status));
    }

    @Test
    void aPayin() {
        refuseChanges("payin", "payin_id", "status");
        var merchant = service.merchant();
        var poisoned = merchant.payin("poisoned", 10_000).expect(201).word("id");
        poison("payin", poisoned);
        service.expire(poisoned);
        var healthy = merchant.payin("healthy", 11_000).expect(201).word("id");
        service.expire(healthy);
        becomes(merchant, healthy, "expired");
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM payin WHERE payin_id = '" + poisoned
                                + "' AND due_at > now() + interval '5 seconds'")
                        == 1);
    }

    @Test
    void aMatch() {
        refuseChanges("p2p_match", "payin_id", "status");
        var payer = service.matching(service.merchant(), MatchFallback.BANK_THEN_QR);
        var paying = service.matching(service.merchant().funded("THB", 1_000_000), MatchFallback.BANK_THEN_QR);
        var payins = new ArrayList<String>();
        for (var amount : new long[] {51_000, 52_000}) {
            paying.payout("payout-" + amount, amount).expect(201);
            var payin = payer.post("/v1/payins", String.format(Locale.ROOT, """
                    {"order_ref":"p-%d","amount":%d,"currency":"THB","receiving_type":"p2p"}""", amount, amount));
            payins.add(payin.expect(201).word("id"));
        }
        poison("p2p_match", payins.getFirst());
        service.sql("UPDATE p2p_match SET release_at = now() WHERE payin_id = '" + payins.getFirst() + "'");
        service.sql("UPDATE p2p_match SET release_at = now() WHERE payin_id = '" + payins.getLast() + "'");
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM p2p_match WHERE status <> 'open' AND payin_id = '"
                                + payins.getLast() + "'")
                        == 1);
    }

    @Test
    void aHundredItemsInSuspense() {
        refuseChanges("suspense", "payin_id", "status");
        var merchant = service.live(service.merchant());
        var poisoned = UUID.randomUUID();
        poison("suspense", poisoned.toString());
        var payments = new ArrayList<Unmatched>();
        for (int i = 0; i < 100; i++) {
            payments.add(unmatched(merchant, poisoned, "poisoned-" + i));
        }
        note(payments);
        note(List.of(unmatched(merchant, UUID.randomUUID(), "healthy")));
        await().atMost(SOON)
                .until(() ->
                        service.count("SELECT count(*) FROM suspense WHERE reference = 'healthy' AND status = 'open'")
                                == 1);
    }

    private static Unmatched unmatched(Merchant merchant, UUID payin, String reference) {
        var key = new TransactionKey(merchant.organizationId(), true, payin);
        return new Unmatched(key, Source.SLIP, reference, Reason.EXTRA, "THB", 1_000);
    }

    private void note(List<Unmatched> payments) {
        service.tical().database().transaction(session -> {
            Suspense.note(session, payments);
            return payments;
        });
    }

    @Test
    void aSlip() {
        refuseChanges("slip", "payin_id", "stage");
        var merchant = service.merchant();
        var ids = new ArrayList<String>();
        for (var reference : new String[] {"poisoned slip", "healthy slip"}) {
            var id = merchant.payin(reference, 70_000).expect(201).word("id");
            if (ids.isEmpty()) {
                poison("slip", id);
            }
            ids.add(id);
            merchant.slip(id, OneSlip.picture()).expect(200);
        }
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM slip WHERE stage IS DISTINCT FROM 'asking'"
                                + " AND due_at IS NULL AND payin_id = '" + ids.getLast() + "'")
                        == 1);
    }

    @Test
    void aDeposit() {
        service.sql("ALTER TABLE crypto_deposit DROP CONSTRAINT crypto_deposit_state_check");
        var merchant = service.merchant();
        var poisoned = deposit(merchant, "poisoned");
        service.sql("UPDATE crypto_deposit SET state = 'nonsense' WHERE payin_id = '" + poisoned + "'");
        var healthy = deposit(merchant, "healthy");
        service.asService(
                "crypto_deposit",
                "UPDATE crypto_deposit SET due_at = now(), version = 100 WHERE payin_id = '" + healthy + "'");
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM crypto_deposit WHERE version > 100 AND payin_id = '"
                                + healthy + "'")
                        == 1);
    }

    private static String deposit(Merchant merchant, String reference) {
        return merchant.post("/v1/payins", """
                {"order_ref":"%s","amount":25000000,"channel":"crypto","network":"TRC20"}""".formatted(reference)).expect(201).word("id");
    }

    @Test
    void aDelivery() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        service.sql("""
                CREATE FUNCTION poison_type() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF EXISTS (SELECT 1 FROM poison WHERE kind = 'delivery' AND id = NEW.transaction_id) THEN NEW.type := 'nonsense'; END IF;
                RETURN NEW; END $$""");
        service.sql("CREATE TRIGGER poison BEFORE INSERT ON delivery FOR EACH ROW EXECUTE FUNCTION poison_type()");
        endpoint(merchant);
        var poisoned = merchant.payin("unknown type", 80_000).expect(201).word("id");
        poison("delivery", poisoned);
        service.expire(poisoned);
        becomes(merchant, poisoned, "expired");
        var healthy = merchant.payin("behind it", 81_000).expect(201).word("id");
        service.expire(healthy);
        await().atMost(SOON).untilAsserted(() -> assertThat(sink.about(healthy)).isNotEmpty());
        assertThat(sink.about(poisoned)).isEmpty();
    }

    @Test
    void anEndpointWhoseSecretCannotBeRead() {
        var merchants = List.of(service.merchant(), service.merchant());
        merchants.forEach(this::endpoint);
        service.asService(
                "callback_endpoint",
                "UPDATE callback_endpoint SET signing_secret = '\\x00' WHERE organization_id = '"
                        + merchants.getFirst().organizationId() + "'");
        var ids = new ArrayList<String>();
        for (var merchant : merchants) {
            var id = merchant.payin("secret", 90_000).expect(201).word("id");
            service.expire(id);
            becomes(merchant, id, "expired");
            ids.add(id);
        }
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(sink.about(ids.getLast())).isNotEmpty());
        assertThat(sink.about(ids.getFirst())).isEmpty();
    }

    private void endpoint(Merchant merchant) {
        service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYIN, sink.url(), Form.AUTO);
    }
}
