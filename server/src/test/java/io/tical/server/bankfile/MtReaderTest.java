package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tical.server.bankfile.BankEntry.Counterparty;
import io.tical.server.bankfile.BankEntry.Hint;
import io.tical.server.bankfile.BankEntry.Status;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Kind;
import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.Recorder.Statement;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MtReaderTest {
    private static final MtReader READER = new MtReader(TextEncoding.DETECT_WESTERN);
    private static final String HEAD = ":20:A\n:25:123\n:28C:1/1\n:60F:C261119EUR100,00\n";

    private static List<Statement> all(String file) throws BankFileException, IOException {
        return Recorder.read(READER, file.getBytes(StandardCharsets.UTF_8));
    }

    private static Statement read(String file) throws BankFileException, IOException {
        return all(file).getFirst();
    }

    /** The entry of a statement that has it alone. */
    private static BankEntry entry(String fields, String closing) throws BankFileException, IOException {
        var statement = read(HEAD + fields + "\n:62F:C261120EUR" + closing + "\n-\n");
        assertThat(statement.foot().proof()).isEqualTo(Proof.PROVED);
        assertThat(statement.notices()).isEmpty();
        return statement.entries().getFirst();
    }

    private static BankFileException refused(String file) {
        return catchThrowableOfType(BankFileException.class, () -> all(file));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "C1,; 101,; 100; false",
                "CR1,5; 101,50; 150; false",
                "D1,; 99,; -100; false",
                "DR1,; 99,; -100; false",
                "D-1,; 99,; -100; false",
                "RC1,; 99,; -100; true",
                "RCR1,; 99,; -100; true",
                "RD1,; 101,; 100; true",
                "RDR1,; 101,; 100; true",
            })
    void theMarkIsTheDirection(String mark, String closing, long amount, boolean reversal) throws Exception {
        var entry = entry(":61:2611201120" + mark + "NTRFNONREF", closing);
        assertThat(entry.amount()).isEqualTo(amount);
        assertThat(entry.reversal()).isEqualTo(reversal);
        assertThat(entry.references()).isEqualTo(BankEntry.References.NONE);
    }

    @Test
    void reversalsWithTheDirectionOfTheOriginalAreTurnedIfTheBalancesProveIt() throws Exception {
        var statement = read(
                HEAD + ":61:2611201120RC10,NTRFNONREF\n:61:2611201120C5,NTRFNONREF\n" + ":62F:C261120EUR115,\n-\n");
        assertThat(statement.entries()).extracting(BankEntry::amount).containsExactly(1000L, 500L);
        assertThat(statement.notices()).containsExactly(Notice.Kind.REVERSAL_READ_AS_ORIGINAL);
        var neither = refused(HEAD + ":61:2611201120RC10,NTRFNONREF\n:62F:C261120EUR115,\n-\n");
        assertThat(neither.fault()).isEqualTo(Fault.BALANCE);
    }

    @ParameterizedTest
    @CsvSource({
        "2512310102, 2026-01-02",
        "2601021231, 2025-12-31",
        "2602280301, 2026-03-01",
        "2403010229, 2024-02-29",
        "2402280229, 2024-02-29",
        "261120, 2026-11-20",
        "9912310103, 2000-01-03",
        "8001021231, 1979-12-31",
    })
    void theYearOfTheEntryDateIsNearestToTheValueDate(String dates, LocalDate booked) throws Exception {
        assertThat(entry(":61:" + dates + "C1,NTRFNONREF", "101,").booked()).isEqualTo(booked);
    }

    @ParameterizedTest
    @CsvSource({
        "2602300101, DATE",
        "2602020230, DATE",
        "2701010101, DATE_IN_FUTURE",
    })
    void aDayThatIsNoneIsRefused(String dates, Fault fault) {
        assertThat(refused(HEAD + ":61:" + dates + "C1,NTRFNONREF\n:62F:C261120EUR101,\n-\n")
                        .fault())
                .isEqualTo(fault);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "C1.00NTRF; FIELD_INVALID",
                "C1NTRF; FIELD_INVALID",
                "X1,NTRF; FIELD_INVALID",
                "C1,001NTRF; DECIMALS",
                "C999999999999999,NTRF; BALANCE",
            })
    void anEntryThatIsNotValidIsRefused(String rest, Fault fault) {
        var refused = refused(HEAD + ":61:2611201120" + rest + "\n:62F:C261120EUR101,\n-\n");
        assertThat(refused.fault()).isEqualTo(fault);
    }

    @Test
    void referencesMayBeLongOrOnTheNextLine() throws Exception {
        var entry = entry(":61:2611201120C1,NTRFREFERENCE-OF-23-LETTERS\n//BANK-REFERENCE-OF-30-LETTERS", "101,");
        assertThat(entry.references().customer()).isEqualTo("REFERENCE-OF-23-LETTERS");
        assertThat(entry.references().bank()).isEqualTo("BANK-REFERENCE-OF-30-LETTERS");
    }

    @Test
    void theSupplementHasCharges() throws Exception {
        var entry = entry(":61:2611201120C9,49NTRFNONREF//B1\n/OCMT/EUR9,99//CHGS/EUR0,50/", "109,49");
        assertThat(entry.charges()).isEqualTo(-50);
        assertThat(entry.texts()).containsExactly("/OCMT/EUR9,99//CHGS/EUR0,50/");
    }

    @Test
    void aLineOfATextMayLookLikeAField() throws Exception {
        var entry = entry(
                ":61:2611201120C1,NTRFNONREF\n:86:MEETING AT\n:21:30 HRS\n:20:15 HRS\n:61:is a number\n-\n:62F:too\n:99:x",
                "101,");
        assertThat(entry.texts())
                .containsExactly("MEETING AT", ":21:30 HRS", ":20:15 HRS", ":61:is a number", "-", ":62F:too", ":99:x");
    }

    @Test
    void theKeyWordsOfAPurposeMayBeBroken() throws Exception {
        var entry = entry(
                ":61:2611201120C1,NTRFNONREF\n"
                        + ":86:166>00CREDIT>20EREF+E2E-77KR>21EF+K-1MREF+M>22SVWZ+Frage>12 ok>30BANKDEFF>31DE1\n>32NAME >33REST",
                "101,");
        assertThat(entry.references().endToEnd()).isEqualTo("E2E-77");
        assertThat(entry.references().customer()).isEqualTo("K-1");
        assertThat(entry.texts()).containsExactly("CREDIT", "Frage>12 ok");
        assertThat(entry.counterparty()).isEqualTo(new Counterparty("NAME REST", "DE1", "BANKDEFF", null, false));
        assertThat(entry.code()).isEqualTo("NTRF+166");
    }

    @Test
    void codeWordsMayHoldSlashesAndBeBroken() throws Exception {
        var entry = entry(
                ":61:2611201120C1,N541NONREF\n:86:/TRTP/SEPA/IB\nAN/NL62TEST0987654321/NAME/A/B BV/REMI/USTD//12/34\n"
                        + "/EREF/NOTPROVIDED/RTRN/AC04",
                "101,");
        assertThat(entry.counterparty()).isEqualTo(new Counterparty("A/B BV", "NL62TEST0987654321", null, null, false));
        assertThat(entry.texts()).containsExactly("SEPA", "12/34");
        assertThat(entry.references().endToEnd()).isNull();
        assertThat(entry.returnReason()).isEqualTo("AC04");
        assertThat(entry.hint()).isEqualTo(Hint.RETURN);
    }

    @Test
    void aCounterpartyMayBeOneCodeWord() throws Exception {
        var entry = entry(
                ":61:2611201120C1,N541NONREF\n:86:/EREF/E1//CNTP/NL62TEST0987654321/TESTNL2A/NAME BV///REMI/USTD//text",
                "101,");
        assertThat(entry.counterparty())
                .isEqualTo(new Counterparty("NAME BV", "NL62TEST0987654321", "TESTNL2A", null, false));
    }

    @Test
    void thaiTextsAreReadIfTheReaderIsToldSo() throws Exception {
        var file = (HEAD + ":61:2611201120C1,NTRFNONREF\n:86:โอนเงิน\n:62F:C261120EUR101,\n-\n")
                .getBytes(Charset.forName("x-windows-874"));
        var entry = Recorder.read(new MtReader(TextEncoding.DETECT), file)
                .getFirst()
                .entries()
                .getFirst();
        assertThat(entry.texts()).containsExactly("โอนเงิน");
    }

    @Test
    void aStatementWithoutEntriesIsOne() throws Exception {
        var statement = read(HEAD + ":62F:C261120EUR100,00");
        assertThat(statement.entries()).isEmpty();
        assertThat(statement.foot().proof()).isEqualTo(Proof.PROVED);
    }

    @Test
    void linesMayBeBlankAndHoldControlBytes() throws Exception {
        var file = "\u0001{1:F01TESTTH99AXXX0000000000}{2:O9401200261120TESTTH99XXXXN}{3:{108:X}}{4:\r\n\r\n"
                + HEAD.replace("\n", "\r\n")
                + ":61:2611201120C1,NTRFNONREF\r\n:62F:C261120EUR101,\r\n-}{5:{CHK:1}}\u0003\r\n\u0001{1:F01}{2:I940}{4:\r\n"
                + HEAD.replace("\n", "\r\n") + ":62F:C261120EUR100,\r\n-}";
        assertThat(all(file)).hasSize(2);
    }

    @Test
    void pagesOfOneStatementMayBeFilesOfTheirOwn() throws Exception {
        var first = read(":20:A\n:25:123\n:28C:7/1\n:60F:C261119EUR100,\n:61:261120C1,NTRFX\n:62M:C261120EUR101,\n-\n");
        assertThat(first.head().last()).isFalse();
        assertThat(first.head().page()).isEqualTo(1);
        var second =
                read(":20:A\n:25:123\n:28C:7/2\n:60M:C261120EUR101,\n:61:261120C1,NTRFX\n:62F:C261120EUR102,\n-\n");
        assertThat(second.head().last()).isTrue();
        assertThat(second.head().page()).isEqualTo(2);
    }

    @Test
    void aPageThatIsMissingIsNoticed() {
        var refused = refused(
                ":20:A\n:25:123\n:28C:7/1\n:60F:C261119EUR100,\n:61:261120C1,NTRFX\n:62M:C261120EUR101,\n-\n"
                        + ":20:A\n:25:123\n:28C:7/3\n:60M:C261120EUR105,\n:61:261120C1,NTRFX\n:62F:C261120EUR106,\n-\n");
        assertThat(refused.fault()).isEqualTo(Fault.RUNNING_BALANCE);
        assertThat(refused.place()).isEqualTo(new Place(11, 1));
        assertThat(refused.arguments()).containsExactly("101.00", "105.00");
    }

    @Test
    void anotherMessageOrTextIsRefused() {
        assertThat(refused("{1:F01}{2:I103TESTTH99XXXXN}{4:\n:20:A\n-}"))
                .extracting(BankFileException::fault, BankFileException::arguments)
                .containsExactly(Fault.MESSAGE_UNSUPPORTED, List.of("MT103"));
        assertThat(refused("Hello").fault()).isEqualTo(Fault.NOT_A_STATEMENT);
        assertThat(refused("\n\n").fault()).isEqualTo(Fault.NOT_A_STATEMENT);
        assertThat(refused(":20:A\n:25:1\n:28C:1\n:61:261120C1,NTRFX\n:62F:C261120EUR1,\n-")
                        .fault())
                .isEqualTo(Fault.FIELD_MISSING);
        assertThat(refused(HEAD + ":62F:C261120THB100,\n-").fault()).isEqualTo(Fault.CURRENCY);
        assertThat(refused(HEAD.replace("EUR", "XXX") + ":62F:C261120XXX100,\n-")
                        .fault())
                .isEqualTo(Fault.CURRENCY_UNKNOWN);
        assertThat(refused(HEAD + ":61:261120C1,NTRFX").fault()).isEqualTo(Fault.TRUNCATED);
    }

    @ParameterizedTest
    @CsvSource({
        "NL13TEST0123456789 EUR, NL13TEST0123456789",
        "0123456789EUR, 0123456789",
        "99999999/0000123456, 99999999/0000123456",
        "TESTEUR, TESTEUR",
    })
    void theAccountIsWithoutItsCurrency(String written, String account) throws Exception {
        assertThat(read(HEAD.replace(":25:123", ":25:" + written) + ":62F:C261120EUR100,\n-")
                        .head()
                        .account())
                .isEqualTo(account);
    }

    private static String report(String fields) {
        return ":20:A\n:25:123\n:28C:5/1\n:34F:THB0,\n:13D:2611211200+0700\n" + fields;
    }

    @Test
    void aReportIsComparedWithItsSums() throws Exception {
        var entries = ":61:2611211121C7,NTRFNONREF\n:61:2611211121EC1,NTRFNONREF\n:61:2611211121RC2,NTRFNONREF\n";
        var all = read(report(entries + ":90D:1THB2,\n:90C:2THB8,\n-\n"));
        assertThat(all.head().kind()).isEqualTo(Kind.INTRADAY);
        assertThat(all.foot().proof()).isEqualTo(Proof.SUMS);
        assertThat(all.entries())
                .extracting(BankEntry::status)
                .containsExactly(Status.BOOKED, Status.PENDING, Status.BOOKED);
        assertThat(all.notices()).containsExactly(Notice.Kind.REVERSAL_UNPROVED);
        assertThat(read(report(entries + ":90D:1THB2,\n:90C:1THB7,\n-\n"))
                        .foot()
                        .proof())
                .isEqualTo(Proof.SUMS);
        assertThat(read(report(entries + "-\n")).foot().proof()).isEqualTo(Proof.NONE);
        assertThat(refused(report(entries + ":90D:1THB2,\n:90C:2THB9,\n-\n")).fault())
                .isEqualTo(Fault.TOTALS);
        var floor = read(report(entries + ":90D:1THB2,\n:90C:9THB9,\n-\n").replace("THB0,", "THB5,"));
        assertThat(floor.notices()).contains(Notice.Kind.SUMMARY_DIFFERS);
        assertThat(floor.foot().proof()).isEqualTo(Proof.NONE);
    }

    @Test
    void pagesOfAReportAreOne() throws Exception {
        var statements = all(report(":61:2611211121C7,NTRFNONREF\n-\n")
                + report(":61:2611211121C1,NTRFNONREF\n:90C:2THB8,\n-\n").replace("5/1", "5/2")
                + report(":90D:0THB0,\n-\n").replace("5/1", "6/1"));
        assertThat(statements).hasSize(2);
        assertThat(statements.getFirst().entries()).hasSize(2);
        assertThat(statements.getFirst().foot().proof()).isEqualTo(Proof.SUMS);
        assertThat(statements.getLast().entries()).isEmpty();
    }
}
