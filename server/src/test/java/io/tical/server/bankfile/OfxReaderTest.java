package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.bankfile.BankEntry.Status;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.Recorder.Statement;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OfxReaderTest {
    private static final String HEADER =
            "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:%s\nCHARSET:%s\nCOMPRESSION:NONE\n\n";

    private static String file(String entries) {
        return HEADER.formatted("USASCII", "1252") + body(entries);
    }

    private static String body(String entries) {
        return "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>THB<BANKACCTFROM><BANKID>004<ACCTID>1</BANKACCTFROM><BANKTRANLIST>"
                + entries + "</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>";
    }

    private static String entry(String fields) {
        return "<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>1.00" + fields + "</STMTTRN>";
    }

    private static Statement read(String file) throws Exception {
        return Recorder.read(new OfxReader(), file).getFirst();
    }

    private static void refused(String file, Fault fault) {
        assertThatThrownBy(() -> read(file))
                .isInstanceOfSatisfying(
                        BankFileException.class, e -> assertThat(e.fault()).isEqualTo(fault));
    }

    private static String name(byte[] file) throws Exception {
        var counterparty = Recorder.read(new OfxReader(), file)
                .getFirst()
                .entries()
                .getFirst()
                .counterparty();
        assertThat(counterparty).isNotNull();
        return String.valueOf(counterparty.name());
    }

    @ParameterizedTest
    @CsvSource({
        "USASCII, 1252, windows-1252, CAFÉ",
        "USASCII, ISO-8859-1, ISO-8859-1, CAFÉ",
        "USASCII, 1252, UTF-8, CAFÉ ทดสอบ",
        "USASCII, 874, windows-874, ทดสอบ",
        "USASCII, NONE, UTF-8, ทดสอบ",
        "UTF-8, NONE, UTF-8, ทดสอบ",
        "UNICODE, NONE, UTF-16, ทดสอบ"
    })
    void theCharacterSetIsTheDeclaredOneUnlessTheTextIsUtf8(
            String encoding, String charset, String written, String name) throws Exception {
        var file = HEADER.formatted(encoding, charset) + body(entry("<NAME>" + name));
        assertThat(name(file.getBytes(Charset.forName(written)))).isEqualTo(name);
    }

    @Test
    void aByteOfNoDeclaredCharacterSetIsRefusedAtItsPlace() {
        var file =
                (HEADER.formatted("USASCII", "NONE") + body(entry("\n<NAME>É"))).getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> Recorder.read(new OfxReader(), file))
                .isInstanceOfSatisfying(BankFileException.class, e -> {
                    assertThat(e.fault()).isEqualTo(Fault.ENCODING);
                    assertThat(e.place()).isEqualTo(new Place(9, 7));
                });
    }

    @Test
    void aHeaderInOneLineIsRead() throws Exception {
        var line =
                "OFXHEADER:100DATA:OFXSGMLVERSION:160SECURITY:NONEENCODING:USASCIICHARSET:1252COMPRESSION:NONEOLDFILEUID:NONENEWFILEUID:NONE";
        var statement = read(line + body(entry("")));
        assertThat(statement.head().format()).isEqualTo("OFX 1.6.0");
        assertThat(read(body(entry(""))).head().format()).isEqualTo("OFX");
        refused(
                HEADER.formatted("USASCII", "1252").replace("COMPRESSION:NONE", "COMPRESSION:GZIP") + body(""),
                Fault.FIELD_INVALID);
    }

    @Test
    void whatBanksWriteBetweenTheFormsIsRead() throws Exception {
        var entry = read(file(
                        "<!-- a comment --><STMTTRN>\r\n<TRNTYPE>CREDIT</TRNTYPE>\r\n<DTPOSTED>20261120\r\n<INTU.X>\r\n<TRNAMT> +1.00 </TRNAMT>"
                                + "<NAME>A &amp; B & C &lt;x&gt; &#3585;&#xE02; &nope; <3<MEMO><![CDATA[a < b & c]]></MEMO><CHECKNUM/></STMTTRN>"))
                .entries()
                .getFirst();
        assertThat(entry.counterparty()).isNotNull();
        assertThat(entry.counterparty().name()).isEqualTo("A & B & C <x> กข &nope; <3");
        assertThat(entry.texts()).containsExactly("a < b & c");
        assertThat(entry.references().cheque()).isNull();
    }

    @Test
    void thePayeeMayBeAGroup() throws Exception {
        var entry = read(file(
                        entry(
                                "<PAYEE><NAME>P<ADDR1>NAME</PAYEE><BANKACCTTO><BANKID>006<ACCTID>X0052</BANKACCTTO><SRVRTID>S1<CHECKNUM>77")))
                .entries()
                .getFirst();
        assertThat(entry.counterparty()).isEqualTo(new BankEntry.Counterparty("P", "X0052", "006", null, false));
        assertThat(entry.references().others()).containsExactly("S1");
        assertThat(entry.references().cheque()).isEqualTo("77");
        var cut = read(file(entry("<NAME>12345678901234567890123456789012")))
                .entries()
                .getFirst()
                .counterparty();
        assertThat(cut).isNotNull();
        assertThat(cut.cut()).isTrue();
    }

    @Test
    void cardsAndPendingEntriesAreRead() throws Exception {
        var card = file(entry("") + "<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20261121<TRNAMT>-2</STMTTRNP>")
                .replace("BANKMSGSRSV1", "CREDITCARDMSGSRSV1")
                .replace("BANKACCTFROM", "CCACCTFROM")
                .replace("STMTTRNRS", "CCSTMTTRNRS")
                .replace("STMTRS", "CCSTMTRS");
        assertThat(read(card).entries()).extracting(BankEntry::status).containsExactly(Status.BOOKED, Status.PENDING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"REPLACE", "DELETE"})
    void aCorrectionIsNoNewMoney(String action) throws Exception {
        var statement = read(file(entry("<FITID>2<CORRECTFITID>1<CORRECTACTION>" + action)));
        assertThat(statement.entries().getFirst().status()).isEqualTo(Status.INFORMATION);
        assertThat(statement.foot().notices().getFirst())
                .returns(Notice.Kind.CORRECTION, Notice::kind)
                .returns(
                        "The entry corrects 1 (" + action + "). It was not read as booked; compare it with the bank.",
                        Notice::text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<TRNAMT>1.00|<TRNAMT>1,234.56|AMOUNT",
                "<TRNAMT>1.00|<TRNAMT>1,234|DECIMALS",
                "<TRNAMT>1.00|<TRNAMT>1.234|DECIMALS",
                "<TRNAMT>1.00|<TRNAMT>--1|AMOUNT",
                "<TRNAMT>1.00|<TRNAMT>|FIELD_MISSING",
                "<DTPOSTED>20261120|<DTPOSTED>20261320|DATE",
                "<DTPOSTED>20261120|<DTPOSTED>20261120256161|DATE",
                "<DTPOSTED>20261120|<DTPOSTED>25691120|DATE_IN_FUTURE",
                "<DTPOSTED>20261120||FIELD_MISSING",
                "<CURDEF>THB||FIELD_MISSING",
                "<CURDEF>THB|<CURDEF>ZZZ|CURRENCY_UNKNOWN",
                "<ACCTID>1||FIELD_MISSING",
                "</STMTTRN>|<CURRENCY><CURRATE>1<CURSYM>USD</CURRENCY></STMTTRN>|CURRENCY",
                "<STMTTRN>|<STMTTRX>|XML",
                "</STMTTRN>||XML",
                "</STMTTRN>|stray</NAME>stray</STMTTRN>|XML",
                "</OFX>||TRUNCATED",
                "STMTRS|OTHERRS|NOT_A_STATEMENT",
                "<OFX>|<FOX>|NOT_A_STATEMENT"
            })
    void aFieldThatIsWrongRefusesTheFile(String from, String to, Fault fault) throws Exception {
        var good = file(entry(""));
        assertThat(read(good).entries()).hasSize(1);
        assertThat(good).contains(from);
        refused(good.replace(from, to == null ? "" : to), fault);
    }
}
