package io.tical.server.bankfile;

import io.tical.server.bankfile.BankFileException.Fault;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The character set of an XML file, by its first bytes and its declaration. The parser itself does not know windows-874. */
final class XmlEncoding {
    private static final Place BEGINNING = new Place(1, 1);
    private static final int DECLARATION_MAX = 1_024;
    private static final Pattern DECLARED =
            Pattern.compile("^<\\?xml\\s[^>]*?encoding\\s*=\\s*[\"']([A-Za-z][A-Za-z0-9._-]{0,40})[\"']");

    /** Character sets in which a declaration is ASCII, by the beginning of their names in Java. */
    private static final List<String> ASCII_BASED =
            List.of("UTF-8", "US-ASCII", "ISO-8859-", "x-iso-8859-11", "windows-", "TIS-620");

    private XmlEncoding() {}

    static StrictReader open(InputStream source) throws BankFileException, IOException {
        var bytes = new BufferedInputStream(source);
        bytes.mark(DECLARATION_MAX);
        var head = bytes.readNBytes(DECLARATION_MAX);
        bytes.reset();
        if (head.length == 0) {
            throw new BankFileException(Fault.EMPTY, Place.FILE);
        }
        var mark = mark(head);
        bytes.skipNBytes(mark);
        return new StrictReader(bytes, charset(head, mark));
    }

    private static Charset charset(byte[] head, int mark) throws BankFileException {
        var wide = wide(head);
        var text = new String(head, mark, head.length - mark, StandardCharsets.ISO_8859_1);
        var matcher = DECLARED.matcher(wide == null ? text : text.replace("\0", ""));
        var declared = matcher.find() ? matcher.group(1) : null;
        if (wide != null) {
            if (declared != null && !declared.toUpperCase(Locale.ROOT).startsWith("UTF-16")) {
                var octet = "0x" + HexFormat.of().withUpperCase().toHexDigits(head[0]);
                throw new BankFileException(Fault.ENCODING, BEGINNING, declared, octet);
            }
            return wide;
        }
        return mark > 0 || declared == null ? StandardCharsets.UTF_8 : named(declared);
    }

    /** UTF-16 if the bytes are that, with a byte order mark or without. */
    private static @Nullable Charset wide(byte[] head) {
        if (head.length < 2) {
            return null;
        }
        return switch ((head[0] & 0xFF) << 8 | (head[1] & 0xFF)) {
            case 0xFEFF, '<' -> StandardCharsets.UTF_16BE;
            case 0xFFFE, '<' << 8 -> StandardCharsets.UTF_16LE;
            default -> null;
        };
    }

    private static int mark(byte[] head) {
        if (head.length >= 3 && head[0] == (byte) 0xEF && head[1] == (byte) 0xBB && head[2] == (byte) 0xBF) {
            return 3;
        }
        return wide(head) != null && head[0] != '<' && head[0] != 0 ? 2 : 0;
    }

    private static Charset named(String name) throws BankFileException {
        var table = SingleByteCharset.named(name);
        if (table != null) {
            return table;
        }
        try {
            var charset = Charset.forName(name);
            if (charset.name().startsWith("UTF-16")) {
                throw new BankFileException(Fault.ENCODING, BEGINNING, name, "0x3C");
            }
            if (ASCII_BASED.stream().anyMatch(charset.name()::startsWith)) {
                return charset;
            }
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            // Said below.
        }
        throw new BankFileException(Fault.FIELD_INVALID, BEGINNING, "The encoding", name);
    }
}
