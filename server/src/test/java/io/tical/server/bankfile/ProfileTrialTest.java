package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.ProfileTrial.LineKind;
import io.tical.server.bankfile.StatementReader.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Profiles that are proposed from a file, and tried on it. */
class ProfileTrialTest {
    /** Of a bank that no profile knows. */
    private static final String FILE = """
            ธนาคารตัวอย่าง;;;;
            เลขที่บัญชี;123-4-56789-0;;;
            ยอดยกมา;1.000,00;;;
            ลำดับ;วันที่ทำรายการ;รายการ;ประเภท;จำนวนเงิน;ยอดคงเหลือ;หมายเหตุ
            1;20/11/2569;รับโอน จาก นาย ก;CR;250,50;1.250,50;ABC1
            2;20/11/2569;จ่ายค่าสินค้า;DR;1.000,00;250,50;
            3;21/11/2569;รับโอน;CR;49,50;300,00;ABC2
            รวม;;3 รายการ;;;;
            ยอดยกไป;300,00;;;;;
            """;

    private static Source source(byte[] bytes) {
        return () -> new ByteArrayInputStream(bytes);
    }

    private static Source source(String text) {
        return source(text.getBytes(StandardCharsets.UTF_8));
    }

    private static CsvProfile proposed(Source file) throws BankFileException, IOException {
        var proposal = ProfileProposal.of(file, Recorder.context());
        return Objects.requireNonNull(proposal.profile(), proposal.guesses().toString());
    }

    private static ProfileTrial tried(Consumer<ObjectNode> change) throws BankFileException, IOException {
        var profile = Json.parsed(proposed(source(FILE)));
        change.accept(profile);
        return ProfileTrial.of(CsvProfile.parse(profile.toString()), source(FILE), Recorder.context());
    }

    @Test
    void aFileOfAnUnknownBankIsReadByWhatItSays() throws Exception {
        var profile = proposed(source(FILE));
        var trial = ProfileTrial.of(profile, source(FILE), Recorder.context());
        assertThat(trial.problems()).isEmpty();
        assertThat(trial.faults()).isZero();
        assertThat(trial.passed()).isTrue();
        assertThat(trial.statements()).singleElement().satisfies(statement -> {
            assertThat(statement.account()).isEqualTo("1234567890");
            assertThat(statement.credits()).isEqualTo(30000);
            assertThat(statement.debits()).isEqualTo(-100000);
            assertThat(Objects.requireNonNull(statement.foot()).proof()).isEqualTo(Proof.PROVED);
        });
        assertThat(trial.lines())
                .filteredOn(line -> line.kind() == LineKind.ENTRY)
                .extracting(line -> Objects.requireNonNull(line.entry()).amount())
                .containsExactly(25050L, -100000L, 4950L);
        assertThat(ProfileProposal.of(source(FILE), Recorder.context()).guesses())
                .extracting(Guess::kind)
                .contains(
                        Guess.Kind.DELIMITER,
                        Guess.Kind.COMMA,
                        Guess.Kind.NAMES_LINE,
                        Guess.Kind.AMOUNTS_PROVED,
                        Guess.Kind.SIGN)
                .doesNotContain(Guess.Kind.DATE_DAY_FIRST);
    }

