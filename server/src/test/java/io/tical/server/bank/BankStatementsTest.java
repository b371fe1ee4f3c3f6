package io.tical.server.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.ExpectedTransfers;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What operators do with the statements of banks, and what becomes of payins. */
class BankStatementsTest extends ImportedStatements {
    @Test
    void anEntryOfTheReservedAmountPaysItsPayin() {
        var payin = payin(50_000);
        var file = sent(statement(today())
                .entry(transfer(payin), "R1-" + payin)
                .entry(77, "R2-" + payin)
                .entry(-3_500, "R3-" + payin)
                .text());
        var shown = preview(file);
        assertThat(shown.get("possible").asBoolean()).isTrue();
        var statement = shown.get("statements").get(0);
        assertThat(statement.get("proof").asText()).isEqualTo("proved");
        assertThat(statement.get("fresh").asLong()).isEqualTo(3);
        assertThat(statement.get("payins").asLong()).isEqualTo(1);
        assertThat(finance.get("/admin/v1/bank-entries?limit=100").data().valueStream())
                .as("a preview leaves nothing")
                .noneMatch(one -> one.get("bank_reference").asText().equals("R1-" + payin));
        assertThat(read(payin).get("status").asText()).isEqualTo("pending");

        imported(file);
        await().atMost(SOON).until(() -> read(payin).get("status").asText().equals("success"));
        await().atMost(SOON).until(() -> proof(payin).equals("proved"));
        assertThat(entry("R1-" + payin).get("status").asText()).isEqualTo("matched");
        assertThat(entry("R1-" + payin).get("matched_id").asText()).isEqualTo(payin);
        assertThat(entry("R2-" + payin).get("status").asText()).isEqualTo("open");
        decide(file, "undo", "").expect(409, "BANK_FILE_IN_USE");
    }

