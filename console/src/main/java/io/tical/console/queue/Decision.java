package io.tical.console.queue;

import io.tical.common.Money;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be decided on an item.
 *
 * @param key of its name on the button and in the map of keys
 * @param shortcut the key that opens it
 * @param weight how its button looks
 * @param consequence what will happen, with amount and counterparty: shown before it is confirmed
 * @param inputs what the operator enters
 * @param path of the request
 * @param fixed fields of the body that are always the same
 */
public record Decision(
        String key,
        KeyCode shortcut,
        Weight weight,
        String consequence,
        List<Input> inputs,
        String path,
        Map<String, Object> fixed) {
    /** How a button looks. One decision of an item at most is primary, and never one that destroys. */
    public enum Weight {
        PRIMARY,
        NORMAL,
        DANGER
    }

    /** The body of the request. */
    Map<String, Object> body(Map<String, Object> given) {
        var body = new HashMap<>(fixed);
        body.putAll(given);
        return body;
    }

    /** Checks what was entered: the keys of texts that say what is wrong, by the names of the inputs. */
    Map<String, String> problems(Map<String, Object> given) {
        var problems = new HashMap<String, String>();
        for (var input : inputs) {
            var value = given.get(input.name());
            var problem = switch (input) {
                case Input.Text text when value == null -> text.required() ? "queue.input.required" : "";
                case Input.Text text -> value.toString().length() > text.lengthMax() ? "queue.input.too-long" : "";
                case Input.Choice _ -> value == null ? "queue.input.choose" : "";
                case Input.Amount _ -> isAmount(value) ? "" : "queue.input.amount";
            };
            if (!problem.isEmpty()) {
                problems.put(input.name(), problem);
            }
        }
        return problems;
    }

    private static boolean isAmount(@Nullable Object value) {
        return value instanceof Long minor && minor > 0 && minor <= Money.AMOUNT_MAX;
    }
}