    /** Each is a file of a bank for which a profile is shipped, so its amounts are known. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "kbank-previous-day-cp874.csv",
                "kbank-kbiz-statement.csv",
                "kbank-kcyber-tis620.csv",
                "scb-history-cp874.csv",
                "scb-history-utf8.csv",
                "bbl-activity.csv",
                "ktb-statement-utf8.csv",
                "ktb-statement-html.xls"
            })
    void filesOfKnownBanksAreReadWithoutTheirProfile(String sample) throws Exception {
        var bytes = BankFileSamplesTest.sample(sample);
        var known = Recorder.read(new CsvReader(CsvProfiles.shipped()), bytes);
        var trial = ProfileTrial.of(proposed(source(bytes)), source(bytes), Recorder.context());
        assertThat(trial.lines())
                .as(trial.problems() + " " + trial.lines())
                .filteredOn(line -> line.entry() != null)
                .extracting(line -> Objects.requireNonNull(line.entry()))
                .extracting(BankEntry::booked, BankEntry::amount)
                .containsExactlyElementsOf(known.stream()
                        .flatMap(one -> one.entries().stream())
                        .map(entry -> org.assertj.core.groups.Tuple.tuple(entry.booked(), entry.amount()))
                        .toList());
        assertThat(trial.passed()).as(trial.problems().toString()).isTrue();
    }

    @Test
    void aProfileThatMakesEveryAmountPositiveIsContradicted() throws Exception {
        var trial = tried(profile -> {
            profile.withObject("columns").remove("sign");
            profile.withObject("columns").remove("balance");
            profile.remove("negative");
            profile.remove("lines");
            profile.putArray("lines")
                    .add("(?:.*;)?เลขที่บัญชี;(?<account>[^;]+).*")
                    .add("(?:รวม|ยอด).*");
        });
        assertThat(trial.notices())
                .extracting(Notice::kind)
                .contains(Notice.Kind.ONE_DIRECTION, Notice.Kind.BALANCE_DISAGREES);
        assertThat(trial.notices())
                .filteredOn(notice -> notice.kind() == Notice.Kind.BALANCE_DISAGREES)
                .singleElement()
                .extracting(Notice::arguments)
                .isEqualTo(List.of("ยอดคงเหลือ", "300.00", "-1000.00", "1300.00", "0.00"));
        assertThat(trial.passed()).isFalse();
    }

    @Test
    void aProfileThatTurnsTheSignsDoesNotFitTheBalances() throws Exception {
        var trial = tried(profile -> profile.putArray("negative").add("CR"));
        assertThat(trial.problems()).extracting(BankFileException::fault).containsExactly(Fault.RUNNING_BALANCE);
        assertThat(trial.passed()).isFalse();
    }

    @Test
    void linesWithFaultsDoNotHideTheOthers() throws Exception {
        var file = FILE.replace("1.000,00;250,50", "x;250,50").replace("21/11/2569", "31/11/2569");
        var trial = ProfileTrial.of(proposed(source(FILE)), source(file), Recorder.context());
        assertThat(trial.entries()).isOne();
        assertThat(trial.faults()).isEqualTo(2);
        assertThat(trial.lines())
                .filteredOn(line -> line.kind() == LineKind.FAULT)
                .extracting(line -> Objects.requireNonNull(line.fault()))
                .extracting(BankFileException::fault, fault -> fault.place().line())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(Fault.AMOUNT, 6),
                        org.assertj.core.groups.Tuple.tuple(Fault.DATE, 7));
    }

    @Test
    void aProfileThatHidesEntriesIsNoticed() throws Exception {
        var trial = tried(profile -> profile.putArray("lines").add("2;.*").add("(?:รวม|ยอด|เลขที่).*"));
        assertThat(trial.notices()).extracting(Notice::kind).contains(Notice.Kind.ENTRY_HIDDEN);
        assertThat(trial.passed()).isFalse();
    }

    @Test
    void theColumnsThatAreMissingAreNamed() throws Exception {
        var trial = tried(profile -> profile.withObject("columns")
                .withObject("date")
                .putArray("names")
                .add("Booked"));
        assertThat(trial.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.fault()).isEqualTo(Fault.COLUMNS_MISSING);
            assertThat(problem.arguments()).containsExactly("Booked");
            assertThat(problem.place().line()).isEqualTo(4);
        });
        assertThat(trial.columns()).extracting(ProfileTrial.Column::name).contains("วันที่ทำรายการ");
    }

    @Test
    void aWrongEncodingIsSaidWithItsPlace() throws Exception {
        var thai = FILE.getBytes(Charset.forName("x-windows-874"));
        var utf8 = Json.parsed(proposed(source(FILE)));
        utf8.put("encoding", "utf_8");
        var trial = ProfileTrial.of(CsvProfile.parse(utf8.toString()), source(thai), Recorder.context());
        assertThat(trial.problems()).extracting(BankFileException::fault).containsExactly(Fault.ENCODING);
        assertThat(ProfileTrial.of(proposed(source(thai)), source(thai), Recorder.context())
                        .encoding())
                .isEqualTo("windows-874");
    }

    @Test
    void patternsThatAreSlowEnd() throws Exception {
        var slow = "(?:.*.*.*.*)*".repeat(20) + "x";
        var rows = new StringBuilder(FILE);
        for (int row = 0; row < 2_000; row++) {
            rows.append("4;22/11/2569;").append("รับโอน x".repeat(90)).append(";CR;0,01;300,00;\n");
        }
        var profile = Json.parsed(proposed(source(FILE)));
        profile.withArray("lines").add(slow);
        var hostile = CsvProfile.parse(profile.toString());
        var trial = ProfileTrial.of(hostile, source(rows.toString()), Recorder.context());
        assertThat(trial.problems()).extracting(BankFileException::fault).contains(Fault.TOO_MUCH_EFFORT);
    }

    @Test
    void aLargeFileIsTriedByItsBeginning() throws Exception {
        var entry = "4;22/11/2569;รับโอน;CR;0,00;300,00;x\n".getBytes(StandardCharsets.UTF_8);
        var head = FILE.substring(0, FILE.indexOf("รวม")).getBytes(StandardCharsets.UTF_8);
        Source endless = () -> new InputStream() {
            private long at;

            @Override
            public int read() {
                var place = at++;
                return place < head.length
                        ? head[(int) place] & 0xFF
                        : entry[(int) ((place - head.length) % entry.length)] & 0xFF;
            }
        };
        var trial = ProfileTrial.of(proposed(source(FILE)), endless, Recorder.context());
        assertThat(trial.whole()).isFalse();
        assertThat(trial.problems()).isEmpty();
        assertThat(trial.lines()).hasSizeLessThan(300);
        assertThat(trial.notices()).extracting(Notice::kind).contains(Notice.Kind.SAMPLE_CUT);
        assertThat(trial.statements())
                .singleElement()
                .satisfies(statement -> assertThat(statement.foot()).isNull());
    }

    @Test
    void theBalancesOfALargeFileAreComparedToo() throws Exception {
        var rows = new StringBuilder(FILE.substring(0, FILE.indexOf("รวม")));
        for (int row = 0; row < 40_000; row++) {
            rows.append("4;22/11/2569;รับโอน;CR;0,01;300,00;x\n");
        }
        var trial = ProfileTrial.of(proposed(source(FILE)), source(rows.toString()), Recorder.context());
        assertThat(trial.whole()).isFalse();
        assertThat(trial.problems()).extracting(BankFileException::fault).containsExactly(Fault.RUNNING_BALANCE);
        assertThat(trial.passed()).isFalse();
    }

    @Test
    void whatIsNoTableNeedsNoLayout() {
        for (var file : List.of("%PDF-1.7", ":20:A", "{\"a\":1}", "<?xml version='1.0'?><Document/>")) {
            assertThat(catchThrowableOfType(
                                    BankFileException.class, () -> ProfileProposal.of(source(file), Recorder.context()))
                            .fault())
                    .isIn(Fault.PDF, Fault.NOT_A_TABLE);
        }
    }

    @Test
    void namesThatNobodyKnowsAreFoundByWhatTheirColumnsSay() throws Exception {
        var file = """
                When,What,Minus,Plus,Left
                2026-11-20,Tea,10.00,,90.00
                2026-11-21,Pay,,100.00,190.00
                2026-11-22,Rent,190.00,,0.00
                """;
        var trial = ProfileTrial.of(proposed(source(file)), source(file), Recorder.context());
        assertThat(trial.passed()).isTrue();
        assertThat(trial.statements()).singleElement().satisfies(statement -> {
            assertThat(statement.credits()).isEqualTo(10000);
            assertThat(statement.debits()).isEqualTo(-20000);
        });
    }
}
