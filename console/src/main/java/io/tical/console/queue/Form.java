package io.tical.console.queue;

import io.tical.console.part.Wrapped;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextInputControl;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The form of a decision: where its fields stand, what is wrong with each, and which one is entered next. */
final class Form {
    private static final PseudoClass DANGER = PseudoClass.getPseudoClass("danger");

    /** A form with this many fields is filled field by field; in a shorter one Enter follows a choice. */
    private static final int FIELDS_OF_LONG = 4;

    private Decision decision;
    private final Formats formats;
    private final Texts texts;
    private final FormFields made;
    private final Node why;
    private final Consumer<String> typed;
    private final FormLabels words;
    private final Map<String, Label> labels = new HashMap<>();
    private final Map<String, Label> problems = new HashMap<>();
    private final Map<String, Node> boxes = new HashMap<>();
    private final Map<String, Node> fields = new HashMap<>();
    private final List<Node> nodes;
    private Map<String, String> preset = Map.of();

    /**
     * @param why says why a reason is asked for; stands above it
     * @param typed runs with the name of the input in which something else was typed or chosen
     * @param confirm runs when Enter is pressed in a text of several lines
     */
    Form(Decision decision, Formats formats, Node why, Consumer<String> typed, Runnable confirm) {
        this.decision = decision;
        this.formats = formats;
        this.texts = formats.texts();
        this.why = why;
        this.typed = typed;
        this.made = new FormFields(formats, this::changed, confirm);
        this.words = new FormLabels(formats);
        this.nodes = laidOut();
        askFor();
    }

    List<Node> nodes() {
        return nodes;
    }

    /** What is entered, by the names of the request's fields. */
    Map<String, Object> given() {
        return made.given();
    }

    /** The first field without a required value, or else the first with a current value. */
    Optional<Node> next() {
        var missing = decision.problems(given());
        return decision.inputs().stream()
                .filter(input -> missing.containsKey(input.name()))
                .findFirst()
                .map(this::target)
                .orElseGet(this::firstPreset);
    }

    /** Chooses the value with this number. Answers whether there is one. */
    boolean choose(int number) {
        return made.choose(number);
    }

    /** Asks for what this copy of the decision needs. */
    void ask(Decision now) {
        decision = now;
        askFor();
    }

    /** Shows the fields that are asked for now, named in the currency that is chosen. */
    private void askFor() {
        var given = given();
        for (var input : decision.inputs()) {
            var label = labels.get(input.name());
            var asked = decision.asks(input, given);
            if (label != null) {
                label.setText(words.of(input, given, decision.requires(input, given)));
                show(label, asked);
            }
            var box = boxes.get(input.name());
            if (box != null) {
                show(box, asked);
            }
        }
    }

    private static void show(Node node, boolean shown) {
        node.setVisible(shown);
        node.setManaged(shown);
    }

    /** Tells at each field what is wrong with it. */
    void tell(Map<String, String> wrong) {
        decision.inputs().forEach(input -> tellProblem(input, wrong.get(input.name())));
    }

    private boolean isLong() {
        return decision.inputs().size() >= FIELDS_OF_LONG;
    }

    /** Short fields are placed side by side, so that the evidence above keeps its room. */
    private List<Node> laidOut() {
        var nodes = new ArrayList<Node>();
        var beside = new ArrayList<Named>();
        for (var input : decision.inputs()) {
            if (isWide(input)) {
                nodes.addAll(inColumns(beside));
                beside.clear();
                nodes.add(named(input).together());
            } else {
                beside.add(named(input));
            }
        }
        nodes.addAll(inColumns(beside));
        return nodes;
    }

    /** The labels of a row end, and its fields begin, at the same height. */
    private static List<Node> inColumns(List<Named> fields) {
        if (fields.size() < 2) {
            return fields.stream().map(Named::together).toList();
        }
        var grid = new GridPane(16, 4);
        var column = new ColumnConstraints();
        column.setPercentWidth(50);
        grid.getColumnConstraints().addAll(column, column);
        for (int i = 0; i < fields.size(); i++) {
            var row = i / 2 * 2;
            var field = fields.get(i);
            if (field.label() != null) {
                GridPane.setValignment(field.label(), VPos.BOTTOM);
                GridPane.setMargin(field.label(), new Insets(4, 0, 0, 0));
                grid.add(field.label(), i % 2, row);
            }
            GridPane.setValignment(field.box(), VPos.TOP);
            grid.add(field.box(), i % 2, row + 1);
        }
        return List.of(grid);
    }

