package io.tical.console.queue;

import io.tical.common.Money;
import io.tical.console.text.Formats;
import java.util.ArrayList;
import java.util.Map;

/** Reads amounts as people type them. Other text stays as it is, so that the check of the decision reports it. */
record TypedAmounts(Formats formats) {
    /** The ranges, or the text if it is not well-formed. */
    Object ranges(String text, String currency) {
        var ranges = new ArrayList<Map<String, Object>>();
        for (var range : text.isBlank() ? new String[0] : text.split(",\\s+|,$")) {
            var bounds = range.split("[-–]", 2);
            var min = formats.parse(bounds[0], currency);
            var max = formats.parse(bounds[bounds.length - 1], currency);
            if (min.isEmpty() || max.isEmpty() || min.getAsLong() > max.getAsLong()) {
                return text;
            }
            ranges.add(Map.of("min", min.getAsLong(), "max", max.getAsLong()));
        }
        return ranges;
    }

    /** The amount, or the text if it is none. */
    Object minor(String text, String currency) {
        var parsed = formats.parse(text, currency);
        return parsed.isPresent() && parsed.getAsLong() >= 0 && parsed.getAsLong() <= Money.AMOUNT_MAX
                ? parsed.getAsLong()
                : text;
    }
}
