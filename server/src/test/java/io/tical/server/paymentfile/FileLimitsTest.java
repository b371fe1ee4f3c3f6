package io.tical.server.paymentfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.OperatedService;
import io.tical.server.Reply;
import io.tical.server.TestService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files pay no more from an account than its limits allow, whoever makes them. */
class FileLimitsTest extends OperatedService {
    private static final String FILES = "/admin/v1/payment-files";
    private static final String NONE = "\"payment_max\":null,\"day_out_max\":null,\"day_out_payments\":null";

    private String account;

    @BeforeEach
    void payingAccount() {
        account = finance.bankAccount("THB").get("id").asText();
        if (finance.get("/admin/v1/paying-accounts/" + account).number("version") == 0) {
            service.approved(finance.put(
                    "/admin/v1/paying-accounts/" + account, "{\"version\":0,\"format\":\"CSV\",\"note\":\"agreed\"}"));
        }
    }

    /** Neither a limit nor a payment is left for the next test. */
    @AfterEach
    void nothingIsLeft() {
        var asked = change(NONE);
        if (asked.status() == 202) {
            service.approved(asked);
        }
        for (var file :
                finance.get(FILES + "?waiting=true&limit=100").expect(200).data()) {
            finance.post(
                            FILES + "/" + file.get("id").asText() + "/discard",
                            "{\"version\":" + file.get("version") + "}")
                    .expect(200);
        }
        for (var payout : withStaff()) {
            finance.post(
                            "/admin/v1/payouts/" + payout.get("id").asText() + "/steps/1/outcome",
                            "{\"version\":" + payout.get("version") + ",\"outcome\":\"failed\"}")
                    .expect(200);
        }
    }

    private List<JsonNode> withStaff() {
        return finance.get("/admin/v1/payouts?status=processing&rail=manual&limit=100")
                .expect(200)
                .data()
                .valueStream()
                .toList();
    }

    private Reply change(String fields) {
        var path = "/admin/v1/collection-accounts/" + account;
        var version = finance.get(path).expect(200).number("version");
        return finance.patch(path, "{\"version\":" + version + ",\"note\":\"as agreed\"," + fields + "}");
    }

    private Reply create() {
        return finance.post(FILES, "{\"account_id\":\"" + account + "\"}");
    }

    private List<Long> amounts(String file) {
        return finance.get(FILES + "/" + file + "/payments?status=open")
                .expect(200)
                .data()
                .valueStream()
                .map(line -> line.get("amount").asLong())
                .toList();
    }

    private JsonNode leftOut() {
        return finance.get("/admin/v1/paying-accounts/" + account + "/waiting")
                .expect(200)
                .data()
                .get("left_out");
    }

    /** Payouts of several merchants, made in this order. */
    private void payouts(long... amounts) {
        for (var amount : amounts) {
            service.fundedLive(service.merchant(), 100_000_000)
                    .payout("limit-" + amount, amount)
                    .expect(201);
        }
        await().atMost(SOON).until(() -> withStaff().size() == amounts.length);
    }

    private Reply release(String file) {
        var version = finance.get(FILES + "/" + file).number("version");
        return finance.post(FILES + "/" + file + "/release", "{\"version\":" + version + "}");
    }

    @Test
    void aDraftTakesTheOldestThatFitAndSaysWhatIsLeft() {
        payouts(70_001, 200_000, 30_002, 40_003, 29_000);
        change("\"payment_max\":100000,\"day_out_max\":130000").expect(200);
        assertThat(leftOut().at("/limit_payment/payments").asInt()).isEqualTo(1);
        assertThat(leftOut().at("/limit_payment/amount").asLong()).isEqualTo(200_000);
        assertThat(leftOut().at("/limit_day_amount/payments").asInt()).isEqualTo(1);
        assertThat(leftOut().at("/limit_day_amount/amount").asLong()).isEqualTo(40_003);
        var file = create().expect(201).word("id");
        assertThat(amounts(file)).containsExactly(70_001L, 30_002L, 29_000L);
        assertThat(create().expect(409, "PAYMENT_FILE_EMPTY").text()).contains("limits of this account");

        finance.post(FILES + "/" + file + "/remove", "{\"version\":1,\"payments\":[\"1\"]}")
                .expect(200);
        assertThat(amounts(create().expect(201).word("id")))
                .as("what was removed is free")
                .containsExactly(70_001L);
    }

