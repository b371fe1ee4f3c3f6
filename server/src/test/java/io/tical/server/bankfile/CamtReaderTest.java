package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.bankfile.BankEntry.Hint;
import io.tical.server.bankfile.BankEntry.Status;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Balance;
import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.Recorder.Statement;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CamtReaderTest {
    private static final String BATCH = "<Btch><NbOfTxs>2</NbOfTxs></Btch>";

    private static String balance(String code, String amount, String direction, String date) {
        return "<Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy=\"THB\">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Dt><Dt>%s</Dt></Dt></Bal>"
                .formatted(code, amount, direction, date);
    }

    private static String balance(String code, String amount) {
        return balance(code, amount, "CRDT", "2026-11-20");
    }

    private static String entry(String amount, String direction, String rest) {
        return "<Ntry><Amt Ccy=\"THB\">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>%s</Ntry>"
                .formatted(amount, direction, rest);
    }

    private static String entry(String amount, String direction) {
        return entry(amount, direction, "");
    }

    private static String details(String content) {
        return "<NtryDtls><TxDtls>" + content + "</TxDtls></NtryDtls>";
    }

    private static String message(String type, String root, String statement, String content) {
        return "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:" + type + "\"><" + root
                + "><GrpHdr><MsgId>M</MsgId></GrpHdr><" + statement
                + "><Id>S</Id><Acct><Id><IBAN>DE19999999990000123456</IBAN></Id><Ccy>THB</Ccy><Ownr><Nm>Lotus Test Shop</Nm></Ownr></Acct>"
                + content + "</" + statement + "></" + root + "></Document>";
    }

    private static Statement read(String content) throws Exception {
        return Recorder.read(new CamtReader(), message("camt.053.001.04", "BkToCstmrStmt", "Stmt", content))
                .getFirst();
    }

    private static Statement report(String content) throws Exception {
        return Recorder.read(new CamtReader(), message("camt.052.001.08", "BkToCstmrAcctRpt", "Rpt", content))
                .getFirst();
    }

    private static BankEntry readEntry(String direction, String rest) throws Exception {
        return read(entry("20.00", direction, rest)).entries().getFirst();
    }

    private static Balance opening(Statement statement) {
        var opening = statement.foot().opening();
        assertThat(opening).isNotNull();
        return opening;
    }

    private static Balance closing(Statement statement) {
        var closing = statement.foot().closing();
        assertThat(closing).isNotNull();
        return closing;
    }

    @Test
    void aPageBeginsAndEndsWithInterimBalances() throws Exception {
        var middle = read("<StmtPgntn><PgNb>2</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>" + balance("ITBD", "10.00")
                + balance("ITBD", "15.00") + entry("5.00", "CRDT"));
        assertThat(middle.head().page()).isEqualTo(2);
        assertThat(middle.head().last()).isFalse();
        assertThat(middle.foot().proof()).isEqualTo(Proof.PROVED);
        assertThat(opening(middle).amount()).isEqualTo(1_000);
        var first = read("<StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>" + balance("OPBD", "10.00")
                + balance("ITBD", "15.00") + entry("5.00", "CRDT"));
        assertThat(first.foot().proof()).isEqualTo(Proof.PROVED);
        assertThat(closing(first).code()).isEqualTo("ITBD");
        var last = read("<StmtPgntn><PgNb>3</PgNb><LastPgInd>true</LastPgInd></StmtPgntn>" + balance("ITBD", "15.00")
                + balance("CLBD", "14.00") + balance("CLAV", "99.00") + entry("1.00", "DBIT"));
        assertThat(last.foot().proof()).isEqualTo(Proof.PROVED);
        assertThat(opening(last).amount()).isEqualTo(1_500);
    }

    @Test
    void thePageOfTheMessageIsThatOfItsStatement() throws Exception {
        var file = message(
                        "camt.053.001.02", "BkToCstmrStmt", "Stmt", balance("ITBD", "15.00") + balance("CLBD", "15.00"))
                .replace("</GrpHdr>", "<MsgPgntn><PgNb>2</PgNb><LastPgInd>true</LastPgInd></MsgPgntn></GrpHdr>");
        var statement = Recorder.read(new CamtReader(), file).getFirst();
        assertThat(statement.head().page()).isEqualTo(2);
        assertThat(statement.foot().proof()).isEqualTo(Proof.PROVED);
    }

    @Test
    void aMissingBalanceIsComputedAndSaidToBe() throws Exception {
        var closed = read(balance("CLBD", "15.00") + entry("5.00", "CRDT"));
        assertThat(opening(closed)).isEqualTo(new Balance(1_000, null, true));
        var opened = read(balance("PRCD", "10.00", "DBIT", "2026-11-19") + entry("5.00", "CRDT"));
        assertThat(opening(opened)).isEqualTo(new Balance(-1_000, LocalDate.of(2026, 11, 19), false, "PRCD"));
        assertThat(closing(opened)).isEqualTo(new Balance(-500, null, true));
        assertThat(closed.foot().proof()).isEqualTo(Proof.NONE);
        assertThat(closed.notices()).containsExactly(Notice.Kind.BALANCE_DERIVED);
        assertThat(opened.foot().proof()).isEqualTo(Proof.NONE);
    }

    @Test
    void theBalancesOfSeveralDaysAreThoseOfTheFirstAndTheLastDay() throws Exception {
        var week = read(balance("CLBD", "15.00", "CRDT", "2026-11-20")
                + balance("OPBD", "12.00", "CRDT", "2026-11-20")
                + balance("OPBD", "10.00", "CRDT", "2026-11-19")
                + balance("CLBD", "12.00", "CRDT", "2026-11-19")
                + entry("5.00", "CRDT"));
        assertThat(opening(week).amount()).isEqualTo(1_000);
        assertThat(closing(week).amount()).isEqualTo(1_500);
    }

    @Test
    void aSummaryProvesSumsWhereThereAreNoBalances() throws Exception {
        var summary =
                "<TxsSummry><TtlNtries><NbOfNtries>%s</NbOfNtries></TtlNtries><TtlCdtNtries><NbOfNtries>1</NbOfNtries><Sum>5.0</Sum></TtlCdtNtries></TxsSummry>";
        var fits = read(summary.formatted(2) + entry("5.00", "CRDT") + entry("1.00", "DBIT"));
        assertThat(fits.foot().proof()).isEqualTo(Proof.SUMS);
        var differs = read(summary.formatted(3) + entry("5.00", "CRDT") + entry("1.00", "DBIT"));
        assertThat(differs.foot().proof()).isEqualTo(Proof.NONE);
        assertThat(differs.foot().notices().getFirst().text())
                .isEqualTo(
                        "The summary of the file says 3 (?) entries, 1 (5.0) in, ? out, the entries give 2 (6.00) entries, 1 (5.00) in, 1 (1.00) out.");
    }

    @Test
    void aReportOfTheDayMayHoldOnlyItsLastPart() throws Exception {
        var part = report(balance("OPBD", "10.00") + balance("ITBD", "99.00") + entry("5.00", "CRDT"));
        assertThat(part.foot().proof()).isEqualTo(Proof.NONE);
        assertThat(part.notices()).containsExactly(Notice.Kind.INTRADAY_PART);
        assertThat(closing(part).amount()).isEqualTo(9_900);
    }

    @Test
    void reversalsThatTheBalancesDoNotExplainAreReadByTheStandard() throws Exception {
        var reversal = entry("5.00", "CRDT", "<RvslInd>true</RvslInd>");
        var unproved = read(reversal);
        assertThat(unproved.entries().getFirst().amount()).isEqualTo(500);
        assertThat(unproved.notices()).containsExactly(Notice.Kind.REVERSAL_UNPROVED);
        var pair =
                read(balance("OPBD", "10.00") + balance("CLBD", "10.00") + reversal + reversal.replace("CRDT", "DBIT"));
        assertThat(pair.notices()).containsExactly(Notice.Kind.REVERSAL_UNPROVED);
        assertThatThrownBy(() -> read(balance("OPBD", "10.00") + balance("CLBD", "11.00") + reversal))
                .isInstanceOfSatisfying(
                        BankFileException.class, e -> assertThat(e.fault()).isEqualTo(Fault.BALANCE));
    }

    @Test
    void eachStatementOfAFileHasItsOwnReadingOfReversals() throws Exception {
        var own = balance("OPBD", "10.00") + balance("CLBD", "15.00") + entry("5.00", "CRDT", "<RvslInd>1</RvslInd>");
        var original = own.replace("15.00", "5.00");
        var file = message(
                "camt.053.001.08",
                "BkToCstmrStmt",
                "Stmt",
                own + "</Stmt><Stmt><Acct><Id><IBAN>X</IBAN></Id><Ccy>THB</Ccy></Acct>" + original);
        var statements = Recorder.read(new CamtReader(), file);
        assertThat(statements.get(0).entries().getFirst().amount()).isEqualTo(500);
        assertThat(statements.get(1).entries().getFirst().amount()).isEqualTo(-500);
    }

    @Test
    void chargesExplainTheRestOfAPayment() throws Exception {
        var payment = details(
                "<Amt Ccy=\"THB\">18.00</Amt><Chrgs><TtlChrgsAndTaxAmt Ccy=\"THB\">2.00</TtlChrgsAndTaxAmt></Chrgs>");
        var paid = read(entry("16.00", "CRDT", payment));
        assertThat(paid.entries().getFirst().charges()).isEqualTo(-200);
        assertThat(paid.entries().getFirst().details()).hasSize(1);
        assertThat(paid.entries().getFirst().details().getFirst().amount()).isEqualTo(1_800);
        assertThat(paid.notices()).isEmpty();
        var rest = read(entry("15.00", "CRDT", payment));
        assertThat(rest.entries().getFirst().amount()).isEqualTo(1_500);
        assertThat(rest.foot().notices().getFirst().text()).isEqualTo("The parts give 18.00, the entry is 15.00.");
    }

    @Test
    void chargesMayBeCreditsAndInAnotherCurrency() throws Exception {
        var entry = readEntry(
                "CRDT",
                "<Chrgs><Rcrd><Amt Ccy=\"THB\">3.00</Amt></Rcrd><Rcrd><Amt Ccy=\"THB\">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Rcrd>"
                        + "<Rcrd><Amt Ccy=\"USD\">9.00</Amt></Rcrd></Chrgs>");
        assertThat(entry.charges()).isEqualTo(-200);
    }

    @Test
    void theOtherSideOfAReturnedPaymentIsNotTheOwner() throws Exception {
        var returned = "<RtrInf><Rsn><Prtry>X9</Prtry></Rsn></RtrInf>";
        var ours =
                "<%s><Nm>LOTUS  TEST SHOP</Nm></%s><%sAcct><Id><IBAN>DE19 9999 9999 0000 1234 56</IBAN></Id></%sAcct>";
        var theirs = "<%s><Nm>Payee</Nm></%s><%sAcct><Id><IBAN>NL62TEST0987654321</IBAN></Id></%sAcct>";
        for (var sides : new String[][] {{"Dbtr", "Cdtr"}, {"Cdtr", "Dbtr"}}) {
            for (var direction : new String[] {"CRDT", "DBIT"}) {
                var parties = ours.replace("%s", sides[0]) + theirs.replace("%s", sides[1]);
                var entry = readEntry(direction, details("<RltdPties>" + parties + "</RltdPties>" + returned));
                assertThat(entry.counterparty()).isNotNull();
                assertThat(entry.counterparty().name()).isEqualTo("Payee");
                assertThat(entry.returnReason()).isEqualTo("X9");
                assertThat(entry.hint()).isEqualTo(Hint.RETURN);
            }
        }
    }

    @Test
    void theOwnerAloneIsNoOtherSide() throws Exception {
        var entry = readEntry("CRDT", details("<RltdPties><Cdtr><Nm>Lotus Test Shop Branch</Nm></Cdtr></RltdPties>"));
        assertThat(entry.counterparty()).isNull();
        var ultimate = readEntry("CRDT", details("<RltdPties><UltmtDbtr><Nm>Payer++</Nm></UltmtDbtr></RltdPties>"));
        assertThat(ultimate.counterparty()).isNotNull();
        assertThat(ultimate.counterparty().name()).isEqualTo("Payer++");
        assertThat(ultimate.counterparty().cut()).isTrue();
        var bank = readEntry(
                "CRDT",
                details("<RltdPties><Dbtr><Agt><FinInstnId><Nm>A Bank</Nm></FinInstnId></Agt></Dbtr></RltdPties>"));
        assertThat(bank.counterparty()).isNotNull();
        assertThat(bank.counterparty().name()).isEqualTo("A Bank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NOTPROVIDED", "NOT PROVIDED", "NONREF", "-", "notprovided"})
    void aPlaceholderIsNoReference(String placeholder) throws Exception {
        var entry = readEntry(
                "CRDT",
                "<NtryRef>%s</NtryRef><AcctSvcrRef>%s</AcctSvcrRef>".replace("%s", placeholder)
                        + details("<Refs><EndToEndId>%s</EndToEndId><InstrId>%s</InstrId><TxId>%s</TxId></Refs>"
                                .replace("%s", placeholder)));
        assertThat(entry.references()).isEqualTo(BankEntry.References.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-19T24:00:00, 2026-11-19, , true",
        "2026-11-19T00:30:00+01:00, 2026-11-19, 00:30, false",
        "2026-11-19T23:59:59.999Z, 2026-11-19, 23:59:59.999, false",
        "2026-11-19T23:59:59, 2026-11-19, 23:59:59, false"
    })
    void aTimeDoesNotMoveItsDay(String written, String date, String time, boolean noticed) throws Exception {
        var statement = read(entry("1.00", "CRDT").replace("<Dt>2026-11-20</Dt>", "<DtTm>" + written + "</DtTm>"));
        var entry = statement.entries().getFirst();
        assertThat(entry.booked()).isEqualTo(date);
        assertThat(entry.time() == null ? null : entry.time().toString()).isEqualTo(time);
        assertThat(statement.notices().contains(Notice.Kind.HOUR_24)).isEqualTo(noticed);
    }

    @Test
    void aDateMayHaveAZone() throws Exception {
        var entry = read(entry("1.00", "CRDT").replace("2026-11-20", "2026-11-19+07:00"))
                .entries()
                .getFirst();
        assertThat(entry.booked()).isEqualTo("2026-11-19");
    }

    @Test
    void onlyABookedEntryNeedsItsDay() throws Exception {
        var pending = entry("1.00", "CRDT", "<ValDt><Dt>2027-01-05</Dt></ValDt>")
                .replace("<BookgDt><Dt>2026-11-20</Dt></BookgDt>", "")
                .replace("BOOK", "PDNG");
        var entry = report("<CreDtTm>2026-11-21T12:00:00</CreDtTm>" + pending)
                .entries()
                .getFirst();
        assertThat(entry.booked()).isEqualTo("2027-01-05");
        var undated = report("<CreDtTm>2026-11-21T12:00:00</CreDtTm>" + pending.replaceAll("<ValDt>.*</ValDt>", ""));
        assertThat(undated.entries().getFirst().booked()).isEqualTo("2026-11-21");
    }

    @Test
    void aBookedEntryOfADayNeedsItsDayOnlyInAStatement() throws Exception {
        var undated = entry("1.00", "CRDT").replace("<BookgDt><Dt>2026-11-20</Dt></BookgDt>", "");
        assertThatThrownBy(() -> read(undated)).hasMessage("Ntry/BookgDt is missing.");
        assertThat(read(undated.replace("BOOK", "PDNG")).entries().getFirst().booked())
                .isEqualTo(Recorder.TODAY);
        assertThat(report(undated).entries().getFirst().booked()).isEqualTo(Recorder.TODAY);
    }

    @ParameterizedTest
    @CsvSource({
        "BOOK, BOOKED",
        "<Cd>BOOK</Cd>, BOOKED",
        "<Cd>PDNG</Cd>, PENDING",
        "<Cd>FUTR</Cd>, PENDING",
        "INFO, INFORMATION",
        "<Prtry>booked</Prtry>, INFORMATION"
    })
    void onlyBookIsBooked(String written, Status status) throws Exception {
        var statement = read(entry("1.00", "CRDT").replace("<Sts>BOOK</Sts>", "<Sts>" + written + "</Sts>"));
        assertThat(statement.entries().getFirst().status()).isEqualTo(status);
        assertThat(statement.notices().contains(Notice.Kind.STATUS_UNKNOWN)).isEqualTo(written.contains("Prtry"));
    }

    @ParameterizedTest
    @CsvSource({
        "urn:iso:std:iso:20022:tech:xsd:camt.053.001.06, camt.053.001.06, true, false",
        "urn:iso:std:iso:20022:tech:xsd:camt.053.001.13, camt.053.001.13, true, false",
        "urn:iso:std:iso:20023:tech:xsd:camt.053.001.02, camt.053.001.02, false, true",
        "http://www.six-interbank-clearing.com/de/camt.053.001.04.ch.02.xsd, camt.053.001.04, false, true",
        "urn:iso:std:iso:20022:tech:xsd:camt.052.001.08, camt.053.001.08, false, true",
        "'', camt.053, true, true"
    })
    void otherVersionsAndNamespacesAreReadAndNoticed(String namespace, String format, boolean version, boolean name)
            throws Exception {
        var file = message("camt.053.001.08", "BkToCstmrStmt", "Stmt", entry("1.00", "CRDT"))
                .replace("urn:iso:std:iso:20022:tech:xsd:camt.053.001.08", namespace);
        var statement = Recorder.read(new CamtReader(), file).getFirst();
        assertThat(statement.head().format()).isEqualTo(format);
        assertThat(statement.notices().contains(Notice.Kind.VERSION_READ_LENIENTLY))
                .isEqualTo(version);
        assertThat(statement.notices().contains(Notice.Kind.NAMESPACE)).isEqualTo(name);
    }

    @Test
    void aMessageInAnEnvelopeAndUnknownElementsAreRead() throws Exception {
        var message = message(
                "camt.053.001.08",
                "BkToCstmrStmt",
                "Stmt",
                "<New><Ntry/></New>" + entry("1.00", "CRDT", "<New>x</New>"));
        var file =
                "<e:Envelope xmlns:e=\"urn:e\"><AppHdr xmlns=\"urn:iso:std:iso:20022:tech:xsd:head.001.001.01\"><X/></AppHdr>"
                        + message + message + "</e:Envelope>";
        assertThat(Recorder.read(new CamtReader(), file))
                .hasSize(2)
                .allSatisfy(read -> assertThat(read.entries()).hasSize(1));
    }

    @Test
    void aCopyIsSaidToBeOne() throws Exception {
        assertThat(read("<CpyDplctInd>DUPL</CpyDplctInd>")
                        .foot()
                        .notices()
                        .getFirst()
                        .text())
                .isEqualTo("The bank marked the statement as a copy: DUPL.");
    }

    @Test
    void decimalsThatSayNothingAreNoDecimals() throws Exception {
        var yen = message("camt.053.001.08", "BkToCstmrStmt", "Stmt", entry("0000100.00", "CRDT"))
                .replace("THB", "JPY");
        assertThat(Recorder.read(new CamtReader(), yen)
                        .getFirst()
                        .entries()
                        .getFirst()
                        .amount())
                .isEqualTo(100);
        assertThatThrownBy(() -> Recorder.read(new CamtReader(), yen.replace("100.00", "100.50")))
                .hasMessage("The amount 100.50 has more decimals than JPY has.");
    }

    @Test
    void aBatchMayHaveFewerPaymentsThanItSays() throws Exception {
        var entry = readEntry("CRDT", "<NtryDtls>" + BATCH + "<TxDtls><Amt Ccy=\"THB\">5.00</Amt></TxDtls></NtryDtls>");
        assertThat(entry.details()).hasSize(1);
        assertThat(entry.references()).isEqualTo(BankEntry.References.NONE);
        var mixed = readEntry(
                "CRDT",
                "<NtryDtls><TxDtls><Amt Ccy=\"THB\">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>"
                        + "<TxDtls><Amt Ccy=\"THB\">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></TxDtls></NtryDtls>");
        assertThat(mixed.details()).extracting(BankEntry.Detail::amount).containsExactly(2_500L, -500L);
    }

    @Test
    void anotherMessageIsNamed() {
        for (var type : new String[] {"pain.002.001.10", "camt.029.001.09"}) {
            assertThatThrownBy(() -> Recorder.read(new CamtReader(), message(type, "Other", "X", "")))
                    .hasMessage("This is a " + type + ", not a statement.");
        }
    }
}
