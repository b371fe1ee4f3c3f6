package io.tical.console.queue;

import atlantafx.base.theme.Styles;
import io.tical.common.Ids;
import io.tical.common.Money;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import javafx.application.Platform;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
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
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.TilePane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/**
 * What can be decided, as buttons with their keys; and the confirmation of the one that was chosen, with its consequence and
 * what must be entered.
 */
public final class DecisionPane extends VBox {
    /** Makes a decision. */
    @FunctionalInterface
    public interface Decide {
        void decide(Decision decision, Map<String, Object> given, UUID requestId);
    }

    private static final PseudoClass DANGER = PseudoClass.getPseudoClass("danger");

    /** Buttons that fit beside each other. */
    private static final int IN_LINE_MAX = 4;

    /** From this many fields on they stand in two columns. */
    private static final int FIELDS_IN_COLUMNS = 4;

    /** Characters that fit into a line; a longer text gets several. */
    private static final int LINE_MAX = 500;

    private final Formats formats;
    private final Texts texts;
    private final Decide decide;
    private final Runnable closed;
    private List<Decision> offered = List.of();
    private @Nullable Confirmation open;

    /** @param closed runs when a confirmation was left, whose fields had the focus */
    public DecisionPane(Formats formats, Decide decide, Runnable closed) {
        this.formats = formats;
        this.texts = formats.texts();
        this.decide = decide;
        this.closed = closed;
        setId("decisions");
        getStyleClass().add("decision-bar");
        addEventFilter(KeyEvent.KEY_PRESSED, this::confirmAtOnce);
        addEventHandler(KeyEvent.KEY_PRESSED, this::pressed);
    }

    /** Offers what can be decided. An open confirmation stays if its decision is still possible. */
    public void offer(List<Decision> decisions) {
        if (decisions.equals(offered) && open != null) {
            return;
        }
        if (open != null && !offered.contains(open.decision)) {
            offered = decisions; // what is decided is not of the item
            return;
        }
        offered = decisions;
        cancel();
    }

    /** Opens the confirmation of a decision. */
    public void choose(Decision decision) {
        open = new Confirmation(decision);
        getChildren().setAll(open.nodes());
        setVisible(true);
        setManaged(true);
        open.focus();
    }

    public boolean isOpen() {
        return open != null;
    }

    /** Leaves an open confirmation. */
    public void cancel() {
        var wasOpen = open != null;
        open = null;
        showButtons();
        if (wasOpen) {
            closed.run();
        }
    }

    /** Confirms, as the Enter key does. */
    public void confirm() {
        if (open != null) {
            open.confirm();
        }
    }

    /** Chooses among the values of an open confirmation, as a digit key does. */
    public void digit(int number) {
        if (open != null) {
            open.digit(number);
        }
    }

    /** While a decision is on its way nothing can be entered; a confirmation that stays open has the focus again afterwards. */
    public void waitFor(boolean sending) {
        setDisable(sending);
        if (!sending && open != null) {
            open.focus();
        }
    }

    public List<Decision> offered() {
        return offered;
    }

    /** A button acts when its key is released; a decision is sent when the key is pressed, a tenth of a second earlier. */
    private void confirmAtOnce(KeyEvent event) {
        if (open != null && event.getCode() == KeyCode.ENTER && open.confirm.equals(event.getTarget())) {
            confirm();
            event.consume();
        }
    }

    private void pressed(KeyEvent event) {
        if (open == null) {
            return;
        }
        if (event.getCode() == KeyCode.ENTER && !(event.getTarget() instanceof TextArea && event.isShiftDown())) {
            confirm();
            event.consume();
        } else if (event.getCode() == KeyCode.ESCAPE) {
            cancel();
            event.consume();
        } else if (event.getCode().isDigitKey() && !(event.getTarget() instanceof TextInputControl)) {
            digit(event.getCode().getCode() - KeyCode.DIGIT0.getCode());
            event.consume();
        }
    }

    private void showButtons() {
        var buttons = new ArrayList<Button>();
        for (var decision : offered) {
            var button = new Button(
                    texts.get(decision.key()) + "  " + decision.shortcut().getName());
            button.setId("decision-" + decision.key().replace('.', '-'));
            switch (decision.weight()) {
                case PRIMARY -> button.getStyleClass().add(Styles.ACCENT);
                case DANGER -> button.getStyleClass().addAll(Styles.BUTTON_OUTLINED, Styles.DANGER);
                case NORMAL -> {}
            }
            button.setOnAction(_ -> choose(decision));
            // The primary one is the last, at the right.
            buttons.add(decision.weight() == Decision.Weight.PRIMARY ? buttons.size() : 0, button);
        }
        getChildren().setAll(buttons.size() > IN_LINE_MAX ? columns(buttons.reversed()) : line(buttons));
        setVisible(!offered.isEmpty());
        setManaged(!offered.isEmpty());
    }

    private static Pane line(List<Button> buttons) {
        var line = new FlowPane(8, 8);
        line.setAlignment(Pos.CENTER_RIGHT);
        line.getChildren().setAll(buttons);
        return line;
    }

    /** Many buttons stand below each other in columns. */
    private static Pane columns(List<Button> buttons) {
        var tiles = new TilePane(8, 8);
        tiles.setAlignment(Pos.CENTER_RIGHT);
        buttons.forEach(button -> button.setMaxWidth(Double.MAX_VALUE));
        tiles.getChildren().setAll(buttons);
        return tiles;
    }

