package io.tical.server.paypage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.regex.Pattern;

/**
 * A text with places to fill in.
 *
 * @param texts the texts before, between and after the places
 * @param names of the places, one fewer
 * @param length characters of the whole text
 */
record Places(List<String> texts, List<String> names, int length) {
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
        return new Places(List.copyOf(texts), List.copyOf(names), text.length());
    }

    /** @param fill appends the content of the place of this number, from 0 */
    String filled(ObjIntConsumer<StringBuilder> fill) {
        var filled = new StringBuilder(length + length / 2).append(texts.getFirst());
        for (int place = 0; place < names.size(); place++) {
            fill.accept(filled, place);
            filled.append(texts.get(place + 1));
        }
        return filled.toString();
    }
}
