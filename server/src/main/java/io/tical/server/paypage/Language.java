package io.tical.server.paypage;

import io.tical.common.Word;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;

/** The languages of the page, by their tags. */
enum Language implements Word {
    EN("English"),
    TH("ไทย"),
    VI("Tiếng Việt"),
    ZH("中文"),
    ID("Bahasa Indonesia"),
    LO("ລາວ"),
    MY("မြန်မာ"),
    KM("ខ្មែរ");

    private final String ownName;

    Language(String ownName) {
        this.ownName = ownName;
    }

    /** The name of the language in that language. */
    String ownName() {
        return ownName;
    }

    /** The language that a browser prefers; English if it accepts none of them. */
    static Language preferred(String acceptLanguage) {
        return accepted(acceptLanguage).stream().findFirst().orElse(EN);
    }

    /** All languages, first those that a browser accepts in the order of its preference. */
    static List<Language> ordered(String acceptLanguage) {
        var ordered = new LinkedHashSet<>(accepted(acceptLanguage));
        ordered.addAll(List.of(values()));
        return List.copyOf(ordered);
    }

    private static List<Language> accepted(String acceptLanguage) {
        try {
            return acceptLanguage.isBlank()
                    ? List.of()
                    : Locale.LanguageRange.parse(acceptLanguage).stream()
                            .filter(range -> range.getWeight() > 0)
                            .flatMap(range -> Arrays.stream(values())
                                    .filter(language ->
                                            range.getRange().split("-", 2)[0].equals(language.word())))
                            .distinct()
                            .toList();
        } catch (IllegalArgumentException malformed) {
            return List.of();
        }
    }
}
