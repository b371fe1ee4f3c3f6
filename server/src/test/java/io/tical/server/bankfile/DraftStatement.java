package io.tical.server.bankfile;

import io.tical.server.bankfile.BankEntry.Status;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A statement of random entries, which is written in a format and must be read back as it is. */
record DraftStatement(String account, String currency, int scale, long opening, List<Line> lines) {
    private static final String[] NAMES = {"TEST PAYEE ONE", "นาย ทดสอบ ระบบ", "A & B <Co>", "Ünal \"Ö\"", "O'NEIL]]>"};

    /**
     * @param bankReference null if the bank gives none
     * @param parts signed amounts of its payments if it is a batch
     */
    record Line(
            long amount,
            LocalDate booked,
            @Nullable LocalTime time,
            LocalDate value,
            Status status,
            boolean reversal,
            @Nullable String bankReference,
            @Nullable String endToEnd,
            @Nullable String name,
            @Nullable String account,
            List<String> texts,
            List<Long> parts) {}

    /** @param rich whether it uses what only camt has */
    static DraftStatement random(Random random, boolean rich) {
        var currency = new String[] {"THB", "JPY", "KWD", "EUR"}[random.nextInt(4)];
        var lines = new ArrayList<Line>();
        for (var count = random.nextInt(12); count > 0; count--) {
            lines.add(line(random, rich));
        }
        return new DraftStatement(
                "09900" + (10_000 + random.nextInt(80_000)),
                currency,
                Recorder.scale(currency).orElseThrow(),
                random.nextLong(-1_000_000, 10_000_000),
                lines);
    }

    private static Line line(Random random, boolean rich) {
        var booked = LocalDate.of(2026, 11, 1 + random.nextInt(25));
        var amount = random.nextLong(1, 100_000_000) * (random.nextBoolean() ? 1 : -1);
        var parts = new ArrayList<Long>();
        if (rich && random.nextInt(4) == 0) {
            var first = amount / 3;
            parts.addAll(List.of(first, amount - first));
        }
        var single = parts.isEmpty();
        return new Line(
                amount,
                booked,
                random.nextBoolean() ? LocalTime.of(random.nextInt(24), random.nextInt(60), random.nextInt(60)) : null,
                booked.plusDays(random.nextInt(3) - 1),
                rich && random.nextInt(6) == 0 ? Status.PENDING : Status.BOOKED,
                rich && random.nextInt(6) == 0,
                random.nextInt(4) == 0 ? null : "B" + random.nextInt(5),
                single && rich && random.nextBoolean() ? "E2E-" + random.nextInt(1_000) : null,
                single && random.nextInt(5) > 0 ? NAMES[random.nextInt(NAMES.length)] : null,
                single && rich && random.nextBoolean() ? "xxx-x-x" + (1_000 + random.nextInt(9_000)) + "-x" : null,
                texts(random, rich),
                parts);
    }

    private static List<String> texts(Random random, boolean rich) {
        var texts = new ArrayList<String>();
        for (var count = random.nextInt(rich ? 4 : 2); count > 0; count--) {
            texts.add("Text " + random.nextInt(100) + " & ข้อความ <" + count + ">");
        }
        return texts;
    }

    long closing() {
        return opening
                + lines.stream()
                        .filter(line -> line.status() == Status.BOOKED)
                        .mapToLong(Line::amount)
                        .sum();
    }

    static Line of(BankEntry entry) {
        var counterparty = entry.counterparty();
        return new Line(
                entry.amount(),
                entry.booked(),
                entry.time(),
                entry.value() == null ? entry.booked() : entry.value(),
                entry.status(),
                entry.reversal(),
                entry.references().bank(),
                entry.references().endToEnd(),
                counterparty == null ? null : counterparty.name(),
                counterparty == null ? null : counterparty.account(),
                entry.texts(),
                entry.details().stream()
                        .map(detail -> detail.amount() == null ? 0 : detail.amount())
                        .toList());
    }

