package io.tical.server.bankfile;

import static io.tical.server.bankfile.PaymentXml.around;
import static io.tical.server.bankfile.PaymentXml.element;

import io.tical.server.bankfile.PaymentOrder.Account;
import io.tical.server.bankfile.PaymentOrder.Bank;
import io.tical.server.bankfile.PaymentOrder.Proxy;
import java.io.IOException;
import java.io.OutputStream;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes files of payments as pain.001 of ISO 20022, in UTF-8. It writes no element without content. */
public final class Pain001 {
    private static final DateTimeFormatter CREATED =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxx", Locale.ROOT);

    private final Profile profile;

    /** Of the message. */
    public enum Version {
        /** pain.001.001.03 */
        V03("03", "BIC"),
        /** pain.001.001.09 */
        V09("09", "BICFI");

        private final String number;
        private final String bic;

        Version(String number, String bic) {
            this.number = number;
            this.bic = bic;
        }
    }

    /** Who pays the charges. */
    public enum ChargeBearer {
        /** The payer. */
        DEBT,
        /** The payee. */
        CRED,
        /** Each those of its own bank. */
        SHAR,
        /** By the agreement with the bank. */
        SLEV
    }

    /**
     * What a bank's contract says of its files.
     *
     * @param nameMax characters of a name, at most 140
     * @param textMax characters of the text for the payee, at most 140
     * @param everyScript whether names and texts may have letters beyond A to Z, such as Thai ones
     * @param batchBooking whether the bank books all payments as one sum
     * @param chargeBearer null to leave it to the bank
     */
    public record Profile(
            Version version,
            int nameMax,
            int textMax,
            boolean everyScript,
            boolean batchBooking,
            @Nullable ChargeBearer chargeBearer) {
        public Profile {
            if (nameMax < 1 || nameMax > 140 || textMax < 1 || textMax > 140) {
                throw new IllegalArgumentException("lengths are 1 to 140");
            }
        }
    }

    public Pain001(Profile profile) {
        this.profile = profile;
    }

    /**
     * Writes a file.
     *
     * @param target is flushed and left open
     * @return what could not be written as it is
     * @throws IllegalArgumentException if the orders make no file that a bank can carry out, such as an id that is too long or not
     *     unique, an amount of zero, or a proxy in version 03; nothing was written then
     */
    public List<Replacement> write(PaymentOrders orders, OutputStream target) throws IOException {
        var checked = CheckedOrders.of(orders, profile);
        var out = new PaymentXml(target);
        out.begin("Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pain.001.001." + profile.version().number + "\"");
        out.begin("CstmrCdtTrfInitn");
        header(checked, out);
        out.begin("PmtInf");
        part(checked, out);
        for (var order : checked.orders()) {
            payment(order, checked, out);
        }
        out.end("PmtInf");
        out.end("CstmrCdtTrfInitn");
        out.end("Document");
        out.flush();
        return checked.replacements();
    }

    private static void header(CheckedOrders checked, PaymentXml out) throws IOException {
        out.begin("GrpHdr");
        out.line(element("MsgId", checked.fileId()));
        out.line(element("CreDtTm", CREATED.format(checked.source().created())));
        sums(checked, out);
        out.line(around("InitgPty", element("Nm", checked.debtor())));
        out.end("GrpHdr");
    }

    private static void sums(CheckedOrders checked, PaymentXml out) throws IOException {
        out.line(element("NbOfTxs", String.valueOf(checked.orders().size())));
        out.line(element("CtrlSum", checked.decimal(checked.total())));
    }

    private void part(CheckedOrders checked, PaymentXml out) throws IOException {
        var source = checked.source();
        var date = element(
                profile.version() == Version.V03 ? "ReqdExctnDt" : "Dt",
                source.executionDate().toString());
        out.line(element("PmtInfId", checked.paymentId()));
        out.line(element("PmtMtd", "TRF"));
        out.line(element("BtchBookg", String.valueOf(profile.batchBooking())));
        sums(checked, out);
        out.line(profile.version() == Version.V03 ? date : around("ReqdExctnDt", date));
        out.line(around("Dbtr", element("Nm", checked.debtor())));
        out.line(around("DbtrAcct", account(source.account()) + element("Ccy", source.currency())));
        out.line(around("DbtrAgt", bank(source.bank(), source.currency())));
        if (profile.chargeBearer() != null) {
            out.line(element("ChrgBr", profile.chargeBearer().name()));
        }
    }

    private void payment(CheckedOrders.Order order, CheckedOrders checked, PaymentXml out) throws IOException {
        var source = order.source();
        var uetr = source.uetr();
        var currency = checked.source().currency();
        out.begin("CdtTrfTxInf");
        out.line(around(
                "PmtId",
                element("InstrId", order.endToEndId())
                        + element("EndToEndId", order.endToEndId())
                        + (uetr == null || profile.version() == Version.V03 ? "" : element("UETR", uetr.toString()))));
        out.line(around(
                "Amt", "<InstdAmt Ccy=\"" + currency + "\">" + checked.decimal(source.amount()) + "</InstdAmt>"));
        if (source.bank() != null) {
            out.line(around("CdtrAgt", bank(source.bank(), currency)));
        }
        out.line(around("Cdtr", element("Nm", order.creditor())));
        out.line(around(
                "CdtrAcct",
                (source.account() == null ? "" : account(source.account()))
                        + (source.proxy() == null ? "" : proxy(source.proxy()))));
        if (order.text() != null) {
            out.line(around("RmtInf", element("Ustrd", order.text())));
        }
        out.end("CdtTrfTxInf");
    }

    private static String account(Account account) {
        var number = account.number();
        return around("Id", account.iban() ? element("IBAN", number) : around("Othr", element("Id", number)));
    }

    private static String proxy(Proxy proxy) {
        return around("Prxy", around("Tp", element("Cd", proxy.type().name())) + element("Id", proxy.id()));
    }

    /** By its BIC, or else by its number in the clearing system, whose form banks do not agree on. */
    private String bank(@Nullable Bank bank, String currency) {
        if (bank != null && bank.bic() != null) {
            return around("FinInstnId", element(profile.version().bic, bank.bic()));
        }
        if (bank == null || bank.code() == null) {
            return around("FinInstnId", around("Othr", element("Id", "NOTPROVIDED")));
        }
        var system = currency.equals("THB") ? around("ClrSysId", element("Cd", "THCBC")) : "";
        return around("FinInstnId", around("ClrSysMmbId", system + element("MmbId", bank.code())));
    }
}
