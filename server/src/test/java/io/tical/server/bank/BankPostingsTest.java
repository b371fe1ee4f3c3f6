package io.tical.server.bank;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.admin.BankOverview.Sum;
import io.tical.server.Reply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the entries of banks are that pay no transaction, as the operator's own books have it. */
class BankPostingsTest extends ImportedStatements {
    private static final String SERVICE = "'00000000-0000-0000-0000-000000000000'";

    private String fresh(String name) {
        return name + "-" + NUMBERS.incrementAndGet();
    }

    private JsonNode bookings(String reference) {
        return finance.get(
                        "/admin/v1/bank-entries/" + entry(reference).get("id").asText() + "/bookings")
                .expect(200)
                .data();
    }

    private static String words(JsonNode line) {
        return line.get("debit").asText() + " to " + line.get("credit").asText() + " "
                + line.get("amount").asLong();
    }

    private List<String> booked(String reference) {
        return bookings(reference)
                .get("booked")
                .valueStream()
                .map(one -> words(one.get("line")))
                .toList();
    }

    private Reply allocate(String reference, String category) {
        return explain(reference, "allocate", ",\"category\":\"" + category + "\",\"note\":\"seen\"");
    }

    /** Credits less debits of an account in the operator's own books, for the entries with these references. */
    private long balance(String account, List<String> references) {
        return service.count("""
                SELECT coalesce(sum(CASE WHEN t.credit = '%1$s' THEN t.amount WHEN t.debit = '%1$s' THEN -t.amount ELSE 0 END), 0)
                FROM transfer t JOIN bank_posting p ON p.organization_id = t.organization_id AND p.livemode = t.livemode
                     AND p.bank_posting_id = t.reference
                JOIN bank_entry e ON e.bank_entry_id = p.bank_entry_id
                WHERE t.organization_id = %2$s AND e.bank_reference IN ('%3$s')
                """.formatted(account, SERVICE, String.join("','", references)));
    }

    @ParameterizedTest
    @CsvSource({
        "-3500,fee,bank_fee to rail 3500,rail to bank_fee 3500",
        "3500,fee,rail to bank_fee 3500,bank_fee to rail 3500",
        "810,interest,rail to interest 810,interest to rail 810",
        "-7,correction,correction to rail 7,rail to correction 7",
        "99,other,rail to other 99,other to rail 99"
    })
    void whatIsSaidIsBookedAndTakenBack(long amount, String category, String line, String opposite) {
        var reference = fresh("P");
        imported(sent(statement(today()).entry(amount, reference).text()));
        var possible = bookings(reference).get("possible");
        assertThat(possible).hasSize(5);
        assertThat(possible.valueStream()
                        .filter(one -> one.get("category").asText().equals(category))
                        .map(one -> words(one.get("lines").get(0))))
                .as("said before the decision")
                .containsExactly(line);
        assertThat(booked(reference)).isEmpty();

        allocate(reference, category).expect(200);
        var entry = entry(reference);
        assertThat(entry.get("status").asText()).isEqualTo("allocated");
        assertThat(entry.get("reason").asText()).isEqualTo(category);
        assertThat(entry.get("matched_type").asText()).isEqualTo("posting");
        assertThat(booked(reference)).containsExactly(line);
        assertThat(balance("rail", List.of(reference))).isEqualTo(-amount);
        assertThat(bookings(reference).get("possible").get(0).get("decision").asText())
                .isEqualTo("reopen");

        explain(reference, "reopen", "").expect(200);
        assertThat(booked(reference)).containsExactly(line, opposite);
        assertThat(balance("rail", List.of(reference))).isZero();
        assertThat(entry(reference).get("matched_type").isNull()).isTrue();

        allocate(reference, "other").expect(200);
        assertThat(booked(reference)).hasSize(3);
        assertThat(balance("rail", List.of(reference))).isEqualTo(-amount);
        assertThat(balance("other", List.of(reference))).isEqualTo(amount);
    }

    @Test
    void anIgnoredEntryIsNotBooked() {
        var reference = fresh("I");
        imported(sent(statement(today()).entry(-40, reference).text()));
        explain(reference, "ignore", ",\"note\":\"known\"").expect(200);
        assertThat(booked(reference)).isEmpty();
        assertThat(bookings(reference).get("possible")).isEmpty();
        explain(reference, "reopen", "").expect(200);
        assertThat(booked(reference)).isEmpty();
    }

