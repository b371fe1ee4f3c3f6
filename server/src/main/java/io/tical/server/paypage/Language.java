package io.tical.server.paypage;

import io.tical.common.Word;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The languages of the page, by their tags. */
enum Language implements Word {
    EN,
    TH;

    /** The other language, which the language switch selects. */
    Language other() {
        return this == EN ? TH : EN;
    }

    /** The language that a browser prefers; English if it accepts neither. */
    static Language preferred(String acceptLanguage) {
        try {
            var tags = Arrays.stream(values()).map(Language::word).toList();
            var ranges = acceptLanguage.isBlank()
                    ? List.<Locale.LanguageRange>of()
                    : Locale.LanguageRange.parse(acceptLanguage);
            return Word.find(Language.class, Objects.requireNonNullElse(Locale.lookupTag(ranges, tags), ""))
                    .orElse(EN);
        } catch (IllegalArgumentException malformed) {
            return EN;
        }
    }
}
