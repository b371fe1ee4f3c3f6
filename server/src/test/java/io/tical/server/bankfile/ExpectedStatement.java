package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.bankfile.BankEntry.Batch;
import io.tical.server.bankfile.BankEntry.Counterparty;
import io.tical.server.bankfile.BankEntry.Detail;
import io.tical.server.bankfile.BankEntry.Hint;
import io.tical.server.bankfile.BankEntry.References;
import io.tical.server.bankfile.BankStatement.Balance;
import io.tical.server.bankfile.BankStatement.Kind;
import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.Recorder.Statement;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A statement as a sample's expected file describes it. Every key there is compared, or is named here as one that the model
 * leaves out; what the file does not mention must not be there.
 */
final class ExpectedStatement {
    private static final Set<String> NOT_KEPT =
            Set.of("available", "balance_note", "scheme", "owner", "name of account", "type of account", "user_date");

    private final JsonNode expected;
    private final Statement read;

    ExpectedStatement(JsonNode expected, Statement read) {
        this.expected = expected;
        this.read = read;
    }

    void compare() {
        expected.fieldNames().forEachRemaining(this::compare);
        assertThat(expected.has("sequence")).isEqualTo(read.head().sequence() != null);
        assertThat(expected.has("from")).isEqualTo(read.head().from() != null);
    }

    private void compare(String key) {
        var value = expected.get(key);
        var head = read.head();
        var foot = read.foot();
        switch (key) {
            case "account" -> account(value);
            case "bank" -> assertThat(head.bank()).isEqualTo(text(value));
            case "currency" -> assertThat(head.currency()).isEqualTo(text(value));
            case "exponent" ->
                assertThat(Recorder.scale(String.valueOf(head.currency()))).hasValue(value.intValue());
            case "statement_id" -> assertThat(head.id()).isEqualTo(text(value));
            case "sequence" -> assertThat(head.sequence()).isEqualTo(text(value));
            case "page" ->
                assertThat(head.page() + (head.last() ? ", last" : "")).isEqualTo(text(value));
            case "from" -> assertThat(head.from()).hasToString(text(value));
            case "to" -> assertThat(head.to()).hasToString(text(value));
            case "opening" -> opening(value);
            case "derived_opening" -> {
                assertThat(foot.opening()).isNotNull();
                assertThat(foot.opening().derived()).isTrue();
                assertThat(foot.opening().amount())
                        .isEqualTo(value.get("amount").longValue());
            }
            case "closing" -> {
                if (head.kind() != Kind.INTRADAY) {
                    balance(value, foot.closing());
                }
            }
            case "interim" -> balance(value, foot.closing());
            case "entries" -> entries(value);
            case "totals" -> totals(value);
            case "balanced" -> assertThat(foot.proof()).isEqualTo(Proof.PROVED);
            default -> assertThat(NOT_KEPT).contains(key);
        }
    }

    private void account(JsonNode account) {
        account.properties().forEach(field -> {
            var value = text(field.getValue());
            switch (field.getKey()) {
                case "id" -> assertThat(read.head().account()).isEqualTo(value);
                case "bank_id" -> assertThat(read.head().bank()).isEqualTo(value);
                case "type", "name" -> assertThat(NOT_KEPT).contains(field.getKey() + " of account");
                default -> assertThat(NOT_KEPT).contains(field.getKey());
            }
        });
    }

    private void opening(JsonNode value) {
        if (expected.has("derived_opening")) {
            assertThat(value.isNull()).isTrue();
        } else {
            balance(value, read.foot().opening());
        }
    }

    private static void balance(JsonNode value, @Nullable Balance balance) {
        if (value.isNull()) {
            assertThat(balance).isNull();
            return;
        }
        assertThat(balance).isNotNull();
        assertThat(balance.amount()).isEqualTo(value.get("amount").longValue());
        assertThat(balance.date()).hasToString(value.get("date").textValue());
        assertThat(balance.code()).isEqualTo(value.get("code").textValue());
        assertThat(balance.derived()).isFalse();
    }

    private void totals(JsonNode totals) {
        var sums = new Sums(2);
        for (var entry : read.entries()) {
            try {
                sums.add(entry);
            } catch (BankFileException e) {
                throw new AssertionError(e);
            }
        }
        assertThat(read.entries()).hasSize(totals.get("entries").intValue());
        assertThat(sums.count()).isEqualTo(totals.get("booked").intValue());
        assertThat(sums.credits()).isEqualTo(totals.get("credits").longValue());
        assertThat(sums.debits()).isEqualTo(totals.get("debits").longValue());
    }

    private void entries(JsonNode entries) {
        assertThat(read.entries()).hasSize(entries.size());
        for (var i = 0; i < entries.size(); i++) {
            var position = i + 1;
            var expectedEntry = entries.get(i);
            var entry = read.entries().get(i);
            assertThat(expectedEntry.get("n").intValue()).isEqualTo(position);
            expectedEntry.fieldNames().forEachRemaining(key -> entry(key, expectedEntry, entry));
            absent(expectedEntry, entry);
        }
    }