    @Test
    void moneyBetweenOwnAccountsComesBackToZero() {
        var out = fresh("OUT");
        var in = fresh("IN");
        imported(sent(statement(today()).entry(-41_700, out).entry(41_700, in).text()));
        var before = between();
        allocate(out, "own_transfer").expect(200);
        assertThat(between()).isEqualTo(before.plus(new Sum(1, -41_700)));
        allocate(in, "own_transfer").expect(200);
        assertThat(between()).isEqualTo(before);
        assertThat(balance("own_transfer", List.of(out, in))).isZero();
        explain(out, "reopen", "").expect(200);
        assertThat(between()).isEqualTo(before.plus(new Sum(1, 41_700)));
        allocate(out, "own_transfer").expect(200);
        assertThat(between()).isEqualTo(before);
    }

    /** What is on its way between own accounts, also because of other tests. */
    private Sum between() {
        return finance.get("/admin/v1/bank-overview")
                .expect(200)
                .data()
                .get("between")
                .valueStream()
                .filter(one -> one.get("currency").asText().equals("THB"))
                .map(one ->
                        new Sum(one.get("entries").asLong(), one.get("amount").asLong()))
                .findFirst()
                .orElse(Sum.NONE);
    }

    @Test
    void aLargeAmountNeedsASecondPerson() {
        var reference = fresh("L");
        imported(sent(statement(today()).entry(-LARGE, reference).text()));
        var asked = allocate(reference, "own_transfer").expect(202);
        assertThat(booked(reference)).isEmpty();
        colleague
                .post("/admin/v1/approvals/" + asked.word("approval_id") + "/approve")
                .expect(200);
        assertThat(booked(reference)).containsExactly("own_transfer to rail " + LARGE);
        asked = explain(reference, "reopen", ",\"note\":\"wrong\"").expect(202);
        colleague
                .post("/admin/v1/approvals/" + asked.word("approval_id") + "/approve")
                .expect(200);
        assertThat(balance("own_transfer", List.of(reference))).isZero();
    }

