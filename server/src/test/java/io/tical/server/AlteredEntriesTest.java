package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Ids;
import io.tical.db.AlteredRow;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.merchant.MatchFallback;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody with the owner's password alters what payments go by: who is paid, where, and what was answered. */
class AlteredEntriesTest {
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        service.tical().fence().runOnce(); // so that payouts are matched
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** Each test restores what it altered. */
    @AfterEach
    void everythingAddsUp() {
        service.requireCleanAudit();
    }

    private static void whileAltered(String table, String change, Runnable test) {
        service.sql("CREATE TABLE before_change AS TABLE " + table);
        try {
            service.sql("SET session_replication_role = replica; " + change);
            test.run();
        } finally {
            service.sql("SET session_replication_role = replica; DELETE FROM " + table + "; INSERT INTO " + table
                    + " TABLE before_change; DROP TABLE before_change");
        }
    }

    private static Reply pay(Merchant merchant) {
        var reference = Ids.next().toString();
        return merchant.post("/v1/payouts", merchant.payoutBody(reference, 1_000), reference);
    }

    @ParameterizedTest
    @CsvSource({
        "customer_account, account_no = '0000000001'",
        "customer_account, bank_code = 'SCB'",
        "customer, name = 'Somsak'"
    })
    void noPayoutIsCreatedToAnAlteredDestinationAndOthersGoOn(String table, String change) {
        var merchant = service.merchant().funded("THB", 10_000);
        var other = service.merchant().funded("THB", 10_000);
        pay(merchant).expect(201);
        pay(other).expect(201);
        whileAltered(
                table,
                "UPDATE %s SET %s WHERE organization_id = '%s'".formatted(table, change, merchant.organizationId()),
                () -> {
                    pay(merchant).expect(503);
                    assertThat(merchant.available()).isEqualTo(9_000);
                    pay(other).expect(201);
                    assertThat(service.serviceDatabase().alteredRows())
                            .anySatisfy(sentence -> assertThat(sentence)
                                    .startsWith("In " + table + ", ")
                                    .contains(merchant.organizationId().toString()));
                });
        pay(merchant).expect(201);
    }

    @Test
    void noPayoutIsCreatedToADestinationWithoutACustomer() {
        var merchant = service.merchant().funded("THB", 10_000);
        merchant.account();
        var deletion = "DELETE FROM customer WHERE organization_id = '" + merchant.organizationId() + "'";
        whileAltered("customer", deletion, () -> pay(merchant).expect(503));
        pay(merchant).expect(201);
    }

    @Test
    void noAddressIsGivenTwiceAfterTheirNumberWasReverted() {
        var merchant = service.merchant();
        var payin = """
                {"order_ref":"%s","amount":2000000,"channel":"crypto","network":"TRC20"}""";
        merchant.post("/v1/payins", payin.formatted("first")).expect(201);
        service.sql("CREATE TABLE earlier AS TABLE crypto_source");
        merchant.post("/v1/payins", payin.formatted("second")).expect(201);
        whileAltered("crypto_source", "DELETE FROM crypto_source; INSERT INTO crypto_source TABLE earlier", () -> {
            merchant.post("/v1/payins", payin.formatted("third")).expect(503);
            assertThat(service.serviceDatabase().alteredRows())
                    .anyMatch(sentence -> sentence.contains("violates crypto_address_"));
        });
        service.sql("DROP TABLE earlier");
        merchant.post("/v1/payins", payin.formatted("third")).expect(201);
    }

