package io.tical.console.text;

import java.util.Locale;

/** A language of the console. */
public enum Language {
    ENGLISH("en", "English"),
    THAI("th", "ไทย");

    private final String code;
    private final String ownName;

    Language(String code, String ownName) {
        this.code = code;
        this.ownName = ownName;
    }

    /** ISO 639. */
    public String code() {
        return code;
    }

    /** How its speakers call it. */
    public String ownName() {
        return ownName;
    }

    /** Dates have the years of the Gregorian calendar in all languages, as the service's other pages. */
    public Locale locale() {
        return Locale.of(code);
    }

    /** The language of a locale; English if the console does not speak it. */
    public static Language of(Locale locale) {
        return locale.getLanguage().equals(THAI.code) ? THAI : ENGLISH;
    }

    public Language other() {
        return this == ENGLISH ? THAI : ENGLISH;
    }
}
