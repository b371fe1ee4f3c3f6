package io.tical.server.paypage;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** The languages of the page. */
enum Language {
    EN,
    TH;

    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The other language, which the language switch selects. */
    Language other() {
        return this == EN ? TH : EN;
    }

    static Optional<Language> of(String tag) {
        return Arrays.stream(values())
                .filter(language -> language.tag().equals(tag))
                .findFirst();
    }

    /** The language that a browser prefers; English if it accepts neither. */
    static Language preferred(String acceptLanguage) {
        try {
            var tags = Arrays.stream(values()).map(Language::tag).toList();
            var ranges = acceptLanguage.isBlank()
                    ? List.<Locale.LanguageRange>of()
                    : Locale.LanguageRange.parse(acceptLanguage);
            return of(Objects.requireNonNullElse(Locale.lookupTag(ranges, tags), ""))
                    .orElse(EN);
        } catch (IllegalArgumentException malformed) {
            return EN;
        }
    }
}
