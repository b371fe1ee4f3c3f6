package io.tical.server.paymentfile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Reply;
import io.tical.server.TestService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of payments: from payouts that were handed to staff to what the bank says became of them. */
class PaymentFilesTest extends FiledPayments {
    @TempDir
    static Path inbox;

    @Override
    protected Map<String, String> settings() {
        return Map.of("TICAL_BANK_INBOX", inbox.toString());
    }

    @Test
    void payoutsLeaveByFileAndReturnByStatement() {
        var payouts = IntStream.range(0, 3).mapToObj(i -> payout(50_000 + i)).toList();
        var outlook = finance.get("/admin/v1/paying-accounts/" + account + "/waiting")
                .expect(200)
                .data();
        assertThat(outlook.get("payments").asInt()).isEqualTo(3);
        assertThat(outlook.get("total").asLong()).isEqualTo(150_003);
        var file = created();
        assertThat(file(file).get("status").asText()).isEqualTo("draft");
        assertThat(file(file).at("/warnings/new_destination/payments").asInt()).isEqualTo(3);
        assertThat(file(file).at("/warnings/same_destination/payments").asInt()).isEqualTo(3);
        assertThat(file(file).at("/warnings/name_not_verified/payments").asInt())
                .as("live accounts are verified by people")
                .isEqualTo(3);
        assertThat(payout(payouts.getFirst()).get("rail").asText()).isEqualTo("file");

        finance.get(FILES + "/" + file + "/file").expect(409, "PAYMENT_FILE_STATUS_TRANSITION_INVALID");
        var asked = decide(finance, file, "release", "").expect(202);
        finance.post("/admin/v1/approvals/" + asked.word("approval_id") + "/approve")
                .expect(403);
        service.approved(asked);
        var bytes = finance.file(FILES + "/" + file + "/file");
        assertThat(colleague.file(FILES + "/" + file + "/file")).isEqualTo(bytes);
        assertThat(Bytes.hash(bytes)).isEqualTo(file(file).get("hash").asText());
        var text = new String(bytes, UTF_8);
        assertThat(text).contains("pain.001.001.09", "<CtrlSum>1500.03</CtrlSum>", "<NbOfTxs>3</NbOfTxs>", accountNo);
        assertThat(file(file).get("status").asText()).isEqualTo("handed_out");

        var statement = statement();
        payouts.forEach(one -> statement.entry(-line(file, one).get("amount").asLong(), reference(file, one)));
        imported(statement);
        payouts.forEach(one -> awaitStatus(one, "success"));
        await().atMost(SOON).until(() -> file(file).get("status").asText().equals("closed"));
        assertThat(lines(file).stream().map(one -> one.get("status").asText()).collect(Collectors.toSet()))
                .containsExactly("delivered");
        var entry = entry(reference(file, payouts.getFirst()));
        assertThat(entry.get("status").asText()).isEqualTo("matched");
        assertThat(entry.get("matched_type").asText()).isEqualTo("payout");

        // As if a node had died after the reports and before their record.
        var balance = live.balance("THB").toString();
        var due =
                "SELECT count(*) FROM payment_file_line WHERE due_at IS NOT NULL AND payment_file_id = '" + file + "'";
        service.sql("UPDATE payment_file_line SET due_at = now() WHERE payment_file_id = '" + file + "'");
        await().atMost(SOON).until(() -> service.count(due) == 0);
        payouts.forEach(one -> assertThat(status(one)).isEqualTo("success"));
        assertThat(live.balance("THB").toString()).isEqualTo(balance);
        assertThat(file(file).get("status").asText()).isEqualTo("closed");
    }

