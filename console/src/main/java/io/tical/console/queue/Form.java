package io.tical.console.queue;

import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Pane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The fields in which an operator enters what a decision needs. */
final class Form {
    private static final PseudoClass DANGER = PseudoClass.getPseudoClass("danger");

    /** A form with this many fields is filled field by field; in a shorter one Enter follows a choice. */
    private static final int FIELDS_OF_LONG = 4;

    /** Characters that fit into a line; a longer text gets several. */
    private static final int LINE_MAX = 500;

    private final Decision decision;
    private final Formats formats;
    private final Texts texts;
    private final TypedAmounts amounts;
    private final Runnable confirm;
    private final List<UnaryOperator<Map<String, Object>>> values = new ArrayList<>();
    private final Map<String, Label> problems = new HashMap<>();
    private final Map<String, Node> fields = new HashMap<>();
    private final List<ToggleButton> choices = new ArrayList<>();
    private final List<Node> nodes;
    private Map<String, String> preset = Map.of();

    /** @param confirm runs when Enter is pressed in a text of several lines */
    Form(Decision decision, Formats formats, Runnable confirm) {
        this.decision = decision;
        this.formats = formats;
        this.texts = formats.texts();
        this.amounts = new TypedAmounts(formats);
        this.confirm = confirm;
        this.nodes = laidOut();
    }

    List<Node> nodes() {
        return nodes;
    }

    /** What is entered, by the names of the request's fields. */
    Map<String, Object> given() {
        var given = new HashMap<String, Object>();
        values.forEach(value -> given.putAll(value.apply(given)));
        return given;
    }

