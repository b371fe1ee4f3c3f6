package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Reads a statement in any format, with the reader for what its first bytes show. Names of files are not trusted. */
public final class StatementFormats implements StatementReader {
    private static final Pattern MESSAGE = Pattern.compile("(\\{[1-4]:|:20:)");
    private static final Pattern OFX = Pattern.compile("OFXHEADER\\s*[:=]|<OFX>|<\\?OFX");
    private static final Pattern HTML = Pattern.compile("<(!doctype\\s+html|html|head|body|table|meta|style)[\\s>]");

    private final Map<Family, StatementReader> readers;
    private final Supplier<List<OwnProfile>> own;

    /** What formats have in common that one reader reads. */
    public enum Family {
        /** Messages of ISO 20022 in XML. */
        CAMT,
        OFX,
        /** Messages of SWIFT. */
        MT,
        /** Entries as JSON. */
        JSON,
        /** Tables: CSV, and HTML with the name of a spreadsheet. */
        TABLE
    }

    /** @param readers for each family that can be read */
    public StatementFormats(Map<Family, StatementReader> readers) {
        this(readers, List::of);
    }

    private StatementFormats(Map<Family, StatementReader> readers, Supplier<List<OwnProfile>> own) {
        this.readers = new EnumMap<>(readers);
        this.own = own;
    }

    /** All formats and profiles that the service ships with. */
    public static StatementFormats shipped() {
        return new StatementFormats(Map.of(
                Family.CAMT, new CamtReader(),
                Family.OFX, new OfxReader(),
                Family.MT, new MtReader(TextEncoding.DETECT),
                Family.TABLE, new CsvReader(CsvProfiles.shipped()),
                Family.JSON, new NotifiedEntries()));
    }

    /**
     * The same formats, which read tables by the profiles of operators, too.
     *
     * @param profiles is asked for each table
     */
    public StatementFormats with(Supplier<List<OwnProfile>> profiles) {
        return new StatementFormats(readers, profiles);
    }

    /** @throws BankFileException also if the file is in a format that no reader reads; it says what to do */
    @Override
    public void read(Source source, Context context, Sink sink) throws BankFileException, IOException {
        var reader = readers.get(family(Beginning.of(source)));
        if (reader == null) {
            throw new BankFileException(Fault.NOT_A_STATEMENT, Place.FILE);
        }
        (reader instanceof CsvReader tables ? tables.with(own.get()) : reader).read(source, context, sink);
    }

    /** Whether a file is a table, for a {@link CsvProfile}. Exceptions as for {@link #read}. */
    static void requireTable(Beginning beginning) throws BankFileException {
        if (family(beginning) != Family.TABLE) {
            throw new BankFileException(Fault.NOT_A_TABLE, Place.FILE);
        }
    }

    private static Family family(Beginning beginning) throws BankFileException {
        var binary = binary(beginning);
        if (binary.isPresent()) {
            throw new BankFileException(binary.get(), Place.FILE);
        }
        var text = beginning.text();
        if (MESSAGE.matcher(text).lookingAt()) {
            return Family.MT;
        }
        if (text.startsWith("{")) {
            return Family.JSON;
        }
        if (text.startsWith("OFXHEADER")
                || (text.startsWith("<") && OFX.matcher(text).find())) {
            return Family.OFX;
        }
        if (HTML.matcher(text.toLowerCase(Locale.ROOT)).lookingAt()) {
            return Family.TABLE;
        }
        return text.startsWith("<") ? Family.CAMT : Family.TABLE;
    }

    /** Why a file that is no text cannot be read. */
    private static Optional<Fault> binary(Beginning beginning) {
        if (beginning.text().isEmpty()) {
            return Optional.of(Fault.EMPTY);
        }
        if (beginning.startsWith(0xD0, 0xCF, 0x11, 0xE0)) {
            return Optional.of(Fault.OLE_SPREADSHEET);
        }
        if (beginning.startsWith('P', 'K', 3, 4) || beginning.startsWith('P', 'K', 5, 6)) {
            var names = beginning.text();
            var spreadsheet = names.contains("[Content_Types].xml") || names.contains("xl/");
            return Optional.of(spreadsheet ? Fault.SPREADSHEET : Fault.ARCHIVE);
        }
        if (beginning.startsWith(0x1F, 0x8B)
                || beginning.startsWith('7', 'z', 0xBC)
                || beginning.startsWith('R', 'a', 'r', '!')) {
            return Optional.of(Fault.ARCHIVE);
        }
        return beginning.text().startsWith("%PDF") ? Optional.of(Fault.PDF) : Optional.empty();
    }
}