    /** A bank's report of the statuses of payments, by their references. */
    private static String report(String file, String... referencesAndStatuses) {
        var payments = new StringBuilder();
        for (int i = 0; i < referencesAndStatuses.length; i += 2) {
            payments.append(
                    "<TxInfAndSts><OrgnlEndToEndId>%s</OrgnlEndToEndId><TxSts>%s</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts>"
                            .formatted(referencesAndStatuses[i], referencesAndStatuses[i + 1]));
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
            <GrpHdr><MsgId>R%2$s</MsgId><CreDtTm>2026-11-28T12:00:00</CreDtTm></GrpHdr>
            <OrgnlGrpInfAndSts><OrgnlMsgId>%1$s</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
            <OrgnlPmtInfAndSts><OrgnlPmtInfId>%1$s</OrgnlPmtInfId>%3$s</OrgnlPmtInfAndSts>
            </CstmrPmtStsRpt></Document>
            """.formatted(file, NUMBERS.incrementAndGet(), payments);
    }

    private String name(String file) {
        return file(file).get("name").asText();
    }

    private Reply result(String file, String text) {
        return finance.upload(FILES + "/" + file + "/results?name=answer.xml", text);
    }

    private Reply applied(Reply result) {
        return finance.post(
                "/admin/v1/payment-results/" + result.word("id") + "/apply",
                "{\"version\":" + result.number("version") + "}");
    }

    @Test
    void theBanksResultClosesPayments() {
        var good = payout(50_000);
        var bad = payout(60_000);
        var open = payout(70_000);
        var file = handedOut();
        var result = result(
                        file,
                        report(
                                name(file),
                                reference(file, good),
                                "ACSC",
                                reference(file, bad),
                                "RJCT",
                                reference(file, open),
                                "ACSP"))
                .expect(201);
        assertThat(result.data().at("/parts/succeeded/amount").asLong()).isEqualTo(50_000);
        assertThat(result.data().at("/parts/failed/payments").asInt()).isEqualTo(1);
        assertThat(status(good)).as("a result counts when it is applied").isEqualTo("processing");
        applied(result).expect(200);
        awaitStatus(good, "success");
        awaitStatus(bad, "failed");
        assertThat(payout(bad).toString()).contains("account_closed");
        assertThat(status(open)).isEqualTo("processing");
        await().atMost(SOON).until(() -> line(file, bad).get("status").asText().equals("failed"));
        assertThat(file(file).get("status").asText()).isEqualTo("handed_out");

        var other = result(file, report(name(file), reference(file, good), "RJCT", reference(file, open), "RCVD"))
                .expect(201);
        assertThat(other.data().get("conflicts").asInt()).isEqualTo(1);
        applied(other).expect(200);
        assertThat(line(file, good).get("outcome").asText()).isEqualTo("succeeded");

        imported(statement()
                .entry(-50_000, reference(file, good))
                .entry(-60_000, reference(file, bad))
                .entry(-70_000, reference(file, open)));
        awaitStatus(open, "success");
        await().atMost(SOON).until(() -> file(file).get("status").asText().equals("closed"));
        assertThat(line(file, good).get("entry_id").isNull())
                .as("the statement proves it")
                .isFalse();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(line(file, bad).get("status").asText())
                        .as("the bank had said that it failed, and paid it")
                        .isEqualTo("delivered"));
        assertThat(payout(bad).toString()).contains("late_delivery");
    }

    @Test
    void aResultOfAnotherFileOrAmountIsRefused() {
        var payout = payout(50_000);
        var file = handedOut();
        var reference = reference(file, payout);
        result(file, report("T261128AAAA", reference, "ACSC")).expect(409, "PAYMENT_RESULT_OF_OTHER");
        result(file, report(name(file), reference.substring(0, 11) + "00002", "ACSC"))
                .expect(409, "PAYMENT_RESULT_OF_OTHER");
        result(
                        file,
                        report(name(file), reference, "ACSC")
                                .replace(
                                        "</TxInfAndSts>",
                                        "<OrgnlTxRef><Amt><InstdAmt"
                                                + " Ccy=\"THB\">499.99</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>"))
                .expect(409, "PAYMENT_RESULT_OF_OTHER");
        result(file, "no result").expect(409, "PAYMENT_RESULT_UNREADABLE");
        result(file, report(name(file), reference, "RJCT") + "<").expect(409, "PAYMENT_RESULT_UNREADABLE");
        var sent = report(name(file), reference, "ACSC");
        result(file, sent).expect(201);
        result(file, sent).expect(409, "PAYMENT_RESULT_KNOWN");
        assertThat(status(payout)).isEqualTo("processing");
        imported(statement().entry(-50_000, reference));
        awaitStatus(payout, "success");
    }

    /** Puts a file into the watched folder, and waits until it is put aside; returns the reason, or nothing if it was taken. */
    private static String dropped(String name, String text) {
        try {
            Files.writeString(inbox.resolve(name), text);
            var done = inbox.resolve("done").resolve(name);
            var reason = inbox.resolve("failed").resolve(name + ".reason.txt");
            await().atMost(SOON)
                    .until(() -> Files.exists(done)
                            || Files.exists(inbox.resolve("failed").resolve(name)));
            return Files.exists(done) ? "" : Files.readString(reason).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<JsonNode> results(String file) {
        return finance.get(FILES + "/" + file + "/results")
                .expect(200)
                .data()
                .valueStream()
                .toList();
    }

    @Test
    void aResultThatComesThroughTheFolderWaitsAtItsFile() {
        var payout = payout(50_000);
        var file = created();
        var reference = reference(file, payout);
        var report = report(name(file), reference, "RJCT");
        assertThat(dropped("draft.xml", report)).contains(name(file), "draft");
        service.approved(decide(finance, file, "release", ""));
        finance.file(FILES + "/" + file + "/file");
        assertThat(dropped("forged.xml", report(name(file), reference.replaceFirst(".$", "9"), "RJCT")))
                .contains("has no payment");
        assertThat(dropped("unknown.xml", report("T261128AAAA", reference, "RJCT")))
                .contains("T261128AAAA", "does not exist here");
        assertThat(dropped("broken.xml", report.replace("</CstmrPmtStsRpt>", "")))
                .contains("no result");
        assertThat(results(file)).isEmpty();

        try (var other = service.node(Map.of("TICAL_BANK_INBOX", inbox.toString()), TestService.Work.RUNNING)) {
            assertThat(dropped("result.xml", report)).isEmpty();
            assertThat(dropped("again.xml", report)).isEmpty();
            assertThat(results(file))
                    .as("known by node %d, too", other.adminPort())
                    .hasSize(1);
        }
        var result = results(file).getFirst();
        assertThat(result.get("status").asText()).isEqualTo("waiting");
        assertThat(result.get("file_name").asText()).isEqualTo(name(file));
        assertThat(status(payout)).isEqualTo("processing");
        finance.post("/admin/v1/payment-results/" + result.get("id").asText() + "/apply", "{\"version\":1}")
                .expect(200);
        awaitStatus(payout, "failed");
    }

    @Test
    void aResultAmongStatementsJoinsItsFile() {
        var first = payout(50_000);
        var second = payout(60_000);
        var file = handedOut();
        var path = "/admin/v1/bank-statements?name=answer.xml";
        var report = report(name(file), reference(file, first), "ACSC");
        var sent = finance.upload(path, report).expect(200);
        assertThat(sent.word("file_id")).isEqualTo(file);
        assertThat(sent.word("file_name")).isEqualTo(name(file));
        finance.upload(path, report).expect(409, "PAYMENT_RESULT_KNOWN");
        finance.upload(path + "&livemode=false", report.replace("<MsgId>R", "<MsgId>S"))
                .expect(409, "PAYMENT_RESULT_OF_OTHER");
        finance.upload(path, report("T261128AAAA", reference(file, first), "ACSC"))
                .expect(409, "PAYMENT_RESULT_OF_OTHER");
        applied(sent).expect(200);
        awaitStatus(first, "success");
        assertThat(finance.get("/admin/v1/bank-statements").expect(200).data().toString())
                .doesNotContain("answer.xml");
        imported(statement().entry(-60_000, reference(file, second)));
        awaitStatus(second, "success");
    }

    @Test
    void nobodyTransfersByHandWhatIsInAFile() {
        var payout = payout(50_000);
        var other = payout(50_000);
        var file = created();
        var version = payout(payout).get("version").asLong();
        finance.post(
                        "/admin/v1/payouts/" + payout + "/steps/1/outcome",
                        "{\"version\":" + version + ",\"outcome\":\"success\",\"reference\":\"BYHAND\"}")
                .expect(409, "PAYOUT_STATUS_TRANSITION_INVALID");
        assertThat(finance.get("/admin/v1/payouts?status=processing&rail=manual&limit=100")
                        .data()
                        .toString())
                .doesNotContain(payout);
        create().expect(409, "PAYMENT_FILE_EMPTY");

        decide(
                        finance,
                        file,
                        "remove",
                        ",\"payments\":[\"" + line(file, other).get("number").asInt() + "\"]")
                .expect(200);
        assertThat(file(file).get("total").asLong()).isEqualTo(50_000);
        assertThat(payout(other).get("decisions").toString()).contains("outcome");
        decide(finance, file, "discard", "").expect(200);
        assertThat(payout(payout).get("decisions").toString()).contains("outcome");
        decide(finance, file, "release", "").expect(409, "PAYMENT_FILE_STATUS_TRANSITION_INVALID");
        assertThat(create().expect(201).data().get("payments").asInt()).isEqualTo(2);
    }

    @Test
    void whatNobodyGaveToTheBankYetIsAQueue() {
        payout(50_000);
        var file = created();
        assertThat(finance.get("/admin/v1/overview")
                        .expect(200)
                        .data()
                        .get("queues")
                        .valueStream()
                        .filter(queue -> queue.get("queue").asText().equals("payment_files"))
                        .mapToInt(queue -> queue.get("count").asInt()))
                .containsExactly(1);
        assertThat(finance.get(FILES + "?waiting=true").expect(200).data().findValuesAsText("id"))
                .containsExactly(file);
        service.approved(decide(finance, file, "release", ""));
        assertThat(finance.get(FILES + "?waiting=true").expect(200).data().findValuesAsText("status"))
                .containsExactly("released");
        finance.file(FILES + "/" + file + "/file");
        assertThat(finance.get(FILES + "?waiting=true").expect(200).data().size())
                .isZero();
    }

    @Test
    void whatAColleagueWorksOnIsLeftOut() {
        var claimed = payout(50_000);
        var free = payout(60_000);
        colleague.post("/admin/v1/payouts/" + claimed + "/claim").expect(200);
        var file = created();
        assertThat(lines(file)).hasSize(1);
        assertThat(line(file, free).get("amount").asLong()).isEqualTo(60_000);
        colleague.post("/admin/v1/payouts/" + claimed + "/release").expect(200);
    }

    @Test
    void aFileThatNeverCameToTheBankIsSentAgain() {
        var payout = payout(50_000);
        var file = handedOut();
        var reference = reference(file, payout);
        decide(finance, file, "void", "").expect(400);
        var asked =
                decide(finance, file, "void", ",\"note\":\"the upload failed\"").expect(202);
        service.approved(asked);
        await().atMost(SOON)
                .until(() -> payout(payout).at("/execution_steps/0/attempts").size() == 2);
        awaitWithStaff(payout);
        assertThat(line(file, payout).get("status").asText()).isEqualTo("void");

        var again = handedOut();
        assertThat(reference(again, payout)).isNotEqualTo(reference);
        imported(statement().entry(-50_000, reference(again, payout)).entry(-50_000, reference));
        awaitStatus(payout, "success");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(line(file, payout).get("status").asText())
                        .as("the file had come to the bank after all")
                        .isEqualTo("delivered"));
        assertThat(payout(payout).toString()).contains("late_delivery");
    }

    @Test
    void debitsThatNobodyOrderedAreAnAlarm() {
        var payout = payout(51_000);
        var file = handedOut();
        var reference = reference(file, payout);
        imported(statement()
                .entry(-51_000, reference)
                .entry(-51_001, "X" + reference)
                .entry(-4_321, "STRANGE" + reference.substring(0, 8)));
        awaitStatus(payout, "success");
        assertThat(entry("X" + reference).get("reason").asText()).isEqualTo("other_amount");
        assertThat(entry("STRANGE" + reference.substring(0, 8)).get("reason").asText())
                .isEqualTo("not_ordered");
        imported(statement().entry(-51_000, "Y" + reference));
        assertThat(entry("Y" + reference).get("reason").asText()).isEqualTo("paid_twice");
        assertThat(entry("Y" + reference).get("status").asText()).isEqualTo("open");
    }

    @Test
    void aDebitWithoutReferenceIsThePaymentThatAloneFits() {
        var first = payout(81_000);
        var twins = List.of(payout(82_000), payout(82_000));
        var file = handedOut();
        var strange = "NOREF" + name(file).substring(7);
        imported(statement()
                .entry(-81_000, strange + "1")
                .entry(-82_000, strange + "2")
                .entry(-82_000, strange + "3"));
        awaitStatus(first, "success");
        twins.forEach(one -> assertThat(status(one)).isEqualTo("processing"));
        assertThat(entry(strange + "2").get("reason").asText()).isEqualTo("not_ordered");
        applied(result(
                                file,
                                report(
                                        name(file),
                                        reference(file, twins.get(0)),
                                        "ACSC",
                                        reference(file, twins.get(1)),
                                        "ACSC"))
                        .expect(201))
                .expect(200);
        twins.forEach(one -> awaitStatus(one, "success"));
    }

    @Test
    void oneSumDebitsAllPaymentsOfAFile() {
        var payouts = List.of(payout(91_000), payout(92_000));
        var file = handedOut();
        imported(statement().entry(-183_000, name(file)));
        assertThat(file(file).get("entry_id").isNull()).isFalse();
        assertThat(entry(name(file)).get("matched_type").asText()).isEqualTo("payment_file");
        payouts.forEach(one ->
                assertThat(status(one)).as("the result says which arrived").isEqualTo("processing"));
        decide(finance, file, "void", ",\"note\":\"a mistake\"").expect(409, "PAYMENT_FILE_CARRIED_OUT");
        applied(result(
                                file,
                                report(
                                        name(file),
                                        reference(file, payouts.get(0)),
                                        "ACSC",
                                        reference(file, payouts.get(1)),
                                        "ACCC"))
                        .expect(201))
                .expect(200);
        payouts.forEach(one -> awaitStatus(one, "success"));
    }

    @Test
    void whatTheBankDoesNotAnswerGoesToReview() {
        var payout = payout(50_000);
        var file = handedOut();
        service.sql("UPDATE payment_file_line SET due_at = now() WHERE payment_file_id = '" + file + "'");
        awaitStatus(payout, "in_review");
        await().atMost(SOON)
                .until(() -> line(file, payout).get("status").asText().equals("review"));
        assertThat(file(file).get("status").asText()).isEqualTo("handed_out");
        imported(statement().entry(-50_000, reference(file, payout)));
        awaitStatus(payout, "success");
        await().atMost(SOON).until(() -> file(file).get("status").asText().equals("closed"));
    }

    @Test
    void anAccountPaysByFilesAsTwoPeopleSay() {
        var path = "/admin/v1/paying-accounts/" + account;
        var shown = finance.get(path).expect(200).data();
        var version = shown.get("version").asLong();
        finance.put(path, "{\"version\":" + version + ",\"format\":\"KTB iPay Standard\",\"note\":\"x\"}")
                .expect(400);
        finance.put(path, "{\"version\":" + version + ",\"format\":\"nothing\",\"note\":\"x\"}")
                .expect(400);
        finance.put(
                        path,
                        "{\"version\":" + version
                                + ",\"format\":\"pain.001.001.09\",\"zone\":\"Nowhere\",\"cut_off\":\"25:00\",\"note\":\"x\"}")
                .expect(400);
        assertThat(finance.get("/admin/v1/payment-formats").expect(200).data().toString())
                .contains("SCB BCM MCL", "CSV");
        assertThat(finance.get("/admin/v1/paying-accounts").expect(200).data().size())
                .isGreaterThan(1);
    }
}
