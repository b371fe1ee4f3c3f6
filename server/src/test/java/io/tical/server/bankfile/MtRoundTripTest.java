package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.bankfile.BankStatement.Proof;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Statements that are written as MT940 in its dialects are read back equal. */
class MtRoundTripTest {
    private static final int ROUNDS = 1_500;
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("yyMMdd", Locale.ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("MMdd", Locale.ROOT);
    private static final Map<String, Integer> SCALES = Map.of("THB", 2, "EUR", 2, "JPY", 0, "KWD", 3);
    private static final String[] LINES = {
        "PROMPTPAY X4567 MR. TESTER O***",
        ":21:30 HRS",
        ":20:TOO",
        ":86",
        "-",
        "- -",
        "{4:",
        ":61:261120",
        "/12/34",
        "A  B",
        ":28C:1/1",
        ":62F:C261120",
        "166 CREDIT",
        ":34F:THB0,"
    };

    private final Random random = new Random(940);

    private record Entry(
            LocalDate value,
            LocalDate booked,
            long amount,
            boolean reversal,
            @Nullable String customer,
            @Nullable String bank,
            @Nullable String endToEnd,
            List<String> texts) {}

    @Test
    void aStatementIsReadAsItWasWritten() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            var currency = List.copyOf(SCALES.keySet()).get(random.nextInt(SCALES.size()));
            var end = random.nextBoolean() ? "\r\n" : "\n";
            var framed = random.nextBoolean();
            var opening = random.nextLong(-1_000_000, 1_000_000);
            var balance = opening;
            var entries = new ArrayList<Entry>();
            var file = new StringBuilder();
            var pages = random.nextInt(3) + 1;
            var sequence = random.nextInt(1, 366);
            for (int page = 1; page <= pages; page++) {
                var lines = new ArrayList<String>();
                lines.add(":20:REF");
                lines.add(":25:0990012345");
                lines.add(String.format(Locale.ROOT, ":28C:%05d/%d", sequence, page));
                lines.add((page == 1 ? ":60F:" : ":60M:") + balance(balance, currency));
                for (int count = random.nextInt(5); count > 0; count--) {
                    balance += write(lines, currency, entries);
                }
                lines.add((page == pages ? ":62F:" : ":62M:") + balance(balance, currency));
                file.append(framed ? "{1:F01TEST}{2:I940TEST}{4:" + end : "")
                        .append(String.join(end, lines))
                        .append(end)
                        .append(framed ? "-}" : "-")
                        .append(end);
            }
            var read = Recorder.read(
                    new MtReader(TextEncoding.DETECT), file.toString().getBytes(StandardCharsets.UTF_8));
            assertThat(read).as(file.toString()).singleElement().satisfies(statement -> {
                assertThat(statement.head().sequence()).isEqualTo(Integer.toString(sequence));
                assertThat(statement.foot().proof()).isEqualTo(Proof.PROVED);
                assertThat(statement.notices()).doesNotContain(Notice.Kind.REVERSAL_READ_AS_ORIGINAL);
                assertThat(statement.foot().opening())
                        .extracting(BankStatement.Balance::amount)
                        .isEqualTo(opening);
                assertThat(statement.entries().stream()
                                .map(MtRoundTripTest::entry)
                                .toList())
                        .isEqualTo(entries);
            });
        }
    }

    private static Entry entry(BankEntry read) {
        var references = read.references();
        return new Entry(
                Objects.requireNonNull(read.value()),
                read.booked(),
                read.amount(),
                read.reversal(),
                references.customer(),
                references.bank(),
                references.endToEnd(),
                read.texts());
    }

    private static String decimal(long amount, String currency) {
        var text = BigDecimal.valueOf(amount, SCALES.getOrDefault(currency, 2)).toPlainString();
        return text.contains(".") ? text.replace('.', ',') : text + ",";
    }

    private static String balance(long amount, String currency) {
        return (amount < 0 ? "D" : "C") + "261120" + currency + decimal(Math.abs(amount), currency);
    }

    /** Writes an entry, and returns its amount. */
    private long write(List<String> lines, String currency, List<Entry> entries) {
        var value = LocalDate.of(2024, 1, 1).plusDays(random.nextInt(1_000));
        var dated = random.nextInt(4) > 0;
        var booked = dated ? value.plusDays(random.nextInt(61) - 30) : value;
        var amount = random.nextLong(1, 10_000_000) * (random.nextBoolean() ? 1 : -1);
        var reversal = random.nextInt(6) == 0;
        var mark = reversal ? amount > 0 ? "RD" : "RC" : amount > 0 ? "C" : "D";
        var customer = random.nextBoolean() ? "PO-" + random.nextInt(1_000) : null;
        var bank = random.nextBoolean() ? "B" + random.nextInt(1_000) : null;
        lines.add(":61:" + DATE.format(value) + (dated ? DAY.format(booked) : "") + mark
                + (random.nextBoolean() ? currency.substring(2) : "") + decimal(Math.abs(amount), currency) + "NTRF"
                + (customer == null ? "NONREF" : customer) + (bank == null ? "" : "//" + bank));
        var endToEnd = random.nextBoolean() ? "E2E-" + random.nextInt(1_000_000) : null;
        var texts = new ArrayList<String>();
        switch (random.nextInt(4)) {
            case 0 -> endToEnd = null;
            case 1 -> {
                endToEnd = null;
                for (int count = random.nextInt(1, 8); count > 0; count--) {
                    texts.add(LINES[random.nextInt(LINES.length)]);
                }
                texts.set(0, "TRF " + texts.getFirst());
                lines.add(":86:" + texts.getFirst());
                lines.addAll(texts.subList(1, texts.size()));
            }
            case 2 -> {
                var text =
                        "Text " + "of a purpose ".repeat(random.nextInt(1, 12)).strip();
                texts.addAll(List.of("CREDIT", text));
                var purpose = (endToEnd == null ? "" : "EREF+" + endToEnd) + "SVWZ+" + text;
                var field = new StringBuilder("166?00CREDIT?10931");
                for (int part = 0; part * 27 < purpose.length(); part++) {
                    field.append('?')
                            .append(part < 10 ? 20 + part : 50 + part)
                            .append(purpose, part * 27, Math.min(purpose.length(), part * 27 + 27));
                }
                fold(lines, field.append("?30TESTDE99001?31DE1?32NAME").toString());
            }
            default -> {
                var text = "Text/" + "with slashes/".repeat(random.nextInt(1, 12));
                texts.addAll(List.of("TRANSFER", text));
                fold(
                        lines,
                        "/TRTP/TRANSFER/NAME/A NAME" + (endToEnd == null ? "" : "/EREF/" + endToEnd) + "/REMI/" + text);
            }
        }
        entries.add(new Entry(value, booked, amount, reversal, customer, bank, endToEnd, texts));
        return amount;
    }

    /** Cuts a text into lines wherever they are full. */
    private static void fold(List<String> lines, String text) {
        for (int from = 0; from < text.length(); from += 65) {
            lines.add((from == 0 ? ":86:" : "") + text.substring(from, Math.min(text.length(), from + 65)));
        }
    }
}
