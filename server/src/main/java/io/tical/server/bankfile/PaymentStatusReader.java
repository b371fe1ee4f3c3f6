package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.StatementReader.Context;
import io.tical.server.bankfile.StatementReader.Source;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Reads what a bank says of payments that it was told to make: pain.002 of ISO 20022. It knows the versions 03 and 10 to 14,
 * and reads of every other one what it has in common with them.
 */
public final class PaymentStatusReader {
    private static final Set<String> ELEMENTS = Set.of("CstmrPmtStsRpt");
    private static final Pattern TYPES = Pattern.compile("pain\\.002");
    private static final Set<String> VERSIONS = Set.of("03", "10", "11", "12", "13", "14");

    /**
     * Reads all reports of a file.
     *
     * @param sink takes the statuses in the order of the file: of the file, of a part before its payments, of each payment
     * @return one for each message
     * @throws BankFileException if the file cannot be read as a whole; what was passed to the sink before does not count
     * @throws IOException if the source fails
     */
    public List<PaymentReport> read(Source source, Context context, Consumer<PaymentStatus> sink)
            throws BankFileException, IOException {
        var reports = new ArrayList<PaymentReport>();
        try (var bytes = source.open()) {
            var cursor =
                    XmlCursor.open(XmlEncoding.open(bytes), context.limits().textMax());
            var counter = new Counter(context.limits().entriesMax());
            var root = cursor.place();
            var messages = XmlEnvelope.read(cursor, ELEMENTS, TYPES, Fault.NOT_A_STATUS_REPORT, name -> {
                counter.add(cursor.place());
                var notices = new Notices();
                var format = XmlEnvelope.format(cursor, "pain.002", TYPES, VERSIONS, notices);
                reports.add(new PaymentStatusMessage(cursor, context.scales(), counter, sink).read(format, notices));
            });
            if (messages == 0) {
                throw new BankFileException(Fault.NOT_A_STATUS_REPORT, root);
            }
        }
        return reports;
    }
}
