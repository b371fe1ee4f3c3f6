package io.tical.server.bankfile;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Text of a bank's file as it is kept: without control characters, and without references that are none. */
final class PlainText {
    /** What banks write in place of a reference. */
    private static final Set<String> PLACEHOLDERS = Set.of("NOTPROVIDED", "NOT PROVIDED", "NONREF", "-");

    private PlainText() {}

    /** Without blanks around it, and with a blank for each control character and line end; null if nothing is left. */
    static @Nullable String of(CharSequence text) {
        var kept = new StringBuilder(text.length());
        for (var i = 0; i < text.length(); i++) {
            kept.append(Character.isISOControl(text.charAt(i)) ? ' ' : text.charAt(i));
        }
        var plain = kept.toString().strip();
        return plain.isEmpty() ? null : plain;
    }

    /** Null if it is a placeholder. */
    static @Nullable String reference(@Nullable String text) {
        return text == null || PLACEHOLDERS.contains(text.toUpperCase(Locale.ROOT)) ? null : text;
    }

    /** Whether a name ends with a mark that the bank did not show all of it, such as {@code MR. TESTER O***} or {@code PAYEE++}. */
    static boolean cut(@Nullable String name) {
        return name != null && (name.endsWith("*") || name.endsWith("++"));
    }
}