    @Test
    void aDraftTakesAsManyPaymentsAsTheDayHasLeft() {
        payouts(10_001, 10_002, 10_003, 10_004);
        change("\"day_out_payments\":3").expect(200);
        assertThat(leftOut().at("/limit_day_payments/payments").asInt()).isEqualTo(1);
        var file = create().expect(201).word("id");
        assertThat(amounts(file)).containsExactly(10_001L, 10_002L, 10_003L);
        finance.post(FILES + "/" + file + "/discard", "{\"version\":1}").expect(200);
        assertThat(amounts(create().expect(201).word("id"))).hasSize(3);
    }

    @Test
    void aLimitThatWasLoweredHoldsForFilesThatExist() {
        payouts(50_001, 50_002);
        service.approved(finance.put(
                "/admin/v1/paying-accounts/" + account,
                "{\"version\":"
                        + finance.get("/admin/v1/paying-accounts/" + account).number("version")
                        + ",\"format\":\"CSV\",\"payments_max\":1,\"note\":\"one each\"}"));
        var first = create().expect(201).word("id");
        var second = create().expect(201).word("id");
        change("\"day_out_max\":60000").expect(200);
        service.approved(release(first));
        release(second).expect(409, "PAYMENT_FILE_OVER_LIMIT");
        change("\"payment_max\":50000").expect(200);
        finance.get(FILES + "/" + first + "/file").expect(409, "PAYMENT_FILE_OVER_LIMIT");
        change("\"purpose\":\"collecting\"").expect(200);
        finance.get(FILES + "/" + first + "/file").expect(409, "PAYING_ACCOUNT_INACTIVE");
        create().expect(409, "PAYING_ACCOUNT_INACTIVE");
        release(second).expect(409, "PAYING_ACCOUNT_INACTIVE");
        finance.put(
                        "/admin/v1/paying-accounts/" + account,
                        "{\"version\":"
                                + finance.get("/admin/v1/paying-accounts/" + account)
                                        .number("version")
                                + ",\"format\":\"CSV\",\"payments_max\":1000,\"note\":\"as before\"}")
                .expect(400, "VALIDATION_FAILED");
        service.approved(change("\"purpose\":\"both\"," + NONE));
        service.approved(finance.put(
                "/admin/v1/paying-accounts/" + account,
                "{\"version\":"
                        + finance.get("/admin/v1/paying-accounts/" + account).number("version")
                        + ",\"format\":\"CSV\",\"payments_max\":1000,\"note\":\"as before\"}"));
    }

    @Test
    void severalPeopleOnTwoNodesTogetherStayWithinTheLimitOfADay() throws Exception {
        payouts(IntStream.range(0, 12).mapToLong(i -> 10_000 + i).toArray());
        change("\"day_out_max\":65000").expect(200);
        try (var other = service.on(service.database(), Map.of(), TestService.Work.RUNNING);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var body = "{\"account_id\":\"" + account + "\"}";
            var tasks = new ArrayList<Callable<Reply>>();
            for (var person : List.of(finance, finance.at(other.tical().ports().admin()))) {
                IntStream.range(0, 4).forEach(_ -> tasks.add(() -> person.post(FILES, body)));
            }
            var files = new ArrayList<String>();
            for (var task : threads.invokeAll(tasks)) {
                if (task.get().status() == 201) {
                    files.add(task.get().word("id"));
                }
            }
            var all = files.stream().flatMap(file -> amounts(file).stream()).toList();
            assertThat(all).hasSize(6);
            assertThat(all.stream().mapToLong(Long::longValue).sum()).isLessThanOrEqualTo(65_000);
        }
    }
}
