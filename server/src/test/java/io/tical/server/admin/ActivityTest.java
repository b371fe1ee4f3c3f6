package io.tical.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ActivityTest {
    private static TestService service;
    private static OperatorClient operator;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0"));
        operator = service.operator(Operator.Role.SUPPORT);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** The counts of all hours, such as {@code payin THB failed 2 120000}. */
    private static List<String> counts(JsonNode activity) {
        return StreamSupport.stream(activity.get("counts").spliterator(), false)
                .map(count ->
                        count.get("kind").asText() + " " + count.get("subject").asText() + " "
                                + count.get("outcome").asText() + " "
                                + count.get("count").asLong()
                                + (count.get("amount").isNull()
                                        ? ""
                                        : " " + count.get("amount").asLong()))
                .toList();
    }

    @Test
    void theHoursTellWhatWasCreatedAndWhatCameOfIt() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        var sent = merchant.payout("sent", 40_000).expect(201).word("id");
        var refused = merchant.payout("refused", 50_001).expect(201).word("id");
        var unknown = merchant.payout("unknown", 60_003).expect(201).word("id");
        var byHand = service.fundedLive(service.merchant(), 1_000_000)
                .payout("by hand", 70_000)
                .expect(201)
                .word("id");
        var created = merchant.payin("paid", 30_000).expect(201);
        var paid = created.word("id");
        merchant.slip(paid, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
        merchant.payin("open", 20_000).expect(201);
        var old = merchant.payin("old", 10_000).expect(201).word("id");
        // Created two days ago: its id says so.
        service.sql(
                "UPDATE payin SET payin_id = overlay(payin_id::text PLACING '0191' FROM 1 FOR 4)::uuid WHERE payin_id = '"
                        + old + "'");
        service.sql("UPDATE callback_endpoint SET suspended_at = now()");
        await().atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> {
                    assertThat(merchant.payout(sent).word("status")).isEqualTo("success");
                    assertThat(merchant.payout(refused).word("status")).isEqualTo("failed");
                    assertThat(merchant.payin(paid).word("status")).isEqualTo("success");
                    assertThat(operator.get("/admin/v1/payouts/" + unknown)
                                    .data()
                                    .at("/execution_steps/0/attempts/0/state")
                                    .asText())
                            .isEqualTo("open");
                    assertThat(operator.get("/admin/v1/payouts/" + byHand)
                                    .data()
                                    .get("decisions")
                                    .toString())
                            .contains("outcome");
                });

        var before = Instant.now().getEpochSecond();
        var test = operator.get("/admin/v1/activity?livemode=false").expect(200).data();
        var live = operator.get("/admin/v1/activity").expect(200).data();

        assertThat(counts(test))
                .contains(
                        "payout THB succeeded 1 40000",
                        "payout THB failed 1 50001",
                        "payin THB succeeded 1 " + created.number("transfer_amount"),
                        "payin THB open 1 20000",
                        "rail_attempt simulator succeeded 1",
                        "rail_attempt simulator failed 1",
                        "rail_attempt simulator unknown 1",
                        "slip_verification simulator verified 1");
        var hours = test.get("hours");
        assertThat(hours).hasSize(RecentActivity.HOURS);
        assertThat(hours.get(23).asLong()).isBetween(before - 3_600, before + 1);
        assertThat(hours.get(23).asLong() - hours.get(0).asLong()).isEqualTo(23 * 3_600);
        assertThat(live.get("livemode").asBoolean()).isTrue();
        // What waits for staff is not unknown.
        assertThat(counts(live))
                .contains("rail_attempt manual waiting 1")
                .noneMatch(count -> count.startsWith("payin") || count.contains("unknown"));

        // It is kept for some seconds.
        merchant.payin("later", 25_000).expect(201);
        assertThat(operator.get("/admin/v1/activity?livemode=false").expect(200).data())
                .isEqualTo(test);
    }

    @Test
    void anEnvironmentThatThereIsNotIsRefused() {
        assertThat(operator.get("/admin/v1/activity?livemode=maybe").status()).isEqualTo(400);
    }
}
