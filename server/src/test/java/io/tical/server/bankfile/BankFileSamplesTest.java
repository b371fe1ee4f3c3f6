package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.bankfile.BankEntry.Hint;
import io.tical.server.bankfile.BankEntry.Status;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Balance;
import io.tical.server.bankfile.BankStatement.Kind;
import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.Recorder.Statement;
import java.io.IOException;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every sample of a table or of SWIFT messages is read as its expected result says. */
class BankFileSamplesTest {
    private static final CsvReader CSV = new CsvReader(CsvProfiles.shipped());
    private static final MtReader MT = new MtReader(TextEncoding.DETECT_WESTERN);

    /** What the tests below read of an expected entry, so that nothing that a sample says is passed by. */
    private static final Set<String> READ = Set.of(
            "n",
            "booked",
            "amount",
            "status",
            "time",
            "value",
            "code",
            "type",
            "channel",
            "terminal",
            "branch",
            "description",
            "counterparty",
            "counterparty_class",
            "cheque",
            "bank_ref",
            "balance_after",
            "fee",
            "customer_ref",
            "posting_code",
            "posting_text",
            "primanota",
            "end_to_end_id",
            "purpose",
            "return_code",
            "mark",
            "reversal",
            "supplementary",
            "booked_from",
            "remittance",
            "transfer_type");

