package io.tical.console.queue;

import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Pane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Makes the field of each kind of input, and reads from all of them what was entered. */
final class FormFields {
    /** Characters that fit into a line; a longer text gets several. */
    private static final int LINE_MAX = 500;

    private final Formats formats;
    private final Texts texts;
    private final TypedAmounts amounts;
    private final Consumer<String> changed;
    private final Runnable confirm;
    private final List<UnaryOperator<Map<String, Object>>> values = new ArrayList<>();
    private final List<ToggleButton> choices = new ArrayList<>();

    /**
     * @param changed gets the name of an input of which something else was chosen or typed
     * @param confirm runs when Enter is pressed in a text of several lines
     */
    FormFields(Formats formats, Consumer<String> changed, Runnable confirm) {
        this.formats = formats;
        this.texts = formats.texts();
        this.amounts = new TypedAmounts(formats);
        this.changed = changed;
        this.confirm = confirm;
    }

    /** Whether a text gets several lines. */
    static boolean hasLines(Input.Text input) {
        return input.lengthMax() > LINE_MAX;
    }

    /** What is entered, by the names of the request's fields. */
    Map<String, Object> given() {
        var given = new HashMap<String, Object>();
        values.forEach(value -> given.putAll(value.apply(given)));
        return given;
    }

    /** Chooses the value with this number, if it is shown. Answers whether there is one. */
    boolean choose(int number) {
        var known = number >= 1 && number <= choices.size() && isShown(choices.get(number - 1));
        if (known) {
            choices.get(number - 1).setSelected(true);
        }
        return known;
    }

    private static boolean isShown(Node node) {
        return Stream.<Node>iterate(node, Objects::nonNull, Node::getParent).allMatch(Node::isVisible);
    }

    /** The first value that can be chosen in a field. */
    Optional<Node> first(Node field) {
        return choices.stream()
                .filter(choice -> field.equals(choice.getParent()))
                .<Node>map(choice -> choice)
                .findFirst();
    }

    /** A new field. */
    Node field(Input input) {
        var field = switch (input) {
            case Input.Where where -> field(where.input());
            case Input.Text text -> text(text);
            case Input.Setting setting -> setting(setting);
            case Input.Amount amount -> amount(amount);
            case Input.Choice choice -> choice(choice);
            case Input.Pick pick -> pick(pick);
            case Input.SendingBank bank -> sendingBank(bank);
            case Input.Transfer _ -> transfer();
            case Input.Secret secret -> secret(secret);
            case Input.Number number -> number(number);
            case Input.Decimal decimal -> decimal(decimal);
            case Input.Percent percent -> percent(percent);
            case Input.Flag flag -> flag(flag);
            case Input.Sum sum -> sum(sum);
            case Input.Ranges ranges -> ranges(ranges);
        };
        field.setId("input-" + input.name().replaceAll("[^A-Za-z0-9_]", "-"));
        if (field instanceof TextInputControl typed) {
            typed.textProperty().subscribe((_, _) -> changed.accept(input.name()));
        }
        return field;
    }

    private Node text(Input.Text input) {
        var field = hasLines(input) ? lines() : new TextField();
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

    private Node setting(Input.Setting input) {
        var field = new TextField(input.present());
        field.setPromptText(input.initial());
        values.add(_ -> typed(field)
                .filter(text -> !text.equals(input.initial()))
                .map(text -> Map.<String, Object>of(input.name(), text))
                .orElse(Map.of()));
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

    private Node percent(Input.Percent input) {
        var field = new TextField("0");
        field.getStyleClass().add("money");
        values.add(_ ->
                Map.of(input.name(), Input.Percent.thousandths(field.getText().strip())));
        return field;
    }

    private Node flag(Input.Flag input) {
        var box = new CheckBox(texts.get(input.key()));
        box.setSelected(input.initial());
        box.setWrapText(true);
        box.selectedProperty().subscribe((_, _) -> changed.accept(input.name()));
        values.add(_ -> Map.of(input.name(), box.isSelected()));
        return box;
    }

    private Node sum(Input.Sum input) {
        var field = money(input.initial(), input.currency());
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

    /** The currency of an input, or that which another input chooses. */
    static String currency(Map<String, Object> given, String currency) {
        return String.valueOf(given.getOrDefault(currency, currency));
    }

    private Node sendingBank(Input.SendingBank input) {
        var field = new TextField(input.initial());
        values.add(_ -> typed(field)
                .map(bank -> Map.<String, Object>of(input.name(), bank.toUpperCase(Locale.ROOT)))
                .orElse(Map.of()));
        return field;
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
        var field = money(input.initial(), input.currency());
        values.add(_ -> {
            var parsed = formats.parse(field.getText(), input.currency());
            return parsed.isPresent() ? Map.of(input.name(), parsed.getAsLong()) : Map.of();
        });
        return field;
    }

    /** @param initial minor units; null for an empty field */
    private TextField money(@Nullable Long initial, String currency) {
        var field = new TextField(initial == null ? "" : formats.amount(initial, currency));
        field.getStyleClass().add("money");
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
        return options(input.name(), input.options(), input.options().size() == 1 ? 0 : -1, true);
    }

    /**
     * @param initial the index of the one that is chosen at first; negative for none
     * @param below whether they stand below each other
     */
    private Node options(String input, List<Input.Option> options, int initial, boolean below) {
        var group = new ToggleGroup();
        Pane box = below ? new VBox(4) : new FlowPane(4, 4);
        for (var option : options) {
            var text = (choices.size() + 1) + "  " + option.label();
            var button = below ? new OptionButton(text) : new ToggleButton(text);
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
        group.selectedToggleProperty().subscribe((_, _) -> changed.accept(input));
        values.add(_ -> group.getSelectedToggle() != null
                        && group.getSelectedToggle().getUserData() instanceof Input.Option chosen
                ? chosen.fields()
                : Map.of());
        return box;
    }
}
