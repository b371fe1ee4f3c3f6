package io.tical.server.slip;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tical.common.Word;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The titles and legal forms of {@code name-forms.yaml}, longer ones first.
 *
 * @param before those before a name
 * @param after those after a name
 * @param named words that stay a part of the name
 */
record NameForms(List<Form> before, List<Form> after, List<Form> named) {
    private static final String FILE = "name-forms.yaml";

    static final NameForms SHIPPED = shipped();

    /**
     * One way of writing a title or form.
     *
     * @param words its words, as {@link NameWord#letters}
     * @param opens whether a form after the name closes it
     * @param attached whether it needs no space between it and the name
     * @param unsure whether it can also be a part of the name
     */
    record Form(List<String> words, Set<NameKind> kinds, boolean opens, boolean attached, boolean unsure) {
        private int letters() {
            return words.stream().mapToInt(String::length).sum();
        }
    }

    private static NameForms shipped() {
        try (var in = NameForms.class.getResourceAsStream(FILE)) {
            var entries = new YAMLMapper().readValue(in, new TypeReference<List<Map<String, List<String>>>>() {});
            return new NameForms(
                    forms(entries, "before", "opens", "unsure"), forms(entries, "after"), forms(entries, "named"));
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static List<Form> forms(List<Map<String, List<String>>> entries, String... lists) {
        return entries.stream()
                .flatMap(entry -> Stream.of(lists).flatMap(list -> forms(entry, list)))
                .sorted(Comparator.comparing((Form form) -> form.words.size())
                        .thenComparing(Form::letters)
                        .reversed())
                .toList();
    }

    private static Stream<Form> forms(Map<String, List<String>> entry, String list) {
        var kinds = texts(entry, "kinds").stream()
                .map(word -> Word.of(NameKind.class, word))
                .collect(Collectors.toUnmodifiableSet());
        return texts(entry, list).stream()
                .flatMap(text -> writings(text).stream()
                        .map(words -> new Form(
                                words,
                                kinds,
                                list.equals("opens"),
                                texts(entry, "attached").contains(text),
                                list.equals("unsure"))));
    }

    private static List<String> texts(Map<String, List<String>> entry, String list) {
        return entry.getOrDefault(list, List.of());
    }

    /** The words of a text: each abbreviation with every choice of spaces or full stops between its letters. */
    private static List<List<String>> writings(String text) {
        var writings = List.of(List.<String>of());
        for (var part : text.split(" ")) {
            var letters = NameWord.all(part).stream().map(NameWord::letters).toList();
            writings = writings.stream()
                    .flatMap(begun -> joins(letters).stream()
                            .map(words -> Stream.concat(begun.stream(), words.stream())
                                    .toList()))
                    .toList();
        }
        return writings;
    }

    private static List<List<String>> joins(List<String> letters) {
        var all = new ArrayList<List<String>>();
        for (int gaps = 0; gaps < 1 << (letters.size() - 1); gaps++) {
            var words = new ArrayList<>(List.of(letters.getFirst()));
            for (int at = 1; at < letters.size(); at++) {
                if ((gaps >> (at - 1) & 1) == 1) {
                    words.add(letters.get(at));
                } else {
                    words.add(words.removeLast() + letters.get(at));
                }
            }
            all.add(List.copyOf(words));
        }
        return all;
    }
}
