package io.tical.server.rail;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A field of an answer: the first of these places with a value. */
record AnswerField(List<JsonPointer> places) {
    private static final Pattern POINTER = Pattern.compile("(/[^/=\\s]+)+");

    AnswerField {
        places = List.copyOf(places);
    }

    static AnswerField read(ConfigPlace place) {
        return new AnswerField(place.oneOrMore().stream()
                .map(one -> JsonPointer.compile(one.text(POINTER, "a JSON pointer such as /data/status")))
                .toList());
    }

    /** The text at the first place that has one; null if none has. */
    @Nullable
    String text(JsonNode json) {
        return places.stream()
                .map(place -> at(json, place))
                .filter(found -> found.isValueNode() && !found.isNull() && !found.isMissingNode())
                .map(JsonNode::asText)
                .filter(text -> !text.isBlank())
                .findFirst()
                .orElse(null);
    }

    /** The value at a place. A list with several items has none, because it does not say which of them is meant. */
    static JsonNode at(JsonNode json, JsonPointer place) {
        var found = json;
        for (var rest = place; !rest.matches(); rest = rest.tail()) {
            if (found.isArray()) {
                if (found.size() != 1) {
                    return MissingNode.getInstance();
                }
                found = found.path(rest.getMatchingIndex());
            } else {
                found = found.path(rest.getMatchingProperty());
            }
        }
        return found;
    }
}
