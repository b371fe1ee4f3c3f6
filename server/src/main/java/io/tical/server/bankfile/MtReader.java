package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads statements of SWIFT: MT940 with its pages, and reports within a day: MT942. Reads a file twice, because only the balances show
 * whether reversals have their own direction, and only the end of a statement whether it was its last page.
 */
public final class MtReader implements StatementReader {
    private final TextEncoding encoding;

    /** @param encoding of the texts; two sets of single bytes cannot be told apart */
    public MtReader(TextEncoding encoding) {
        this.encoding = encoding;
    }

    /** What is known of a statement after it was read once. */
    record Outcome(boolean last, boolean reversalsTurned, int until) {
        private static final List<Outcome> OF_ONE_PAGE = List.of(
                new Outcome(false, false, 1),
                new Outcome(false, true, 1),
                new Outcome(true, false, 1),
                new Outcome(true, true, 1));

        /** One of four for a single page, so that a file of many statements takes no memory for each. */
        static Outcome of(boolean last, boolean reversalsTurned, int until) {
            return until == 1
                    ? OF_ONE_PAGE.get((last ? 2 : 0) + (reversalsTurned ? 1 : 0))
                    : new Outcome(last, reversalsTurned, until);
        }
    }

    @Override
    public void read(Source source, Context context, Sink sink) throws BankFileException, IOException {
        var outcomes = new ArrayList<Outcome>();
        pass(source, new MtMessages(context, new Ignored(), List.of(), outcomes::add), context);
        pass(source, new MtMessages(context, sink, outcomes, _ -> {}), context);
    }

    private void pass(Source source, MtMessages messages, Context context) throws BankFileException, IOException {
        try (var tokens = new MtTokens(encoding.open(source), context.limits().textMax())) {
            for (var token = tokens.next(); token.isPresent(); token = tokens.next()) {
                messages.add(token.get());
            }
        }
        try {
            messages.end();
        } catch (ArithmeticException e) {
            throw new BankFileException(Fault.AMOUNT_TOO_LARGE, Place.FILE, "of a balance");
        }
    }

    private static final class Ignored implements Sink {
        @Override
        public void begin(BankStatement.Head head) {}

        @Override
        public void entry(BankEntry entry) {}

        @Override
        public void end(BankStatement.Foot foot) {}
    }
}