    @Test
    void whatStaffConfirmedIsProvedAndNotPaidAgain() {
        var payin = payin(60_000);
        var paid = transfer(payin);
        finance.post(
                        "/admin/v1/payins/" + payin + "/confirm",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"paid_amount\":%d,\"reference\":\"SLIP-%s\",\"note\":\"seen\"}",
                                read(payin).get("version").asLong(),
                                paid,
                                payin))
                .expect(200);
        assertThat(proof(payin)).isEqualTo("waiting");
        var before = available();
        imported(sent(statement(today()).entry(paid, "R-" + payin).text()));
        await().atMost(SOON).until(() -> proof(payin).equals("proved"));
        assertThat(entry("R-" + payin).get("matched_id").asText()).isEqualTo(payin);
        assertThat(available()).isEqualTo(before);
    }

    @Test
    void aFileCountsOnceAndItsEntriesAreRecognisedInAnotherOne() {
        var day = today();
        var text = statement(day).entry(11_111, "T1").entry(11_111, "T2").text();
        var file = sent(text);
        send(text).expect(409, "BANK_FILE_KNOWN");
        imported(file);
        send(text).expect(409, "BANK_FILE_KNOWN");

        var longer = sent(statement(day)
                .entry(11_111, "T1")
                .entry(11_111, "T2")
                .entry(11_111, "T3")
                .text());
        var statement = preview(longer).get("statements").get(0);
        assertThat(statement.get("known").asLong()).isEqualTo(2);
        assertThat(statement.get("fresh").asLong()).isEqualTo(1);
        imported(longer);

        decide(file, "undo", "").expect(200);
        assertThat(entry("T1").get("status").asText())
                .as("another file says it")
                .isEqualTo("open");
        decide(longer, "undo", "").expect(200);
        assertThat(entry("T3").get("status").asText()).isEqualTo("undone");
        assertThat(entry("T1").get("status").asText())
                .as("no file says it any more")
                .isEqualTo("undone");
        imported(sent(text));
    }

    @Test
    void whatIsNotExactIsExplainedByPeople() {
        var payin = payin(90_000);
        imported(sent(statement(today())
                .entry(89_000, "SHORT-" + payin)
                .entry(-1_500, "FEE-" + payin)
                .text()));
        await().atMost(SOON).until(() -> read(payin).get("status").asText().equals("pending"));
        var candidates = finance.get("/admin/v1/bank-entries/"
                        + entry("SHORT-" + payin).get("id").asText() + "/candidates")
                .expect(200)
                .data();
        assertThat(candidates.valueStream())
                .as("off by more than the surcharge of one percent")
                .noneMatch(one -> one.get("id").asText().equals(payin));

        explain("FEE-" + payin, "allocate", ",\"category\":\"fee\"").expect(400);
        explain("FEE-" + payin, "allocate", ",\"category\":\"fee\",\"note\":\"of the account\"")
                .expect(200);
        assertThat(entry("FEE-" + payin).get("status").asText()).isEqualTo("allocated");
        explain("FEE-" + payin, "match", ",\"note\":\"x\",\"override_reason\":\"other\",\"payin_id\":\"" + payin + "\"")
                .expect(409);
        explain("FEE-" + payin, "reopen", "").expect(200);
        explain("FEE-" + payin, "ignore", ",\"note\":\"known\"").expect(200);

        var body = ",\"note\":\"he paid less\",\"payin_id\":\"" + payin + "\"";
        explain("SHORT-" + payin, "match", body).expect(400);
        explain("SHORT-" + payin, "match", body + ",\"override_reason\":\"payer_error\"")
                .expect(200);
        assertThat(read(payin).get("status").asText()).isEqualTo("success");
        assertThat(proof(payin)).isEqualTo("proved");

        var second =
                statement(today()).entry(transfer(payin), "SECOND-" + payin).text();
        imported(sent(second));
        await().pollDelay(Duration.ofMillis(300))
                .atMost(SOON)
                .until(() -> entry("SECOND-" + payin).get("status").asText().equals("open"));
        explain("SECOND-" + payin, "match", ",\"note\":\"paid twice\",\"payin_id\":\"" + payin + "\"")
                .expect(200);
        assertThat(entry("SECOND-" + payin).get("reason").asText()).isEqualTo("unallocated_funds");
        assertThat(finance.get("/admin/v1/suspense?organization_id=" + live.organizationId())
                        .expect(200)
                        .data())
                .hasSize(1);
    }

    @Test
    void oneAloneImportsNoLargeSum() {
        var file = sent(statement(today()).entry(LARGE, "LARGE").text());
        var asked =
                decide(file, "import", ",\"note\":\"the statement of today\"").expect(202);
        assertThat(finance.get(TREE + "/" + file).word("status")).isEqualTo("waiting");
        finance.post("/admin/v1/approvals/" + asked.word("approval_id") + "/approve")
                .expect(403, "FOUR_EYES_REQUIRED");
        colleague
                .post("/admin/v1/approvals/" + asked.word("approval_id") + "/approve")
                .expect(200);
        assertThat(finance.get(TREE + "/" + file).word("status")).isEqualTo("imported");
        decide(file, "undo", "").expect(200);
    }

    @Test
    void anEntryWithATimeKeepsItAndIsKnownAgain() {
        var text = statement(today()).entry(991, "TIMED", LocalTime.of(10, 3, 2));
        imported(sent(text.text()));
        assertThat(entry("TIMED").get("time").asText()).isEqualTo("10:03:02");
        var again = preview(
                        sent(text.entry(5, "TIMED-TOO", LocalTime.of(10, 3, 4)).text()))
                .get("statements")
                .get(0);
        assertThat(again.get("known").asLong()).isEqualTo(1);
        assertThat(again.get("fresh").asLong()).isEqualTo(1);
    }

    /** What came in is not known while the file cannot be read. */
    @Test
    void oneAloneImportsNoLargeSumIntoAnAccountThatWasAddedLater() {
        var file = sent(new CamtText("1112223399", "L" + NUMBERS.incrementAndGet(), today())
                .entry(LARGE, "LATER")
                .text());
        assertThat(preview(file).get("possible").asBoolean()).isFalse();
        service.tical()
                .collectionAccounts()
                .add(new CollectionAccounts.Description("THB", "KBANK", "1112223399", "Added later", null, 0));
        assertThat(preview(file).get("possible").asBoolean()).isTrue();
        decide(file, "import", "").expect(202);
        assertThat(finance.get(TREE + "/" + file).word("status")).isEqualTo("waiting");
    }

    @Test
    void aPaymentThatACompleteStatementDoesNotHaveIsMissing() {
        var payin = payin(70_000);
        var paid = new ExpectedTransfers.Paid(
                new TransactionKey(live.organizationId(), true, UUID.fromString(payin)),
                UUID.fromString(account().get("id").asText()),
                "THB",
                transfer(payin),
                Instant.now().truncatedTo(ChronoUnit.MILLIS).minus(Duration.ofDays(5)),
                true);
        service.serviceDatabase().transaction(session -> {
            SlipPayments.record(session, paid);
            return paid;
        });
        for (int ago = 6; ago >= 3; ago--) {
            var file = sent(statement(today().minusDays(ago))
                    .entry(4_000 + ago, "D" + ago + payin)
                    .text());
            imported(file);
        }
        await().atMost(SOON).until(() -> proof(payin).equals("missing"));
        assertThat(finance.get("/admin/v1/payment-proofs?status=missing").data().valueStream())
                .anyMatch(one -> one.get("id").asText().equals(payin));
        var version = finance.get("/admin/v1/payment-proofs/" + payin).number("version");
        finance.post(
                        "/admin/v1/payment-proofs/" + payin + "/explain",
                        "{\"version\":" + version + ",\"note\":\"paid in cash at the branch\"}")
                .expect(200);
        assertThat(proof(payin)).isEqualTo("explained");
    }

    @Test
    void anAccountSaysItsLastStatementWhatIsOpenAndWhatIsMissing() {
        var added = service.tical()
                .collectionAccounts()
                .add(new CollectionAccounts.Description("THB", "SCB", "5556667778", "State", null, 0));
        var state = "/admin/v1/bank-accounts/" + added.id();
        var nothing = finance.get(state).expect(200).data();
        assertThat(nothing.get("statement").isNull()).isTrue();
        assertThat(nothing.get("balance").isNull()).isTrue();
        assertThat(nothing.at("/open/entries").asLong()).isZero();

        imported(sent(new CamtText("5556667778", "S" + NUMBERS.incrementAndGet(), today().minusDays(3))
                .entry(11_000, "STATE-1")
                .entry(-400, "STATE-2")
                .text()));
        imported(sent(new CamtText("5556667778", "S" + NUMBERS.incrementAndGet(), today().minusDays(1))
                .entry(2_000, "STATE-3")
                .text()));
        explain("STATE-1", "ignore", ",\"note\":\"known\"").expect(200);

        var full = finance.get(state).expect(200).data();
        assertThat(full.at("/statement/to").asText())
                .isEqualTo(today().minusDays(1).toString());
        assertThat(full.at("/statement/days_ago").asInt()).isEqualTo(1);
        assertThat(full.at("/balance/day").asText())
                .isEqualTo(today().minusDays(1).toString());
        assertThat(full.at("/credits/entries").asLong()).isEqualTo(2);
        assertThat(full.at("/credits/explained").asLong()).isEqualTo(1);
        assertThat(full.at("/credits/amount").asLong()).isEqualTo(13_000);
        assertThat(full.at("/credits/explained_amount").asLong()).isEqualTo(11_000);
        assertThat(full.at("/debits/entries").asLong()).isEqualTo(1);
        assertThat(full.at("/open/entries").asLong()).isEqualTo(2);
        assertThat(full.at("/open/credits").asLong()).isEqualTo(2_000);
        assertThat(full.at("/open/debits").asLong()).isEqualTo(-400);
        assertThat(full.at("/open/oldest_day").asText())
                .isEqualTo(today().minusDays(3).toString());
        assertThat(full.get("gap_count").asLong()).isEqualTo(1);
        assertThat(full.at("/gaps/0/kind").asText()).isEqualTo("balance");
        assertThat(finance.get(state + "?livemode=false")
                        .expect(200)
                        .data()
                        .get("statement")
                        .isNull())
                .isTrue();
        assertThat(finance.get("/admin/v1/bank-accounts").expect(200).data().valueStream())
                .contains(full);
        finance.get("/admin/v1/bank-accounts/" + UUID.randomUUID()).expect(404, "COLLECTION_ACCOUNT_NOT_FOUND");
    }

    private JsonNode overview() {
        return finance.get("/admin/v1/bank-overview").expect(200).data();
    }

    private static long credited(JsonNode overview, String proof) {
        return overview.get("windows")
                .get(0)
                .get("payments")
                .valueStream()
                .filter(one -> one.get("currency").asText().equals("THB"))
                .mapToLong(one -> one.at("/" + proof + "/amount").asLong())
                .sum();
    }

    private long queue(String name) {
        return finance.get("/admin/v1/overview?livemode=true")
                .expect(200)
                .data()
                .get("queues")
                .valueStream()
                .filter(one -> one.get("queue").asText().equals(name))
                .findFirst()
                .orElseThrow()
                .get("count")
                .asLong();
    }

    @Test
    void theOverviewSaysWhatTheBankProvesAndWhatNobodyExplained() {
        var before = overview();
        var credits = queue("bank_entries_in");
        var debits = queue("bank_entries_out");
        var payin = payin(41_000);
        var recorded = payin(42_000);
        finance.post(
                        "/admin/v1/payins/" + recorded + "/confirm",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"paid_amount\":%d,\"reference\":\"SEEN-%s\",\"note\":\"seen\"}",
                                read(recorded).get("version").asLong(),
                                transfer(recorded),
                                recorded))
                .expect(200);
        imported(sent(statement(today())
                .entry(transfer(payin), "O1-" + payin)
                .entry(31, "O2-" + payin)
                .entry(-1_700, "O3-" + payin)
                .text()));
        await().atMost(SOON).until(() -> read(payin).get("status").asText().equals("success"));
        await().atMost(SOON).until(() -> proof(payin).equals("proved"));
        assertThat(queue("bank_entries_in")).isEqualTo(credits + 1);
        assertThat(queue("bank_entries_out")).isEqualTo(debits + 1);
        assertThat(overview().get("debits").valueStream())
                .anyMatch(one -> one.get("currency").asText().equals("THB")
                        && one.get("amount").asLong() >= 1_700);
        assertThat(finance.get("/admin/v1/bank-entries?status=open&direction=out&limit=100")
                        .expect(200)
                        .data()
                        .valueStream())
                .allMatch(one -> one.get("amount").asLong() < 0)
                .anyMatch(one -> one.get("bank_reference").asText().equals("O3-" + payin));
        await().atMost(SOON)
                .until(() -> credited(overview(), "bank") >= credited(before, "bank") + transfer(payin)
                        && credited(overview(), "unproved") >= credited(before, "unproved") + transfer(recorded));
        var entries = overview().get("windows").get(1).get("entries").get(0);
        assertThat(entries.at("/share/explained").asLong()).isPositive();
        assertThat(entries.at("/share/entries").asLong())
                .isGreaterThan(entries.at("/share/explained").asLong());
    }

    @Test
    void merchantsSeeWhatTheBankProves() {
        var owner = service.owner(shop);
        var proved = payin(43_000);
        var recorded = payin(44_000);
        for (var one : List.of(proved, recorded)) {
            finance.post(
                            "/admin/v1/payins/" + one + "/confirm",
                            String.format(
                                    Locale.ROOT,
                                    "{\"version\":%d,\"paid_amount\":%d,\"reference\":\"SHOWN-%s\",\"note\":\"seen\"}",
                                    read(one).get("version").asLong(),
                                    transfer(one),
                                    one))
                    .expect(200);
        }
        imported(sent(statement(today()).entry(transfer(proved), "M-" + proved).text()));
        await().atMost(SOON).until(() -> proof(proved).equals("proved"));

        var single = owner.get("/api/payins/" + proved).expect(200);
        assertThat(single.number("bank_proved_at")).isPositive();
        assertThat(owner.get("/api/payins/" + recorded)
                        .expect(200)
                        .data()
                        .get("bank_proved_at")
                        .isNull())
                .isTrue();
        var listed = owner.get("/api/payins?environment=live").expect(200).data();
        assertThat(listed.findValuesAsText("bank_proved_at")).containsExactly("null", single.word("bank_proved_at"));
        assertThat(owner.get("/api/payins.csv?environment=live").expect(200).text())
                .contains("bank_proved_at");
        var sums = owner.get("/api/proved-payins?environment=live&currency=thb&from=2026-01-01")
                .expect(200);
        assertThat(sums.number("count")).isEqualTo(2);
        assertThat(sums.number("amount")).isEqualTo(transfer(proved) + transfer(recorded));
        assertThat(sums.number("proved")).isEqualTo(1);
        assertThat(sums.number("proved_amount")).isEqualTo(transfer(proved));
        assertThat(owner.get("/api/proved-payins?environment=live&currency=THB&from=2026-01-01&to=2026-01-02")
                        .expect(200)
                        .number("count"))
                .isZero();
        owner.get("/api/proved-payins?environment=live&from=2026-01-01").expect(400, "VALIDATION_FAILED");
        owner.get("/api/proved-payins?environment=live&currency=THB").expect(400, "VALIDATION_FAILED");
        assertThat(live.get("/v1/payins/" + proved).expect(200).data().has("bank_proved_at"))
                .as("the shapes of the merchants' API are fixed")
                .isFalse();
    }

    @Test
    void aFileThatCannotBeReadSaysWhere() {
        var text = statement(today()).entry(500, "X").text().replace("<Sts>BOOK</Sts>", "<Sts>BOOK<Sts>");
        var file = sent(text);
        var shown = preview(file);
        assertThat(shown.get("possible").asBoolean()).isFalse();
        assertThat(shown.get("faults").get(0).get("line").asLong()).isPositive();
        decide(file, "import", "").expect(409, "BANK_FILE_UNREADABLE");
        decide(file, "discard", "").expect(200);

        var foreign = sent(new CamtText("1112223334", "F" + NUMBERS.incrementAndGet(), today())
                .entry(500, "Y")
                .text());
        assertThat(preview(foreign).get("faults").get(0).get("code").asText()).isEqualTo("BANK_FILE_ACCOUNT_UNKNOWN");
        send("").expect(400);
        finance.upload(TREE + "?name=x&livemode=maybe", "text").expect(400);
    }

    /** Payins in currencies without surcharges share amounts, so an amount does not say whose it is. */
    @Test
    void inACurrencyWithoutSurchargesPeopleDecide() {
        var number = "8800770066";
        service.approved(finance.post("/admin/v1/collection-accounts", """
                {"currency":"VND","bank_code":"VCB","account_no":"%s","holder_name":"Tical","note":"new"}""".formatted(number)));
        var payin = live.post("/v1/payins", """
                {"order_ref":"dong","amount":250000,"currency":"VND"}""").expect(201).word("id");
        var file = sent("""
                {"account":"%s","currency":"VND","entries":[{"booked":"%s","amount":%s,"reference":"DONG"}]}""".formatted(number, today(), transfer(payin)));
        assertThat(preview(file).at("/statements/0/payins").asLong()).isZero();
        imported(file);
        await().atMost(SOON)
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
        assertThat(read(payin).get("status").asText()).isEqualTo("pending");
        assertThat(entry("DONG").get("status").asText()).isEqualTo("open");
    }
}
