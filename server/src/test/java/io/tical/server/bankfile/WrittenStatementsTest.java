package io.tical.server.bankfile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.bankfile.StatementReader.Limits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the service writes as a bank, it reads as a customer of one. */
class WrittenStatementsTest {
    private static final ZoneOffset BANGKOK = ZoneOffset.ofHours(7);
    private static final LocalDate DAY = LocalDate.of(2026, 11, 28);
    private static final Context CONTEXT = new Context(_ -> OptionalInt.of(2), DAY, Limits.DEFAULT);

    private static OffsetDateTime at(int hour) {
        return DAY.atTime(hour, 30, 15).atOffset(BANGKOK);
    }

    private static Camt053.Entry entry(long amount, String reference, @Nullable String returned) {
        return new Camt053.Entry(
                at(10),
                amount,
                "SIM" + reference,
                reference,
                new Camt053.Party("Somchai & <Sons>", "0123456789"),
                "TEST payment " + reference,
                returned);
    }

    private static byte[] written(long opening, List<Camt053.Entry> entries) throws IOException {
        var out = new ByteArrayOutputStream();
        Camt053.write(
                new Camt053.Statement(
                        "S26112800003",
                        "TEST0000000001",
                        "TEST Tical",
                        "THB",
                        2,
                        DAY,
                        BANGKOK,
                        at(18),
                        opening,
                        entries),
                out);
        return out.toByteArray();
    }

    private static final class Read implements StatementReader.Sink {
        private final List<BankStatement.Head> heads = new ArrayList<>();
        private final List<BankEntry> entries = new ArrayList<>();
        private final List<BankStatement.Foot> feet = new ArrayList<>();

        @Override
        public void begin(BankStatement.Head head) {
            heads.add(head);
        }

        @Override
        public void entry(BankEntry entry) {
            entries.add(entry);
        }

        @Override
        public void end(BankStatement.Foot foot) {
            feet.add(foot);
        }
    }

    private static Read read(byte[] bytes) throws Exception {
        var read = new Read();
        StatementFormats.shipped().read(() -> new ByteArrayInputStream(bytes), CONTEXT, read);
        return read;
    }

    @Test
    void aStatementProvesItselfAndRepeatsEachReference() throws Exception {
        var read = read(written(
                1_000_00,
                List.of(
                        entry(-1_500_50, "TESTAAAAAAA00001", null),
                        entry(700_00, "NOTPROVIDED", null),
                        entry(1_500_50, "TESTAAAAAAA00001", "AC04"))));
        var head = read.heads.getFirst();
        assertThat(head.format()).isEqualTo("camt.053.001.08");
        assertThat(head.account()).isEqualTo("TEST0000000001");
        assertThat(head.from()).isEqualTo(DAY);
        assertThat(head.to()).isEqualTo(DAY);
        var foot = read.feet.getFirst();
        assertThat(foot.notices()).isEmpty();
        assertThat(foot.proof()).isEqualTo(BankStatement.Proof.PROVED);
        assertThat(foot.closing())
                .isNotNull()
                .extracting(BankStatement.Balance::amount)
                .isEqualTo(1_700_00L);
        assertThat(read.entries).extracting(BankEntry::amount).containsExactly(-1_500_50L, 700_00L, 1_500_50L);
        assertThat(read.entries).extracting(BankEntry::booked).containsOnly(DAY);
        assertThat(read.entries)
                .extracting(BankEntry::hint)
                .containsExactly(BankEntry.Hint.NONE, BankEntry.Hint.NONE, BankEntry.Hint.RETURN);
        assertThat(read.entries.getFirst().references().endToEnd()).isEqualTo("TESTAAAAAAA00001");
        assertThat(read.entries.getFirst().counterparty())
                .isNotNull()
                .extracting("name")
                .isEqualTo("Somchai & <Sons>");
    }

    @Test
    void aStatementWithoutEntriesAndOneThatIsOverdrawnProveThemselves() throws Exception {
        assertThat(read(written(500, List.of())).feet.getFirst().proof()).isEqualTo(BankStatement.Proof.PROVED);
        var overdrawn = read(written(-500, List.of(entry(-1, "A", null)))).feet.getFirst();
        assertThat(overdrawn.proof()).isEqualTo(BankStatement.Proof.PROVED);
        assertThat(overdrawn.closing())
                .isNotNull()
                .extracting(BankStatement.Balance::amount)
                .isEqualTo(-501L);
    }

    /** The order of elements is the standard's, as its schema has it. */
    @Test
    void elementsComeInTheOrderOfTheStandard() throws IOException {
        var text = new String(written(1, List.of(entry(-1, "A", "AC04"))), UTF_8);
        assertThat(text)
                .containsSubsequence(
                        "<GrpHdr><MsgId>",
                        "<CreDtTm>",
                        "<Stmt>",
                        "<Id>",
                        "<CreDtTm>",
                        "<FrToDt>",
                        "<Acct>",
                        "<Ccy>",
                        "<Ownr>",
                        "<Bal>",
                        "OPBD",
                        "<Bal>",
                        "CLBD",
                        "<TxsSummry>",
                        "<TtlCdtNtries>",
                        "<TtlDbtNtries>",
                        "<Ntry>",
                        "<Amt ",
                        "<CdtDbtInd>",
                        "<Sts><Cd>",
                        "<BookgDt><DtTm>",
                        "<ValDt><Dt>",
                        "<AcctSvcrRef>",
                        "<BkTxCd><Domn>",
                        "<NtryDtls>",
                        "<TxDtls>",
                        "<Refs><EndToEndId>",
                        "<Amt ",
                        "<CdtDbtInd>",
                        "<RltdPties>",
                        "<RmtInf>",
                        "<RtrInf>");
    }

    @Test
    void aResultSaysWhatBecameOfEachPayment() throws Exception {
        var out = new ByteArrayOutputStream();
        Pain002.write(
                new Pain002.Report(
                        "RTESTAAAAAAA",
                        at(12),
                        "TESTAAAAAAA",
                        "pain.001.001.09",
                        "THB",
                        2,
                        List.of(
                                new Pain002.Payment("TESTAAAAAAA00001", 50_000, "ACSC", null, null, "SIM1"),
                                new Pain002.Payment("TESTAAAAAAA00002", 60_001, "RJCT", "AC04", "closed", null))),
                out);
        assertThat(PaymentResultFormats.isResult(() -> new ByteArrayInputStream(out.toByteArray())))
                .isTrue();
        var statuses = new ArrayList<PaymentStatus>();
        var reports = new PaymentStatusReader()
                .read(() -> new ByteArrayInputStream(out.toByteArray()), CONTEXT, statuses::add);
        assertThat(reports).singleElement().satisfies(report -> {
            assertThat(report.messageId()).isEqualTo("TESTAAAAAAA");
            assertThat(report.notices()).isEmpty();
        });
        assertThat(statuses)
                .extracting(PaymentStatus::outcome)
                .containsExactly(PaymentStatus.Outcome.SUCCEEDED, PaymentStatus.Outcome.FAILED);
        assertThat(statuses).extracting(PaymentStatus::amount).containsExactly(50_000L, 60_001L);
        assertThat(statuses.get(1).failure()).isEqualTo(PaymentStatus.Failure.ACCOUNT_CLOSED);
    }

    @Test
    void aStatementIsNoResult() throws IOException {
        var statement = written(1, List.of());
        assertThat(PaymentResultFormats.isResult(() -> new ByteArrayInputStream(statement)))
                .isFalse();
    }
}
