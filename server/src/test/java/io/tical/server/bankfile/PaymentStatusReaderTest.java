package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.PaymentStatus.Failure;
import io.tical.server.bankfile.PaymentStatus.Level;
import io.tical.server.bankfile.PaymentStatus.Outcome;
import io.tical.server.bankfile.PaymentStatus.Reason;
import io.tical.server.bankfile.StatementReader.Limits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentStatusReaderTest {
    private static final Map<String, Outcome> OUTCOMES =
            Map.of("succeeded", Outcome.SUCCEEDED, "failed", Outcome.FAILED, "still in process", Outcome.IN_PROCESS);

    private record Read(List<PaymentReport> reports, List<PaymentStatus> statuses) {
        List<PaymentStatus> of(Level level) {
            return statuses.stream().filter(status -> status.level() == level).toList();
        }
    }

    private static Read read(byte[] file) throws Exception {
        var statuses = new ArrayList<PaymentStatus>();
        var reports = new PaymentStatusReader().read(Recorder.source(file), Recorder.context(), statuses::add);
        return new Read(reports, statuses);
    }

    private static Read read(String text) throws Exception {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String report(String version, String content) {
        return "<p:Document xmlns:p=\"urn:iso:std:iso:20022:tech:xsd:pain.002.001." + version + "\"><p:CstmrPmtStsRpt>"
                + ("<GrpHdr><MsgId>R</MsgId></GrpHdr>" + content)
                        .replace("<", "<p:")
                        .replace("<p:/", "</p:")
                + "</p:CstmrPmtStsRpt></p:Document>";
    }

    private static String group(String status) {
        return "<OrgnlGrpInfAndSts><OrgnlMsgId>F</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.03</OrgnlMsgNmId>" + status
                + "</OrgnlGrpInfAndSts>";
    }

    private static String payment(String id, String status) {
        return "<OrgnlPmtInfAndSts><OrgnlPmtInfId>P</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>" + id
                + "</OrgnlEndToEndId>" + status + "</TxInfAndSts></OrgnlPmtInfAndSts>";
    }

    private static PaymentStatus single(String content) throws Exception {
        return read(report("03", content)).statuses().getLast();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pain002-v10-part.xml", "pain002-v10-file-rejected.xml"})
    void everySampleSaysWhatIsExpected(String name) throws Exception {
        var expected = Samples.expected(name);
        var read = read(Samples.bytes(name));
        assertThat(read.reports())
                .containsExactly(new PaymentReport(
                        expected.get("format").textValue(),
                        expected.get("message_id").textValue(),
                        expected.get("original_message_id").textValue(),
                        expected.get("original_name").textValue(),
                        List.of()));
        var file = read.of(Level.FILE).getFirst();
        assertThat(file.code()).isEqualTo(expected.get("group_status").textValue());
        assertThat(file.reasons()).isEqualTo(reasons(expected));
        var results = expected.get("results");
        var payments = read.of(Level.PAYMENT);
        assertThat(payments).hasSize(results.size());
        for (var i = 0; i < results.size(); i++) {
            compare(
                    results.get(i),
                    payments.get(i),
                    expected.get("original_message_id").textValue());
        }
    }

    private static void compare(JsonNode expected, PaymentStatus status, String messageId) {
        assertThat(status.messageId()).isEqualTo(messageId);
        assertThat(status.instructionId()).isEqualTo(status.endToEndId());
        assertThat(status.reasons()).isEqualTo(reasons(expected));
        expected.fieldNames().forEachRemaining(key -> {
            var value = expected.get(key);
            switch (key) {
                case "batch" -> assertThat(status.paymentId()).isEqualTo(text(value));
                case "end_to_end_id" -> assertThat(status.endToEndId()).isEqualTo(text(value));
                case "amount" -> {
                    assertThat(status.amount()).isEqualTo(value.isNull() ? null : value.longValue());
                    assertThat(status.currency()).isEqualTo(value.isNull() ? null : "THB");
                }
                case "status" -> assertThat(status.code()).isEqualTo(text(value));
                case "outcome" -> assertThat(status.outcome()).isEqualTo(OUTCOMES.get(value.textValue()));
                case "bank_ref" -> assertThat(status.bankReference()).isEqualTo(text(value));
                case "suggested_failure" ->
                    assertThat(status.failure().name().toLowerCase(Locale.ROOT)).isEqualTo(text(value));
                default -> assertThat(key).startsWith("reason");
            }
        });
    }

    private static List<Reason> reasons(JsonNode expected) {
        return expected.has("reason")
                ? List.of(new Reason(
                        expected.get("reason").textValue(),
                        List.of(expected.get("reason_info").textValue())))
                : List.of();
    }

    private static @Nullable String text(JsonNode node) {
        return node.isNull() ? null : node.asText();
    }

    @Test
    void aFileThatIsRefusedAsADuplicateIsForAnOperator() throws Exception {
        var status =
                read(Samples.bytes("pain002-v10-file-rejected.xml")).statuses().getFirst();
        assertThat(status.outcome()).isEqualTo(Outcome.OPERATOR);
        assertThat(status.endToEndId()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "RCVD, IN_PROCESS",
        "PDNG, IN_PROCESS",
        "PATC, IN_PROCESS",
        "RCVC, IN_PROCESS",
        "ACTC, IN_PROCESS",
        "ACCP, IN_PROCESS",
        "ACSP, IN_PROCESS",
        "ACWC, IN_PROCESS",
        "ACWP, IN_PROCESS",
        "PART, IN_PROCESS",
        "ACSC, SUCCEEDED",
        "ACCC, SUCCEEDED",
        "RJCT, FAILED",
        "CANC, FAILED",
        "BLCK, OPERATOR",
        "XXXX, OPERATOR"
    })
    void everyStatusHasItsOutcome(String code, Outcome outcome) throws Exception {
        var status = single(group("") + payment("E", "<TxSts>" + code + "</TxSts>"));
        assertThat(status.code()).isEqualTo(code);
        assertThat(status.outcome()).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({
        "AC01, FAILED, INVALID_ACCOUNT_NUMBER, false",
        "AC03, FAILED, INVALID_ACCOUNT_NUMBER, false",
        "AC04, FAILED, ACCOUNT_CLOSED, false",
        "AC07, FAILED, ACCOUNT_CLOSED, false",
        "AC06, FAILED, ACCOUNT_FROZEN, false",
        "BE06, FAILED, NO_ACCOUNT, false",
        "BE01, FAILED, COULD_NOT_PROCESS, false",
        "AM04, FAILED, COULD_NOT_PROCESS, true",
        "AM05, OPERATOR, COULD_NOT_PROCESS, false",
        "DU01, OPERATOR, COULD_NOT_PROCESS, false",
        "DU05, OPERATOR, COULD_NOT_PROCESS, false",
        "DUPL, OPERATOR, COULD_NOT_PROCESS, false",
        "ZZ99, FAILED, COULD_NOT_PROCESS, false"
    })
    void everyReasonHasItsMeaning(String code, Outcome outcome, Failure failure, boolean lacksFunds) throws Exception {
        var status = single(group("")
                + payment(
                        "E",
                        "<TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>" + code
                                + "</Cd></Rsn><AddtlInf>a</AddtlInf><AddtlInf>b</AddtlInf></StsRsnInf>"));
        assertThat(status.outcome()).isEqualTo(outcome);
        assertThat(status.failure()).isEqualTo(failure);
        assertThat(status.lacksFunds()).isEqualTo(lacksFunds);
        assertThat(status.reasons()).containsExactly(new Reason(code, List.of("a", "b")));
    }

    @Test
    void aPartHasItsStatusBeforeItsPayments() throws Exception {
        var read = read(
                report(
                        "12",
                        group("<GrpSts>ACTC</GrpSts>")
                                + payment("E", "<TxSts>ACSC</TxSts>")
                                        .replace(
                                                "</OrgnlPmtInfId>",
                                                "</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts><StsRsnInf><Rsn><Prtry>own</Prtry></Rsn></StsRsnInf>")));
        assertThat(read.statuses())
                .extracting(PaymentStatus::level)
                .containsExactly(Level.FILE, Level.PART, Level.PAYMENT);
        assertThat(read.of(Level.PART).getFirst().reasons()).containsExactly(new Reason("own", List.of()));
        assertThat(read.reports().getFirst().notices()).isEmpty();
    }

    @Test
    void aPaymentWithoutAStatusKeepsItsOwn() throws Exception {
        assertThat(read(report("03", group("<GrpSts>PART</GrpSts>") + payment("E", "")))
                        .of(Level.PAYMENT))
                .isEmpty();
    }

    @Test
    void anotherVersionIsReadAndNoticed() throws Exception {
        var report =
                read(report("07", group("<GrpSts>ACTC</GrpSts>"))).reports().getFirst();
        assertThat(report.notices()).extracting(Notice::kind).containsExactly(Notice.Kind.VERSION_READ_LENIENTLY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<p:OrgnlMsgId>F</p:OrgnlMsgId>||FIELD_MISSING",
                "<p:OrgnlPmtInfId>P</p:OrgnlPmtInfId>||FIELD_MISSING",
                "<p:OrgnlEndToEndId>E</p:OrgnlEndToEndId>||FIELD_MISSING",
                "<p:TxSts>ACSC</p:TxSts>||FIELD_MISSING",
                "Ccy=\"THB\"||FIELD_MISSING",
                "Ccy=\"THB\"|Ccy=\"ZZZ\"|CURRENCY_UNKNOWN",
                "2000.00|2000.001|DECIMALS",
                "pain.002.001.03|camt.053.001.08|NOT_A_STATUS_REPORT",
                "CstmrPmtStsRpt|CstmrOther|NOT_A_STATUS_REPORT"
            })
    void aFieldThatIsWrongRefusesTheFile(String from, String to, Fault fault) throws Exception {
        var good = report(
                "03",
                group("")
                        + payment(
                                "E",
                                "<TxSts>ACSC</TxSts><OrgnlTxRef><Amt><InstdAmt Ccy=\"THB\">2000.00</InstdAmt></Amt></OrgnlTxRef>"));
        assertThat(read(good).statuses().getFirst().amount()).isEqualTo(200_000);
        assertThat(good).contains(from);
        var spoiled = from.startsWith("pain") ? good.replace("CstmrPmtStsRpt", "Other") : good;
        assertThatThrownBy(() -> read(spoiled.replace(from, to == null ? "" : to)))
                .isInstanceOfSatisfying(
                        BankFileException.class, e -> assertThat(e.fault()).isEqualTo(fault));
    }

    @Test
    void statusesHaveALimit() {
        var file = Samples.bytes("pain002-v10-part.xml");
        assertThatThrownBy(() -> new PaymentStatusReader()
                        .read(Recorder.source(file), Recorder.context(new Limits(3, 4_000, 5)), status -> {}))
                .isInstanceOfSatisfying(
                        BankFileException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TOO_MANY_ENTRIES));
    }

    @Test
    void noTruncationAndNoByteThatChangesBreaksTheReader() throws Exception {
        var whole = Samples.bytes("pain002-v10-part.xml");
        var end = new String(whole, StandardCharsets.UTF_8).stripTrailing().length();
        for (var length = 0; length < end; length++) {
            var part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(part)).as("%d", length).isInstanceOf(BankFileException.class);
        }
        var random = new Random(20261128);
        for (var round = 0; round < 1_000; round++) {
            var spoiled = whole.clone();
            spoiled[random.nextInt(spoiled.length)] = (byte) random.nextInt(256);
            try {
                read(spoiled);
            } catch (BankFileException e) {
                assertThat(e.getMessage()).doesNotContain("%s");
            }
        }
    }
}
