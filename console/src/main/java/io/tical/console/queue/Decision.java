package io.tical.console.queue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Money;
import io.tical.common.admin.DecisionTerms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
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
 * @param consequence what will happen with what is typed: shown before it is confirmed
 * @param inputs what the operator enters. Where the service may ask for a reason, it is one of them
 * @param path of the request; {@code {step}} in it is replaced by the field of this name
 * @param fixed fields of the body that are always the same. In their names and in those of inputs, {@code thresholds.review} is a
 *     field of the object {@code thresholds}, and {@code fees[].fixed} one of the only element of the list {@code fees}
 * @param stays whether the item stays shown afterwards, because more can be done on it; otherwise the next one is
 * @param method of the request
 * @param told what the success message shows of the answer
 * @param presets initial values of fields that depend on a choice in another field
 * @param undo the request that undoes it, offered for some seconds after its success; null if it cannot be undone, which includes every
 *     decision that moves money of others
 */
public record Decision(
        String key,
        KeyCode shortcut,
        Weight weight,
        Consequence consequence,
        List<Input> inputs,
        String path,
        Map<String, Object> fixed,
        boolean stays,
        String method,
        Told told,
        Presets presets,
        @Nullable Undo undo) {
    /** The reason of a decision that overrides a difference. */
    static final String REASON = "override_reason";

    /** A check of what was typed, which the service makes when the decision is sent. */
    static final DecisionTerms.Difference TYPED = new DecisionTerms.Difference("typed", false);

    private static final String NOTE = "note";

    public Decision {
        inputs = withReason(inputs, consequence.terms().reasons());
    }

    /** The consequence is the same whatever is typed. */
    public Decision(
            String key,
            KeyCode shortcut,
            Weight weight,
            String consequence,
            List<Input> inputs,
            String path,
            Map<String, Object> fixed) {
        this(key, shortcut, weight, Consequence.of(consequence), inputs, path, fixed);
    }

    public Decision(
            String key,
            KeyCode shortcut,
            Weight weight,
            Consequence consequence,
            List<Input> inputs,
            String path,
            Map<String, Object> fixed) {
        this(key, shortcut, weight, consequence, inputs, path, fixed, false, "POST", Told.NOTHING, Presets.NONE, null);
    }

    /**
     * What a success message shows of the answer.
     *
     * @param field of the answer; empty for nothing
     * @param chooses whether the word in the field is the end of the message's key; otherwise the message contains it
     */
    public record Told(String field, boolean chooses) {
        static final Told NOTHING = new Told("", false);

        private String of(JsonNode answer) {
            return answer.path(field).asText();
        }
    }

    /** The key of the success message. */
    String doneKey(JsonNode answer) {
        return key + ".done" + (told.chooses() ? "." + told.of(answer) : "");
    }

    /** The values of the success message. */
    List<Object> doneValues(JsonNode answer) {
        return told.chooses() || told.field().isEmpty() ? List.of() : List.of(told.of(answer));
    }

    /** The reason is chosen before it is explained in the note. */
    private static List<Input> withReason(List<Input> inputs, List<String> reasons) {
        if (reasons.isEmpty() || inputs.stream().anyMatch(input -> input.name().equals(REASON))) {
            return inputs;
        }
        var all = new ArrayList<>(inputs);
        all.removeIf(input -> input.name().equals(NOTE));
        all.add(new Input.Choice(REASON, "queue.reason", "queue.reason", reasons));
        all.add(inputs.stream()
                .filter(input -> input.name().equals(NOTE))
                .findFirst()
                .orElseGet(Input::note));
        return List.copyOf(all);
    }

    /**
     * The initial values of fields, by the choices in other fields.
     *
     * @param by the names of the inputs that choose
     * @param known texts by the names of their inputs, of each choice that has some
     * @param otherwise of all other choices
     */
    public record Presets(
            List<String> by, Map<List<String>, Map<String, String>> known, Map<String, String> otherwise) {
        public static final Presets NONE = new Presets(List.of(), Map.of(), Map.of());

        /** The texts for what was entered; empty until everything was chosen. */
        Map<String, String> of(Map<String, Object> given) {
            if (!given.keySet().containsAll(by)) {
                return Map.of();
            }
            var chosen = by.stream()
                    .map(name -> String.valueOf(given.get(name)).toUpperCase(Locale.ROOT))
                    .toList();
            return known.getOrDefault(chosen, otherwise);
        }
    }

    /**
     * A request that undoes a decision.
     *
     * @param former the previous values, by the names of inputs. A version is replaced by that of the answer to the decision
     */
    public record Undo(String method, String path, Map<String, Object> former) {
        private static final String VERSION = "version";

        /** The body of the request after this answer. */
        Map<String, Object> body(JsonNode answer) {
            var fields = new HashMap<>(former);
            fields.computeIfPresent(VERSION, (_, _) -> answer.path(VERSION).longValue());
            return Fields.nested(fields);
        }
    }

    /** How a button looks. One decision of an item at most is primary, and never one that destroys. */
    public enum Weight {
        PRIMARY,
        NORMAL,
        DANGER
    }

    /** A copy after which the item stays shown. */
    public Decision staying() {
        return new Decision(key, shortcut, weight, consequence, inputs, path, fixed, true, method, told, presets, undo);
    }

    /** A copy with another method than POST. */
    public Decision by(String other) {
        return new Decision(key, shortcut, weight, consequence, inputs, path, fixed, stays, other, told, presets, undo);
    }

    /** A copy whose success message shows a field of the answer. */
    public Decision telling(String field) {
        return telling(new Told(field, false));
    }

    /** A copy whose success message is another one for each word that a field of the answer can have. */
    public Decision tellingBy(String field) {
        return telling(new Told(field, true));
    }

    private Decision telling(Told of) {
        return new Decision(key, shortcut, weight, consequence, inputs, path, fixed, stays, method, of, presets, undo);
    }

    /** A copy whose fields start with the current values for the choice. */
    public Decision beginningWith(Presets present) {
        return new Decision(
                key, shortcut, weight, consequence, inputs, path, fixed, stays, method, told, present, undo);
    }

    /** A copy that a request with the same method and path undoes with the former values. */
    public Decision undoneWith(Map<String, Object> former) {
        return undoneBy(method, path, former);
    }

    /** A copy that another request undoes with the former values. */
    public Decision undoneBy(String other, String request, Map<String, Object> former) {
        var back = new Undo(other, request, former);
        return new Decision(
                key, shortcut, weight, consequence, inputs, path, fixed, stays, method, told, presets, back);
    }

    /** A copy that needs a reason for what was typed, because the service's checks of it failed. */
    Decision explained() {
        var needed = consequence.under(consequence.terms().differing(TYPED));
        return new Decision(key, shortcut, weight, needed, inputs, path, fixed, stays, method, told, presets, undo);
    }

    /** Whether an input explains the decision, so that it changes nothing that is checked. */
    static boolean explains(String input) {
        return input.equals(REASON) || input.equals(NOTE);
    }

    /** The body of the request. */
    Map<String, Object> body(Map<String, Object> given) {
        var fields = new HashMap<>(fixed);
        fields.putAll(given);
        fields.keySet().removeIf(field -> path.contains("{" + field + "}"));
        if (!consequence.needsReason(given)) {
            fields.remove(REASON);
        }
        inputs.stream().filter(input -> !asks(input, given)).map(Input::name).forEach(fields::remove);
        return Fields.nested(fields);
    }

    /** The path of the request. */
    String path(Map<String, Object> given) {
        var filled = path;
        for (var field : given.entrySet()) {
            filled = filled.replace("{" + field.getKey() + "}", String.valueOf(field.getValue()));
        }
        return filled;
    }

    /** Whether an input is asked for now: a reason only if there is something to explain, a setting only of what is chosen. */
    boolean asks(Input input, Map<String, Object> given) {
        if (input instanceof Input.Where where) {
            return where.isOf(given) && asks(where.input(), given);
        }
        return input instanceof Input.Setting setting
                ? setting.isOf(given)
                : !input.name().equals(REASON) || consequence.needsReason(given);
    }

    /** Whether something must be chosen, and there is nothing to choose from. */
    boolean lacksOptions() {
        return inputs.stream()
                .anyMatch(input ->
                        input instanceof Input.Pick pick && pick.options().isEmpty());
    }

    /** Whether the reason and the note were given that a difference needs. */
    boolean explained(Map<String, Object> given) {
        return given.get(REASON) != null && given.get(NOTE) != null;
    }

    /** Whether what is entered makes an input necessary that is optional otherwise. */
    boolean requires(Input input, Map<String, Object> given) {
        return (input.name().equals(NOTE) && consequence.needsReason(given))
                || input.fields().stream().anyMatch(field -> consequence.requires(field, given));
    }

    /** Checks what was entered: the keys of texts that say what is wrong, by the names of the inputs. */
    Map<String, String> problems(Map<String, Object> given) {
        var problems = new HashMap<String, String>();
        for (var input : inputs) {
            var problem = asks(input, given) ? problem(input, given) : "";
            if (!problem.isEmpty()) {
                problems.put(input.name(), problem);
            }
        }
        return problems;
    }

    private String problem(Input input, Map<String, Object> given) {
        var value = input.fields().stream()
                .map(given::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        var required = requires(input, given);
        return switch (input) {
            case Input.Where where -> problem(where.input(), given);
            case Input.Text text when value == null -> text.required() || required ? "queue.input.required" : "";
            case Input.Text text -> value.toString().length() > text.lengthMax() ? "queue.input.too-long" : "";
            case Input.Setting setting when value == null -> setting.initial().isEmpty() ? "queue.input.required" : "";
            case Input.Setting setting -> value.toString().length() > setting.lengthMax() ? "queue.input.too-long" : "";
            case Input.Transfer _ -> value == null ? "queue.input.required" : "";
            case Input.Choice _, Input.Pick _ -> value == null ? "queue.input.choose" : "";
            case Input.SendingBank _ when value == null -> required ? "queue.input.sending-bank.required" : "";
            case Input.SendingBank _ -> Input.SendingBank.isValid(value) ? "" : "queue.input.sending-bank";
            case Input.Amount _ -> isAmount(value) ? "" : "queue.input.amount";
            case Input.Secret secret ->
                value != null && value.toString().length() >= secret.lengthMin() ? "" : "queue.input.too-short";
            case Input.Number number -> isNumber(value, number) ? "" : "queue.input.number";
            case Input.Decimal _ -> Input.Decimal.isValid(value) ? "" : "queue.input.decimal";
            case Input.Sum sum when value == null -> sum.required() ? "queue.input.amount" : "";
            case Input.Sum _ -> value instanceof Long ? "" : "queue.input.amount";
            case Input.Ranges _ -> value instanceof List<?> ? "" : "queue.input.ranges";
            case Input.Percent _ -> Input.Percent.isValid(value) ? "" : "queue.input.percent";
            case Input.Flag flag -> flag.required() && !Boolean.TRUE.equals(value) ? "queue.input.agree" : "";
        };
    }

    private static boolean isNumber(@Nullable Object value, Input.Number wanted) {
        return value instanceof Long number && number >= wanted.min() && number <= wanted.max();
    }

    private static boolean isAmount(@Nullable Object value) {
        return value instanceof Long minor && minor > 0 && minor <= Money.AMOUNT_MAX;
    }
}
