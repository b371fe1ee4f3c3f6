package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Ids;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.Midnight;
import io.tical.server.TestService;
import io.tical.server.transaction.DailyVolume;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What people look at: the overview, and lists of both environments. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardReadsTest {
    private static final ZoneId BANGKOK = ZoneId.of("Asia/Bangkok");

    private TestService service;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private static List<String> references(List<JsonNode> payouts) {
        return payouts.stream().map(payout -> payout.get("order_ref").asText()).toList();
    }

    @Test
    void theOverviewOfANewOrganizationIsComplete() {
        var owner = service.owner(service.merchant());
        var overview = owner.get("/api/overview").expect(200);
        assertThat(overview.word("environment")).isEqualTo("live");
        assertThat(overview.word("timezone")).isEqualTo("Asia/Bangkok");
        assertThat(overview.data().get("balances")).hasSize(1);
        assertThat(overview.data().at("/balances/0/currency").asText()).isEqualTo("THB");
        assertThat(overview.data().get("volume")).isEmpty();
        assertThat(overview.data().get("callbacks"))
                .hasSize(2)
                .allSatisfy(
                        callback -> assertThat(callback.get("status").asText()).isEqualTo("unset"));
        assertThat(overview.data().get("deliveries").toString())
                .isEqualTo("{\"pending\":0,\"failed\":0,\"suspended\":0}");
        owner.get("/api/overview?environment=both").expect(400, "VALIDATION_FAILED");
    }

    @Test
    void theVolumeHasWhatSucceededOnEachDayOfTheOrganization() {
        var merchant = service.merchant();
        var owner = service.owner(merchant);
        Midnight.awaitIfNear(BANGKOK);
        var today = LocalDate.now(BANGKOK);
        var midnight = today.minusDays(3).atStartOfDay(BANGKOK).toInstant();
        insert(merchant, false, midnight, "THB", "success", 100);
        insert(merchant, false, midnight.plus(Duration.ofHours(5)), "THB", "success", 20);
        insert(merchant, false, midnight.minusMillis(1), "THB", "success", 3);
        insert(merchant, false, midnight, "USD", "success", 7);
        insert(merchant, false, midnight, "THB", "failed", 5_000);
        insert(merchant, false, midnight, "THB", "partial_success", 5_000);
        insert(merchant, true, midnight, "THB", "success", 9_999);
        insert(merchant, false, today.minusDays(13).atStartOfDay(BANGKOK).toInstant(), "THB", "success", 11);
        insert(
                merchant,
                false,
                today.minusDays(13).atStartOfDay(BANGKOK).toInstant().minusMillis(1),
                "JPY",
                "success",
                1);
        insert(service.merchant(), false, midnight, "THB", "success", 8_888);

        var volume =
                owner.get("/api/overview?environment=test").expect(200).data().get("volume");
        assertThat(volume).hasSize(2 * 14);
        assertThat(volume.get(0).get("date").asText())
                .isEqualTo(today.minusDays(13).toString());
        assertThat(volume.get(27).get("date").asText()).isEqualTo(today.toString());
        assertThat(day(volume, today.minusDays(3), "THB")).isEqualTo("120/2");
        assertThat(day(volume, today.minusDays(3), "USD")).isEqualTo("7/1");
        assertThat(day(volume, today.minusDays(4), "THB")).isEqualTo("3/1");
        assertThat(day(volume, today.minusDays(13), "THB")).isEqualTo("11/1");
        assertThat(day(volume, today.minusDays(2), "THB")).isEqualTo("0/0");
        assertThat(volume)
                .allSatisfy(
                        item -> assertThat(item.get("payin_amount").asLong()).isZero());
        var live =
                owner.get("/api/overview?environment=live").expect(200).data().get("volume");
        assertThat(day(live, today.minusDays(3), "THB")).isEqualTo("9999/1");
    }

    private static String day(JsonNode volume, LocalDate date, String currency) {
        for (var item : volume) {
            if (item.get("date").asText().equals(date.toString())
                    && item.get("currency").asText().equals(currency)) {
                return item.get("payout_amount").asLong() + "/"
                        + item.get("payout_count").asLong();
            }
        }
        throw new AssertionError("no " + date + " " + currency);
    }

    /** A payout that was made at another time: its id says when. */
    private void insert(Merchant merchant, boolean livemode, Instant at, String currency, String status, long amount) {
        var boundary = Ids.boundary(at);
        var id = new UUID(
                boundary.getMostSignificantBits() | 0x7000, UUID.randomUUID().getLeastSignificantBits());
        service.sql(String.format(
                Locale.ROOT,
                """
                INSERT INTO payout (organization_id, livemode, payout_id, status, dialect, merchant_ref, currency, amount, fee,
                    account_id, customer_id, customer_name, bank_code, account_no, holder_name, request_id, daily_date, updated_at)
                VALUES ('%s', %s, '%s', '%s', 'v1', '%s', '%s', %d, 0, '%s', '%s', '', '', '', '', '', now(), now())
                """,
                merchant.organizationId(),
                livemode,
                id,
                status,
                id,
                currency,
                amount,
                UUID.randomUUID(),
                UUID.randomUUID()));
    }

    @Test
    void whatSucceededJustNowIsInTheVolume() {
        Midnight.awaitIfNear(BANGKOK);
        var merchant = service.merchant().funded("THB", 1_000_000);
        var owner = service.owner(merchant);
        assertThat(owner.get("/api/overview?environment=test")
                        .expect(200)
                        .data()
                        .get("volume"))
                .isEmpty();
        var payout = merchant.payout("first", 12_300).expect(201).word("id");
        merchant.post("/v1/payouts/" + payout + "/test-confirm").expect(200);
        // Today is read again within a minute.
        await().atMost(Duration.ofSeconds(75))
                .untilAsserted(() -> assertThat(day(
                                owner.get("/api/overview?environment=test")
                                        .expect(200)
                                        .data()
                                        .get("volume"),
                                LocalDate.now(BANGKOK),
                                "THB"))
                        .isEqualTo("12300/1"));
    }

    @Test
    void aDayIsAsLongAsItIsThere() {
        var now = Instant.parse("2026-03-29T22:30:00Z");
        var days = DailyVolume.Day.last(3, ZoneId.of("Europe/Berlin"), now);
        assertThat(days)
                .extracting(DailyVolume.Day::date)
                .map(LocalDate::toString)
                .containsExactly("2026-03-28", "2026-03-29", "2026-03-30");
        assertThat(days)
                .extracting(day -> Duration.between(day.from(), day.to()).toHours())
                .containsExactly(24L, 23L, 24L);
    }

    @Test
    void payoutsAreListedByEnvironmentAndReadFromEither() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        var live = service.fundedLive(merchant, 1_000_000);
        var owner = service.owner(merchant);
        var made = new ArrayList<String>();
        for (int i = 0; i < 5; i++) {
            made.addFirst("order-" + i);
            merchant.payout("order-" + i, 10_000 + i).expect(201);
        }
        var liveId = live.payout("live-1", 20_000).expect(201).word("id");
        var rows = owner.all("/api/payouts?environment=test&limit=2");
        assertThat(references(rows)).isEqualTo(made);
        assertThat(references(owner.all("/api/payouts"))).containsExactly("live-1");
        assertThat(references(owner.all("/api/payouts?environment=test&order_ref=order-3")))
                .containsExactly("order-3");
        assertThat(references(owner.all("/api/payouts?environment=test&q=order-")))
                .isEqualTo(made);
        assertThat(owner.all("/api/payouts?environment=test&status=success")).isEmpty();
        owner.get("/api/payouts?environment=test&status=paid").expect(400, "VALIDATION_FAILED");
        owner.get("/api/payouts?environment=test&limit=0").expect(400, "LIMIT_INVALID");

        var id = rows.getFirst().get("id").asText();
        assertThat(withoutActions(owner, id)).isEqualTo(merchant.payout(id).data());
        assertThat(withoutActions(owner, liveId)).isEqualTo(live.payout(liveId).data());
        var timeline = owner.get("/api/payouts/" + id + "/timeline").expect(200).data();
        assertThat(timeline.findValues("user")).hasSize(timeline.size()).allMatch(JsonNode::isNull);
        timeline.forEach(item -> ((ObjectNode) item).remove("user"));
        assertThat(timeline)
                .isEqualTo(merchant.get("/v1/payouts/" + id + "/timeline")
                        .expect(200)
                        .data());
    }

    @Test
    void aCursorOfOneEnvironmentIsNoneOfTheOther() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        var owner = service.owner(merchant);
        merchant.payout("a", 10_000).expect(201);
        merchant.payout("b", 10_000).expect(201);
        var page = owner.get("/api/payouts?environment=test&limit=1").expect(200);
        var cursor = page.json().at("/meta/next_cursor").asText();
        assertThat(page.headers().firstValue("Link").orElse(""))
                .contains("/api/payouts?environment=test&limit=1&cursor=");
        owner.get("/api/payouts?environment=test&cursor=" + cursor).expect(200);
        owner.get("/api/payouts?environment=live&cursor=" + cursor).expect(400, "CURSOR_INVALID");
        merchant.get("/v1/payouts?cursor=" + cursor).expect(400, "CURSOR_INVALID");
    }

    @Test
    void balancesAndCustomersAreThoseOfTheirEnvironment() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        var live = service.fundedLive(merchant, 5_000);
        var owner = service.owner(merchant);
        merchant.customer("Test Person", "1112223334");
        live.customer("Live Person", "5556667778");

        var both = owner.get("/api/balances").expect(200).data();
        assertThat(both).hasSize(2);
        assertThat(both.get(0).get("livemode").asBoolean()).isTrue();
        assertThat(both.get(0).get("available").asLong()).isEqualTo(5_000);
        assertThat(both.get(1).get("available").asLong()).isEqualTo(1_000_000);
        assertThat(owner.get("/api/balances?environment=test").expect(200).data())
                .isEqualTo(merchant.get("/v1/balance").expect(200).data());

        assertThat(names(owner, "/api/customers")).containsExactly("Live Person");
        assertThat(names(owner, "/api/customers?environment=test")).containsExactly("Test Person");
        assertThat(names(owner, "/api/customers?environment=test&q=111222")).containsExactly("Test Person");
        assertThat(names(owner, "/api/customers?environment=test&q=nobody")).isEmpty();
    }

    /** A payout without what its reader can do with it, which the merchant's API does not tell. */
    private static JsonNode withoutActions(DashboardClient owner, String id) {
        var payout = owner.get("/api/payouts/" + id).expect(200).data();
        return ((ObjectNode) payout).without("actions");
    }

    private static List<String> names(DashboardClient owner, String path) {
        return owner.all(path).stream()
                .map(row -> row.get("holder_name").asText())
                .toList();
    }
}