    private boolean isWide(Input input) {
        return switch (input) {
            case Input.Where where -> isWide(where.input());
            case Input.Choice choice -> !isLong() || isReason(choice) || chooses(choice);
            case Input.Pick _ -> true;
            case Input.Text text -> FormFields.hasLines(text);
            case Input.Flag flag -> flag.required(); // a sentence
            case Input.Transfer _,
                    Input.Setting _,
                    Input.SendingBank _,
                    Input.Secret _,
                    Input.Sum _,
                    Input.Amount _,
                    Input.Number _,
                    Input.Decimal _,
                    Input.Percent _,
                    Input.Ranges _ -> false;
        };
    }

    /** Whether other inputs are asked for where it has some values. */
    private boolean chooses(Input.Choice choice) {
        return decision.inputs().stream()
                .anyMatch(input -> (input instanceof Input.Setting setting
                                && setting.chooser().equals(choice.name()))
                        || (input instanceof Input.Where where
                                && where.chooser().equals(choice.name())));
    }

    private static boolean isReason(Input input) {
        return input.name().equals(Decision.REASON);
    }

    /**
     * A field and its label.
     *
     * @param label null for a field that names itself
     * @param box the field, and under it what is wrong with it
     */
    private record Named(@Nullable Label label, VBox box) {
        Node together() {
            if (label != null) {
                box.getChildren().addFirst(label);
            }
            return box;
        }
    }

    private Named named(Input input) {
        var field = made.field(input);
        fields.put(input.name(), field);
        var problem = new Wrapped("");
        problem.getStyleClass().addAll("small", "problem");
        problem.setManaged(false);
        problems.put(input.name(), problem);
        var box = new VBox(4, field, problem);
        box.getStyleClass().add("field");
        if (isReason(input)) {
            box.getChildren().addFirst(why);
            field.setAccessibleText(texts.get(input.key()));
        } else if (!(input instanceof Input.Flag)) { // its name is next to it
            var label = new Wrapped(words.of(input, Map.of(), false));
            label.setLabelFor(field);
            labels.put(input.name(), label);
        }
        boxes.put(input.name(), box);
        return new Named(labels.get(input.name()), box);
    }

    /** The first field that has a current value. */
    private Optional<Node> firstPreset() {
        return decision.inputs().stream()
                .filter(input -> preset.containsKey(input.name()))
                .findFirst()
                .map(input -> fields.get(input.name()));
    }

    /** The field that gets the focus; none for a choice in a short form, where Enter confirms, unless nothing can be confirmed without it. */
    private Optional<Node> target(Input missing) {
        return switch (missing) {
            case Input.Where where -> target(where.input());
            case Input.Choice _, Input.Pick _ ->
                isLong() || isReason(missing)
                        ? made.first(Objects.requireNonNull(fields.get(missing.name())))
                        : Optional.empty();
            case Input.Transfer _,
                    Input.Setting _,
                    Input.SendingBank _,
                    Input.Secret _,
                    Input.Text _,
                    Input.Sum _,
                    Input.Amount _,
                    Input.Number _,
                    Input.Decimal _,
                    Input.Percent _,
                    Input.Flag _,
                    Input.Ranges _ -> Optional.of(Objects.requireNonNull(fields.get(missing.name())));
        };
    }

    private void changed(String name) {
        decision.inputs().stream()
                .filter(input -> input.name().equals(name))
                .forEach(input -> tellProblem(input, null));
        if (decision.presets().by().contains(name)) {
            preset();
        }
        askFor();
        typed.accept(name);
    }

    /** Fills the fields with the current values for the choice. */
    private void preset() {
        var texts = decision.presets().of(given());
        if (!texts.equals(preset)) {
            preset = texts;
            texts.forEach((name, text) -> {
                if (fields.get(name) instanceof TextInputControl field) {
                    field.setText(text);
                }
            });
        }
    }

    private void tellProblem(Input input, @Nullable String key) {
        var label = problems.get(input.name());
        var field = fields.get(input.name());
        if (label != null && field != null) { // both are there once the field is shown
            label.setText(key == null ? "" : problem(input, key));
            label.setManaged(key != null);
            field.pseudoClassStateChanged(DANGER, key != null);
        }
    }

    /** What is wrong, with an example in the currency of an amount. */
    private String problem(Input input, String key) {
        return switch (input) {
            case Input.Where where -> problem(where.input(), key);
            case Input.Amount amount -> texts.get(key, formats.example(amount.currency()));
            case Input.Sum sum -> example(key, sum.currency());
            case Input.Ranges ranges -> example(key, ranges.currency());
            case Input.Text _,
                    Input.Setting _,
                    Input.Transfer _,
                    Input.SendingBank _,
                    Input.Secret _,
                    Input.Number _,
                    Input.Decimal _,
                    Input.Percent _,
                    Input.Flag _,
                    Input.Choice _,
                    Input.Pick _ -> texts.get(key);
        };
    }

    private String example(String key, String currency) {
        var chosen = FormFields.currency(given(), currency);
        return texts.get(key, formats.example(chosen), formats.exampleAbove(chosen));
    }
}
