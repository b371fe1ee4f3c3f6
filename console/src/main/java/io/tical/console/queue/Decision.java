package io.tical.console.queue;

import io.tical.common.Money;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * @param path of the request; {@code {step}} in it is replaced by the field of this name
 * @param fixed fields of the body that are always the same
 * @param stays whether the item stays shown afterwards, because more can be done on it; otherwise the next one is
 */
public record Decision(
        String key,
        KeyCode shortcut,
        Weight weight,
        String consequence,
        List<Input> inputs,
        String path,
        Map<String, Object> fixed,
        boolean stays) {
    public Decision(
            String key,
            KeyCode shortcut,
            Weight weight,
            String consequence,
            List<Input> inputs,
            String path,
            Map<String, Object> fixed) {
        this(key, shortcut, weight, consequence, inputs, path, fixed, false);
    }

    /** How a button looks. One decision of an item at most is primary, and never one that destroys. */
    public enum Weight {
        PRIMARY,
        NORMAL,
        DANGER
    }

    /** The same, after which the item stays shown. */
    public Decision staying() {
        return new Decision(key, shortcut, weight, consequence, inputs, path, fixed, true);
    }

    /** The body of the request. */
    Map<String, Object> body(Map<String, Object> given) {
        var body = new HashMap<>(fixed);
        body.putAll(given);
        body.keySet().removeIf(field -> path.contains("{" + field + "}"));
        return body;
    }

    /** The path of the request. */
    String path(Map<String, Object> given) {
        var filled = path;
        for (var field : given.entrySet()) {
            filled = filled.replace("{" + field.getKey() + "}", field.getValue().toString());
        }
        return filled;
    }

    /** Checks what was entered: the keys of texts that say what is wrong, by the names of the inputs. */
    Map<String, String> problems(Map<String, Object> given) {
        var problems = new HashMap<String, String>();
        for (var input : inputs) {
            var value = input.fields().stream()
                    .map(given::get)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            var problem = switch (input) {
                case Input.Text text when value == null -> text.required() ? "queue.input.required" : "";
                case Input.Text text -> value.toString().length() > text.lengthMax() ? "queue.input.too-long" : "";
                case Input.Transfer _ -> value == null ? "queue.input.required" : "";
                case Input.Choice _, Input.Pick _ -> value == null ? "queue.input.choose" : "";
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
