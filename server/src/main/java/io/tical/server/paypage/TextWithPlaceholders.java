package io.tical.server.paypage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.regex.Pattern;

/**
 * A text with placeholders.
 *
 * @param texts the texts before, between and after the placeholders
 * @param names of the placeholders, one fewer
 * @param length characters of the whole text
 */
record TextWithPlaceholders(List<String> texts, List<String> names, int length) {
    /** @param placeholder matches a placeholder; its first group is the name */
    static TextWithPlaceholders of(Pattern placeholder, String text) {
        var texts = new ArrayList<String>();
        var names = new ArrayList<String>();
        var matcher = placeholder.matcher(text);
        var at = 0;
        while (matcher.find()) {
            texts.add(text.substring(at, matcher.start()));
            names.add(matcher.group(1));
            at = matcher.end();
        }
        texts.add(text.substring(at));
        return new TextWithPlaceholders(List.copyOf(texts), List.copyOf(names), text.length());
    }

    /** @param fill appends the content of the placeholder of this number, from 0 */
    String filled(ObjIntConsumer<StringBuilder> fill) {
        var filled = new StringBuilder(length + length / 2).append(texts.getFirst());
        for (int number = 0; number < names.size(); number++) {
            fill.accept(filled, number);
            filled.append(texts.get(number + 1));
        }
        return filled.toString();
    }
}
