package io.tical.server.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.OperatedService;
import io.tical.server.OperatorClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Several people and two nodes import at the same time. */
class ImportRaceTest extends OperatedService {
    private static final String TREE = "/admin/v1/bank-statements";

    private String account() {
        return finance.bankAccount("THB").get("account_no").asText();
    }

    private static LocalDate today() {
        return LocalDate.now(ZoneId.of("Asia/Bangkok"));
    }

    private String sent(CamtText statement) {
        return finance.upload(TREE + "?name=day.xml", statement.text())
                .expect(201)
                .word("id");
    }

    private static <T> List<T> together(List<Callable<T>> tasks) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<T>();
            for (Future<T> one : threads.invokeAll(tasks)) {
                results.add(one.get());
            }
            return results;
        }
    }

    private long entries(String prefix) {
        return service.count("SELECT count(*) FROM bank_entry WHERE bank_reference LIKE '" + prefix + "%'");
    }

    @Test
    void oneFileIsImportedOnceByTwoNodes() throws Exception {
        var payin = service.live(service.merchant())
                .payin("race", 91_000)
                .expect(201)
                .word("id");
        var amount = finance.get("/admin/v1/payins/" + payin).expect(200).number("transfer_amount");
        var file = sent(
                new CamtText(account(), "RACE", today()).entry(amount, "RACE-1").entry(500, "RACE-2"));
        try (var other = service.node(Map.of(), TestService.Work.RUNNING)) {
            var nodes = List.of(finance, colleague.at(other.adminPort()), finance.at(other.adminPort()), colleague);
            var answers = together(nodes.stream()
                    .<Callable<Reply>>map(node -> () -> node.post(TREE + "/" + file + "/import", "{\"version\":1}"))
                    .toList());
            assertThat(answers).extracting(Reply::status).containsOnlyOnce(200).containsOnly(200, 409);
            await().atMost(SOON)
                    .until(() -> finance.get("/admin/v1/payins/" + payin)
                            .word("status")
                            .equals("success"));
        }
        assertThat(entries("RACE-")).isEqualTo(2);
    }

    @Test
    void overlappingFilesAddEachEntryOnceInWhateverOrder() throws Exception {
        var files = new ArrayList<String>();
        for (int length = 1; length <= 5; length++) {
            var statement = new CamtText(account(), "OVERLAP" + length, today());
            for (int entry = 0; entry < length; entry++) {
                // All of one amount.
                statement.entry(777, "OVER-" + entry);
            }
            files.add(sent(statement));
        }
        OperatorClient[] people = {finance, colleague};
        var tasks = new ArrayList<Callable<Reply>>();
        for (int at = 0; at < files.size(); at++) {
            var person = people[at % people.length];
            var path = TREE + "/" + files.get(at) + "/import";
            tasks.add(() -> person.post(path, "{\"version\":1}"));
        }
        assertThat(together(tasks)).extracting(Reply::status).containsOnly(200);
        assertThat(entries("OVER-")).isEqualTo(5);
    }

    /** People match an entry with another payin than the one that background work finds for it: only one of them is paid. */
    @Test
    void anEntryPaysOnePayinWhoeverIsFirst() throws Exception {
        for (int round = 0; round < 8; round++) {
            var live = service.live(service.merchant());
            var exact = live.payin("exact", 92_000).expect(201).word("id");
            var other = live.payin("other", 93_000).expect(201).word("id");
            var amount = finance.get("/admin/v1/payins/" + exact).expect(200).number("transfer_amount");
            var reference = "FIRST-" + round;
            var file = sent(new CamtText(account(), "FIRST" + round, today()).entry(amount, reference));
            finance.post(TREE + "/" + file + "/import", "{\"version\":1}").expect(200);
            var entry = finance.get("/admin/v1/bank-entries?limit=100")
                    .expect(200)
                    .data()
                    .valueStream()
                    .filter(one -> one.get("bank_reference").asText().equals(reference))
                    .findFirst()
                    .orElseThrow();
            var path = "/admin/v1/bank-entries/" + entry.get("id").asText();
            var body = "{\"version\":" + entry.get("version").asLong() + ",\"payin_id\":\"" + other
                    + "\",\"note\":\"his\",\"override_reason\":\"other\"}";
            var answer = finance.post(path + "/match", body);
            await().atMost(SOON)
                    .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
            var paid = List.of(exact, other).stream()
                    .filter(one -> finance.get("/admin/v1/payins/" + one)
                            .word("status")
                            .equals("success"))
                    .toList();
            assertThat(paid)
                    .as("round %d, the answer was %d", round, answer.status())
                    .hasSize(1);
            assertThat(finance.get(path).word("matched_id")).isEqualTo(paid.getFirst());
        }
    }
}
