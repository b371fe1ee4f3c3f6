package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Kind;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the statements of a file. */
final class CamtFile {
    private static final Set<String> ELEMENTS = Set.of("BkToCstmrStmt", "BkToCstmrAcctRpt", "BkToCstmrDbtCdtNtfctn");
    private static final Pattern TYPES = Pattern.compile("camt\\.05[234]");
    private static final Set<String> VERSIONS = Set.of("02", "04", "08");

    private final XmlCursor cursor;
    private final Notices notices;
    private final Visitor visitor;

    /** Reads a statement, the current element. */
    @FunctionalInterface
    interface Visitor {
        void statement(Header header) throws BankFileException, IOException;
    }

    /**
     * What a message says of all its statements.
     *
     * @param format such as {@code camt.053.001.08}
     * @param page of its only statement, if the statement itself does not say it
     */
    record Header(Kind kind, String format, CamtPage page) {}

    private CamtFile(XmlCursor cursor, Notices notices, Visitor visitor) {
        this.cursor = cursor;
        this.notices = notices;
        this.visitor = visitor;
    }

    /** Reads the whole file from its root. */
    static void read(XmlCursor cursor, Notices notices, Visitor visitor) throws BankFileException, IOException {
        var file = new CamtFile(cursor, notices, visitor);
        var root = cursor.place();
        if (XmlEnvelope.read(cursor, ELEMENTS, TYPES, Fault.MESSAGE_UNSUPPORTED, file::message) == 0) {
            throw new BankFileException(Fault.NOT_A_STATEMENT, root);
        }
    }

    private void message(String element) throws BankFileException, IOException {
        switch (element) {
            case "BkToCstmrStmt" -> message("camt.053", "Stmt", Kind.FINAL);
            case "BkToCstmrAcctRpt" -> message("camt.052", "Rpt", Kind.INTRADAY);
            default -> message("camt.054", "Ntfctn", Kind.NOTIFICATION);
        }
    }

    private void message(String type, String statement, Kind kind) throws BankFileException, IOException {
        var place = cursor.place();
        var format = XmlEnvelope.format(cursor, type, TYPES, VERSIONS, notices);
        var message = new Message(kind, format, statement);
        cursor.children(message::part);
        if (message.statements == 0) {
            throw new BankFileException(Fault.FIELD_MISSING, place, statement);
        }
    }

    private final class Message {
        private final Kind kind;
        private final String format;
        private final String statement;
        private CamtPage page = CamtPage.ONLY;
        private int statements;

        Message(Kind kind, String format, String statement) {
            this.kind = kind;
            this.format = format;
            this.statement = statement;
        }

        void part(String name) throws BankFileException, IOException {
            if (name.equals("GrpHdr")) {
                cursor.children(this::header);
            } else if (name.equals(statement)) {
                statements++;
                visitor.statement(new Header(kind, format, page));
            }
        }

        private void header(String name) throws BankFileException, IOException {
            if (name.equals("MsgPgntn")) {
                page = CamtPage.read(cursor);
            }
        }
    }
}
