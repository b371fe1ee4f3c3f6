package io.tical.server.rail;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A condition on an answer: a status, a value of a field, or both, such as {@code 404}, {@code /status=FAILED} and
 * {@code 400 /code=NO_ACCOUNT}. Without a status, the answer must be a success. The value {@code []} is an empty list.
 *
 * @param status 0 for any from 200 to 299
 * @param field null for none
 */
record AnswerCondition(int status, @Nullable JsonPointer field, String value) {
    private static final Pattern WRITTEN =
            Pattern.compile("(?:(?<status>[0-9]{3})(?: (?=.)|$))?(?:(?<field>(?:/[^/=\\s]+)*)=(?<value>.+))?");
    private static final String EMPTY_LIST = "[]";

    static AnswerCondition read(ConfigPlace place) {
        var text = place.node().isInt() ? place.node().asText() : place.text();
        var matcher = WRITTEN.matcher(text);
        if (text.isEmpty() || !matcher.matches()) {
            throw place.invalid(
                    "takes a status, a JSON pointer with a value, or both, such as 404, /status=FAILED or 400"
                            + " /code=NO_ACCOUNT, not \"" + text + "\"");
        }
        var status = matcher.group("status") == null ? 0 : Integer.parseInt(matcher.group("status"));
        var value = matcher.group("value");
        if (status != 0 && (status < 200 || status > 599 || (status >= 300 && status < 400))) {
            throw place.invalid("names the status " + status + "; an answer has 200 to 299 or 400 to 599");
        }
        if (value == null && (status < 300 || status >= 500)) {
            throw place.invalid("names the status " + status
                    + " alone, which says nothing about the transfer; name a field" + " and its value too");
        }
        return new AnswerCondition(
                status, value == null ? null : JsonPointer.compile(matcher.group("field")), value == null ? "" : value);
    }

    /** @param json missing if the answer had none */
    boolean holds(int answered, JsonNode json) {
        if (status == 0 ? answered < 200 || answered > 299 : answered != status) {
            return false;
        }
        if (field == null) {
            return true;
        }
        var found = AnswerField.at(json, field);
        return value.equals(EMPTY_LIST)
                ? found.isArray() && found.isEmpty()
                : found.isValueNode() && !found.isNull() && found.asText().equals(value);
    }
}