    private final class Confirmation {
        private final Decision decision;
        private final UUID requestId = Ids.next();
        private final List<UnaryOperator<Map<String, Object>>> values = new ArrayList<>();
        private final Map<String, Label> problems = new HashMap<>();
        private final Map<String, Node> fields = new HashMap<>();
        private final List<ToggleButton> choices = new ArrayList<>();
        private final Button confirm;
        private Map<String, String> preset = Map.of();

        Confirmation(Decision decision) {
            this.decision = decision;
            this.confirm = new Button(texts.get(decision.key()) + "  ↵");
            confirm.setId("confirm");
            confirm.getStyleClass().addAll(decision.weight() == Decision.Weight.DANGER ? Styles.DANGER : Styles.ACCENT);
            confirm.setOnAction(_ -> confirm());
        }

        List<Node> nodes() {
            var title = new Label(texts.get(decision.key()));
            title.getStyleClass().add("section-title");
            var consequence = new Label(decision.consequence());
            consequence.setId("consequence");
            consequence.setWrapText(true);
            var nodes = new ArrayList<Node>(List.of(title, consequence));
            nodes.addAll(fields());
            var cancel = new Button(texts.get("common.cancel") + "  Esc");
            cancel.setId("cancel");
            cancel.setOnAction(_ -> DecisionPane.this.cancel());
            var buttons = new HBox(8, cancel, confirm);
            buttons.setAlignment(Pos.CENTER_RIGHT);
            nodes.add(buttons);
            return nodes;
        }

        /** Many fields stand in two columns. */
        private List<Node> fields() {
            var named = decision.inputs().stream().map(this::named).toList();
            if (named.size() < FIELDS_IN_COLUMNS) {
                return named;
            }
            var grid = new GridPane(16, 8);
            var column = new ColumnConstraints();
            column.setPercentWidth(50);
            grid.getColumnConstraints().addAll(column, column);
            for (int i = 0; i < named.size(); i++) {
                grid.add(named.get(i), i % 2, i / 2);
            }
            return List.of(grid);
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
                        confirm();
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
                entered.put(input.name(), text.isEmpty() ? null : minor(text, currency(given, input.currency())));
                return entered;
            });
            return field;
        }

        private Node ranges(Input.Ranges input) {
            var field = new TextField();
            values.add(given -> Map.of(input.name(), ranges(field.getText(), currency(given, input.currency()))));
            return field;
        }

        /** The ranges, or the text if it is not well-formed. */
        private Object ranges(String text, String currency) {
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

        private static String currency(Map<String, Object> given, String currency) {
            return String.valueOf(given.getOrDefault(currency, currency));
        }

        /** The amount, or the text if it is none. */
        private Object minor(String text, String currency) {
            var parsed = formats.parse(text, currency);
            return parsed.isPresent() && parsed.getAsLong() >= 0 && parsed.getAsLong() <= Money.AMOUNT_MAX
                    ? parsed.getAsLong()
                    : text;
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
                            .map(value ->
                                    new Input.Option(texts.word(input.words(), value), Map.of(input.name(), value)))
                            .toList(),
                    input.initial() == null ? -1 : input.values().indexOf(input.initial()));
        }

        private Node pick(Input.Pick input) {
            return options(input.name(), input.options(), input.options().size() == 1 ? 0 : -1);
        }

        /** @param initial the index of the one that is chosen at first; negative for none */
        private Node options(String input, List<Input.Option> options, int initial) {
            var group = new ToggleGroup();
            group.selectedToggleProperty().subscribe((_, _) -> changed(input));
            Pane box = decision.inputs().size() < FIELDS_IN_COLUMNS ? new VBox(4) : new FlowPane(4, 4);
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

        /** The first thing that must be entered still, or else the button, where digits and Enter are understood. */
        void focus() {
            var missing = decision.problems(given());
            decision.inputs().stream()
                    .filter(input -> missing.containsKey(input.name()))
                    .findFirst()
                    .map(this::target)
                    .or(this::firstPreset)
                    .orElse(confirm)
                    .requestFocus();
        }

        /** What can be changed of what holds today. */
        private Optional<Node> firstPreset() {
            return decision.inputs().stream()
                    .filter(input -> preset.containsKey(input.name()))
                    .findFirst()
                    .map(input -> fields.get(input.name()));
        }

        private Map<String, Object> given() {
            var given = new HashMap<String, Object>();
            values.forEach(value -> given.putAll(value.apply(given)));
            return given;
        }

        /** With few fields Enter follows a choice; with many ones the next field does. */
        private Node target(Input missing) {
            return switch (missing) {
                case Input.Choice _, Input.Pick _ ->
                    decision.inputs().size() < FIELDS_IN_COLUMNS ? confirm : choices.getFirst();
                case Input.Transfer _,
                        Input.Secret _,
                        Input.Text _,
                        Input.Sum _,
                        Input.Amount _,
                        Input.Number _,
                        Input.Decimal _,
                        Input.Flag _,
                        Input.Ranges _ -> Objects.requireNonNull(fields.get(missing.name()));
            };
        }

        void digit(int number) {
            if (number >= 1 && number <= choices.size()) {
                choices.get(number - 1).setSelected(true);
                Platform.runLater(this::focus); // not before the digit was typed, which the field would take
            }
        }

        void confirm() {
            var given = given();
            var wrong = decision.problems(given);
            problems.keySet().forEach(name -> tellProblem(name, wrong.get(name)));
            if (wrong.isEmpty()) {
                decide.decide(decision, given, requestId);
            }
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
}
