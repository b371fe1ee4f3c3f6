package io.tical.server.bankfile;

import io.tical.server.bankfile.Pain001.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Texts of a file of payments as a bank takes them; it keeps what could not stay as it was. */
final class PaymentTexts {
    private static final int REFERENCE_MAX = 35;
    private static final Pattern CHARACTER = Pattern.compile("\\X");

    private final Profile profile;
    private final PaymentCharacters characters;
    private final List<Replacement> replacements = new ArrayList<>();

    PaymentTexts(Profile profile) {
        this.profile = profile;
        this.characters = new PaymentCharacters(profile.everyScript());
    }

    /**
     * @param order its number, or 0
     * @throws IllegalArgumentException if nothing of it can be written
     */
    String name(int order, String field, String name) {
        var written = cut(characters.text(name), profile.nameMax());
        if (written.codePoints().noneMatch(Character::isLetterOrDigit)) {
            throw new IllegalArgumentException(field + " of payment " + order + " has no letter that the bank takes");
        }
        return kept(order, field, name, written);
    }

    /** Null if there is none, or if nothing of it can be written. */
    @Nullable
    String text(int order, String field, @Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        var written = kept(order, field, text, cut(characters.text(text), profile.textMax()));
        return written.isEmpty() ? null : written;
    }

    /** @throws IllegalArgumentException if it is empty or too long, because part of a reference is another reference */
    String reference(int order, String field, String reference) {
        var written = PaymentCharacters.reference(reference);
        if (written.isEmpty() || written.length() > REFERENCE_MAX) {
            throw new IllegalArgumentException(
                    field + " of payment " + order + " has not 1 to " + REFERENCE_MAX + " characters");
        }
        return kept(order, field, reference, written);
    }

    private String kept(int order, String field, String was, String became) {
        if (!was.equals(became)) {
            replacements.add(new Replacement(order, field, was, became));
        }
        return became;
    }

    /** Not between a character and its marks. */
    private static String cut(String text, int max) {
        var matcher = CHARACTER.matcher(text);
        var end = 0;
        while (matcher.find() && text.codePointCount(0, matcher.end()) <= max) {
            end = matcher.end();
        }
        return text.substring(0, end).strip();
    }

    List<Replacement> replacements() {
        return List.copyOf(replacements);
    }
}
