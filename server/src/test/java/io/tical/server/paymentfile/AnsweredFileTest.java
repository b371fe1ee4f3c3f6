package io.tical.server.paymentfile;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.bankfile.PaymentResultFormats;
import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.bankfile.StatementReader.Limits;
import io.tical.server.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Of which file a result is that came without it: by the name of the file, or by the references of its payments. */
class AnsweredFileTest {
    private static final Context CONTEXT =
            new Context(_ -> OptionalInt.of(2), LocalDate.of(2026, 11, 28), Limits.DEFAULT);

    /** A record of fixed width: from the position of each text, from 1. */
    private static String record(int length, Object... textsFrom) {
        var record = new StringBuilder(" ".repeat(length));
        for (int at = 0; at < textsFrom.length; at += 2) {
            var from = (Integer) textsFrom[at] - 1;
            var text = (String) textsFrom[at + 1];
            record.replace(from, from + text.length(), text);
        }
        return record.append("\r\n").toString();
    }

    private static String digits(int length, long number) {
        return String.format(Locale.ROOT, "%0" + length + "d", number);
    }

    private static String kbank(String file, String reference) {
        return record(162, 1, "H", 18, file, 44, "000000000000500.00", 65, "000000000000000001")
                + record(476, 1, "D", 100, "0000000500.00", 116, "9876543210", 133, reference, 149, "9");
    }

    private static String ktb(String... references) {
        var records = new StringBuilder(
                record(498, 1, "101", 13, digits(7, references.length), 20, digits(19, 50_000L * references.length)));
        for (var reference : references) {
            records.append(
                    record(498, 1, "102", 17, "09876543210", 58, "00000000000050000", 353, reference, 399, "00"));
        }
        return records.toString();
    }

    private static boolean isResult(String text) throws IOException {
        return PaymentResultFormats.isResult(() -> new ByteArrayInputStream(text.getBytes(US_ASCII)));
    }

    private static String fileName(String text) {
        return AnswerReader.fileName(text.getBytes(US_ASCII), CONTEXT);
    }

    @Test
    void resultsOfBanksAreNoStatements() throws IOException {
        assertThat(isResult(kbank("T261128ABCD", "T261128ABCD00001"))).isTrue();
        assertThat(isResult(ktb("T261128ABCD00001"))).isTrue();
        assertThat(isResult("<x:Document><x:CstmrPmtStsRpt>")).isTrue();
        assertThat(isResult("Date,Amount\r\n2026-11-28,1.00\r\n")).isFalse();
        assertThat(isResult("H,1,2\r\n")).isFalse();
        assertThat(isResult("<Document><BkToCstmrStmt>")).isFalse();
        assertThat(isResult("")).isFalse();
    }

    @Test
    void aResultNamesItsFileOrItsPayments() {
        assertThat(fileName(kbank("T261128ABCD", "T261128ABCD00001"))).isEqualTo("T261128ABCD");
        assertThat(fileName(ktb("T261128ABCD00001", "T261128ABCD00002"))).isEqualTo("T261128ABCD");
        assertThat(fileName(ktb("TESTABCDEFG00001"))).isEqualTo("TESTABCDEFG");
    }

    @Test
    void aResultOfSeveralFilesIsRefused() {
        assertThatThrownBy(() -> fileName(ktb("T261128ABCD00001", "T261128EFGH00001")))
                .isInstanceOf(Problem.Conflict.class)
                .hasMessageContaining("T261128ABCD, T261128EFGH");
        assertThatThrownBy(() -> fileName(kbank("T261128ABCD", "T261128EFGH00001")))
                .isInstanceOf(Problem.Conflict.class);
        assertThatThrownBy(() -> fileName("nothing")).isInstanceOf(Problem.Conflict.class);
    }
}
