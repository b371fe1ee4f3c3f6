package io.tical.server.bankfile;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The texts within a small element, by their paths in it, such as {@code FinInstnId/BICFI}. */
record XmlLeaves(Map<String, String> texts) {
    static final XmlLeaves NONE = new XmlLeaves(Map.of());

    /** The text at the first of these paths that has one. */
    @Nullable
    String first(String... paths) {
        for (var path : paths) {
            var text = texts.get(path);
            if (text != null) {
                return text;
            }
        }
        return null;
    }

    /** As {@link #first}, without what banks write in place of a reference. */
    @Nullable
    String reference(String... paths) {
        return PlainText.reference(first(paths));
    }
}