    static byte[] sample(String name) {
        try (var in = Objects.requireNonNull(BankFileSamplesTest.class.getResourceAsStream(name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode expected(String name) throws IOException {
        return Json.mapper().readTree(sample(name.replaceFirst("\\.[a-z]+$", ".expected.json")));
    }

    @ParameterizedTest
    @CsvSource({
        "kbank-previous-day-cp874.csv, KBank previous day, PROVED",
        "kbank-kbiz-statement.csv, KBank K BIZ statement, PROVED",
        "kbank-kbiz-recent.csv, KBank K BIZ recent transactions, NONE",
        "kbank-kcyber-tis620.csv, KBank K-Cyber, CHAIN",
        "scb-history-cp874.csv, SCB historical statement with balance sign, CHAIN",
        "scb-history-utf8.csv, SCB historical statement, CHAIN",
        "bbl-activity.csv, BBL account activity, CHAIN",
        "ktb-statement-utf8.csv, KTB statement, CHAIN",
        "ktb-statement-html.xls, KTB statement as HTML, PROVED",
        "bay-bizonline.csv, BAY Biz Online, CHAIN",
    })
    void tablesAreRead(String name, String profile, Proof proof) throws Exception {
        var statement = same(Recorder.read(CSV, sample(name)), expected(name)).getFirst();
        assertThat(statement.head().format()).isEqualTo(profile);
        assertThat(statement.foot().proof()).isEqualTo(proof);
        assertThat(statement.head().kind())
                .isEqualTo(profile.equals("KBank K BIZ recent transactions") ? Kind.INTRADAY : Kind.FINAL);
    }

    @ParameterizedTest
    @CsvSource({
        "mt940-structured.sta, MT940, PROVED",
        "mt940-swift-blocks.txt, MT940, PROVED",
        "mt942-intraday.txt, MT942, SUMS",
    })
    void messagesAreRead(String name, String format, Proof proof) throws Exception {
        for (var statement : same(Recorder.read(MT, sample(name)), expected(name))) {
            assertThat(statement.head().format()).isEqualTo(format);
            assertThat(statement.foot().proof()).isEqualTo(proof);
        }
    }

    private static List<Statement> same(List<Statement> read, JsonNode expected) {
        var statements = expected.required("statements");
        assertThat(read).hasSameSizeAs(statements);
        for (int at = 0; at < read.size(); at++) {
            same(read.get(at), statements.get(at));
        }
        return read;
    }

    private static void same(Statement read, JsonNode expected) {
        assertThat(read.head().account()).isEqualTo(text(expected.required("account"), "id"));
        assertThat(read.head().currency()).isEqualTo(text(expected, "currency"));
        assertThat(read.head().page()).isEqualTo(1);
        assertThat(read.head().last()).isTrue();
        if (expected.has("bank")) {
            assertThat(read.head().bank()).isEqualTo(text(expected, "bank"));
        }
        if (expected.has("statement_id")) {
            assertThat(read.head().id()).isEqualTo(text(expected, "statement_id"));
            assertThat(read.head().sequence()).isEqualTo(text(expected, "sequence"));
        }
        if (read.head().from() != null) {
            assertThat(read.head().from().toString()).isEqualTo(text(expected, "from"));
            assertThat(Objects.requireNonNull(read.head().to()).toString()).isEqualTo(text(expected, "to"));
        } else if (expected.has("from")) {
            assertThat(read.entries().getFirst().booked().toString()).isEqualTo(text(expected, "from"));
            assertThat(read.entries().getLast().booked().toString()).isEqualTo(text(expected, "to"));
        }
        same(read.foot().opening(), expected.path("opening"));
        same(read.foot().closing(), expected.path("closing"));
        if (expected.has("info")) {
            assertThat(read.foot().notices())
                    .extracting(Notice::text)
                    .containsExactly("The bank says: " + text(expected, "info") + ".");
        }
        var entries = expected.required("entries");
        assertThat(read.entries()).hasSameSizeAs(entries);
        for (int at = 0; at < read.entries().size(); at++) {
            same(read.entries().get(at), entries.get(at));
        }
        var totals = expected.required("totals");
        assertThat(read.entries()).hasSize(totals.required("entries").intValue());
        var booked = read.entries().stream()
                .filter(entry -> entry.status() == Status.BOOKED)
                .toList();
        assertThat(booked).hasSize(totals.required("booked").intValue());
        assertThat(booked.stream()
                        .mapToLong(entry -> Math.max(0, entry.amount()))
                        .sum())
                .isEqualTo(totals.required("credits").longValue());
        assertThat(booked.stream()
                        .mapToLong(entry -> Math.min(0, entry.amount()))
                        .sum())
                .isEqualTo(totals.required("debits").longValue());
    }

    private static void same(@Nullable Balance read, JsonNode expected) {
        if (expected.isNull() || expected.isMissingNode()) {
            assertThat(read).isNull();
            return;
        }
        assertThat(read).isNotNull();
        assertThat(read.amount()).isEqualTo(expected.required("amount").longValue());
        assertThat(read.derived()).isEqualTo(expected.path("derived").booleanValue());
        if (read.date() != null) {
            assertThat(read.date().toString()).isEqualTo(text(expected, "date"));
        }
    }

    private static void same(BankEntry read, JsonNode expected) {
        assertThat(READ)
                .containsAll(
                        expected.propertyStream().map(field -> field.getKey()).toList());
        assertThat(read.position()).isEqualTo(expected.required("n").intValue());
        assertThat(read.place().line()).isPositive();
        assertThat(read.booked().toString()).isEqualTo(text(expected, "booked"));
        assertThat(read.amount()).isEqualTo(expected.required("amount").longValue());
        assertThat(read.status().name().toLowerCase(Locale.ROOT)).isEqualTo(text(expected, "status"));
        assertThat(read.time()).isEqualTo(expected.has("time") ? LocalTime.parse(text(expected, "time")) : null);
        assertThat(read.value() == null ? null : read.value().toString()).isEqualTo(text(expected, "value"));
        var code = Stream.of(text(expected, "code"), text(expected, "posting_code"), text(expected, "primanota"))
                .filter(Objects::nonNull)
                .collect(Collectors.joining("+"));
        if (expected.has("posting_code") && !expected.has("primanota")) {
            assertThat(read.code()).startsWith(code);
        } else {
            assertThat(read.code()).isEqualTo(code.isEmpty() ? null : code);
        }
        var references = read.references();
        assertThat(references.bank()).isEqualTo(text(expected, "bank_ref"));
        assertThat(references.endToEnd()).isEqualTo(text(expected, "end_to_end_id"));
        assertThat(references.customer()).isEqualTo(text(expected, "customer_ref"));
        assertThat(references.cheque()).isEqualTo(text(expected, "cheque"));
        assertThat(read.balanceAfter())
                .isEqualTo(
                        expected.has("balance_after")
                                ? expected.get("balance_after").longValue()
                                : null);
        assertThat(read.reversal()).isEqualTo(expected.path("reversal").booleanValue());
        assertThat(read.returnReason()).isEqualTo(text(expected, "return_code"));
        if (expected.path("fee").booleanValue()) {
            assertThat(read.hint()).isEqualTo(Hint.FEE);
        }
        assertThat(new ArrayList<>(read.texts())).containsAll(texts(expected));
        if (!expected.has("posting_code") && !expected.has("remittance")) {
            assertThat(Set.copyOf(read.texts())).isEqualTo(texts(expected));
        }
        var party = expected.path("counterparty");
        if (party.isObject()) {
            var counterparty = Objects.requireNonNull(read.counterparty());
            assertThat(counterparty.name()).isEqualTo(text(party, "name"));
            assertThat(counterparty.account()).isEqualTo(text(party, "account"));
            assertThat(counterparty.bank()).isEqualTo(text(party, "bank"));
            assertThat(counterparty.cut()).isEqualTo(party.path("truncated").booleanValue());
        } else {
            assertThat(read.counterparty()).isNull();
        }
    }

    private static Set<String> texts(JsonNode expected) {
        return Stream.concat(
                        Stream.of(
                                        "description",
                                        "type",
                                        "channel",
                                        "terminal",
                                        "branch",
                                        "counterparty_class",
                                        "supplementary",
                                        "posting_text",
                                        "purpose",
                                        "transfer_type")
                                .map(name -> text(expected, name)),
                        expected.path("remittance").valueStream().map(JsonNode::textValue))
                .filter(Objects::nonNull)
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.toSet());
    }

    private static @Nullable String text(JsonNode node, String name) {
        var value = node.path(name);
        return value.isTextual() ? value.textValue() : null;
    }

    @Test
    void aRowThatCannotBeReadIsNamedWithItsLine() {
        var refused =
                catchThrowableOfType(BankFileException.class, () -> Recorder.read(CSV, sample("bad-scb-row.csv")));
        assertThat(refused.fault()).isEqualTo(Fault.AMOUNT);
        assertThat(refused.place()).isEqualTo(new Place(3, 42));
        assertThat(refused).hasMessage("The amount 12.0O is not a number.");
    }

    @Test
    void aFeeOfKtbIsKnownByItsCode() throws Exception {
        var entries =
                Recorder.read(CSV, sample("ktb-statement-html.xls")).getFirst().entries();
        assertThat(entries).extracting(BankEntry::hint).containsExactly(Hint.NONE, Hint.NONE, Hint.FEE, Hint.NONE);
    }

    @Test
    void equalEntriesAreAllKept() throws Exception {
        var recent =
                Recorder.read(CSV, sample("kbank-kbiz-recent.csv")).getFirst().entries();
        assertThat(recent.get(2))
                .usingRecursiveComparison()
                .ignoringFields("position", "place")
                .isEqualTo(recent.get(3));
    }
}
