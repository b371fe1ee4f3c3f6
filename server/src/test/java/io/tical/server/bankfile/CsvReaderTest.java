package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.Recorder.Statement;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReaderTest {
    private static final CsvReader READER = new CsvReader(CsvProfiles.shipped());
    private static final String SCB_HEAD =
            "Account Number,Date,Time,Transaction Code,Channel,Cheque Number,Debit Amount,"
                    + "Credit Amount,Balance Sign,Balance Amount,Description\n";

    private static Statement read(String file) throws BankFileException, IOException {
        return Recorder.read(READER, file.getBytes(StandardCharsets.UTF_8)).getFirst();
    }

    private static BankFileException refused(String file) {
        return refused(file.getBytes(StandardCharsets.UTF_8));
    }

    private static BankFileException refused(byte[] file) {
        return catchThrowableOfType(BankFileException.class, () -> Recorder.read(READER, file));
    }

    private static String text(byte[] file, String charset) {
        return new String(file, Charset.forName(charset));
    }

    private static String sample(String name) {
        return new String(BankFileSamplesTest.sample(name), StandardCharsets.UTF_8);
    }

    static List<CsvProfile> profiles() {
        return CsvProfiles.shipped();
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void aProfileIsStoredAndReadBack(CsvProfile profile) {
        assertThat(CsvProfile.parse(profile.json())).isEqualTo(profile);
    }

    @Test
    void profilesHaveDifferentNames() {
        assertThat(CsvProfiles.shipped()).extracting(CsvProfile::name).doesNotHaveDuplicates();
    }

    @Test
    void aProfileThatIsNotValidSaysWhy() {
        invalid(profile -> profile.remove("name"), "name");
        invalid(profile -> profile.putArray("dates").add("d/Q/yyyy"), "letter that is not known");
        invalid(profile -> profile.putArray("dates").add("d/yyyy"), "needs d, M and yyyy");
        invalid(profile -> profile.putArray("dates").add("d/M/yyyy]"), "brackets");
        invalid(profile -> profile.putArray("dates"), "a date has a column and a form");
        invalid(profile -> profile.putArray("lines").add("(a"), "a group is not closed");
        invalid(profile -> profile.putArray("lines").add("(?<color>a)"), "the group color is not one of account");
        invalid(profile -> profile.putArray("parties").addObject().put("pattern", "(?<opening>a)"), "opening");
        invalid(profile -> profile.put("delimiter", "\""), "delimiter");
        invalid(profile -> profile.put("currency", "baht"), "three letters");
        invalid(profile -> profile.put("begins", "a"), "each has a position");
        invalid(profile -> profile.withObject("columns").remove("debit"), "debit and credit, or amount");
        invalid(profile -> profile.withObject("columns").putObject("date"), "either names or a position");
        invalid(profile -> profile.withObject("columns").putObject("colour").put("position", 1), "colour");
        invalid(profile -> profile.putArray("negative"), "signs");
    }

    private static void invalid(Consumer<ObjectNode> change, String why) {
        var profile = Json.parsed(CsvProfiles.shipped().stream()
                .filter(shipped -> shipped.name().equals("SCB historical statement with balance sign"))
                .findFirst()
                .orElseThrow());
        change.accept(profile);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CsvProfile.parse(profile.toString()))
                .withMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1,20/11/2026,00:21,X1,BCMS,N/A,,1.00, ,21.00; ROW; 2; 0",
                "1,20/11/2026,00:21,X1,BCMS,N/A,,, ,21.00,text; ROW; 2; 0",
                "1,20/11/2026,00:21,X1,BCMS,N/A,1.00,1.00, ,21.00,text; ROW; 2; 0",
                "1,20/11/2026,00:21,X1,BCMS,N/A,,1.00, ,21.00,text,more; ROW; 2; 51",
                "1,,00:21,X1,BCMS,N/A,,1.00, ,21.00,text; ROW; 2; 0",
                "1,Total,00:21,X1,BCMS,N/A,,1.00, ,21.00,text; ROW; 2; 0",
                "1,31/11/2026,00:21,X1,BCMS,N/A,,1.00, ,21.00,text; DATE; 2; 3",
                "1,20.11.2026,00:21,X1,BCMS,N/A,,1.00, ,21.00,text; DATE; 2; 3",
                "1,20/11/2036,00:21,X1,BCMS,N/A,,1.00, ,21.00,text; DATE_IN_FUTURE; 2; 3",
                "1,20/11/2026,25:21,X1,BCMS,N/A,,1.00, ,21.00,text; DATE; 2; 14",
                "1,20/11/2026,00:21,X1,BCMS,N/A,,1.001, ,21.00,text; DECIMALS; 2; 33",
                "1,20/11/2026,00:21,X1,BCMS,N/A,,-1.00, ,21.00,text; AMOUNT; 2; 33",
                "1,20/11/2026,00:21,X1,BCMS,N/A,-1.00,, ,21.00,text; AMOUNT; 2; 32",
                "1,20/11/2026,00:21,X1,BCMS,N/A,,\"1,00.00\", ,21.00,text; AMOUNT; 2; 33",
                "1,20/11/2026,00:21,X1,BCMS,N/A,,99999999999999999999, ,21.00,text; AMOUNT_TOO_LARGE; 2; 33",
                "1,20/11/2026,00:21,X1,BCMS,N/A,,1.00, ,,text; FIELD_MISSING; 2; 0",
                "1,20/11/2026,00:21,X1,BCMS,N/A,,1.00, ,21.00,\"text; TRUNCATED; 2; 46",
                "1,20/11/2026,00:21,X1,BCMS,N/A,,1.00, ,21.00,\"te\"xt; ROW; 2; 46",
            })
    void aRowThatIsNoEntryIsNamed(String row, Fault fault, int line, int column) {
        var refused = refused(SCB_HEAD + row);
        assertThat(refused.fault()).isEqualTo(fault);
        assertThat(refused.place()).isEqualTo(new Place(line, column));
    }

    @Test
    void aBalanceThatDoesNotFollowIsRefused() {
        var file = sample("scb-history-utf8.csv").replace("10312.62", "10312.63");
        var refused = refused(file);
        assertThat(refused.fault()).isEqualTo(Fault.RUNNING_BALANCE);
        assertThat(refused.place().line()).isEqualTo(3);
        assertThat(refused.arguments()).containsExactly("10312.62", "10312.63");
    }

    @Test
    void theHeadIsComparedWithTheEntries() {
        var file = sample("kbank-kbiz-statement.csv");
        assertThat(refused(file.replace("ENDING BALANCE,,,,,\"7,547.97\"", "ENDING BALANCE,,,,,\"7,547.98\""))
                        .fault())
                .isEqualTo(Fault.BALANCE);
        assertThat(refused(file.replace("WITHDRAWAL,,2", "WITHDRAWAL,,3")).fault())
                .isEqualTo(Fault.TOTALS);
        assertThat(refused(file.replace("ITEMS,\"4,348.22\"", "ITEMS,\"4,348.23\""))
                        .fault())
                .isEqualTo(Fault.TOTALS);
        assertThat(refused(file.replace("\"5,000.00\"", "\"5,000.01\"")).fault())
                .isEqualTo(Fault.RUNNING_BALANCE);
    }

    @Test
    void aDepositInTheFirstRowsIsNotLost() throws Exception {
        var file = text(BankFileSamplesTest.sample("kbank-previous-day-cp874.csv"), "x-windows-874");
        var lost = file.replaceFirst("20-พ\\.ย\\.-2569,00:12:31[^\\n]*\\n", "");
        assertThat(refused(lost.getBytes(Charset.forName("x-windows-874"))).fault())
                .isEqualTo(Fault.TOTALS);
    }

    @Test
    void theBalancesShowTheOrder() throws Exception {
        var rows = sample("scb-history-utf8.csv").lines().toList();
        var turned = String.join("\n", rows.get(0), rows.get(3), rows.get(2), rows.get(1));
        var statement = read(turned);
        assertThat(statement.entries()).extracting(BankEntry::amount).containsExactly(-150025L, 100007L, 731240L);
        assertThat(statement.foot().opening()).isEqualTo(new BankStatement.Balance(200015, null, true));
        assertThat(statement.foot().closing()).isEqualTo(new BankStatement.Balance(881237, null, true));
        assertThat(refused(String.join("\n", rows.get(0), rows.get(1), rows.get(3), rows.get(2)))
                        .fault())
                .isEqualTo(Fault.RUNNING_BALANCE);
    }

    @Test
    void oneEntryAloneProvesNothing() throws Exception {
        var rows = sample("scb-history-utf8.csv").lines().toList();
        assertThat(read(rows.get(0) + "\n" + rows.get(1)).foot().proof()).isEqualTo(Proof.NONE);
        assertThat(read(rows.get(0)).foot().proof()).isEqualTo(Proof.NONE);
    }

    @Test
    void aColumnThatTheProfileDoesNotHaveIsKept() throws Exception {
        var file = sample("scb-history-utf8.csv")
                .replace("Description\n", "Description,Promotion\n")
                .replace("TWO\n", "TWO,Spring\n")
                .replace("(EDC)\n", "(EDC),\n")
                .replace("ผู้โอน\n", "ผู้โอน,\n");
        var statement = read(file);
        assertThat(statement.notices()).contains(Notice.Kind.COLUMN_UNKNOWN);
        assertThat(statement.entries().getLast().texts()).contains("Spring");
        assertThat(statement.entries().getLast().counterparty()).isNotNull();
    }

    @Test
    void columnsAreFoundByNameInAnyOrder() throws Exception {
        var file =
                "Deposit,Description,Withdrawal,Outstanding  balance,Account Number,Date,Time,Tr Code,Currency Code\n"
                        + "1.00,text,,3.00,111-1-11111-1,20/11/2569,9:05,X1,THB\n";
        var statement = read(file);
        assertThat(statement.head().account()).isEqualTo("1111111111");
        assertThat(statement.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.booked()).isEqualTo(LocalDate.of(2026, 11, 20));
            assertThat(entry.amount()).isEqualTo(100);
            assertThat(entry.texts()).containsExactly("text");
        });
    }

    @Test
    void aFileOfSeveralAccountsHasSeveralStatements() throws Exception {
        var rows = sample("scb-history-utf8.csv");
        var second = rows.substring(rows.indexOf('\n') + 1).replace("4099000017", "4099000025");
        var statements = Recorder.read(READER, (rows + second).getBytes(StandardCharsets.UTF_8));
        assertThat(statements).extracting(one -> one.head().account()).containsExactly("4099000017", "4099000025");
        assertThat(statements.get(1).entries()).extracting(BankEntry::position).containsExactly(1, 2, 3);
    }

    @Test
    void namesOfColumnsThatAreRepeatedAreNoEntry() throws Exception {
        var rows = sample("scb-history-utf8.csv").lines().toList();
        assertThat(read(String.join("\n", rows.get(0), rows.get(1), "", rows.get(0), rows.get(2), ",,,"))
                        .entries())
                .hasSize(2);
    }

    @Test
    void aFileThatNoProfileOrSeveralKnowIsRefused() {
        var unknown = refused("a;b\nName,Amount,Day\nx,1.00,2026-11-20\n");
        assertThat(unknown.fault()).isEqualTo(Fault.COLUMNS);
        assertThat(unknown.arguments()).containsExactly("Name;Amount;Day");
        assertThat(unknown.place()).isEqualTo(new Place(2, 0));

        var copy = Json.parsed(CsvProfiles.shipped().stream()
                .filter(profile -> profile.name().equals("KTB statement"))
                .findFirst()
                .orElseThrow());
        copy.put("name", "Our KTB statement");
        var both = new CsvReader(IntStream.range(0, 2)
                .mapToObj(at -> at == 0 ? CsvProfile.parse(copy.toString()) : profile("KTB statement"))
                .toList());
        var ambiguous = catchThrowableOfType(
                BankFileException.class,
                () -> Recorder.read(both, BankFileSamplesTest.sample("ktb-statement-utf8.csv")));
        assertThat(ambiguous.fault()).isEqualTo(Fault.PROFILE_AMBIGUOUS);
        assertThat(ambiguous.arguments()).containsExactly("KTB statement, Our KTB statement");
    }

    private static CsvProfile profile(String name) {
        return CsvProfiles.shipped().stream()
                .filter(profile -> profile.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void anOlderLayoutWithoutTimesIsAnother() throws Exception {
        var file = """
                เลขที่บัญชี,'0990012345,สกุลเงิน,THB
                วันที่ทำรายการ,รายการ,เลขที่เช็ค,จำนวนเงินหักบัญชี,จำนวนเงินนำฝากเข้าบัญชี,ยอดคงเหลือ,หมายเลข,สาขา,วันที่รายการมีผล
                20-พ.ย.-69,รับโอนเงิน,00000000,,500.00,11500.07,IBA99902,0475,20-พ.ย.-69
                21-พ.ย.-69,ดอกเบี้ย,00000000,,1.00,11501.07,IBA99902,0475,22-พ.ย.-69
                """;
        var statement = read(file);
        assertThat(statement.head().format()).isEqualTo("KBank previous day, without times");
        assertThat(statement.notices()).contains(Notice.Kind.YEAR_GUESSED);
        assertThat(statement.entries().getLast().booked()).isEqualTo(LocalDate.of(2026, 11, 21));
        assertThat(statement.entries().getLast().value()).isEqualTo(LocalDate.of(2026, 11, 22));
        assertThat(statement.entries().getLast().hint()).isEqualTo(BankEntry.Hint.INTEREST);
        assertThat(statement.entries().getLast().time()).isNull();
    }

    @Test
    void aTextWithTabsAndSignsIsRead() throws Exception {
        var file = """
                Date\tTime\tTransaction\tChannel\tDescription\tChq No\tWithdrawal\tDeposits\tBalance
                20/11/2026\t10:00\tX1\tENET\tIn\t\t\t+91,890.08\t100,000.00
                20/11/2026\t11:00\tX2\tENET\tโอนไป BBL x0456 NAME\t\t-20,000.00\t\t80,000.00
                """;
        var statement = read(file);
        assertThat(statement.head().format()).isEqualTo("SCB statement as text");
        assertThat(statement.entries()).extracting(BankEntry::amount).containsExactly(9189008L, -2000000L);
        assertThat(statement.entries().getLast().counterparty())
                .isEqualTo(new BankEntry.Counterparty("NAME", "x0456", "002", null, false));
        assertThat(statement.foot().proof()).isEqualTo(Proof.CHAIN);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x81, 0x86, 0x90, 0x98, 0x9F, 0xDB, 0xDE, 0xFC, 0xFF})
    void aByteThatIsNoThaiCharacterIsRefused(int undefined) {
        var file = BankFileSamplesTest.sample("scb-history-cp874.csv");
        file[file.length - 4] = (byte) undefined;
        var refused = refused(file);
        assertThat(refused.fault()).isEqualTo(Fault.ENCODING);
        assertThat(refused.place().line()).isEqualTo(5);
    }

    @Test
    void thaiBytesAreReadAsWindowsDoes() throws Exception {
        for (int value = 0x80; value <= 0xFF; value++) {
            var java = new String(new byte[] {(byte) value}, Charset.forName("x-windows-874"));
            var ours = SingleBytes.WINDOWS_874.of(value);
            if (ours != SingleBytes.UNDEFINED) {
                assertThat(Character.toString(ours)).as("%02X", value).isEqualTo(java);
            }
            var western = SingleBytes.WINDOWS_1252.of(value);
            if (western != SingleBytes.UNDEFINED) {
                assertThat(Character.toString(western))
                        .isEqualTo(new String(new byte[] {(byte) value}, Charset.forName("windows-1252")));
            }
        }
        assertThat(IntStream.rangeClosed(0x80, 0xFF)
                        .filter(value -> SingleBytes.WINDOWS_874.of(value) == SingleBytes.UNDEFINED))
                .hasSize(4 + 11 + 8 + 4 + 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
    void aByteOrderMarkDecides(String charset) throws Exception {
        var text = sample("scb-history-utf8.csv");
        var statement = Recorder.read(READER, ("\uFEFF" + text).getBytes(Charset.forName(charset)))
                .getFirst();
        assertThat(statement.entries().get(1).texts()).contains("รับโอนจาก KTB x0052 ทดสอบ ผู้โอน");
    }

    @Test
    void aDescriptionThatIsAFormulaIsKeptAsText() throws Exception {
        var file = sample("bad-scb-row.csv");
        var good = file.substring(0, file.indexOf('\n', file.indexOf("=HYPERLINK")) + 1);
        assertThat(read(good).entries().getFirst().texts())
                .contains("=HYPERLINK(\"http://invalid.example/\",\"x\") Transfer");
    }

    @Test
    void limitsAreKept() {
        var limited = new StatementReader.Context(
                Recorder.context().scales(), Recorder.context().today(), new StatementReader.Limits(2, 100, 5));
        var many = catchThrowableOfType(
                BankFileException.class,
                () -> Recorder.read(
                        READER,
                        () -> new ByteArrayInputStream(BankFileSamplesTest.sample("scb-history-utf8.csv")),
                        limited));
        assertThat(many.fault()).isEqualTo(Fault.TOO_MANY_ENTRIES);
        var wide = SCB_HEAD + "1,20/11/2026,00:21,X1,BCMS,N/A,,1.00, ,21.00," + "x".repeat(101);
        var tooLong = catchThrowableOfType(
                BankFileException.class,
                () -> Recorder.read(
                        READER, () -> new ByteArrayInputStream(wide.getBytes(StandardCharsets.UTF_8)), limited));
        assertThat(tooLong.fault()).isEqualTo(Fault.FIELD_TOO_LONG);
        assertThat(refused(SCB_HEAD + ",".repeat(300)).fault()).isEqualTo(Fault.ROW);
        assertThat(refused(SCB_HEAD + "1,20/11/2026,00:21,X1,BCMS,N/A,,1.00, ,21.00,a\0b")
                        .fault())
                .isEqualTo(Fault.FIELD_INVALID);
    }

    /** Rows that are made as they are read. */
    static final class EndlessRows extends InputStream {
        private final int rows;
        private byte[] row;
        private int at;
        private int made;
        long read;

        EndlessRows(String head, int rows) {
            row = head.getBytes(StandardCharsets.UTF_8);
            this.rows = rows;
        }

        @Override
        public int read() {
            if (at == row.length) {
                if (made == rows) {
                    return -1;
                }
                made++;
                at = 0;
                row = ("1,20/11/2026,00:21,X1,BCMS,N/A,,1.00, ," + made + ".00,Transfer from KBANK x2345 NAME\n")
                        .getBytes(StandardCharsets.UTF_8);
            }
            read++;
            return row[at++];
        }
    }

    @Test
    void entriesArePassedOnBeforeTheFileEnds() throws Exception {
        var opened = new ArrayList<EndlessRows>();
        var first = new long[1];
        var count = new int[1];
        READER.read(
                () -> {
                    opened.add(new EndlessRows(SCB_HEAD, 20_000));
                    return opened.getLast();
                },
                Recorder.context(),
                new StatementReader.Sink() {
                    @Override
                    public void begin(BankStatement.Head head) {}

                    @Override
                    public void entry(BankEntry entry) {
                        if (count[0]++ == 0) {
                            first[0] = opened.getLast().read;
                        }
                    }

                    @Override
                    public void end(BankStatement.Foot foot) {
                        assertThat(foot.proof()).isEqualTo(Proof.CHAIN);
                    }
                });
        assertThat(count[0]).isEqualTo(20_000);
        assertThat(first[0]).isLessThan(100_000);
        assertThat(opened.getLast().read).isGreaterThan(1_000_000);
    }
}
