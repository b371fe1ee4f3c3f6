package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.bankfile.BankEntry.Status;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Kind;
import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.Recorder.Statement;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleStatementsTest {
    private static final Set<String> ABOUT_THE_SAMPLE = Set.of(
            "file",
            "encoding",
            "line_end",
            "known",
            "traps",
            "effect",
            "after_import_of",
            "warnings",
            "message_id",
            "page");

    private static List<Statement> read(String name) throws Exception {
        var reader = name.endsWith(".ofx") ? new OfxReader() : new CamtReader();
        return Recorder.read(reader, Samples.bytes(name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "camt052-v08-thb.xml",
                "camt053-v02-eur.xml",
                "camt053-v08-reversal-original-direction.xml",
                "camt053-v08-thb.xml",
                "camt054-v08-thb.xml",
                "ofx102-sgml.ofx",
                "ofx211-xml.ofx"
            })
    void everySampleSaysWhatIsExpected(String name) throws Exception {
        var expected = Samples.expected(name);
        var statements = read(name);
        expected.fieldNames().forEachRemaining(key -> {
            switch (key) {
                case "format" ->
                    assertThat(statements)
                            .allSatisfy(
                                    statement -> assertThat(expected.get(key).textValue())
                                            .startsWith(statement.head().format()));
                case "statements" -> {
                    assertThat(statements).hasSize(expected.get(key).size());
                    for (var i = 0; i < statements.size(); i++) {
                        new ExpectedStatement(expected.get(key).get(i), statements.get(i)).compare();
                    }
                }
                default -> assertThat(ABOUT_THE_SAMPLE).contains(key);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        "bad-camt053-sum.xml, BALANCE, 8, 54",
        "hostile-doctype.xml, DOCUMENT_TYPE, 2, 20",
        "hostile-entity.xml, DOCUMENT_TYPE, 2, 177"
    })
    void aBadFileIsRefusedAtItsPlace(String name, Fault fault, int line, int column) {
        assertThatThrownBy(() -> read(name)).isInstanceOfSatisfying(BankFileException.class, e -> {
            assertThat(e.fault()).isEqualTo(fault);
            assertThat(e.place()).isEqualTo(new Place(line, column));
            assertThat(Samples.expected(name).get("refused").booleanValue()).isTrue();
        });
    }

    @Test
    void theRefusedSumNamesItsNumbers() {
        assertThatThrownBy(() -> read("bad-camt053-sum.xml"))
                .hasMessage(
                        "The opening balance 500.00 and the entries, 100.00, give 600.00; the closing balance says 610.00.");
    }

    @Test
    void aStatementWithoutEntriesMayBeOverdrawn() throws Exception {
        var statement = read("camt053-v02-eur.xml").get(1);
        assertThat(statement.entries()).isEmpty();
        assertThat(statement.foot().opening()).isNotNull();
        assertThat(statement.foot().opening().amount()).isEqualTo(-1_500);
        assertThat(statement.foot().opening().code()).isEqualTo("PRCD");
        assertThat(statement.foot().proof()).isEqualTo(Proof.PROVED);
    }

    @Test
    void theDayOfABookingIsTheDayThatTheBankWrote() throws Exception {
        assertThat(read("camt053-v02-eur.xml").get(0).entries().get(0))
                .returns(LocalDate.of(2026, 11, 19), BankEntry::booked)
                .returns(LocalTime.of(0, 30), BankEntry::time)
                .returns(12_150L, BankEntry::amount);
        assertThat(read("camt053-v08-thb.xml").get(0).entries().get(0).booked()).isEqualTo("2026-11-20");
        assertThat(read("ofx102-sgml.ofx").get(0).entries().get(0).booked()).isEqualTo("2026-11-20");
    }

    @Test
    void aReversalHasTheDirectionThatTheBalancesProve() throws Exception {
        var standard = read("camt053-v02-eur.xml").get(0);
        assertThat(standard.entries().get(2).amount()).isEqualTo(2_000);
        assertThat(standard.notices()).doesNotContain(Notice.Kind.REVERSAL_READ_AS_ORIGINAL);
        var other = read("camt053-v08-reversal-original-direction.xml").get(0);
        assertThat(other.entries())
                .extracting(BankEntry::amount)
                .containsExactly(10_000L, -10_000L, -4_000L, 4_000L, 2_550L);
        assertThat(other.notices()).containsExactly(Notice.Kind.REVERSAL_READ_AS_ORIGINAL);
    }

    @Test
    void aPendingEntryIsNotInTheBalanceThoughTheSummaryCountsIt() throws Exception {
        var statement = read("camt053-v02-eur.xml").get(0);
        assertThat(statement.entries().get(5).status()).isEqualTo(Status.PENDING);
        assertThat(statement.foot().proof()).isEqualTo(Proof.PROVED);
        assertThat(statement.notices()).containsExactly(Notice.Kind.HOUR_24);
    }

    @Test
    void theHour24IsOfTheDayThatIsWritten() throws Exception {
        assertThat(read("camt053-v02-eur.xml").get(0).head().to()).isEqualTo("2026-11-19");
    }

    @Test
    void twinsAreBothReal() throws Exception {
        var entries = read("camt053-v08-thb.xml").get(0).entries();
        assertThat(entries.get(1).references().bank())
                .isNotEqualTo(entries.get(2).references().bank());
        assertThat(entries.get(1).amount()).isEqualTo(entries.get(2).amount());
    }

    @Test
    void aNotificationHasNoBalancesAndTheReferenceOfTheSumThatItExplains() throws Exception {
        var notification = read("camt054-v08-thb.xml").get(0);
        assertThat(notification.head().kind()).isEqualTo(Kind.NOTIFICATION);
        assertThat(notification.foot().opening()).isNull();
        assertThat(notification.foot().closing()).isNull();
        var sum = read("camt053-v08-thb.xml").get(0).entries().get(3);
        assertThat(notification.entries().get(0).references().bank())
                .isEqualTo(sum.references().bank());
        assertThat(sum.details()).isEmpty();
        assertThat(notification.entries().get(0).details()).hasSize(3);
    }

    @Test
    void anIntradayReportIsProvedByItsInterimBalance() throws Exception {
        var report = read("camt052-v08-thb.xml").get(0);
        assertThat(report.head().kind()).isEqualTo(Kind.INTRADAY);
        assertThat(report.foot().proof()).isEqualTo(Proof.PROVED);
    }

    @Test
    void anOfxFileProvesNothingAndSaysSo() throws Exception {
        for (var statement : read("ofx102-sgml.ofx")) {
            assertThat(statement.foot().proof()).isEqualTo(Proof.NONE);
            assertThat(statement.notices()).containsExactly(Notice.Kind.BALANCE_DERIVED);
        }
    }
}
