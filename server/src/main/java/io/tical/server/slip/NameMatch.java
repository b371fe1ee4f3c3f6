package io.tical.server.slip;

import io.tical.common.admin.Slips.Phrase;
import io.tical.server.slip.Check.Result;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares the names on a slip with the expected holder. Banks show names without their end ({@code SOMCHAI J}), with hidden
 * letters ({@code สมชาย จ***}), with or without a title or legal form, and in Thai, in English or in both. Only names of one script are
 * compared. Names of different kinds, such as those of a company and of a person, never match.
 *
 * @param why the reason of a result other than {@code MATCH}, as a check shows it; null if the names explain it
 */
record NameMatch(Result result, @Nullable Phrase why) {
    /** Between the names and the reason. */
    private static final String WHY = ": ";

    /** Fewer visible letters match too many names. */
    private static final int SHOWN_MIN = 4;

    /** Organizations share the beginning of their names with others more often than people do. */
    private static final int ORGANIZATION_SHOWN_MIN = 8;

    /** Banks cut texts at a length. A shorter one that ends within an organization's name can be another name. */
    private static final int CUT_LENGTH_MIN = 20;

    private static final NameMatch MATCH = new NameMatch(Result.MATCH, null);
    private static final NameMatch MISMATCH = new NameMatch(Result.MISMATCH, null);
    private static final NameMatch OTHER_KIND = new NameMatch(Result.MISMATCH, Phrase.OTHER_KIND);
    private static final NameMatch TOO_LITTLE = unknown(Phrase.TOO_LITTLE);

    private static NameMatch unknown(Phrase why) {
        return new NameMatch(Result.UNKNOWN, why);
    }

    /** @param expected the names that are stored; usually one */
    static NameMatch of(List<String> expected, List<String> found) {
        NameMatch match = null;
        NameMatch mismatch = null;
        NameMatch unknown = null;
        var otherScript = true;
        for (var one : expected) {
            for (var shown : found) {
                var ours = NameReading.ofStored(one);
                var theirs = NameReading.ofShown(shown);
                var scripts = scripts(theirs);
                otherScript &= !scripts.isEmpty();
                scripts.retainAll(scripts(ours));
                if (!scripts.isEmpty()) {
                    var compared = compared(ours, theirs);
                    switch (compared.result) {
                        case MATCH -> match = compared;
                        case MISMATCH -> mismatch = compared;
                        case UNKNOWN -> unknown = compared;
                    }
                }
            }
        }
        if (match != null && mismatch != null) {
            // Names that contradict each other tell nothing.
            return unknown(Phrase.CONTRADICTORY);
        }
        if (match != null) {
            return match;
        }
        if (mismatch != null) {
            return mismatch;
        }
        if (expected.isEmpty()) {
            return new NameMatch(Result.UNKNOWN, null);
        }
        if (unknown != null) {
            return unknown;
        }
        return otherScript ? unknown(Phrase.OTHER_SCRIPT) : TOO_LITTLE;
    }

    /** What a check shows of the names that were found. */
    @Nullable
    String found(List<String> names) {
        var shown = join(names);
        return shown == null || why == null ? shown : shown + WHY + why.text();
    }

    /** The names as a check shows them; null if there is none. */
    static @Nullable String join(List<String> names) {
        return names.isEmpty() ? null : String.join(" / ", names);
    }

    /** The best result of the ways to read the names. */
    private static NameMatch compared(List<NameReading> ours, List<NameReading> theirs) {
        // What both can have as a title is one.
        var titled = isTitled(ours) && isTitled(theirs);
        return ours.stream()
                .filter(reading -> !titled || !reading.kept())
                .flatMap(reading -> theirs.stream()
                        .filter(other -> !titled || !other.kept())
                        .map(other -> of(reading, other)))
                .min(Comparator.comparing(match -> switch (match.result) {
                    case MATCH -> 0;
                    case UNKNOWN -> 1;
                    case MISMATCH -> 2;
                }))
                .orElse(TOO_LITTLE);
    }

