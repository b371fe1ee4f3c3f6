package io.tical.server.bankfile;

import static io.tical.server.bankfile.PaymentXml.around;
import static io.tical.server.bankfile.PaymentXml.element;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes the statement of an account on a day as camt.053.001.08 of ISO 20022, in UTF-8. It writes no element without content. */
public final class Camt053 {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxx", Locale.ROOT);
    private static final int TEXT_MAX = 140;

    private final Statement statement;
    private final PaymentXml out;

    /**
     * @param id unique, at most 35 characters
     * @param account its number, at most 34 characters
     * @param scale decimal digits of the currency
     * @param offset of the bank's local time
     * @param created when the bank wrote it
     * @param opening balance before the day, in minor units
     */
    public record Statement(
            String id,
            String account,
            String holder,
            String currency,
            int scale,
            LocalDate day,
            ZoneOffset offset,
            OffsetDateTime created,
            long opening,
            List<Entry> entries) {
        public Statement {
            entries = List.copyOf(entries);
        }

        /** The balance after the day, in minor units. */
        public long closing() {
            return entries.stream().mapToLong(Entry::amount).reduce(opening, Math::addExact);
        }
    }

    /**
     * @param amount minor units; negative is money out of the account
     * @param reference that the bank gave it, unique in the account
     * @param endToEnd the reference of who ordered it
     * @param party the other side; null if it is not known
     * @param returned why a payment came back, a code of ISO 20022; null if it is none that came back
     */
    public record Entry(
            OffsetDateTime booked,
            long amount,
            String reference,
            String endToEnd,
            @Nullable Party party,
            String text,
            @Nullable String returned) {}

    /** @param account null if it is not known */
    public record Party(String name, @Nullable String account) {}

    private Camt053(Statement statement, PaymentXml out) {
        this.statement = statement;
        this.out = out;
    }

    /** @param target is flushed and left open */
    public static void write(Statement statement, OutputStream target) throws IOException {
        new Camt053(statement, new PaymentXml(target)).write();
    }

    private void write() throws IOException {
        out.begin("Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"");
        out.begin("BkToCstmrStmt");
        var created = element("CreDtTm", TIME.format(statement.created()));
        out.line(around("GrpHdr", element("MsgId", statement.id()) + created));
        out.begin("Stmt");
        out.line(element("Id", statement.id()));
        out.line(created);
        out.line(around(
                "FrToDt", element("FrDtTm", at(LocalTime.MIN)) + element("ToDtTm", at(LocalTime.of(23, 59, 59)))));
        out.line(around(
                "Acct",
                around("Id", around("Othr", element("Id", statement.account())))
                        + element("Ccy", statement.currency())
                        + around("Ownr", element("Nm", cut(statement.holder())))));
        balance("OPBD", statement.opening());
        balance("CLBD", statement.closing());
        out.line(around("TxsSummry", sums("TtlCdtNtries", 1) + sums("TtlDbtNtries", -1)));
        for (var entry : statement.entries()) {
            entry(entry);
        }
        out.end("Stmt");
        out.end("BkToCstmrStmt");
        out.end("Document");
        out.flush();
    }

    private String at(LocalTime time) {
        return TIME.format(statement.day().atTime(time).atOffset(statement.offset()));
    }

    private static String cut(String text) {
        return text.substring(0, Math.min(text.length(), TEXT_MAX));
    }

    private void balance(String code, long amount) throws IOException {
        out.line(around(
                "Bal",
                around("Tp", around("CdOrPrtry", element("Cd", code)))
                        + amount(amount)
                        + direction(amount)
                        + around("Dt", element("Dt", statement.day().toString()))));
    }

    private String decimal(long amount) {
        return BigDecimal.valueOf(Math.absExact(amount), statement.scale()).toPlainString();
    }

    private String amount(long amount) {
        return "<Amt Ccy=\"" + statement.currency() + "\">" + decimal(amount) + "</Amt>";
    }

    private static String direction(long amount) {
        return element("CdtDbtInd", amount < 0 ? "DBIT" : "CRDT");
    }

    private String sums(String name, int sign) {
        var amounts = statement.entries().stream()
                .filter(entry -> Long.signum(entry.amount()) == sign)
                .mapToLong(Entry::amount)
                .toArray();
        var sum = 0L;
        for (var amount : amounts) {
            sum = Math.addExact(sum, amount);
        }
        return around(name, element("NbOfNtries", String.valueOf(amounts.length)) + element("Sum", decimal(sum)));
    }

    private void entry(Entry entry) throws IOException {
        var in = entry.amount() > 0;
        out.begin("Ntry");
        out.line(amount(entry.amount()));
        out.line(direction(entry.amount()));
        out.line(around("Sts", element("Cd", "BOOK")));
        out.line(around("BookgDt", element("DtTm", TIME.format(entry.booked()))));
        out.line(around("ValDt", element("Dt", entry.booked().toLocalDate().toString())));
        out.line(element("AcctSvcrRef", entry.reference()));
        out.line(around(
                "BkTxCd",
                around(
                        "Domn",
                        element("Cd", "PMNT")
                                + around("Fmly", element("Cd", in ? "RCDT" : "ICDT") + element("SubFmlyCd", "OTHR")))));
        out.begin("NtryDtls");
        out.begin("TxDtls");
        out.line(around("Refs", element("EndToEndId", entry.endToEnd())));
        out.line(amount(entry.amount()));
        out.line(direction(entry.amount()));
        party(entry);
        if (!entry.text().isBlank()) {
            out.line(around("RmtInf", element("Ustrd", cut(entry.text()))));
        }
        if (entry.returned() != null) {
            out.line(around("RtrInf", around("Rsn", element("Cd", entry.returned()))));
        }
        out.end("TxDtls");
        out.end("NtryDtls");
        out.end("Ntry");
    }

    /** The payee of what went out, also if it came back; else the payer. */
    private void party(Entry entry) throws IOException {
        var party = entry.party();
        if (party == null) {
            return;
        }
        var role = entry.amount() < 0 || entry.returned() != null ? "Cdtr" : "Dbtr";
        out.line(around(
                "RltdPties",
                around(role, around("Pty", element("Nm", cut(party.name()))))
                        + (party.account() == null
                                ? ""
                                : around(
                                        role + "Acct", around("Id", around("Othr", element("Id", party.account())))))));
    }
}
