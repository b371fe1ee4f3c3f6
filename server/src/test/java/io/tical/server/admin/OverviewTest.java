package io.tical.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OverviewTest {
    private static TestService service;
    private static OperatorClient operator;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        operator = service.operator(Operator.Role.SUPPORT);
    }

    @AfterAll
    static void stop() {
        try (var closing = service) {
            closing.requireCleanAudit();
        }
    }

    private static JsonNode queue(String name) {
        return queue(name, "");
    }

    private static JsonNode queue(String name, String query) {
        return StreamSupport.stream(
                        operator.get("/admin/v1/overview" + query)
                                .expect(200)
                                .data()
                                .get("queues")
                                .spliterator(),
                        false)
                .filter(queue -> queue.get("queue").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A payout that waits for its review. */
    private static String reviewed(Merchant merchant, String reference) {
        var id = merchant.payout(reference, 40_000).expect(201).word("id");
        service.asService("payout", "UPDATE payout SET status = 'pending_review' WHERE payout_id = '" + id + "'");
        return id;
    }

    @Test
    void aQueueShowsHowMuchWaitsTheOldestAndWhatIsClaimed() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        assertThat(queue("payouts_pending_review").get("count").asInt()).isZero();
        assertThat(queue("payouts_pending_review").get("oldest_id").isNull()).isTrue();

        var first = reviewed(merchant, "waits 1");
        var second = reviewed(merchant, "waits 2");
        service.sql("INSERT INTO lease VALUES ('" + merchant.organizationId() + "', false, '" + second
                + "', 'somebody', now() + interval '1 minute'), ('" + merchant.organizationId() + "', false, '" + first
                + "', 'somebody', now() - interval '1 minute')");

        var queue = queue("payouts_pending_review");
        assertThat(queue.get("type").asText()).isEqualTo("payout");
        assertThat(queue.get("count").asInt()).isEqualTo(2);
        assertThat(queue.get("more").asBoolean()).isFalse();
        assertThat(queue.get("claimed").asInt()).isEqualTo(1);
        assertThat(queue.get("oldest_id").asText()).isEqualTo(first);
        assertThat(queue.get("oldest_at").asLong()).isPositive();

        assertThat(queue("payouts_pending_review", "?livemode=false")
                        .get("oldest_id")
                        .asText())
                .isEqualTo(first);
        assertThat(queue("payouts_pending_review", "?livemode=false")
                        .get("claimed")
                        .asInt())
                .isEqualTo(1);
        assertThat(queue("payouts_pending_review", "?livemode=true")
                        .get("count")
                        .asInt())
                .isZero();
        assertThat(queue("payouts_pending_review", "?livemode=true")
                        .get("oldest_id")
                        .isNull())
                .isTrue();

        for (var id : new String[] {first, second}) {
            service.asService("payout", "UPDATE payout SET status = 'processing' WHERE payout_id = '" + id + "'");
        }
        assertThat(queue("payouts_pending_review").get("count").asInt()).isZero();
    }

    @Test
    void anAccountWaitsSinceItsVerificationWasAskedFor() {
        var merchant = service.merchant();
        var first = merchant.customer("Somchai Jaidee", "1112223334").word("id");
        var second = merchant.customer("Somying Rakdee", "1112223335").word("id");
        ask(first, "2 hours");
        ask(second, "3 hours");

        var queue = queue("customers_pending");

        assertThat(queue.get("oldest_id").asText()).isEqualTo(second);
        assertThat(queue.get("oldest_at").asLong())
                .isCloseTo(
                        service.count("SELECT cast(extract(epoch FROM now() - interval '3 hours') AS bigint)"),
                        within(60L));
    }

    private static void ask(String accountId, String ago) {
        service.asService(
                "customer_account",
                "UPDATE customer_account SET verified_at = NULL, verification_refused_at = NULL,"
                        + " verification_requested_at = now() - interval '" + ago + "' WHERE account_id = '" + accountId
                        + "'");
    }

    @Test
    void everyQueueThatExistsIsThere() {
        assertThat(operator.get("/admin/v1/overview").expect(200).data().get("queues"))
                .extracting(queue -> queue.get("queue").asText())
                .contains(
                        "slips_pending",
                        "payouts_pending_review",
                        "payouts_in_review",
                        "payouts_manual",
                        "settlements_in_review",
                        "settlements_manual",
                        "suspense_open",
                        "customers_pending",
                        "organization_accounts_pending",
                        "issues_pending",
                        "approvals_pending",
                        "deliveries_failed",
                        "deliveries_suspended");
    }

    @Test
    void aSearchFindsIdsReferencesAndAccountNumbersOfAllOrganizations() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        var account = merchant.customer("Wichai Sook", "5550001112").word("id");
        var payout =
                merchant.post("/v1/payouts", """
                {"order_ref":"FIND-%%_me","amount":40000,"dest_account_id":"%s"}""".formatted(account)).expect(201).word("id");
        var payin = merchant.payin("find/in", 50_000).expect(201).word("id");

        assertThat(found(payout)).containsExactly("payout " + payout + " id");
        assertThat(found(payin)).containsExactly("payin " + payin + " id");
        assertThat(found("FIND-%25_")).containsExactly("payout " + payout + " merchant_ref");
        assertThat(found("FIND-x")).isEmpty();
        assertThat(found("find/in")).containsExactly("payin " + payin + " merchant_ref");
        assertThat(found("555-000-111"))
                .containsExactly("payout " + payout + " account_no", "customer_account " + account + " account_no");

        var hit =
                operator.get("/admin/v1/search?q=" + payout).expect(200).data().get(0);
        assertThat(hit.get("organization_id").asText())
                .isEqualTo(merchant.organizationId().toString());
        assertThat(hit.get("amount").asLong()).isEqualTo(40_000);
        assertThat(hit.get("currency").asText()).isEqualTo("THB");
        assertThat(hit.get("livemode").asBoolean()).isFalse();
    }

    @Test
    void aSearchFindsTransactionsByTheBeginningOfTheirNotes() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        var account = merchant.customer("Malee Sook", "5550001113").word("id");
        var payout =
                merchant.post("/v1/payouts", """
                {"order_ref":"noted-1","amount":40000,"dest_account_id":"%s","notes":"ใบแจ้งหนี้ 100%% of 4711"}""".formatted(account)).expect(201).word("id");
        var payin = merchant.post("/v1/payins", """
                {"order_ref":"noted-2","amount":50000,"currency":"THB","notes":"Invoice 4711, Malee %s"}""".formatted("x".repeat(150)))
                .expect(201)
                .word("id");

        assertThat(found("invoice+4711")).containsExactly("payin " + payin + " notes");
        assertThat(found("INVOICE+4711%2C+malee")).containsExactly("payin " + payin + " notes");
        assertThat(found("Invoice+4711%2C+Malee+" + "x".repeat(100))).containsExactly("payin " + payin + " notes");
        assertThat(found(URLEncoder.encode("ใบแจ้งหนี้ 100%", StandardCharsets.UTF_8)))
                .containsExactly("payout " + payout + " notes");
        assertThat(found("nvoice+4711")).isEmpty();
        assertThat(found("invoice+4711&livemode=true")).isEmpty();
    }

    @Test
    void aSearchFindsPayoutsByTheirAttemptsAndCallbacksByTheIdOfTheirBody() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        var payout = merchant.payout("sent", 40_000).expect(201).word("id");
        var attempt = UUID.randomUUID();
        var event = UUID.randomUUID();
        var columns = "organization_id, livemode, payout_id, step";
        service.asService(
                "payout_attempt",
                "INSERT INTO payout_attempt (" + columns
                        + ", attempt, attempt_id, rail, amount, status, rail_reference, created_at) SELECT " + columns
                        + ", 1, '" + attempt + "', 'manual', amount, 'dead', 'BANK/2026-77', now() FROM payout_step"
                        + " WHERE payout_id = '" + payout + "'");
        assertThat(found(attempt.toString())).containsExactly("payout " + payout + " attempt_id");
        for (var typed : List.of("BANK/2026-7", "bank/2026-7")) {
            assertThat(found(typed)).containsExactly("payout " + payout + " rail_reference");
        }
        service.asService("payout_attempt", "DELETE FROM payout_attempt WHERE payout_id = '" + payout + "'");

        var delivery = UUID.randomUUID();
        var key = "'" + merchant.organizationId() + "', false, ";
        service.asService(
                "event",
                "INSERT INTO event VALUES (" + key + "'" + event + "', 'payout.succeeded', 'payout', '" + payout
                        + "', 'v1', '{}', now())");
        service.asService(
                "delivery",
                "INSERT INTO delivery (organization_id, livemode, delivery_id, event_id, type, transaction_type,"
                        + " transaction_id, endpoint, url, status, delivered_at, created_at) VALUES (" + key + "'"
                        + delivery
                        + "', '" + event + "', 'payout.succeeded', 'payout', '" + payout
                        + "', 'payout', 'http://x', 'delivered', now(), now())");
        assertThat(found(event.toString())).containsExactly("delivery " + delivery + " event_id");
    }

    @Test
    void aSearchFindsOrganizationsAndTheUsersOfTheirDashboards() {
        var admin = service.operator(Operator.Role.ADMIN);
        var created = admin.post("/admin/v1/organizations", "{\"name\":\"Ångström Tea & Rice\"}")
                .expect(201);
        var id = created.word("id");
        var user = admin.post(
                        "/admin/v1/organizations/" + id + "/users",
                        "{\"username\":\"rice.reader\",\"password\":\"a long password\",\"role\":\"viewer\"}")
                .expect(201)
                .word("id");
        var code = created.word("code");

        assertThat(found(id)).containsExactly("organization " + id + " id");
        assertThat(found(code)).containsExactly("organization " + id + " code");
        assertThat(found(code.substring(0, 7).toLowerCase(Locale.ROOT)))
                .containsExactly("organization " + id + " code");
        assertThat(found("%C3%A5NGSTR%C3%B6M")).containsExactly("organization " + id + " name");
        assertThat(found("Rice")).containsExactly("user " + user + " username");
        assertThat(found(user)).containsExactly("user " + user + " id");
        var hit = operator.get("/admin/v1/search?q=" + user).expect(200).data().get(0);
        assertThat(hit.get("organization_id").asText()).isEqualTo(id);
        assertThat(hit.get("organization_name").asText()).isEqualTo("Ångström Tea & Rice");
        assertThat(hit.get("livemode").isNull()).isTrue();
        assertThat(hit.get("amount").isNull()).isTrue();
    }

    private static java.util.List<String> found(String text) {
        return StreamSupport.stream(
                        operator.get("/admin/v1/search?q=" + text)
                                .expect(200)
                                .data()
                                .spliterator(),
                        false)
                .map(hit -> hit.get("type").asText() + " " + hit.get("id").asText() + " "
                        + hit.get("matched").asText())
                .toList();
    }

    @Test
    void aSearchOfOneEnvironmentFindsNothingOfTheOther() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        var payin = merchant.payin("only-test", 50_000).expect(201).word("id");
        for (var text : new String[] {payin, "only-test"}) {
            assertThat(found(text + "&livemode=false")).hasSize(1);
            assertThat(found(text + "&livemode=true")).isEmpty();
        }
        var organization = merchant.organizationId().toString();
        assertThat(found(organization + "&livemode=true")).hasSize(1);
        operator.get("/admin/v1/search?q=" + payin + "&livemode=yes").expect(400);
    }

    @Test
    void everyListOfObjectsTakesTheEnvironment() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        merchant.payin("listed", 50_000).expect(201);
        merchant.payout("listed", 40_000).expect(201);
        merchant.customer("Wichai Sook", "5550001113");
        for (var list : new String[] {
            "payins",
            "payouts",
            "settlements",
            "slips",
            "suspense",
            "customers",
            "organization-accounts",
            "issues",
            "approvals",
            "deliveries",
            "organization-transfers",
            "rates",
            "audit"
        }) {
            assertThat(operator.get("/admin/v1/" + list + "?livemode=true")
                            .expect(200)
                            .data())
                    .as(list)
                    .noneMatch(row -> (row.path("livemode").isBoolean()
                                    && !row.get("livemode").asBoolean())
                            || row.path("environment").asText().equals("test"));
            operator.get("/admin/v1/" + list + "?livemode=1").expect(400);
        }
        for (var list : new String[] {"payins", "payouts", "customers"}) {
            assertThat(operator.get("/admin/v1/" + list + "?livemode=false")
                            .expect(200)
                            .data())
                    .as(list)
                    .isNotEmpty();
        }
    }

    @Test
    void aSearchAnswersAtMostTwentyHits() {
        var merchant = service.merchant();
        for (int number = 0; number < 25; number++) {
            merchant.payin("many-" + number, 50_000).expect(201);
        }
        assertThat(found("many-")).hasSize(20);
    }

    @Test
    void aTextThatIsTooShortOrTooLongIsRefused() {
        for (var query : new String[] {"", "?q=%20abc%20", "?q=" + "x".repeat(129)}) {
            operator.get("/admin/v1/search" + query).expect(400, "SEARCH_INVALID");
        }
    }
}