    private static boolean isTitled(List<NameReading> readings) {
        return readings.stream().anyMatch(NameReading::kept);
    }

    private static NameMatch of(NameReading expected, NameReading found) {
        var words = words(expected, found);
        if (words.result == Result.MISMATCH) {
            return words;
        }
        if (!NameKind.agree(expected.kinds(), found.kinds())) {
            return NameKind.person(expected.kinds()) && NameKind.person(found.kinds())
                    ? unknown(Phrase.OTHER_TITLE)
                    : OTHER_KIND;
        }
        if ((expected.organization() && NameKind.person(found.kinds()))
                || (NameKind.person(expected.kinds()) && found.organization())) {
            return OTHER_KIND;
        }
        // Without a form the expected name can be a person's.
        return words.result == Result.MATCH && expected.kinds().isEmpty() && NameKind.organization(found.kinds())
                ? unknown(Phrase.MORE_SHOWN)
                : words;
    }

    private static NameMatch words(NameReading expected, NameReading found) {
        var ours = expected.words();
        var theirs = found.words();
        var whole = NameWord.joined(ours);
        if (whole.equals(NameWord.joined(theirs))) {
            return MATCH;
        }
        var cut = false;
        for (int at = 0; at < Math.min(ours.size(), theirs.size()); at++) {
            var our = ours.get(at);
            var their = theirs.get(at);
            if (!their.begins(our)) {
                return differing(ours, theirs);
            }
            if (!their.letters().equals(our.letters()) && !their.hidden()) {
                if (found.closed()) {
                    return MISMATCH;
                }
                // Only the last word is shortened without a sign of it.
                if (at < theirs.size() - 1) {
                    return TOO_LITTLE;
                }
                cut = true;
            }
        }
        if (theirs.size() > ours.size()) {
            return unknown(Phrase.MORE_SHOWN);
        }
        if (theirs.size() < ours.size() && !cut && !theirs.getLast().hidden()) {
            return found.closed() ? unknown(Phrase.OTHER_ORDER) : TOO_LITTLE;
        }
        // One word of several is a given name, which many people have.
        var several = theirs.stream().filter(word -> word.shown() > 0).count() > 1;
        var signed = theirs.stream().anyMatch(NameWord::hidden);
        if (!several && (ours.size() > 1 || !signed)) {
            return TOO_LITTLE;
        }
        return isShownEnough(expected, found, signed) ? MATCH : TOO_LITTLE;
    }

    private static boolean isShownEnough(NameReading expected, NameReading found, boolean signed) {
        if (!expected.organization() && !found.organization()) {
            return enough(found.words(), SHOWN_MIN);
        }
        if (signed) {
            return enough(found.words(), ORGANIZATION_SHOWN_MIN);
        }
        return found.length() >= CUT_LENGTH_MIN
                && (found.open() || NameReading.isLatin(found.words().getLast()));
    }

    private static boolean enough(List<NameWord> words, int shownMin) {
        return words.stream().mapToInt(NameWord::shown).sum() >= shownMin;
    }

    /** The result if the words in one place are not the same. */
    private static NameMatch differing(List<NameWord> ours, List<NameWord> theirs) {
        var whole = new NameWord(NameWord.joined(ours), false);
        var shown = new NameWord(NameWord.joined(theirs), false);
        if (whole.begins(shown)) {
            return unknown(Phrase.MORE_SHOWN);
        }
        if (shown.begins(whole)) {
            return TOO_LITTLE;
        }
        return theirs.stream().allMatch(their -> ours.stream().anyMatch(their::begins))
                ? unknown(Phrase.OTHER_ORDER)
                : MISMATCH;
    }

    /** The scripts of the name's own words. */
    private static Set<Character.UnicodeScript> scripts(List<NameReading> readings) {
        return readings.stream()
                .limit(1)
                .flatMapToInt(reading -> NameWord.joined(reading.words()).codePoints())
                .mapToObj(Character.UnicodeScript::of)
                .filter(script ->
                        script != Character.UnicodeScript.COMMON && script != Character.UnicodeScript.INHERITED)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Character.UnicodeScript.class)));
    }
}