    /** The first thing that must be entered still, or else the first of what holds today. */
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
        var known = number >= 1 && number <= choices.size();
        if (known) {
            choices.get(number - 1).setSelected(true);
        }
        return known;
    }

    /** Tells at each field what is wrong with it. */
    void tell(Map<String, String> wrong) {
        problems.keySet().forEach(name -> tellProblem(name, wrong.get(name)));
    }

    private boolean isLong() {
        return decision.inputs().size() >= FIELDS_OF_LONG;
    }

    /** Short fields stand beside each other, so that the evidence above keeps its room. */
    private List<Node> laidOut() {
        var nodes = new ArrayList<Node>();
        var beside = new ArrayList<Node>();
        for (var input : decision.inputs()) {
            if (isWide(input)) {
                nodes.addAll(inColumns(beside));
                beside.clear();
                nodes.add(named(input));
            } else {
                beside.add(named(input));
            }
        }
        nodes.addAll(inColumns(beside));
        return nodes;
    }

    private static List<Node> inColumns(List<Node> fields) {
        if (fields.size() < 2) {
            return List.copyOf(fields);
        }
        var grid = new GridPane(16, 8);
        var column = new ColumnConstraints();
        column.setPercentWidth(50);
        grid.getColumnConstraints().addAll(column, column);
        for (int i = 0; i < fields.size(); i++) {
            grid.add(fields.get(i), i % 2, i / 2);
        }
        return List.of(grid);
    }

    private boolean isWide(Input input) {
        return switch (input) {
            case Input.Choice _, Input.Pick _ -> !isLong();
            case Input.Text text -> text.lengthMax() > LINE_MAX;
            case Input.Transfer _,
                    Input.Secret _,
                    Input.Sum _,
                    Input.Amount _,
                    Input.Number _,
                    Input.Decimal _,
                    Input.Flag _,
                    Input.Ranges _ -> false;
        };
    }

    private Node named(Input input) {
        var field = switch (input) {
            case Input.Text text -> text(text);
            case Input.Amount amount -> amount(amount);
            case Input.Choice choice -> choice(choice);
            case Input.Pick pick -> pick(pick);
            case Input.Transfer _ -> transfer();
            case Input.Secret secret -> secret(secret);
            case Input.Number number -> number(number);
            case Input.Decimal decimal -> decimal(decimal);
            case Input.Flag flag -> flag(flag);
            case Input.Sum sum -> sum(sum);
            case Input.Ranges ranges -> ranges(ranges);
        };
        field.setId("input-" + input.name().replaceAll("[^A-Za-z0-9_]", "-"));
        fields.put(input.name(), field);
        var label = new Label(texts.get(input.key()));
        label.setLabelFor(field);
        if (field instanceof TextInputControl typed) {
            typed.textProperty().subscribe((_, _) -> changed(input.name()));
        }
        var problem = new Label();
        problem.getStyleClass().addAll("small", "problem");
        problem.setManaged(false);
        problems.put(input.name(), problem);
        var box = new VBox(4, label, field, problem);
        box.getStyleClass().add("field");
        return box;
    }

    private Node text(Input.Text input) {
        var field = input.lengthMax() > LINE_MAX ? lines() : new TextField();
        field.setText(input.initial());
        values.add(_ -> {
            var given = new HashMap<String, Object>();
            typed(field).ifPresentOrElse(text -> given.put(input.name(), text), () -> {
                if (!input.initial().isEmpty()) {
                    given.put(input.name(), null); // takes away what there was
                }
            });
            return given;
        });
        return field;
    }

    /** Enter confirms, as everywhere; Shift and Enter begin a line. */
    private TextArea lines() {
        var area = new TextArea();
        area.setPrefRowCount(4);
        area.setWrapText(true);
        area.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ENTER) {
                if (event.isShiftDown()) {
                    area.replaceSelection("\n");
                } else {
                    confirm.run();
                }
                event.consume();
            }
        });
        return area;
    }

    private Node secret(Input.Secret input) {
        var field = new PasswordField();
        values.add(_ -> Map.of(input.name(), field.getText()));
        return field;
    }

    private Node number(Input.Number input) {
        var field = new TextField(String.valueOf(input.initial()));
        field.getStyleClass().add("money");
        values.add(_ -> {
            var text = field.getText().strip();
            return Map.of(input.name(), text.matches("[0-9]{1,18}") ? Long.valueOf(text) : text);
        });
        return field;
    }

    private Node decimal(Input.Decimal input) {
        var field = new TextField(input.initial());
        field.getStyleClass().add("money");
        values.add(_ -> Map.of(input.name(), field.getText().strip()));
        return field;
    }

    private Node flag(Input.Flag input) {
        var box = new CheckBox();
        box.setSelected(input.initial());
        values.add(_ -> Map.of(input.name(), box.isSelected()));
        return box;
    }

    private Node sum(Input.Sum input) {
        var initial = input.initial();
        var field = new TextField(initial == null ? "" : formats.amount(initial, input.currency()));
        field.getStyleClass().add("money");
        values.add(given -> {
            var entered = new HashMap<String, Object>();
            var text = field.getText().strip();
            entered.put(input.name(), text.isEmpty() ? null : amounts.minor(text, currency(given, input.currency())));
            return entered;
        });
        return field;
    }

    private Node ranges(Input.Ranges input) {
        var field = new TextField();
        values.add(given -> Map.of(input.name(), amounts.ranges(field.getText(), currency(given, input.currency()))));
        return field;
    }

    private static String currency(Map<String, Object> given, String currency) {
        return String.valueOf(given.getOrDefault(currency, currency));
    }

    private Node transfer() {
        var field = new TextField();
        values.add(_ -> typed(field)
                .map(text -> Map.<String, Object>of(Input.Transfer.field(text), text))
                .orElse(Map.of()));
        return field;
    }

    private static Optional<String> typed(TextInputControl field) {
        return Optional.of(field.getText().strip()).filter(text -> !text.isEmpty());
    }

    private Node amount(Input.Amount input) {
        var field = new TextField(formats.amount(input.initial(), input.currency()));
        field.getStyleClass().add("money");
        values.add(_ -> {
            var parsed = formats.parse(field.getText(), input.currency());
            return parsed.isPresent() ? Map.of(input.name(), parsed.getAsLong()) : Map.of();
        });
        return field;
    }

    private Node choice(Input.Choice input) {
        return options(
                input.name(),
                input.values().stream()
                        .map(value -> new Input.Option(texts.word(input.words(), value), Map.of(input.name(), value)))
                        .toList(),
                input.initial() == null ? -1 : input.values().indexOf(input.initial()),
                false);
    }

    private Node pick(Input.Pick input) {
        return options(input.name(), input.options(), input.options().size() == 1 ? 0 : -1, !isLong());
    }

    /**
     * @param initial the index of the one that is chosen at first; negative for none
     * @param below whether they stand below each other
     */
    private Node options(String input, List<Input.Option> options, int initial, boolean below) {
        var group = new ToggleGroup();
        group.selectedToggleProperty().subscribe((_, _) -> changed(input));
        Pane box = below ? new VBox(4) : new FlowPane(4, 4);
        for (var option : options) {
            var button = new ToggleButton((choices.size() + 1) + "  " + option.label());
            button.setUserData(option);
            button.setToggleGroup(group);
            button.setMaxWidth(Double.MAX_VALUE);
            button.setAlignment(Pos.CENTER_LEFT);
            choices.add(button);
            box.getChildren().add(button);
        }
        if (initial >= 0) {
            group.getToggles().get(initial).setSelected(true);
        }
        values.add(_ -> group.getSelectedToggle() != null
                        && group.getSelectedToggle().getUserData() instanceof Input.Option chosen
                ? chosen.fields()
                : Map.of());
        return box;
    }

    /** What can be changed of what holds today. */
    private Optional<Node> firstPreset() {
        return decision.inputs().stream()
                .filter(input -> preset.containsKey(input.name()))
                .findFirst()
                .map(input -> fields.get(input.name()));
    }

    /** In a short form Enter follows a choice; in a long one the next field does. */
    private Optional<Node> target(Input missing) {
        return switch (missing) {
            case Input.Choice _, Input.Pick _ -> isLong() ? Optional.of(choices.getFirst()) : Optional.empty();
            case Input.Transfer _,
                    Input.Secret _,
                    Input.Text _,
                    Input.Sum _,
                    Input.Amount _,
                    Input.Number _,
                    Input.Decimal _,
                    Input.Flag _,
                    Input.Ranges _ -> Optional.of(Objects.requireNonNull(fields.get(missing.name())));
        };
    }

    private void changed(String name) {
        tellProblem(name, null);
        if (decision.presets().by().contains(name)) {
            preset();
        }
    }

    /** Begins with what holds today for what was chosen. */
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

    private void tellProblem(String name, @Nullable String key) {
        var label = problems.get(name);
        var field = fields.get(name);
        if (label != null && field != null) { // both are there once the field is shown
            label.setText(key == null ? "" : texts.get(key));
            label.setManaged(key != null);
            field.pseudoClassStateChanged(DANGER, key != null);
        }
    }
}
