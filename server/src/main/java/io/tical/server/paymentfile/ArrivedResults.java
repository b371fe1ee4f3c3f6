package io.tical.server.paymentfile;

import io.tical.db.Database;
import io.tical.server.bankfile.PaymentResultFormats;
import io.tical.server.bankfile.StatementReader.Source;
import io.tical.server.currency.Currencies;
import io.tical.server.problem.Problem;
import java.io.IOException;
import java.time.Clock;
import java.util.UUID;

/**
 * Results of banks that come without being told of which payment file they are: among statements, and through a watched folder. Each joins the
 * file that it names, and waits there as one that a person sends.
 */
public final class ArrivedResults {
    /** The code of the refusal of bytes that wait or count already. */
    public static final String KNOWN = "PAYMENT_RESULT_KNOWN";

    /** The largest result. */
    static final int BYTES_MAX = 10_000_000;

    private final BankAnswers answers;

    ArrivedResults(BankAnswers answers) {
        this.answers = answers;
    }

    public static ArrivedResults of(Database database, Currencies currencies, Clock clock) {
        return new ArrivedResults(new BankAnswers(database, currencies, clock));
    }

    /** Whether a file is a result, and no statement. */
    public boolean isResult(Source source) throws IOException {
        return PaymentResultFormats.isResult(source);
    }

    /**
     * Receives a result.
     *
     * @param name that it has, for people
     * @param receivedBy who sent it
     * @return its id
     * @throws Problem.Conflict {@code PAYMENT_RESULT_KNOWN} if the same bytes wait or count; {@code PAYMENT_RESULT_OF_OTHER};
     *     {@code PAYMENT_RESULT_UNREADABLE}; {@code PAYMENT_FILE_STATUS_TRANSITION_INVALID} if the bank cannot have the file
     * @throws Problem.TooLarge if it has more than 10 MB
     */
    public UUID receive(boolean livemode, String name, String receivedBy, Source source) throws IOException {
        var bytes = bytes(source);
        var file = answers.fileOf(livemode, bytes);
        return answers.receive(file.id(), name, receivedBy, bytes).id();
    }

    private static byte[] bytes(Source source) throws IOException {
        try (var in = source.open()) {
            var bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw new Problem.TooLarge(BYTES_MAX);
            }
            return bytes;
        }
    }
}
