package io.tical.server.paypage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * A text with places to fill in.
 *
 * @param texts the texts before, between and after the places
 * @param names of the places, one fewer
 */
record Places(List<String> texts, List<String> names) {
    /** @param place matches a place; its first group is the name */
    static Places of(Pattern place, String text) {
        var texts = new ArrayList<String>();
        var names = new ArrayList<String>();
        var matcher = place.matcher(text);
        var at = 0;
        while (matcher.find()) {
            texts.add(text.substring(at, matcher.start()));
            names.add(matcher.group(1));
            at = matcher.end();
        }
        texts.add(text.substring(at));
        return new Places(List.copyOf(texts), List.copyOf(names));
    }

    /** @param fill appends the content of the place of a name */
    String filled(BiConsumer<String, StringBuilder> fill) {
        var filled = new StringBuilder(texts.getFirst());
        for (int place = 0; place < names.size(); place++) {
            fill.accept(names.get(place), filled);
            filled.append(texts.get(place + 1));
        }
        return filled.toString();
    }
}
