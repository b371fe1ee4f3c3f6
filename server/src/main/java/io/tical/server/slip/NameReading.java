package io.tical.server.slip;

import io.tical.server.slip.NameForms.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One way to read a name: its words, and what its title or legal form says. Where a beginning can be a title or a part of the name, or an
 * end a legal form that is cut or a word of the name, there are several.
 *
 * @param words the name's own words; those of the text if nothing else remains
 * @param kinds what the bearer can be; empty without a title or form
 * @param open whether a text before the name asks for one after it, which is missing or cut
 * @param closed whether a legal form follows the name, so that the name itself is whole
 * @param kept whether the words begin with what can be a title
 * @param length the characters of the text
 */
record NameReading(List<NameWord> words, Set<NameKind> kinds, boolean open, boolean closed, boolean kept, int length) {
    /** Latin forms are cut to two letters at least; one could be any word's. */
    private static final int CUT_MIN = 2;

    private record Start(List<NameWord> words, Set<NameKind> kinds, boolean opens, boolean kept) {}

    /** @param cut whether the form is cut, by the end of what the bank shows */
    private record End(List<NameWord> words, Set<NameKind> kinds, boolean found, boolean cut) {}

    /** The readings of a stored name, which is whole. */
    static List<NameReading> ofStored(String name) {
        return of(name, false);
    }

    /** The readings of a name as a bank shows it. */
    static List<NameReading> ofShown(String name) {
        return of(name, true);
    }

    private static List<NameReading> of(String name, boolean shown) {
        var all = NameWord.all(name);
        var readings = new ArrayList<NameReading>();
        for (var end : ends(all, shown)) {
            for (var start : starts(end.words, NameKind.organization(end.kinds), shown, true)) {
                // Only after what opens a Thai form can its beginning close it.
                if (!end.cut || start.opens || isLatin(all.getLast())) {
                    readings.add(new NameReading(
                            start.words,
                            NameKind.both(start.kinds, end.kinds),
                            start.opens && (!end.found || end.cut),
                            end.found && !end.cut,
                            start.kept,
                            name.strip().length()));
                }
            }
        }
        return readings;
    }