    @Test
    void noPayoutIsCreatedToAnInsertedDestination() {
        var merchant = service.merchant().funded("THB", 10_000);
        pay(merchant).expect(201);
        var forged = Ids.next();
        whileAltered("customer_account", """
                INSERT INTO customer_account SELECT organization_id, livemode, '%s', customer_id, 'SCB', '0000000009', holder_name, currency,
                    verified_at, NULL, NULL, created_at, updated_at, mac FROM customer_account WHERE account_id = '%s'""".formatted(forged, merchant.account()), () -> {
            var body = merchant.payoutBody("forged", 1_000).replace(merchant.account(), forged.toString());
            merchant.post("/v1/payouts", body, "forged").expect(503);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE collection_account SET account_no = '6660000001', weight = 1000 WHERE currency = 'THB'",
                "UPDATE collection_account SET promptpay_id = '0999999999' WHERE currency = 'THB'"
            })
    void payersAreNotSentToAnAlteredAccount(String change) {
        var merchant = service.merchant();
        whileAltered("collection_account", change, () -> {
            var refused = merchant.payin("order", 10_000);
            assertThat(refused.status()).isNotEqualTo(201);
        });
        merchant.payin("order", 10_000).expect(201);
    }

    @Test
    void payersAreSentToTheOtherAccountsBesideAnInsertedOne() {
        var merchant = service.merchant();
        whileAltered("collection_account", """
                INSERT INTO collection_account SELECT gen_random_uuid(), currency, bank_code, '6660000002', holder_name, promptpay_id, 1000,
                    version, created_at, updated_at, mac FROM collection_account WHERE currency = 'THB'""", () -> {
            for (int order = 0; order < 5; order++) {
                assertThat(merchant.payin("order-" + order, 10_000).expect(201).word("receiving_identifier"))
                        .isEqualTo("0000000001");
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"status = 'success'", "promptpay_id = '0999999999'", "amount = 1"})
    void anAlteredPayinIsNotShown(String change) {
        var merchant = service.merchant();
        var payin = merchant.payin("order", 10_000).expect(201);
        whileAltered("payin", "UPDATE payin SET " + change + " WHERE payin_id = '" + payin.word("id") + "'", () -> {
            merchant.get("/v1/payins/" + payin.word("id")).expect(503);
            assertThatThrownBy(() -> service.tical().payins().findByPayToken(payin.word("pay_token")))
                    .isInstanceOf(AlteredRow.class);
        });
        merchant.payin(payin.word("id"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"status = 'success'", "account_no = '0999999999'", "amount = 1"})
    void anAlteredPayoutIsNotShown(String change) {
        var merchant = service.merchant().funded("THB", 10_000);
        var payout = "/v1/payouts/" + pay(merchant).expect(201).word("id");
        whileAltered(
                "payout",
                "UPDATE payout SET " + change,
                () -> merchant.get(payout).expect(503));
        merchant.get(payout).expect(200);
    }

    @Test
    void aTokenThatWasMovedToAnotherPayinOpensNone() {
        var merchant = service.merchant();
        var payin = merchant.payin("order", 10_000).expect(201);
        var other = merchant.payin("other", 20_000).expect(201);
        whileAltered(
                "pay_token",
                "UPDATE pay_token SET payin_id = '%s' WHERE pay_token = '%s'"
                        .formatted(other.word("id"), payin.word("pay_token")),
                () -> assertThat(service.tical().payins().findByPayToken(payin.word("pay_token")))
                        .isEmpty());
    }

    @Test
    void anAlteredBalanceIsNotShown() {
        var merchant = service.merchant().funded("THB", 10_000);
        whileAltered(
                "wallet",
                "UPDATE wallet SET available = 999 WHERE organization_id = '" + merchant.organizationId() + "'",
                () -> merchant.get("/v1/balance").expect(503));
        assertThat(merchant.available()).isEqualTo(10_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "answer = answer || '\\x20'",
                "status = 299",
                "fingerprint = 1",
                "created_at = created_at - interval '1 day'"
            })
    void anAlteredAnswerIsNotReplayed(String change) {
        var merchant = service.merchant().funded("THB", 10_000);
        var body = merchant.payoutBody("once", 1_000);
        merchant.post("/v1/payouts", body, "once").expect(201);
        whileAltered(
                "idempotency",
                "UPDATE idempotency SET " + change + " WHERE created_at = (SELECT max(created_at) FROM idempotency)",
                () -> merchant.post("/v1/payouts", body, "once").expect(503));
        merchant.post("/v1/payouts", body, "once").expect(201);
        assertThat(merchant.available()).isEqualTo(9_000);
    }

    /** Otherwise the request would take effect again. */
    @Test
    void aRecordWhoseAgeWasAlteredIsNotForgotten() {
        var merchant = service.merchant().funded("THB", 10_000);
        merchant.post("/v1/payouts", merchant.payoutBody("kept", 1_000), "kept").expect(201);
        var records = new IdempotencyRecords(service.serviceDatabase());
        whileAltered("idempotency", "UPDATE idempotency SET created_at = created_at - interval '31 days'", () -> {
            assertThat(records.forget(Instant.now().minus(Duration.ofDays(30)), 5_000))
                    .isZero();
            assertThat(service.serviceDatabase().alteredRows()).anyMatch(row -> row.startsWith("In idempotency, "));
        });
        var count = service.count("SELECT count(*) FROM idempotency");
        assertThat(records.forget(Instant.now().plus(Duration.ofDays(1)), 5_000))
                .isEqualTo(count);
    }

    /** The payer of a match pays the account of the offer. */
    @ParameterizedTest
    @ValueSource(strings = {"account_no = '0999999999'", "holder_name = 'Somsak'", "bank_code = 'SCB'"})
    void payersAreNotSentToTheAccountOfAnAlteredOffer(String change) {
        var paying = service.matching(service.merchant(), MatchFallback.OFF).funded("THB", 10_000_000);
        var shop = service.matching(service.merchant(), MatchFallback.OFF);
        paying.payout("offered", 123_400).expect(201);
        var payin = """
                {"order_ref":"matched","amount":123400,"currency":"THB","receiving_type":"p2p"}""";
        whileAltered("p2p_offer", "UPDATE p2p_offer SET " + change, () -> {
            shop.post("/v1/payins", payin).expect(422, "P2P_LIQUIDITY_UNAVAILABLE");
            assertThat(service.serviceDatabase().alteredRows()).anyMatch(row -> row.startsWith("In p2p_offer, "));
        });
        shop.post("/v1/payins", payin).expect(201);
    }
}
