package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.PaymentStatus.Level;
import io.tical.server.bankfile.PaymentStatus.Reason;
import io.tical.server.bankfile.StatementReader.Scales;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A report of statuses, while it is read. */
final class PaymentStatusMessage {
    private final XmlCursor cursor;
    private final Scales scales;
    private final Counter counter;
    private final Consumer<PaymentStatus> sink;
    private final Place place;
    private int statuses;

    @Nullable
    private String id;

    @Nullable
    private String messageId;

    @Nullable
    private String messageName;

    PaymentStatusMessage(XmlCursor cursor, Scales scales, Counter counter, Consumer<PaymentStatus> sink) {
        this.cursor = cursor;
        this.scales = scales;
        this.counter = counter;
        this.sink = sink;
        this.place = cursor.place();
    }

    /** Reads the current element. */
    PaymentReport read(String format, Notices notices) throws BankFileException, IOException {
        cursor.children(name -> {
            switch (name) {
                case "GrpHdr" -> id = cursor.codes().first("MsgId");
                case "OrgnlGrpInfAndSts" -> file();
                case "OrgnlPmtInfAndSts" -> part();
                default -> {}
            }
        });
        if (statuses == 0) {
            throw new BankFileException(Fault.FIELD_MISSING, place, "GrpSts");
        }
        return new PaymentReport(format, id, messageId(place), messageName, notices.list());
    }

    private String messageId(Place at) throws BankFileException {
        if (messageId == null) {
            throw new BankFileException(Fault.FIELD_MISSING, at, "OrgnlMsgId");
        }
        return messageId;
    }

    private void file() throws BankFileException, IOException {
        var status = new Status();
        cursor.children(name -> {
            switch (name) {
                case "OrgnlMsgId" -> messageId = cursor.code();
                case "OrgnlMsgNmId" -> messageName = cursor.code();
                case "GrpSts" -> status.code = cursor.code();
                case "StsRsnInf" -> status.reason();
                default -> {}
            }
        });
        status.pass(Level.FILE, null);
    }

    /** The status of a part stands before its payments, so it is passed when the first of them begins. */
    private void part() throws BankFileException, IOException {
        var status = new Status();
        var ids = new ArrayList<String>();
        cursor.children(name -> {
            switch (name) {
                case "OrgnlPmtInfId" -> ids.add(present(cursor.code(), status.at, "OrgnlPmtInfId"));
                case "PmtInfSts" -> status.code = cursor.code();
                case "StsRsnInf" -> status.reason();
                case "TxInfAndSts" -> {
                    status.pass(Level.PART, first(ids, status.at));
                    payment(first(ids, status.at));
                }
                default -> {}
            }
        });
        status.pass(Level.PART, first(ids, status.at));
    }

    private static String first(List<String> ids, Place at) throws BankFileException {
        return present(ids.isEmpty() ? null : ids.getFirst(), at, "OrgnlPmtInfId");
    }

    private static <T> T present(@Nullable T field, Place at, String name) throws BankFileException {
        if (field == null) {
            throw new BankFileException(Fault.FIELD_MISSING, at, name);
        }
        return field;
    }

    private void payment(String paymentId) throws BankFileException, IOException {
        var status = new Status();
        cursor.children(name -> {
            switch (name) {
                case "OrgnlInstrId" -> status.instructionId = PlainText.reference(cursor.code());
                case "OrgnlEndToEndId" -> status.endToEndId = PlainText.reference(cursor.code());
                case "OrgnlUETR" -> status.uetr = cursor.code();
                case "TxSts" -> status.code = cursor.code();
                case "StsRsnInf" -> status.reason();
                case "AcctSvcrRef" -> status.bankReference = PlainText.reference(cursor.code());
                case "OrgnlTxRef" -> status.original();
                default -> {}
            }
        });
        if (status.endToEndId == null && status.instructionId == null && status.uetr == null) {
            throw new BankFileException(Fault.FIELD_MISSING, status.at, "OrgnlEndToEndId");
        }
        status.pass(Level.PAYMENT, paymentId);
    }

    /** A status while it is read. */
    private final class Status {
        private final Place at = cursor.place();
        private final List<Reason> reasons = new ArrayList<>();
        private boolean passed;

        @Nullable
        private String code;

        @Nullable
        private String endToEndId;

        @Nullable
        private String instructionId;

        @Nullable
        private String uetr;

        @Nullable
        private String bankReference;

        @Nullable
        private XmlAmount amount;

        /** Reads a reason, the current element. */
        void reason() throws BankFileException, IOException {
            counter.add(cursor.place());
            var codes = new ArrayList<String>();
            var texts = new CamtTexts(cursor.textMax());
            cursor.children(name -> {
                if (name.equals("Rsn")) {
                    var read = cursor.codes().first("Cd", "Prtry");
                    if (read != null) {
                        codes.add(read);
                    }
                } else if (name.equals("AddtlInf")) {
                    texts.add(cursor.place(), cursor.text());
                }
            });
            reasons.add(new Reason(codes.isEmpty() ? null : codes.getFirst(), texts.list()));
        }

        /** Reads what the report repeats of the payment, the current element. */
        void original() throws BankFileException, IOException {
            cursor.children(name -> {
                if (name.equals("Amt")) {
                    cursor.children(choice -> {
                        if (choice.equals("InstdAmt")) {
                            amount = XmlAmount.read(cursor);
                        }
                    });
                }
            });
        }

        /** A level that has no status keeps the one that it had. */
        void pass(Level level, @Nullable String paymentId) throws BankFileException {
            if (code == null || passed) {
                return;
            }
            passed = true;
            statuses++;
            counter.add(at);
            sink.accept(new PaymentStatus(
                    at,
                    level,
                    messageId(at),
                    paymentId,
                    endToEndId,
                    instructionId,
                    uetr,
                    code,
                    List.copyOf(reasons),
                    bankReference,
                    amount == null ? null : minor(amount),
                    amount == null ? null : amount.currency()));
        }

        private long minor(XmlAmount said) throws BankFileException {
            var currency = present(said.currency(), said.amount().place(), "InstdAmt/@Ccy");
            var scale = scales.of(currency);
            if (scale.isEmpty()) {
                throw new BankFileException(
                        Fault.CURRENCY_UNKNOWN, said.amount().place(), currency);
            }
            return said.amount().minor(currency, scale.getAsInt());
        }
    }
}
