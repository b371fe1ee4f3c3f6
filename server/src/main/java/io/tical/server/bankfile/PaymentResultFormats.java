package io.tical.server.bankfile;

import io.tical.server.bankfile.StatementReader.Source;
import java.io.IOException;
import java.util.regex.Pattern;

/** Recognises by its first bytes a file in which a bank says what became of payments, and which is no statement. */
public final class PaymentResultFormats {
    private static final Pattern REPORT = Pattern.compile("<(?:[\\w.-]+:)?CstmrPmtStsRpt[\\s>/]|:pain\\.002\\.");

    private PaymentResultFormats() {}

    /** @throws IOException if the source fails */
    public static boolean isResult(Source source) throws IOException {
        var text = Beginning.of(source).text();
        if (text.startsWith("<")) {
            return REPORT.matcher(text).find();
        }
        var line = text.lines().findFirst().orElse("");
        return PaymentResultLayout.all().stream().anyMatch(layout -> layout.isOf(line));
    }
}
