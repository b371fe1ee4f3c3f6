package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.bankfile.PaymentFileException.Fault;
import io.tical.server.bankfile.PaymentOrder.Account;
import io.tical.server.bankfile.PaymentOrder.Bank;
import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of payments are those of the samples, byte by byte. */
class PaymentFileTest {
    private static final Map<String, String> LATIN_NAMES =
            Map.of("PO-7F3A01", "TEST PAYEE ONE", "PO-7F3A03", "TEST PAYEE THREE");
    private static final Map<String, String> SETTINGS =
            Map.of("company", "LOTUSTEST", "sender_branch", "0999", "tax_id", "0999900000011");

    private static PaymentLayout layout(String name) {
        return PaymentLayout.shipped().stream()
                .filter(layout -> layout.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static PaymentOrder order(String reference, long amount, String account, String bank, String name) {
        return new PaymentOrder(
                reference, null, amount, name, new Account(account, false), new Bank(null, bank), null, null);
    }

    private static PaymentOrders orders(String file, String debtor, String account, List<PaymentOrder> orders) {
        return new PaymentOrders(
                file,
                file,
                OffsetDateTime.parse("2026-11-20T13:30:00+07:00"),
                debtor,
                new Account(account, false),
                null,
                "THB",
                2,
                LocalDate.of(2026, 11, 20),
                orders);
    }

    private static PaymentOrders expected(String sample, String file, String debtor) throws Exception {
        var batch = Json.mapper()
                .readTree(BankFileSamplesTest.sample(sample + ".expected.json"))
                .required("batch");
        var orders = new ArrayList<PaymentOrder>();
        for (var payout : batch.required("payouts")) {
            orders.add(order(
                    payout.path("id").asText("PO-" + orders.size()),
                    payout.required("amount").longValue(),
                    payout.required("account").textValue(),
                    payout.required("bank").textValue(),
                    payout.path("name").asText("A NAME")));
        }
        return orders(file, debtor, batch.required("debit_account").textValue(), orders);
    }

    @ParameterizedTest
    @CsvSource({
        "ktb-ipay-standard, KTB iPay Standard, -, 'LOTUS TEST SHOP CO., LTD.'",
        "scb-bcm-mcl, SCB BCM MCL, TICAL-20261120-01, -",
        "kbank-other-bank-mcl, KBank other banks MCL, TICAL-2611200001, -",
        "bbl-icash, BBL iCash SMART same day, TICAL-20261120-01, -",
        "ktb-direct-credit-128, KTB direct credit, -, LOTUS TEST SHOP",
        "bay-cashlink-128, BAY CashLink, -, -",
    })
    void aFileIsThatOfTheSample(String sample, String layout, String file, String debtor) throws Exception {
        var bytes = BankFileSamplesTest.sample(sample + ".txt");
        var settings = layout.startsWith("SCB") ? Map.of("company", "LOTUSTEST001") : SETTINGS;
        var written = PaymentFile.write(layout(layout), expected(sample, file, debtor), settings, LATIN_NAMES);
        var charset = Charset.forName("x-windows-874");
        assertThat(new String(written.bytes(), charset)).isEqualTo(new String(bytes, charset));
        assertThat(written.bytes()).isEqualTo(bytes);
        assertThat(written.changed()).hasSize(sample.startsWith("bay") ? 1 : 0);
    }

    private static Fault refused(String layout, PaymentOrder... orders) {
        var refused = catchThrowableOfType(
                PaymentFileException.class,
                () -> PaymentFile.write(
                        layout(layout), orders("F", "D", "9990000451", List.of(orders)), SETTINGS, Map.of()));
        return refused.fault();
    }

    @Test
    void whatALayoutCannotHoldIsRefused() {
        var good = order("PO-1", 100, "1990000456", "002", "NAME");
        assertThat(refused("KTB iPay Standard")).isEqualTo(Fault.NO_PAYMENTS);
        assertThat(refused("KTB iPay Standard", order("PO-1", 100, "1", "006", "N")))
                .isEqualTo(Fault.BANK_OF_PAYEE);
        assertThat(refused("KTB direct credit", good)).isEqualTo(Fault.BANK_OF_PAYEE);
        assertThat(refused("KTB iPay Standard", order("PO-1", 100, "123456789012", "002", "N")))
                .isEqualTo(Fault.ACCOUNT);
        assertThat(refused("KTB iPay Standard", order("A-REFERENCE-OF-20-LE", 100, "1", "002", "N")))
                .isEqualTo(Fault.TOO_LONG);
        assertThat(refused("KTB iPay Standard", order("PO-\u4e00", 100, "1", "002", "N")))
                .isEqualTo(Fault.CHARACTERS);
        assertThat(refused("KTB iPay Standard", order("PO-1\n", 100, "1", "002", "N")))
                .isEqualTo(Fault.CHARACTERS);
        assertThat(refused("BBL iCash SMART same day", order("PO~1", 100, "1", "004", "N")))
                .isEqualTo(Fault.CHARACTERS);
        assertThat(refused("KTB direct credit", order("PO-1", 10_000_000_000L, "6990000001", "006", "N")))
                .isEqualTo(Fault.TOO_LONG);
        var twice = order("PO-1", 100, "6990000001", "006", "NAME");
        assertThat(refused("KTB direct credit", twice, order("PO-2", 100, "6990000001", "006", "NAME")))
                .isEqualTo(Fault.SAME_PAYMENT);
        assertThat(refused("SCB BCM MCL", new PaymentOrder("PO-1", null, 1, "N", null, null, null, null)))
                .isEqualTo(Fault.ACCOUNT_MISSING);
        var setting = catchThrowableOfType(
                PaymentFileException.class,
                () -> PaymentFile.write(
                        layout("SCB BCM MCL"), orders("F", "D", "9990000451", List.of(good)), Map.of(), Map.of()));
        assertThat(setting).hasMessage("The setting company has no value.");
        var dollars = new PaymentOrders(
                "F",
                "F",
                OffsetDateTime.parse("2026-11-20T13:30:00+07:00"),
                "D",
                new Account("1", false),
                null,
                "USD",
                2,
                LocalDate.of(2026, 11, 20),
                List.of(good));
        assertThat(catchThrowableOfType(
                                PaymentFileException.class,
                                () -> PaymentFile.write(layout("SCB BCM MCL"), dollars, SETTINGS, Map.of()))
                        .fault())
                .isEqualTo(Fault.CURRENCY);
    }

    @Test
    void aNameIsCutAndItsUnknownCharactersAreReplaced() throws Exception {
        var written = PaymentFile.write(
                layout("BBL iCash SMART same day"),
                orders(
                        "F",
                        "D",
                        "1990000123",
                        List.of(order("PO-1", 100, "1", "004", "A~B\n\u4e00"), order("PO-2", 100, "1", "004", "NAME"))),
                SETTINGS,
                Map.of());
        assertThat(new String(written.bytes(), Charset.forName("x-windows-874")))
                .contains("~A B ?~");
        assertThat(written.changed()).containsExactly("PO-1");
        assertThat(new String(written.bytes(), Charset.forName("x-windows-874")).lines())
                .hasSize(4)
                .allSatisfy(
                        line -> assertThat(line.chars().filter(c -> c == '~').count())
                                .isEqualTo(line.startsWith("003") ? 55 : line.startsWith("001") ? 7 : 2));
    }

    @ParameterizedTest
    @CsvSource({
        "4099000123, 014, 04099000123",
        "02099000123, 011, 02099000123",
        "123456789012, 034, 23456789012",
        "123456789012, 031, 23456789012",
        "12345678901234, 067, 05678901234",
        "12345678901234, 069, 05678901234",
        "123456789012, 066, 03456789012",
        "123456789012, 030, 23456789012",
        "123456789012345, 030, 56789012345",
        "123456789012345, 033, 56789012345",
    })
    void accountsHaveElevenDigitsBetweenBanks(String account, String bank, String digits) {
        assertThat(ThaiAccount.elevenDigits(account, bank)).contains(digits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ktb-ipay-result", "kbank-result"})
    void resultsAreRead(String sample) throws Exception {
        var expected = Json.mapper().readTree(BankFileSamplesTest.sample(sample + ".expected.json"));
        var results = new ArrayList<PaymentResult>();
        var file = read(BankFileSamplesTest.sample(sample + ".txt"), results);
        assertThat(file).isEqualTo(expected.path("batch_reference").asText("none"));
        assertThat(results).hasSameSizeAs(expected.required("results"));
        for (int at = 0; at < results.size(); at++) {
            same(results.get(at), expected.required("results").get(at));
        }
    }

    private static void same(PaymentResult result, JsonNode expected) {
        assertThat(result.reference()).isEqualTo(expected.required("id").textValue());
        assertThat(result.amount()).isEqualTo(expected.required("amount").longValue());
        assertThat(result.code()).isEqualTo(expected.required("status").textValue());
        assertThat(result.outcome().name())
                .isEqualTo(
                        switch (expected.required("outcome").textValue()) {
                            case "succeeded" -> "SUCCEEDED";
                            case "failed" -> "FAILED";
                            default -> "OPERATOR";
                        });
        if (expected.has("account")) {
            assertThat(result.account()).isEqualTo(expected.get("account").textValue());
            assertThat(result.bank()).isEqualTo(expected.get("bank").textValue());
        }
        assertThat(result.text()).isEqualTo(expected.path("reason_info").textValue());
    }

    private static String read(byte[] bytes, List<PaymentResult> results) throws Exception {
        var file = new StringBuilder();
        new PaymentResultReader(PaymentResultLayout.all())
                .read(
                        () -> new ByteArrayInputStream(bytes),
                        StatementReader.Limits.DEFAULT,
                        new PaymentResultReader.Sink() {
                            @Override
                            public void begin(PaymentResultLayout layout, @Nullable String fileId) {
                                file.append(fileId == null ? "none" : fileId);
                            }

                            @Override
                            public void result(PaymentResult result) {
                                results.add(result);
                            }
                        });
        return file.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ktb-ipay-result", "kbank-result"})
    void aResultThatIsCutOrDamagedIsRefused(String sample) throws Exception {
        var bytes = BankFileSamplesTest.sample(sample + ".txt");
        for (int length = 0; length < bytes.length - 2; length++) {
            var cut = Arrays.copyOf(bytes, length);
            assertThat(catchThrowableOfType(BankFileException.class, () -> read(cut, new ArrayList<>())))
                    .as("cut at %d", length)
                    .isNotNull();
        }
        var random = new Random(3);
        for (int round = 0; round < 2_000; round++) {
            var damaged = bytes.clone();
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            try {
                read(damaged, new ArrayList<>());
            } catch (BankFileException e) {
                assertThat(e.fault()).isNotNull();
            }
        }
    }

    @Test
    void layoutsHaveDifferentNames() {
        assertThat(PaymentLayout.shipped().stream().map(PaymentLayout::name).collect(Collectors.toSet()))
                .hasSize(PaymentLayout.shipped().size());
    }
}
