package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.StatementReader.Source;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an OFX file says of itself before its first element.
 *
 * @param format such as {@code OFX 1.0.2}
 * @param charset of its text
 */
record OfxHeader(String format, Charset charset) {
    private static final Place BEGINNING = new Place(1, 1);
    private static final int HEAD_MAX = 8_192;
    private static final Pattern ROOT = Pattern.compile("<OFX[\\s>]", Pattern.CASE_INSENSITIVE);
    private static final Pattern VERSION = Pattern.compile("(?<!OFXHEADER)VERSION\\s*[:=]\\s*\"?(\\d)(\\d)(\\d)");
    /** Some banks write the whole header in one line, without anything between its fields. */
    private static final String NEXT =
            "(?=\\s|<|$|OFXHEADER:|DATA:|VERSION:|SECURITY:|CHARSET:|COMPRESSION:|OLDFILEUID:|NEWFILEUID:)";

    private static final Pattern ENCODING = Pattern.compile("ENCODING:\\s*([A-Za-z0-9_.-]{1,40}?)" + NEXT);
    private static final Pattern CHARSET = Pattern.compile("CHARSET:\\s*([A-Za-z0-9_.-]{1,40}?)" + NEXT);
    private static final Pattern COMPRESSION = Pattern.compile("COMPRESSION:\\s*([A-Za-z0-9_.-]{1,40}?)" + NEXT);

    static OfxHeader read(Source source) throws BankFileException, IOException {
        byte[] head;
        try (var bytes = source.open()) {
            head = bytes.readNBytes(HEAD_MAX);
        }
        if (head.length == 0) {
            throw new BankFileException(Fault.EMPTY, Place.FILE);
        }
        var text = new String(head, StandardCharsets.ISO_8859_1);
        if (text.startsWith("þÿ") || text.startsWith("ÿþ")) {
            text = new String(head, StandardCharsets.UTF_16);
            return new OfxHeader(format(before(text)), StandardCharsets.UTF_16);
        }
        var before = before(text);
        return new OfxHeader(format(before), charset(before, source));
    }

    private static String before(String text) throws BankFileException {
        var root = ROOT.matcher(text);
        if (!root.find()) {
            throw new BankFileException(Fault.NOT_A_STATEMENT, BEGINNING);
        }
        return text.substring(0, root.start());
    }

    private static String format(String header) {
        var version = VERSION.matcher(header.replaceAll("<\\?xml[^>]*>", ""));
        return version.find() ? "OFX " + version.group(1) + "." + version.group(2) + "." + version.group(3) : "OFX";
    }

    private static Charset charset(String header, Source source) throws BankFileException, IOException {
        if (header.contains("<?")) {
            try (var reader = XmlEncoding.open(source.open())) {
                return reader.charset();
            }
        }
        var compression = value(COMPRESSION, header);
        if (compression != null && !compression.equals("NONE")) {
            throw new BankFileException(Fault.FIELD_INVALID, BEGINNING, "COMPRESSION", compression);
        }
        var encoding = value(ENCODING, header);
        var declared = encoding == null || encoding.equals("USASCII") ? value(CHARSET, header) : encoding;
        // Many banks declare 1252 and write UTF-8, and text of a single-byte character set is hardly ever valid UTF-8.
        return isUtf8(source) ? StandardCharsets.UTF_8 : named(declared);
    }

    private static boolean isUtf8(Source source) throws IOException {
        try (var reader = new StrictReader(source.open(), StandardCharsets.UTF_8)) {
            return reader.isText();
        }
    }

    private static Charset named(@Nullable String declared) throws BankFileException {
        var name = declared == null ? "NONE" : declared.toUpperCase(Locale.ROOT);
        var table = SingleByteCharset.named(name);
        if (table != null) {
            return table;
        }
        return switch (name) {
            case "TIS-620" -> new SingleByteCharset(SingleBytes.WINDOWS_874);
            case "ISO-8859-1", "8859-1" -> StandardCharsets.ISO_8859_1;
            case "NONE", "UNICODE", "UTF-8", "UTF8", "USASCII" -> StandardCharsets.UTF_8;
            default -> throw new BankFileException(Fault.FIELD_INVALID, BEGINNING, "CHARSET", name);
        };
    }

    private static @Nullable String value(Pattern field, String header) {
        var matcher = field.matcher(header);
        return matcher.find() ? matcher.group(1) : null;
    }
}