    static boolean isLatin(NameWord word) {
        return word.letters()
                .codePoints()
                .filter(Character::isLetter)
                .allMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.LATIN);
    }

    private static List<End> ends(List<NameWord> words, boolean shown) {
        for (var form : NameForms.SHIPPED.after()) {
            var rest = withoutEnd(words, form);
            if (!rest.isEmpty()) {
                // What precedes a bank's note is not cut.
                return form.kinds().isEmpty() ? ends(rest, false) : ends(words, rest, form, shown);
            }
        }
        var ends = new ArrayList<>(List.of(new End(words, Set.of(), false, false)));
        for (int count = 1; shown && count < words.size(); count++) {
            var kinds = cut(words.subList(words.size() - count, words.size()));
            if (!kinds.isEmpty()) {
                ends.add(new End(words.subList(0, words.size() - count), kinds, true, true));
            }
        }
        if (shown && !words.isEmpty()) {
            attachedCut(words).ifPresent(ends::add);
        }
        return ends;
    }

    /** A short form in Latin letters, such as CO, can also be the beginning of a word that is cut. */
    private static List<End> ends(List<NameWord> words, List<NameWord> rest, Form form, boolean shown) {
        var end = new End(withoutFurtherEnds(rest), form.kinds(), true, false);
        return shown && form.words().size() == 1 && isLatin(words.getLast())
                ? List.of(end, new End(words, Set.of(), false, false))
                : List.of(end);
    }

    /** A public company's name has two forms when the first is written to the name. */
    private static List<NameWord> withoutFurtherEnds(List<NameWord> words) {
        return NameForms.SHIPPED.after().stream()
                .filter(Form::attached)
                .map(form -> withoutEnd(words, form))
                .filter(rest -> !rest.isEmpty())
                .findFirst()
                .orElse(words);
    }

    /** The words before a form; empty if they do not end with it, or nothing precedes it. */
    private static List<NameWord> withoutEnd(List<NameWord> words, Form form) {
        var rest = words.size() - form.words().size();
        if (rest > 0 && letters(words.subList(rest, words.size())).equals(form.words())) {
            return words.subList(0, rest);
        }
        if (!form.attached() || form.words().size() > 1 || words.isEmpty()) {
            return List.of();
        }
        var last = words.getLast();
        var end = form.words().getFirst();
        return last.letters().endsWith(end) && last.letters().length() > end.length()
                ? replaced(
                        words,
                        words.size() - 1,
                        last.letters().substring(0, last.letters().length() - end.length()))
                : List.of();
    }

    /** The kinds of all forms that begin with these words, the last of which may be cut. */
    private static Set<NameKind> cut(List<NameWord> words) {
        var shown = letters(words);
        var last = shown.removeLast().replace("*", "");
        var letters = last.length() + shown.stream().mapToInt(String::length).sum();
        if (letters == 0 || (letters < CUT_MIN && isLatin(words.getFirst()))) {
            return Set.of();
        }
        return NameForms.SHIPPED.after().stream()
                .filter(form -> form.words().size() > shown.size()
                        && form.words().subList(0, shown.size()).equals(shown)
                        && form.words().get(shown.size()).startsWith(last))
                .flatMap(form -> form.kinds().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** A form that is written to the name and cut. */
    private static Optional<End> attachedCut(List<NameWord> words) {
        var last = words.getLast().letters();
        for (var form : NameForms.SHIPPED.after()) {
            var end = form.words().getFirst();
            for (int length = end.length() - 1; form.attached() && length >= CUT_MIN; length--) {
                if (last.endsWith(end.substring(0, length)) && last.length() > length) {
                    var rest = replaced(words, words.size() - 1, last.substring(0, last.length() - length));
                    return Optional.of(new End(rest, form.kinds(), true, true));
                }
            }
        }
        return Optional.empty();
    }

    /** @param first whether no title precedes these words */
    private static List<Start> starts(List<NameWord> words, boolean organization, boolean shown, boolean first) {
        for (var form : NameForms.SHIPPED.before()) {
            // An organization's name can begin with a person's title.
            if (organization && NameKind.person(form.kinds())) {
                continue;
            }
            var rest = withoutStart(words, form, shown && first);
            if (!rest.isEmpty()) {
                var stripped = NameKind.organization(form.kinds())
                        ? Stream.of(new Start(rest, form.kinds(), form.opens(), false))
                        : starts(rest, organization, shown, false).stream()
                                .map(start -> new Start(
                                        start.words,
                                        NameKind.both(form.kinds(), start.kinds),
                                        start.opens,
                                        start.kept));
                var kept = form.unsure() ? Stream.of(new Start(words, Set.of(), false, true)) : Stream.<Start>of();
                return Stream.concat(stripped, kept).toList();
            }
        }
        return List.of(new Start(words, Set.of(), false, false));
    }

    /** Whether the bearer must be an organization, by its form or by what the name's words say. */
    boolean organization() {
        return NameKind.organization(kinds)
                || (kinds.isEmpty() && NameForms.SHIPPED.named().stream().anyMatch(this::says));
    }

    /** A Thai word begins the name, with or without a space after it. */
    private boolean says(Form named) {
        var text = named.words().getFirst();
        return words.stream().anyMatch(word -> word.letters().equals(text))
                || (!words.isEmpty()
                        && !isLatin(words.getFirst())
                        && words.getFirst().letters().startsWith(text));
    }

    /** The words after a form; empty if they do not begin with it, or nothing follows it. */
    private static List<NameWord> withoutStart(List<NameWord> words, Form form, boolean unsureAttached) {
        var count = form.words().size();
        if (words.size() > count && letters(words.subList(0, count)).equals(form.words())) {
            return words.subList(count, words.size());
        }
        var attached = form.attached() && (unsureAttached || !form.unsure());
        if (!attached
                || words.size() < count
                || !letters(words.subList(0, count - 1)).equals(form.words().subList(0, count - 1))) {
            return List.of();
        }
        var first = words.get(count - 1).letters();
        var text = form.words().getLast();
        return first.startsWith(text) && first.length() > text.length() && beginsWord(first.charAt(text.length()))
                ? replaced(words.subList(count - 1, words.size()), 0, first.substring(text.length()))
                : List.of();
    }

    /** Whether a Thai word can begin with this character: a consonant, or a vowel that is written before it. */
    private static boolean beginsWord(char c) {
        return (c >= '\u0E01' && c <= '\u0E2E') || (c >= '\u0E40' && c <= '\u0E44') || !isThai(c);
    }

    private static boolean isThai(char c) {
        return Character.UnicodeScript.of(c) == Character.UnicodeScript.THAI;
    }

    private static List<String> letters(List<NameWord> words) {
        return words.stream().map(NameWord::letters).collect(Collectors.toCollection(ArrayList::new));
    }

    private static List<NameWord> replaced(List<NameWord> words, int at, String letters) {
        var changed = new ArrayList<>(words);
        changed.set(at, new NameWord(letters, words.get(at).abbreviated()));
        return List.copyOf(changed);
    }
}