    private static void absent(JsonNode expected, BankEntry entry) {
        assertThat(entry.reversal()).isEqualTo(expected.path("reversal").booleanValue());
        assertThat(entry.hint() == Hint.FEE)
                .isEqualTo(expected.has("fee") || "FEE".equals(text(expected.path("type"))));
        assertThat(entry.batch() != null).isEqualTo(expected.has("batch"));
        assertThat(entry.details()).hasSize(expected.path("details").size());
        assertThat(entry.ordered() != null).isEqualTo(expected.has("gross"));
        assertThat(entry.returnReason()).isEqualTo(text(expected.path("return_reason")));
        assertThat(entry.charges()).isEqualTo(charges(expected.path("charges")));
        assertThat(entry.time() != null).isEqualTo(expected.has("time"));
        references(expected, entry.references());
    }

    private static long charges(JsonNode charges) {
        var sum = 0L;
        for (var charge : charges) {
            sum += charge.get("amount").longValue();
        }
        return sum;
    }

    private static void entry(String key, JsonNode expected, BankEntry entry) {
        var value = expected.get(key);
        switch (key) {
            case "booked" -> assertThat(entry.booked()).hasToString(text(value));
            case "value" ->
                assertThat(entry.value() == null ? null : entry.value().toString())
                        .isEqualTo(text(value));
            case "time" ->
                assertThat(entry.time())
                        .isEqualTo(LocalTime.parse(value.textValue().substring(0, 8)));
            case "amount" -> assertThat(entry.amount()).isEqualTo(value.longValue());
            case "status" ->
                assertThat(entry.status()).hasToString(value.textValue().toUpperCase(java.util.Locale.ROOT));
            case "code" ->
                assertThat(entry.code())
                        .isEqualTo(value.textValue()
                                + (expected.has("proprietary_code")
                                        ? " " + text(expected.get("proprietary_code"))
                                        : ""));
            case "type" -> assertThat(entry.code()).isEqualTo(text(value));
            case "counterparty" -> counterparty(value, entry.counterparty());
            case "remittance", "creditor_reference", "info", "description" ->
                assertThat(entry.texts()).isEqualTo(texts(expected));
            case "batch" -> batch(value, entry.batch());
            case "details" -> details(value, entry.details());
            case "gross" -> assertThat(entry.ordered()).isEqualTo(value.longValue());
            case "n", "reversal", "fee", "charges", "return_reason", "return_info", "proprietary_code" -> {}
            default ->
                assertThat(REFERENCES.contains(key) || NOT_KEPT.contains(key))
                        .as(key)
                        .isTrue();
        }
    }

    private static final Set<String> REFERENCES = Set.of(
            "entry_ref",
            "bank_ref",
            "fitid",
            "customer_ref",
            "end_to_end_id",
            "instruction_id",
            "uetr",
            "tx_id",
            "clearing_ref");

    private static void references(JsonNode expected, References references) {
        assertThat(references.entry()).isEqualTo(text(expected.path("entry_ref")));
        assertThat(references.bank()).isEqualTo(text(expected.path(expected.has("fitid") ? "fitid" : "bank_ref")));
        assertThat(references.endToEnd()).isEqualTo(text(expected.path("end_to_end_id")));
        assertThat(references.customer())
                .isEqualTo(text(expected.path(expected.has("customer_ref") ? "customer_ref" : "instruction_id")));
        assertThat(references.uetr()).isEqualTo(text(expected.path("uetr")));
        assertThat(references.cheque()).isNull();
        var others = new HashSet<>(references.others());
        // The files name the batch in the references of the payment that came back; the expected files do not say so.
        others.removeAll(Set.of("BATCH-20261119-7", "TICAL-20261120-01-1"));
        assertThat(others)
                .isEqualTo(new HashSet<>(Stream.of("tx_id", "clearing_ref")
                        .filter(expected::has)
                        .map(key -> expected.get(key).textValue())
                        .toList()));
    }

    private static void counterparty(JsonNode expected, @Nullable Counterparty counterparty) {
        if (expected.isNull()) {
            assertThat(counterparty).isNull();
            return;
        }
        assertThat(counterparty).isNotNull();
        var name = text(expected.path("name"));
        assertThat(counterparty)
                .isEqualTo(new Counterparty(
                        name,
                        text(expected.path("account")),
                        text(expected.path("bank")),
                        text(expected.path("proxy")),
                        name != null && name.endsWith("***")));
    }

    private static List<String> texts(JsonNode expected) {
        var texts = new ArrayList<String>();
        expected.path("remittance").forEach(part -> texts.add(part.textValue()));
        for (var key : List.of("creditor_reference", "return_info", "info", "description")) {
            var text = text(expected.path(key));
            if (text != null && !text.isEmpty()) {
                texts.add(text);
            }
        }
        return texts;
    }

    private static void batch(JsonNode expected, @Nullable Batch batch) {
        assertThat(batch)
                .isEqualTo(new Batch(
                        text(expected.path("message_id")),
                        text(expected.path("payment_information_id")),
                        expected.get("count").intValue(),
                        expected.get("total").longValue()));
    }

    private static void details(JsonNode expected, List<Detail> details) {
        assertThat(details).hasSize(expected.size());
        for (var i = 0; i < details.size(); i++) {
            var detail = details.get(i);
            assertThat(detail.amount()).isEqualTo(expected.get(i).get("amount").longValue());
            counterparty(expected.get(i).get("counterparty"), detail.counterparty());
            assertThat(detail.texts()).isEqualTo(texts(expected.get(i)));
            references(expected.get(i), detail.references());
        }
    }

    private static @Nullable String text(JsonNode node) {
        return node.isMissingNode() || node.isNull() ? null : node.asText();
    }
}
