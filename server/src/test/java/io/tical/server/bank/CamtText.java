package io.tical.server.bank;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes a camt.053 of one account in baht, for tests. */
public final class CamtText {
    private final String account;
    private final String id;
    private final LocalDate day;
    private final List<String> entries = new ArrayList<>();
    private long sum;

    public CamtText(String account, String id, LocalDate day) {
        this.account = account;
        this.id = id;
        this.day = day;
    }

    /** An entry of the day; positive is money into the account. */
    public CamtText entry(long amount, String reference) {
        return entry(amount, reference, "<Dt>" + day + "</Dt>");
    }

    /** An entry of the day at a time. */
    public CamtText entry(long amount, String reference, LocalTime time) {
        return entry(
                amount,
                reference,
                "<DtTm>" + day.atTime(time).format(DateTimeFormatter.ISO_LOCAL_DATE_TIME) + "</DtTm>");
    }

    /** Money out of the account, with the payee's account as the bank shows it. */
    public CamtText debit(long amount, String reference, String payee) {
        entry(-amount, reference);
        entries.add(entries.removeLast()
                .replace(
                        "<AddtlNtryInf>",
                        "<NtryDtls><TxDtls><RltdPties><CdtrAcct><Id><Othr><Id>" + payee
                                + "</Id></Othr></Id></CdtrAcct></RltdPties></TxDtls></NtryDtls><AddtlNtryInf>"));
        return this;
    }

    /** Money out of the account, with a text. */
    public CamtText debitSaying(long amount, String reference, String text) {
        entry(-amount, reference);
        entries.add(entries.removeLast().replace(">transfer<", ">" + text + "<"));
        return this;
    }

    /** An entry of the day that undoes an earlier one. */
    public CamtText reversal(long amount, String reference) {
        entry(amount, reference);
        entries.add(entries.removeLast().replace("<Sts>", "<RvslInd>true</RvslInd><Sts>"));
        return this;
    }

    private CamtText entry(long amount, String reference, String booked) {
        sum += amount;
        entries.add("""
                <Ntry><Amt Ccy="THB">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Sts>BOOK</Sts><BookgDt>%s</BookgDt>\
                <ValDt><Dt>%s</Dt></ValDt><AcctSvcrRef>%s</AcctSvcrRef><BkTxCd><Prtry><Cd>X1</Cd></Prtry></BkTxCd>\
                <AddtlNtryInf>transfer</AddtlNtryInf></Ntry>""".formatted(decimal(Math.abs(amount)), amount < 0 ? "DBIT" : "CRDT", booked, day, reference));
        return this;
    }

    private static String decimal(long amount) {
        return BigDecimal.valueOf(amount, 2).toPlainString();
    }

    private static String balance(String code, long amount, LocalDate day) {
        return String.format(
                Locale.ROOT,
                "<Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy=\"THB\">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Dt><Dt>%s</Dt></Dt></Bal>",
                code,
                decimal(Math.abs(amount)),
                amount < 0 ? "DBIT" : "CRDT",
                day);
    }

    public String text() {
        return text(1_000_000);
    }

    /** The balance after the day. */
    public long closing(long opening) {
        return opening + sum;
    }

    /**
     * A page of the statement.
     *
     * @param opening the balance before the page
     */
    public String page(int number, boolean last, long opening) {
        var text = text(opening)
                .replace(
                        "<Stmt><Id>" + id + "</Id>",
                        "<Stmt><Id>" + id + "</Id><StmtPgntn><PgNb>" + number + "</PgNb><LastPgInd>" + last
                                + "</LastPgInd></StmtPgntn>");
        text = number == 1 ? text : text.replace("<Cd>OPBD</Cd>", "<Cd>ITBD</Cd>");
        return last ? text : text.replace("<Cd>CLBD</Cd>", "<Cd>ITBD</Cd>");
    }

    /** @param opening the balance before the day */
    public String text(long opening) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
                <GrpHdr><MsgId>M-%1$s</MsgId><CreDtTm>%2$sT23:59:00</CreDtTm></GrpHdr>
                <Stmt><Id>%1$s</Id><CreDtTm>%2$sT23:59:00</CreDtTm><FrToDt><FrDtTm>%2$sT00:00:00</FrDtTm><ToDtTm>%2$sT23:59:59</ToDtTm></FrToDt>
                <Acct><Id><Othr><Id>%3$s</Id></Othr></Id><Ccy>THB</Ccy></Acct>
                %4$s
                %5$s
                %6$s
                </Stmt></BkToCstmrStmt></Document>
                """.formatted(
                        id,
                        day,
                        account,
                        balance("OPBD", opening, day),
                        balance("CLBD", opening + sum, day),
                        String.join("\n", entries));
    }
}
