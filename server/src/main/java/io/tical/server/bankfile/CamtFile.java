package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Kind;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the statements of a file, whatever the prefixes, the namespace, and the envelope around its messages. */
final class CamtFile {
    private static final String STANDARD = "urn:iso:std:iso:20022:tech:xsd:";
    private static final Pattern VERSION = Pattern.compile("camt\\.05[234]\\.001\\.(\\d{2})");
    private static final Pattern MESSAGE = Pattern.compile("[a-z]{4}\\.\\d{3}\\.\\d{3}\\.\\d{2}");
    private static final Set<String> VERSIONS = Set.of("02", "04", "08");
    /** Elements around a message. */
    private static final int ENVELOPE_MAX = 4;

    private final XmlCursor cursor;
    private final Notices notices;
    private final Visitor visitor;
    private int statements;

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
        file.element(cursor.name(), ENVELOPE_MAX);
        cursor.end();
        if (file.statements == 0) {
            throw new BankFileException(Fault.NOT_A_STATEMENT, root);
        }
    }

    private void element(String name, int depth) throws BankFileException, IOException {
        switch (name) {
            case "BkToCstmrStmt" -> message("camt.053", "Stmt", Kind.FINAL);
            case "BkToCstmrAcctRpt" -> message("camt.052", "Rpt", Kind.INTRADAY);
            case "BkToCstmrDbtCdtNtfctn" -> message("camt.054", "Ntfctn", Kind.NOTIFICATION);
            case "AppHdr" -> {}
            default -> {
                refuseOtherMessage();
                if (depth > 0) {
                    cursor.children(child -> element(child, depth - 1));
                }
            }
        }
    }

    private void refuseOtherMessage() throws BankFileException {
        var matcher = MESSAGE.matcher(cursor.namespace());
        if (matcher.find() && !VERSION.matcher(matcher.group()).matches()) {
            throw new BankFileException(Fault.MESSAGE_UNSUPPORTED, cursor.place(), matcher.group());
        }
    }

    private void message(String type, String statement, Kind kind) throws BankFileException, IOException {
        var place = cursor.place();
        var header = new Header[] {new Header(kind, format(type, place), CamtPage.ONLY)};
        var before = statements;
        cursor.children(name -> {
            if (name.equals("GrpHdr")) {
                header[0] = new Header(kind, header[0].format(), page());
            } else if (name.equals(statement)) {
                statements++;
                visitor.statement(header[0]);
            }
        });
        if (statements == before) {
            throw new BankFileException(Fault.FIELD_MISSING, place, statement);
        }
    }

    private CamtPage page() throws BankFileException, IOException {
        var page = new CamtPage[] {CamtPage.ONLY};
        cursor.children(name -> {
            if (name.equals("MsgPgntn")) {
                page[0] = CamtPage.read(cursor);
            }
        });
        return page[0];
    }

    /** The type of the message, by its element, with the version that its namespace names. */
    private String format(String type, Place place) {
        var namespace = cursor.namespace();
        var version = version(namespace);
        var format = version == null ? type : type + ".001." + version;
        if (!namespace.equals(STANDARD + format)) {
            notices.add(Notice.Kind.NAMESPACE, place, namespace.substring(0, Math.min(namespace.length(), 200)));
        }
        if (version == null || !VERSIONS.contains(version)) {
            notices.add(Notice.Kind.VERSION_READ_LENIENTLY, place, format);
        }
        return format;
    }

    private static @Nullable String version(String namespace) {
        var matcher = VERSION.matcher(namespace);
        return matcher.find() ? matcher.group(1) : null;
    }
}
