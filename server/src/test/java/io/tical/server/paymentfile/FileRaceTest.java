package io.tical.server.paymentfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.OperatedService;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.bank.CamtText;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two nodes and several people at the same time: a payment is in one file, and is paid once. */
class FileRaceTest extends OperatedService {
    private static final String FILES = "/admin/v1/payment-files";
    private static final int PAYMENTS = 24;
    private static final int OF_A_FILE = 10;

    private static <T> List<T> atOnce(List<Callable<T>> tasks) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<T>();
            for (var task : threads.invokeAll(tasks)) {
                results.add(task.get());
            }
            return results;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private JsonNode account() {
        return finance.bankAccount("THB");
    }

    private List<JsonNode> lines(String file) {
        return finance.get(FILES + "/" + file + "/payments")
                .expect(200)
                .data()
                .valueStream()
                .toList();
    }

    @Test
    void aPaymentIsInOneFileAndIsPaidOnce() {
        var account = account();
        var id = account.get("id").asText();
        service.approved(finance.put(
                "/admin/v1/paying-accounts/" + id,
                "{\"version\":0,\"format\":\"CSV\",\"payments_max\":" + OF_A_FILE + ",\"note\":\"agreed\"}"));
        var live = service.fundedLive(service.merchant(), 100_000_000);
        live.account();
        var payouts = IntStream.range(0, PAYMENTS)
                .mapToObj(i -> live.payout("race-" + i, 40_000 + i).expect(201).word("id"))
                .toList();
        await().atMost(SOON)
                .until(() -> finance.get("/admin/v1/payouts?status=processing&rail=manual&limit=100")
                                .data()
                                .size()
                        == PAYMENTS);
        try (var other = service.on(service.database(), Map.of(), TestService.Work.RUNNING)) {
            var people = List.of(
                    finance,
                    colleague,
                    finance.at(other.tical().ports().admin()),
                    colleague.at(other.tical().ports().admin()));
            var body = "{\"account_id\":\"" + id + "\"}";
            var created = atOnce(people.stream()
                    .<Callable<Reply>>map(person -> () -> person.post(FILES, body))
                    .toList());
            var files = new ArrayList<>(created.stream()
                    .filter(reply -> reply.status() == 201)
                    .map(reply -> reply.word("id"))
                    .toList());
            for (var next = finance.post(FILES, body); next.status() == 201; next = finance.post(FILES, body)) {
                files.add(next.word("id"));
            }
            var seen = new HashSet<String>();
            for (var file : files) {
                for (var line : lines(file)) {
                    assertThat(seen.add(line.get("transaction_id").asText())).isTrue();
                }
            }
            assertThat(seen).hasSize(PAYMENTS);

            var statement =
                    new CamtText(account.get("account_no").asText(), "RACE", LocalDate.now(ZoneId.of("Asia/Bangkok")));
            for (var file : files) {
                service.approved(finance.post(FILES + "/" + file + "/release", "{\"version\":1}"));
                var bytes = atOnce(people.stream()
                        .<Callable<byte[]>>map(person -> () -> person.file(FILES + "/" + file + "/file"))
                        .toList());
                bytes.forEach(one -> assertThat(one).isEqualTo(bytes.getFirst()));
                lines(file)
                        .forEach(line -> statement.entry(
                                -line.get("amount").asLong(),
                                line.get("reference").asText()));
            }
            imported(people, statement.text(1_000_000_000));
            payouts.forEach(payout -> await().atMost(SOON)
                    .until(() -> finance.get("/admin/v1/payouts/" + payout)
                            .word("status")
                            .equals("success")));
            files.forEach(file -> await().atMost(SOON)
                    .until(() -> finance.get(FILES + "/" + file).word("status").equals("closed")));
            assertThat(service.count("SELECT count(*) FROM payout_attempt")).isEqualTo(PAYMENTS);
        }
    }

    /** The same file of the bank by several people at once. */
    private static void imported(List<OperatorClient> people, String text) {
        var sent = people.getFirst()
                .upload("/admin/v1/bank-statements?name=day.xml", text)
                .expect(201)
                .word("id");
        var replies = atOnce(people.stream()
                .<Callable<Reply>>map(
                        person -> () -> person.post("/admin/v1/bank-statements/" + sent + "/import", "{\"version\":1}"))
                .toList());
        assertThat(replies).anyMatch(reply -> reply.status() == 200);
    }
}