    private String decimal(long minor) {
        return BigDecimal.valueOf(Math.abs(minor), scale).toPlainString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String element(String name, @Nullable String text) {
        return text == null ? "" : "<" + name + ">" + escaped(text) + "</" + name + ">";
    }

    private static String direction(long amount) {
        return element("CdtDbtInd", amount < 0 ? "DBIT" : "CRDT");
    }

    private String amount(String name, long minor) {
        return "<" + name + " Ccy=\"" + currency + "\">" + decimal(minor) + "</" + name + ">";
    }

    /** As camt.053. */
    String camt(String version) {
        var namespace = "urn:iso:std:iso:20022:tech:xsd:camt.053.001." + version;
        var out = new StringBuilder(
                "<Document xmlns=\"" + namespace + "\"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt>");
        out.append("<Id>S</Id><Acct><Id><Othr><Id>" + account + "</Id></Othr></Id>" + element("Ccy", currency)
                + "</Acct>");
        out.append(balance("OPBD", opening)).append(balance("CLBD", closing()));
        lines.forEach(line -> out.append(camt(line, version)));
        return out.append("</Stmt></BkToCstmrStmt></Document>").toString();
    }

    private String balance(String code, long minor) {
        return "<Bal><Tp><CdOrPrtry>" + element("Cd", code) + "</CdOrPrtry></Tp>" + amount("Amt", minor)
                + direction(minor) + "<Dt><Dt>2026-11-20</Dt></Dt></Bal>";
    }

    private String camt(Line line, String version) {
        var old = version.equals("02");
        var status = line.status() == Status.BOOKED ? "BOOK" : "PDNG";
        var details = new StringBuilder();
        if (line.parts().isEmpty()) {
            details.append("<TxDtls><Refs>" + element("EndToEndId", line.endToEnd()) + "</Refs>");
            details.append(old ? "" : amount("Amt", line.amount()) + direction(line.amount()));
            details.append(parties(line, version.equals("08")));
            details.append("<RmtInf>");
            line.texts().forEach(text -> details.append(element("Ustrd", text)));
            details.append("</RmtInf></TxDtls>");
        } else {
            details.append("<Btch>" + element("NbOfTxs", "2") + "</Btch>");
            for (var part : line.parts()) {
                details.append("<TxDtls>");
                details.append(
                        old
                                ? "<AmtDtls><TxAmt>" + amount("Amt", part) + "</TxAmt></AmtDtls>"
                                : amount("Amt", part) + direction(part));
                details.append("</TxDtls>");
            }
        }
        // A batch has its text beside its details.
        var info = line.parts().isEmpty() ? "" : String.join(" ", line.texts());
        return "<Ntry>" + amount("Amt", line.amount()) + direction(line.amount())
                + (line.reversal() ? element("RvslInd", "true") : "")
                + (version.equals("08") ? "<Sts>" + element("Cd", status) + "</Sts>" : element("Sts", status))
                + "<BookgDt>"
                + (line.time() == null
                        ? element("Dt", line.booked().toString())
                        : element(
                                "DtTm",
                                line.booked() + "T"
                                        + line.time()
                                                .toString()
                                                .concat(line.time().getSecond() == 0 ? ":00" : "") + "+07:00"))
                + "</BookgDt><ValDt>" + element("Dt", line.value().toString()) + "</ValDt>"
                + element("AcctSvcrRef", line.bankReference()) + "<NtryDtls>" + details + "</NtryDtls>"
                + (info.isEmpty() ? "" : element("AddtlNtryInf", info)) + "</Ntry>";
    }

    private String parties(Line line, boolean nested) {
        // The parties of a payment that came back are those of the original one.
        var side = line.amount() < 0 == line.reversal() ? "Dbtr" : "Cdtr";
        var name = line.name() == null
                ? ""
                : nested ? "<Pty>" + element("Nm", line.name()) + "</Pty>" : element("Nm", line.name());
        var number = line.account() == null
                ? ""
                : "<" + side + "Acct><Id><Othr>" + element("Id", line.account()) + "</Othr></Id></" + side + "Acct>";
        return "<RltdPties>" + (name.isEmpty() ? "" : "<" + side + ">" + name + "</" + side + ">") + number
                + "</RltdPties>";
    }

    /** As OFX: in XML, or in SGML with or without the end tags that it does not need. */
    String ofx(boolean xml, boolean ended) {
        var out = new StringBuilder(
                xml
                        ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<?OFX OFXHEADER=\"200\" VERSION=\"211\" SECURITY=\"NONE\"?>\n"
                        : "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:103\r\nENCODING:UTF-8\r\nCHARSET:NONE\r\n\r\n");
        out.append("<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS>" + field("CURDEF", currency, ended));
        out.append("<BANKACCTFROM>" + field("BANKID", "004", ended) + field("ACCTID", account, ended)
                + "</BANKACCTFROM><BANKTRANLIST>");
        for (var line : lines) {
            out.append("<STMTTRN>" + field("TRNTYPE", "OTHER", ended));
            var time = line.time() == null
                    ? ""
                    : line.time().toString().replace(":", "") + (line.time().getSecond() == 0 ? "00" : "")
                            + ".000[+7:ICT]";
            out.append(field("DTPOSTED", line.booked().toString().replace("-", "") + time, ended));
            out.append(field("DTAVAIL", line.value().toString().replace("-", ""), ended));
            out.append(field(
                    "TRNAMT",
                    (line.amount() < 0 ? "-" : "+") + decimal(line.amount()).replace('.', ended ? '.' : ','),
                    ended));
            out.append(line.bankReference() == null ? "" : field("FITID", line.bankReference(), ended));
            out.append(line.name() == null ? "" : field("NAME", line.name(), ended));
            out.append(field("MEMO", line.texts().isEmpty() ? "" : line.texts().getFirst(), ended));
            out.append("</STMTTRN>\n");
        }
        out.append("</BANKTRANLIST><LEDGERBAL>");
        out.append(field("BALAMT", (closing() < 0 ? "-" : "") + decimal(closing()), ended)
                + field("DTASOF", "20261120", ended));
        return out.append("</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n")
                .toString();
    }

    private static String field(String name, String text, boolean ended) {
        return "<" + name + ">" + escaped(text) + (ended ? "</" + name + ">" : "\n");
    }
}
