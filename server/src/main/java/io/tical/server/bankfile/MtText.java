package io.tical.server.bankfile;

import io.tical.server.bankfile.BankEntry.Counterparty;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A field {@code :86:} of an entry, which banks write in one of three ways: fields of two digits after a posting code, code words between
 * slashes, or plain text.
 *
 * @param code the bank's posting code and journal number, such as {@code 166+931}
 * @param texts of plain text each line
 */
record MtText(
        @Nullable String code,
        @Nullable String endToEnd,
        @Nullable String customerReference,
        @Nullable Counterparty counterparty,
        List<String> texts,
        @Nullable String returnReason) {
    private static final Pattern STRUCTURED = Pattern.compile("[0-9]{3}([?>~@|^#])[0-9]{2}.*", Pattern.DOTALL);
    private static final Set<String> WORDS = Set.of(
            "TRTP",
            "IBAN",
            "BIC",
            "NAME",
            "REMI",
            "EREF",
            "MARF",
            "CSID",
            "ORDP",
            "BENM",
            "PREF",
            "RTRN",
            "ISDT",
            "UDTR",
            "UCRD",
            "PURP",
            "CDTRREF",
            "CDTRREFTP",
            "ADDR",
            "CHGS",
            "OCMT",
            "EXCH",
            "CNTP",
            "NRTX",
            "ACCW",
            "TRCD",
            "SVCL",
            "KREF");
    private static final List<String> KEYS = List.of(
            "EREF+", "KREF+", "MREF+", "CRED+", "DEBT+", "COAM+", "OAMT+", "SVWZ+", "ABWA+", "ABWE+", "IBAN+", "BIC+",
            "PURP+");

    private static final String UNSTRUCTURED = "USTD//";

    static MtText of(List<String> lines) {
        var joined = String.join("", lines);
        if (STRUCTURED.matcher(joined).matches() && isKnown(number(joined, 4))) {
            return structured(joined);
        }
        var words = words(joined);
        if (!words.isEmpty() && joined.startsWith("/")) {
            return slashed(words);
        }
        return new MtText(null, null, null, null, present(lines.stream()), null);
    }

    private static List<String> present(Stream<? extends @Nullable String> texts) {
        return texts.filter(Objects::nonNull)
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private static MtText structured(String joined) {
        var fields = fields(joined);
        var purpose = new StringBuilder();
        fields.forEach((number, text) -> {
            if ((number >= 20 && number <= 29) || (number >= 60 && number <= 63)) {
                purpose.append(text);
            }
        });
        var keys = keys(purpose.toString());
        var text = keys.getOrDefault("SVWZ+", keys.getOrDefault("", ""));
        var name = blank(fields.getOrDefault(32, "") + fields.getOrDefault(33, ""));
        var account = blank(fields.getOrDefault(31, keys.getOrDefault("IBAN+", "")));
        var bank = blank(fields.getOrDefault(30, keys.getOrDefault("BIC+", "")));
        var journal = blank(fields.getOrDefault(10, ""));
        return new MtText(
                journal == null ? joined.substring(0, 3) : joined.substring(0, 3) + "+" + journal,
                MtEntryLine.reference(keys.get("EREF+")),
                MtEntryLine.reference(keys.get("KREF+")),
                party(name, account, bank),
                present(Stream.of(fields.get(0), text, keys.get("ABWA+"), keys.get("ABWE+"))),
                blank(fields.getOrDefault(34, "")));
    }

    private static @Nullable Counterparty party(
            @Nullable String name, @Nullable String account, @Nullable String bank) {
        return name == null && account == null && bank == null
                ? null
                : new Counterparty(name, account, bank, null, false);
    }

    private static @Nullable String blank(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    /** The fields by their numbers. Only known ones count, each once, because texts hold separators too. */
    private static Map<Integer, String> fields(String joined) {
        var separator = joined.charAt(3);
        var fields = new TreeMap<Integer, String>();
        var number = -1;
        var from = 3;
        for (int at = 3; at + 2 < joined.length(); at++) {
            var next = joined.charAt(at) == separator ? number(joined, at + 1) : -1;
            if (isKnown(next) && !fields.containsKey(next) && next != number) {
                if (number >= 0) {
                    fields.put(number, joined.substring(from, at));
                }
                number = next;
                from = at + 3;
            }
        }
        if (number >= 0) {
            fields.put(number, joined.substring(from));
        }
        return fields;
    }

    private static int number(String text, int at) {
        var tens = text.charAt(at) - '0';
        var ones = text.charAt(at + 1) - '0';
        return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : 10 * tens + ones;
    }

    private static boolean isKnown(int number) {
        return number == 0 || number == 10 || (number >= 20 && number <= 34) || (number >= 60 && number <= 63);
    }

    /** The parts of a purpose by their key words; what is before the first has none. */
    private static Map<String, String> keys(String purpose) {
        var keys = new HashMap<String, String>();
        var key = "";
        var from = 0;
        for (int at = 0; at < purpose.length(); at++) {
            var here = at;
            var next = KEYS.stream()
                    .filter(known -> purpose.startsWith(known, here))
                    .findFirst()
                    .orElse(null);
            if (next != null) {
                keys.putIfAbsent(key, purpose.substring(from, at));
                key = next;
                at += next.length() - 1;
                from = at + 1;
            }
        }
        keys.putIfAbsent(key, purpose.substring(from));
        return keys;
    }

    private static MtText slashed(Map<String, String> words) {
        var parts = words.getOrDefault("CNTP", "").split("/", -1);
        return new MtText(
                null,
                MtEntryLine.reference(words.get("EREF")),
                MtEntryLine.reference(words.getOrDefault("KREF", words.get("PREF"))),
                party(
                        blank(words.getOrDefault("NAME", part(parts, 2))),
                        blank(words.getOrDefault("IBAN", part(parts, 0))),
                        blank(words.getOrDefault("BIC", part(parts, 1)))),
                present(Stream.of(
                        words.get("TRTP"), remittance(words.get("REMI")), words.get("CDTRREF"), words.get("NRTX"))),
                blank(words.get("RTRN")));
    }

    private static @Nullable String remittance(@Nullable String written) {
        return written != null && written.startsWith(UNSTRUCTURED) ? written.substring(UNSTRUCTURED.length()) : written;
    }

    private static String part(String[] parts, int at) {
        return at < parts.length ? parts[at] : "";
    }

    /** The values by their code words, each once: a value may hold slashes. */
    private static Map<String, String> words(String joined) {
        var words = new LinkedHashMap<String, String>();
        var seen = new HashSet<String>();
        String word = null;
        var from = 0;
        for (int at = 0; at < joined.length(); at++) {
            var end = joined.charAt(at) == '/' ? joined.indexOf('/', at + 1) : -1;
            var next = end < 0 ? "" : joined.substring(at + 1, end);
            if (WORDS.contains(next) && seen.add(next)) {
                if (word != null) {
                    words.put(word, joined.substring(Math.min(from, at), at));
                }
                word = next;
                from = end + 1;
                at = end - 1;
            }
        }
        if (word != null) {
            words.put(word, joined.substring(from));
        }
        return words;
    }
}
