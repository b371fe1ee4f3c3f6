package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.StatementReader.Limits;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostileStatementsTest {
    private static final StatementReader CAMT = new CamtReader();
    private static final StatementReader OFX = new OfxReader();

    private static final String STATEMENT = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
            <Stmt><Id>S</Id><Acct><Id><Othr><Id>0990012345</Id></Othr></Id><Ccy>THB</Ccy></Acct>
            <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="THB">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
            <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="THB">15.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>
            <Ntry><Amt Ccy="THB">5.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>false</RvslInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>R</AcctSvcrRef>
            <NtryDtls><TxDtls><Refs><EndToEndId>E</EndToEndId></Refs><RmtInf><Ustrd>นาง ทดสอบ</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
            </Stmt></BkToCstmrStmt></Document>
            """;

    private static void refused(StatementReader reader, String file, Fault fault) {
        refused(reader, file.getBytes(StandardCharsets.UTF_8), fault);
    }

    private static BankFileException refused(StatementReader reader, byte[] file, Fault fault) {
        try {
            Recorder.read(reader, file);
        } catch (BankFileException e) {
            assertThat(e.fault()).as(e.getMessage()).isEqualTo(fault);
            return e;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("was read");
    }

    private static void refused(String from, String to, Fault fault) {
        assertThat(STATEMENT).contains(from);
        refused(CAMT, STATEMENT.replace(from, to), fault);
    }

    @Test
    void theFileThatTheTestsSpoilIsGood() throws Exception {
        assertThat(Recorder.read(CAMT, STATEMENT).getFirst().entries()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<Ccy>THB</Ccy>|<Ccy>XXX</Ccy>|CURRENCY_UNKNOWN",
                "<Ccy>THB</Ccy>|<Ccy>EUR</Ccy>|CURRENCY",
                "<Amt Ccy=\"THB\">5.50|<Amt Ccy=\"EUR\">5.50|CURRENCY",
                ">5.50<|>5.505<|DECIMALS",
                ">5.50<|>-5.50<|AMOUNT",
                ">5.50<|>5,50<|AMOUNT",
                ">5.50<|>1e3<|AMOUNT",
                ">5.50<|>0x5<|AMOUNT",
                ">5.50<|><|FIELD_MISSING",
                ">5.50<|>99999999999999999999.00<|AMOUNT_TOO_LARGE",
                ">10.00<|>9999999999999999.99<|BALANCE",
                ">15.50<|>15.51<|BALANCE",
                "<Amt Ccy=\"THB\">5.50</Amt>||FIELD_MISSING",
                "<RvslInd>false</RvslInd><Sts><Cd>BOOK</Cd></Sts>||FIELD_MISSING",
                "<RvslInd>false|<RvslInd>maybe|FIELD_INVALID",
                "<BookgDt><Dt>2026-11-20</Dt></BookgDt>||FIELD_MISSING",
                "<BookgDt><Dt>2026-11-20|<BookgDt><Dt>2026-02-30|DATE",
                "<BookgDt><Dt>2026-11-20|<BookgDt><Dt>20.11.2026|DATE",
                "<BookgDt><Dt>2026-11-20|<BookgDt><Dt>2569-11-20|DATE_IN_FUTURE",
                "<Id><Othr><Id>0990012345</Id></Othr></Id>||FIELD_MISSING",
                "<Stmt>|<Other>|XML",
                "BkToCstmrStmt|Something|NOT_A_STATEMENT",
                "BkToCstmrStmt|BkToCstmrAcctRpt|FIELD_MISSING",
                "camt.053.001.08|pain.002.001.10|MESSAGE_UNSUPPORTED",
                "ทดสอบ|&unknown;|XML",
                "ทดสอบ|&#0;|XML",
                "encoding=\"UTF-8\"|encoding=\"UTF-7\"|FIELD_INVALID",
                "encoding=\"UTF-8\"|encoding=\"EBCDIC-CP-US\"|FIELD_INVALID",
                "encoding=\"UTF-8\"|encoding=\"UTF-16\"|ENCODING",
                "encoding=\"UTF-8\"|encoding=\"US-ASCII\"|ENCODING"
            })
    void aFieldThatIsWrongRefusesTheFile(String from, String to, Fault fault) {
        refused(from, to == null ? "" : to, fault);
    }

    @ParameterizedTest
    @ValueSource(strings = {"camt053-v02-eur.xml", "ofx102-sgml.ofx", "ofx211-xml.ofx"})
    void aFileThatEndsAnywhereIsRefused(String name) {
        var whole = Samples.bytes(name);
        var reader = name.endsWith(".ofx") ? OFX : CAMT;
        var end = new String(whole, StandardCharsets.ISO_8859_1).stripTrailing().length();
        for (var length = 0; length < end; length += name.equals("camt053-v02-eur.xml") ? 7 : 1) {
            var part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> Recorder.read(reader, part))
                    .as("%d", length)
                    .isInstanceOf(BankFileException.class);
        }
    }

    @Test
    void everyTruncationOfASmallFileIsRefused() {
        var whole = STATEMENT.strip().getBytes(StandardCharsets.UTF_8);
        for (var length = 0; length < whole.length; length++) {
            var part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> Recorder.read(CAMT, part)).as("%d", length).isInstanceOf(BankFileException.class);
        }
        var inEntry = Arrays.copyOf(whole, whole.length - 120);
        assertThat(refused(CAMT, inEntry, Fault.TRUNCATED)).hasMessageContaining("Document/BkToCstmrStmt/Stmt/Ntry");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "camt053-v02-eur.xml",
                "camt053-v08-reversal-original-direction.xml",
                "camt054-v08-thb.xml",
                "ofx102-sgml.ofx",
                "ofx211-xml.ofx"
            })
    void noByteThatChangesBreaksAReader(String name) throws Exception {
        var whole = Samples.bytes(name);
        var reader = name.endsWith(".ofx") ? OFX : CAMT;
        var random = new Random(20261128);
        for (var round = 0; round < 1_000; round++) {
            var spoiled = whole.clone();
            for (var flips = random.nextInt(4); flips >= 0; flips--) {
                spoiled[random.nextInt(spoiled.length)] = (byte) random.nextInt(256);
            }
            try {
                Recorder.read(reader, spoiled);
            } catch (BankFileException e) {
                assertThat(e.getMessage()).doesNotContain("%s");
            }
        }
    }

    @Test
    void noDocumentTypeIsReadNotEvenAnEmptyOne() {
        for (var type : new String[] {
            "<!DOCTYPE Document>",
            "<!DOCTYPE Document SYSTEM \"http://127.0.0.1:9/x.dtd\">",
            "<!DOCTYPE Document [<!ENTITY a \"a\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
        }) {
            refused(CAMT, STATEMENT.replace("?>\n", "?>\n" + type), Fault.DOCUMENT_TYPE);
            var ofx = new String(Samples.bytes("ofx211-xml.ofx"), StandardCharsets.UTF_8);
            refused(OFX, ofx.replace("<OFX>", type + "<OFX>"), Fault.DOCUMENT_TYPE);
        }
    }

    @Test
    void depthAndTextHaveLimits() {
        refused("<Id>S</Id>", "<Id>S</Id>" + "<x>".repeat(50) + "</x>".repeat(50), Fault.XML);
        refused("ทดสอบ", "x".repeat(5_000), Fault.FIELD_TOO_LONG);
        refused("<Id>S</Id>", "<Id>" + "S".repeat(300) + "</Id>", Fault.FIELD_TOO_LONG);
        refused(
                "</RmtInf>",
                ("<Ustrd>" + "x".repeat(3_900) + "</Ustrd>").repeat(11) + "</RmtInf>",
                Fault.FIELD_TOO_LONG);
        var ofx = new String(Samples.bytes("ofx211-xml.ofx"), StandardCharsets.UTF_8);
        refused(OFX, ofx.replace("รับโอน", "x".repeat(5_000)), Fault.FIELD_TOO_LONG);
        refused(OFX, ofx.replace("<FITID>A1", "<FITID>" + "x".repeat(300)), Fault.FIELD_TOO_LONG);
        refused(OFX, ofx.replace("<ACCTID>4099000017", "<ACCTID>" + "x".repeat(300)), Fault.FIELD_TOO_LONG);
        refused("<EndToEndId>E", "<EndToEndId>" + "E".repeat(300), Fault.FIELD_TOO_LONG);
        refused("<Id>0990012345", "<Id>" + "0".repeat(300), Fault.FIELD_TOO_LONG);
        refused("<Amt Ccy=\"THB\">5.50", "<Amt Ccy=\"" + "T".repeat(300) + "\">5.50", Fault.FIELD_TOO_LONG);
        refused(OFX, ofx.replace("<MEMO>", "<" + "x".repeat(5_000) + ">"), Fault.FIELD_TOO_LONG);
    }

    @Test
    void entriesHaveALimit() {
        for (var name : new String[] {"camt053-v08-thb.xml", "ofx102-sgml.ofx"}) {
            var reader = name.endsWith(".ofx") ? OFX : CAMT;
            var context = Recorder.context(new Limits(3, 4_000, 5));
            assertThatThrownBy(() -> Recorder.read(reader, Recorder.source(Samples.bytes(name)), context))
                    .isInstanceOfSatisfying(
                            BankFileException.class, e -> assertThat(e.fault()).isEqualTo(Fault.TOO_MANY_ENTRIES));
        }
    }

    @Test
    void aByteOfAnotherEncodingIsRefusedAtItsPlace() {
        var thai = STATEMENT.getBytes(Charset.forName("windows-874"));
        var fault = refused(CAMT, thai, Fault.ENCODING);
        assertThat(fault).hasMessage("The file is not UTF-8: a byte 0xB9.");
        assertThat(fault.place().line()).isEqualTo(7);
        assertThat(fault.place().column()).isEqualTo(STATEMENT.split("\n")[6].indexOf("นาง") + 1);
        refused(CAMT, STATEMENT.getBytes(StandardCharsets.UTF_16LE), Fault.ENCODING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"windows-874", "TIS-620", "cp874", "UTF-16", "UTF-8"})
    void aDeclaredEncodingIsRead(String name) throws Exception {
        var charset = Charset.forName(name.equals("cp874") ? "windows-874" : name);
        var file = STATEMENT
                .replace("encoding=\"UTF-8\"", "encoding=\"" + name + "\"")
                .getBytes(charset);
        assertThat(Recorder.read(CAMT, file).getFirst().entries().getFirst().texts())
                .containsExactly("นาง ทดสอบ");
    }

    @Test
    void aFailureOfTheSourceIsNoFaultOfTheFile() {
        for (var reader : new StatementReader[] {CAMT, OFX}) {
            assertThatThrownBy(() -> Recorder.read(
                            reader,
                            () -> {
                                throw new IOException("gone");
                            },
                            Recorder.context()))
                    .isInstanceOf(IOException.class)
                    .hasMessage("gone");
        }
        assertThatThrownBy(() -> Recorder.read(
                        CAMT,
                        () ->
                                new java.io.SequenceInputStream(
                                        new java.io.ByteArrayInputStream(
                                                STATEMENT.substring(0, 300).getBytes(StandardCharsets.UTF_8)),
                                        java.io.InputStream.nullInputStream()) {
                                    @Override
                                    public int read(byte[] target, int offset, int length) throws IOException {
                                        var count = super.read(target, offset, length);
                                        if (count < 0) {
                                            throw new IOException("broken off");
                                        }
                                        return count;
                                    }
                                },
                        Recorder.context()))
                .isInstanceOf(IOException.class)
                .hasMessage("broken off");
    }
}
