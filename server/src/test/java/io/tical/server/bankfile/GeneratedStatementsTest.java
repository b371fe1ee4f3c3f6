package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.bankfile.BankStatement.Foot;
import io.tical.server.bankfile.BankStatement.Head;
import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.DraftStatement.Line;
import io.tical.server.bankfile.Recorder.Statement;
import io.tical.server.bankfile.StatementReader.Limits;
import io.tical.server.bankfile.StatementReader.Sink;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedStatementsTest {
    private static final int ROUNDS = 300;

    @ParameterizedTest
    @ValueSource(strings = {"02", "04", "08"})
    void aCamtStatementIsReadBackAsItWasWritten(String version) throws Exception {
        var random = new Random(20261128);
        for (var round = 0; round < ROUNDS; round++) {
            var draft = DraftStatement.random(random, true);
            var text = draft.camt(version);
            var read = Recorder.read(new CamtReader(), text);
            assertThat(read).hasSize(1);
            same(draft, read.getFirst(), text);
            assertThat(read.getFirst().foot().proof()).isEqualTo(Proof.PROVED);
            assertThat(read.getFirst().foot().opening()).isNotNull();
            assertThat(read.getFirst().foot().opening().amount()).isEqualTo(draft.opening());
        }
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, true", "false, false"})
    void anOfxStatementIsReadBackAsItWasWritten(boolean xml, boolean ended) throws Exception {
        var random = new Random(20261128);
        for (var round = 0; round < ROUNDS; round++) {
            var draft = DraftStatement.random(random, false);
            var text = draft.ofx(xml, ended);
            var read = Recorder.read(new OfxReader(), text);
            assertThat(read).hasSize(1);
            same(draft, read.getFirst(), text);
            assertThat(read.getFirst().foot().opening()).isNotNull();
            assertThat(read.getFirst().foot().opening().amount()).isEqualTo(draft.opening());
            assertThat(read.getFirst().foot().opening().derived()).isTrue();
        }
    }

    private static void same(DraftStatement draft, Statement read, String text) {
        assertThat(read.head().account()).isEqualTo(draft.account());
        assertThat(read.head().currency()).isEqualTo(draft.currency());
        assertThat(read.entries().stream().map(DraftStatement::of).toList())
                .as(text)
                .isEqualTo(draft.lines().stream()
                        .map(GeneratedStatementsTest::readable)
                        .toList());
        assertThat(read.foot().closing()).isNotNull();
        assertThat(read.foot().closing().amount()).isEqualTo(draft.closing());
    }

    /** A batch has its texts in one. */
    private static Line readable(Line line) {
        var texts = line.parts().isEmpty() || line.texts().isEmpty()
                ? line.texts()
                : List.of(String.join(" ", line.texts()));
        return new Line(
                line.amount(),
                line.booked(),
                line.time(),
                line.value(),
                line.status(),
                line.reversal(),
                line.bankReference(),
                line.endToEnd(),
                line.name(),
                line.account(),
                texts,
                line.parts());
    }

    @Test
    void aHundredThousandEntriesPassWhileTheFileIsStillRead() throws Exception {
        var count = 100_000;
        var entry = """
                <Ntry><Amt Ccy="THB">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
                <BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>R</AcctSvcrRef></Ntry>
                """;
        var head = """
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr/><Stmt><Id>S</Id>
                <Acct><Id><Othr><Id>1</Id></Othr></Id><Ccy>THB</Ccy></Acct>
                """;
        passes(new CamtReader(), head, entry, "</Stmt></BkToCstmrStmt></Document>", count);
        passes(
                new OfxReader(),
                "OFXHEADER:100\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>THB<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>",
                "<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>1.00<FITID>R<NAME>N</STMTTRN>\n",
                "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
                count);
    }

    /** Nothing that the reader keeps can grow: at each entry, the file is read hardly further than to its end. */
    private static void passes(StatementReader reader, String head, String entry, String foot, int count)
            throws Exception {
        var given = new AtomicInteger();
        var seen = new AtomicInteger();
        reader.read(
                () -> {
                    given.set(0);
                    return generated(head, entry, foot, count, given);
                },
                Recorder.context(new Limits(count + 1, 4_000, 5)),
                new Sink() {
                    @Override
                    public void begin(Head begun) {}

                    @Override
                    public void entry(BankEntry read) {
                        assertThat(given.get() - seen.incrementAndGet()).isLessThan(1_000);
                    }

                    @Override
                    public void end(Foot ended) {}
                });
        assertThat(seen).hasValue(count);
    }

    private static InputStream generated(String head, String entry, String foot, int count, AtomicInteger given) {
        var parts = Stream.concat(
                        Stream.concat(
                                Stream.of(head),
                                Stream.generate(() -> {
                                            given.incrementAndGet();
                                            return entry;
                                        })
                                        .limit(count)),
                        Stream.of(foot))
                .map(part -> (InputStream) new ByteArrayInputStream(part.getBytes(StandardCharsets.UTF_8)))
                .iterator();
        return new SequenceInputStream(new Enumeration<>() {
            @Override
            public boolean hasMoreElements() {
                return parts.hasNext();
            }

            @Override
            public InputStream nextElement() {
                return parts.next();
            }
        });
    }
}