    @Test
    void ofSeveralPeopleOneBooksAnEntry() throws Exception {
        var reference = fresh("RACE");
        imported(sent(statement(today()).entry(-640, reference).text()));
        var entry = entry(reference);
        var path = "/admin/v1/bank-entries/" + entry.get("id").asText() + "/allocate";
        var categories = List.of("fee", "interest", "correction", "other", "fee", "interest");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = threads.invokeAll(IntStream.range(0, categories.size())
                    .<Callable<Integer>>mapToObj(one -> () -> (one % 2 == 0 ? finance : colleague)
                            .post(
                                    path,
                                    String.format(
                                            Locale.ROOT,
                                            "{\"version\":%d,\"category\":\"%s\",\"note\":\"seen\"}",
                                            entry.get("version").asLong(),
                                            categories.get(one)))
                            .status())
                    .toList());
            var statuses = new ArrayList<Integer>();
            for (var answer : answers) {
                statuses.add(answer.get());
            }
            assertThat(statuses).containsOnlyOnce(200).containsOnly(200, 409);
        }
        assertThat(booked(reference)).hasSize(1);
        assertThat(balance("rail", List.of(reference))).isEqualTo(640);
        service.requireCleanAudit();
    }

    @Test
    void aFileIsUndoneOnceNothingOfItIsBooked() {
        var reference = fresh("U");
        var file = sent(statement(today()).entry(-5_150, reference).text());
        imported(file);
        allocate(reference, "fee").expect(200);
        decide(file, "undo", "").expect(409, "BANK_FILE_IN_USE");
        explain(reference, "reopen", "").expect(200);
        decide(file, "undo", "").expect(200);
        assertThat(entry(reference).get("status").asText()).isEqualTo("undone");
        assertThat(balance("bank_fee", List.of(reference))).isZero();
    }

    /** Before there were postings, an explained entry had none. */
    @Test
    void whatWasSaidBeforeThereWerePostingsStays() {
        var reference = fresh("OLD");
        imported(sent(statement(today()).entry(-2_222, reference).text()));
        service.asService(
                "bank_entry",
                "UPDATE bank_entry SET status = 'allocated', reason = 'fee', decided_by = 'ann', version = version + 1"
                        + " WHERE bank_reference = '" + reference + "'");
        service.requireCleanAudit();
        assertThat(bookings(reference).get("possible")).isEmpty();
        explain(reference, "reopen", "").expect(200);
        assertThat(booked(reference)).isEmpty();
        allocate(reference, "fee").expect(200);
        assertThat(booked(reference)).containsExactly("bank_fee to rail 2222");
    }

    @Test
    void theOperatorsOwnBooksBelongToNoMerchant() {
        var reference = fresh("NONE");
        imported(sent(statement(today()).entry(12, reference).text()));
        allocate(reference, "interest").expect(200);
        var none = new UUID(0, 0).toString();
        assertThat(finance.get("/admin/v1/organizations?limit=100")
                        .expect(200)
                        .data()
                        .valueStream())
                .noneMatch(one -> one.get("id").asText().equals(none));
        finance.get("/admin/v1/organizations/" + none).expect(404);
        var seq = service.count("SELECT max(seq) FROM transfer WHERE livemode AND organization_id = " + SERVICE);
        assertThat(service.count("SELECT count(*) FROM transfer WHERE livemode AND organization_id = " + SERVICE))
                .as("numbered without gaps")
                .isEqualTo(seq);
    }

    @Test
    void anAuditNamesAPostingThatSomebodyChanged() {
        var reference = fresh("A");
        imported(sent(statement(today()).entry(-808, reference).text()));
        allocate(reference, "fee").expect(200);
        var id = entry(reference).get("id").asText();
        found("bank_posting", "UPDATE bank_posting SET amount = -809 WHERE bank_entry_id = '" + id + "'", id);
        found("bank_posting", "UPDATE bank_posting SET category = 'other' WHERE bank_entry_id = '" + id + "'", id);
        found("bank_posting", "DELETE FROM bank_posting WHERE bank_entry_id = '" + id + "'", id);
        found(
                "bank_entry",
                "UPDATE bank_entry SET matched_type = NULL, matched_id = NULL, matched_organization = NULL"
                        + " WHERE bank_entry_id = '" + id + "'",
                id);
    }

    /** Changes a table with valid MACs, and requires that the audit of money names the entry. */
    private void found(String table, String change, String entry) {
        service.sql("CREATE TABLE before_change AS TABLE " + table);
        try {
            service.asService(table, "SET session_replication_role = replica; " + change);
            assertThat(service.audit().run().findings())
                    .as(change)
                    .anyMatch(finding -> finding.toString().contains("bank_entry " + entry));
        } finally {
            service.asService(
                    table,
                    "SET session_replication_role = replica; DELETE FROM " + table + "; INSERT INTO " + table
                            + " TABLE before_change; DROP TABLE before_change");
        }
    }

    /** Whatever is said of entries and taken back: each entry that counts is in the ledger with its amount, and no other. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theBooksHaveWhatWasSaid(long seed) {
        var random = new Random(seed);
        var references = IntStream.range(0, 6).mapToObj(_ -> fresh("S")).toList();
        var amounts = references.stream()
                .map(_ -> (random.nextBoolean() ? 1 : -1) * (1 + random.nextLong(9_000)))
                .toList();
        var statement = statement(today());
        for (int one = 0; one < references.size(); one++) {
            statement.entry(amounts.get(one), references.get(one));
        }
        imported(sent(statement.text()));
        var categories = List.of("fee", "interest", "own_transfer", "correction", "other");
        var said = new HashMap<String, String>();
        for (int step = 0; step < 18; step++) {
            var reference = references.get(random.nextInt(references.size()));
            if (said.containsKey(reference)) {
                explain(reference, "reopen", "").expect(200);
                said.remove(reference);
            } else {
                var category = categories.get(random.nextInt(categories.size()));
                allocate(reference, category).expect(200);
                said.put(reference, category);
            }
        }
        var total = 0L;
        for (int one = 0; one < references.size(); one++) {
            var reference = references.get(one);
            var amount = said.containsKey(reference) ? amounts.get(one) : 0;
            assertThat(balance("rail", List.of(reference))).as("seed %d", seed).isEqualTo(-amount);
            total += amount;
        }
        assertThat(balance("rail", references)).isEqualTo(-total);
        for (var category : categories) {
            var account = category.equals("fee") ? "bank_fee" : category;
            var expected = IntStream.range(0, references.size())
                    .filter(one -> category.equals(said.get(references.get(one))))
                    .mapToLong(amounts::get)
                    .sum();
            assertThat(balance(account, references))
                    .as("seed %d, %s", seed, account)
                    .isEqualTo(expected);
        }
    }
}
