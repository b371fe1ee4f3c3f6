package io.tical.server.bankfile;

import java.io.IOException;

/**
 * Reads OFX and QFX: version 1 in SGML, version 2 in XML, statements of bank accounts and of cards. The format has no opening
 * balance, so nothing in a file proves that it is whole.
 */
public final class OfxReader implements StatementReader {
    @Override
    public void read(Source source, Context context, Sink sink) throws BankFileException, IOException {
        var header = OfxHeader.read(source);
        try (var characters = new StrictReader(source.open(), header.charset())) {
            var cursor =
                    new OfxCursor(new OfxTokens(characters, context.limits().textMax()));
            new File(cursor, header.format(), new Target(context, sink)).read();
        }
    }

    private static final class File {
        private final OfxCursor cursor;
        private final String format;
        private final Target target;
        private int statements;

        File(OfxCursor cursor, String format, Target target) {
            this.cursor = cursor;
            this.format = format;
            this.target = target;
        }

        void read() throws BankFileException, IOException {
            cursor.file(this::part);
            if (statements == 0) {
                throw new BankFileException(BankFileException.Fault.NOT_A_STATEMENT, Place.FILE);
            }
        }

        private void part(String name) throws BankFileException, IOException {
            if (name.equals("STMTRS") || name.equals("CCSTMTRS")) {
                statements++;
                new OfxStatement(cursor, format, target).read();
            } else {
                cursor.children(this::part);
            }
        }
    }
}
