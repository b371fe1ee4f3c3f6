package io.tical.server.bankfile;

import static io.tical.server.bankfile.PaymentXml.around;
import static io.tical.server.bankfile.PaymentXml.element;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes what became of the payments of a file as pain.002.001.10 of ISO 20022, in UTF-8. */
public final class Pain002 {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxxx", Locale.ROOT);
    private static final int TEXT_MAX = 105;

    private Pain002() {}

    /**
     * @param id of the report, at most 35 characters
     * @param created when the bank wrote it
     * @param fileId of the file of payments, which is the id of its only part, too
     * @param fileFormat such as {@code pain.001.001.09}
     * @param scale decimal digits of the currency
     */
    public record Report(
            String id,
            OffsetDateTime created,
            String fileId,
            String fileFormat,
            String currency,
            int scale,
            List<Payment> payments) {
        public Report {
            payments = List.copyOf(payments);
        }
    }

    /**
     * @param reference the end-to-end id
     * @param amount minor units
     * @param status of ISO 20022, such as {@code ACSC}
     * @param reason of ISO 20022; null without one
     * @param text the bank's explanation; null without one
     * @param bankReference that the bank gave the payment; null without one
     */
    public record Payment(
            String reference,
            long amount,
            String status,
            @Nullable String reason,
            @Nullable String text,
            @Nullable String bankReference) {}

    /** @param target is flushed and left open */
    public static void write(Report report, OutputStream target) throws IOException {
        var out = new PaymentXml(target);
        out.begin("Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pain.002.001.10\"");
        out.begin("CstmrPmtStsRpt");
        out.line(around("GrpHdr", element("MsgId", report.id()) + element("CreDtTm", TIME.format(report.created()))));
        out.line(around(
                "OrgnlGrpInfAndSts",
                element("OrgnlMsgId", report.fileId())
                        + element("OrgnlMsgNmId", report.fileFormat())
                        + element(
                                "OrgnlNbOfTxs", String.valueOf(report.payments().size()))));
        out.begin("OrgnlPmtInfAndSts");
        out.line(element("OrgnlPmtInfId", report.fileId()));
        for (var payment : report.payments()) {
            payment(report, payment, out);
        }
        out.end("OrgnlPmtInfAndSts");
        out.end("CstmrPmtStsRpt");
        out.end("Document");
        out.flush();
    }

    private static void payment(Report report, Payment payment, PaymentXml out) throws IOException {
        out.begin("TxInfAndSts");
        out.line(element("OrgnlInstrId", payment.reference()));
        out.line(element("OrgnlEndToEndId", payment.reference()));
        out.line(element("TxSts", payment.status()));
        if (payment.reason() != null) {
            out.line(around(
                    "StsRsnInf",
                    around("Rsn", element("Cd", payment.reason()))
                            + (payment.text() == null
                                    ? ""
                                    : element(
                                            "AddtlInf",
                                            payment.text()
                                                    .substring(
                                                            0,
                                                            Math.min(
                                                                    payment.text()
                                                                            .length(),
                                                                    TEXT_MAX))))));
        }
        if (payment.bankReference() != null) {
            out.line(element("AcctSvcrRef", payment.bankReference()));
        }
        out.line(around(
                "OrgnlTxRef",
                around(
                        "Amt",
                        "<InstdAmt Ccy=\"" + report.currency() + "\">"
                                + BigDecimal.valueOf(payment.amount(), report.scale())
                                        .toPlainString() + "</InstdAmt>")));
        out.end("TxInfAndSts");
    }
}
