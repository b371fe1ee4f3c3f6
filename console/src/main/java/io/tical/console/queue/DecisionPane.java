package io.tical.console.queue;

import atlantafx.base.theme.Styles;
import io.tical.console.api.ApiProblem;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.FlowPane;
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

    /** The number of buttons that fit in one row. */
    private static final int IN_LINE_MAX = 4;

    private final Formats formats;
    private final Texts texts;
    private final Decide decide;
    private final Runnable opened;
    private final Runnable closed;
    private List<Decision> offered = List.of();
    private @Nullable Confirmation open;

    /** Whether the key that was pressed last was a shortcut. */
    private boolean shortcut;

    /**
     * @param opened runs when a confirmation was opened
     * @param closed runs when a confirmation was left, whose fields had the focus
     */
    public DecisionPane(Formats formats, Decide decide, Runnable opened, Runnable closed) {
        this.formats = formats;
        this.texts = formats.texts();
        this.decide = decide;
        this.opened = opened;
        this.closed = closed;
        setId("decisions");
        getStyleClass().add("decision-bar");
        addEventFilter(KeyEvent.KEY_PRESSED, this::confirmAtOnce);
        addEventFilter(KeyEvent.KEY_TYPED, this::dropShortcut);
        addEventHandler(KeyEvent.KEY_PRESSED, this::pressed);
    }

    /** Offers what can be decided. An open confirmation stays if its decision is still possible. */
    public void offer(List<Decision> decisions) {
        if (decisions.equals(offered) && open != null) {
            return;
        }
        if (open != null && !offered.contains(open.decision())) {
            offered = decisions; // the open confirmation is of a decision on the list, and stays
            return;
        }
        offered = decisions;
        cancel();
    }

    /** Opens the confirmation of a decision. */
    public void choose(Decision decision) {
        open = new Confirmation(decision, formats, decide, this::cancel);
        getChildren().setAll(open.nodes());
        setVisible(true);
        setManaged(true);
        opened.run();
        shortcut = true;
        open.focus();
    }

    /** The service refused the open decision. It is asked why, if that is what it lacks. */
    void refused(ApiProblem problem) {
        if (open != null
                && problem instanceof ApiProblem.Refused refused
                && refused.fields().stream().anyMatch(field -> field.field().equals(Decision.REASON))) {
            open.explain();
        }
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
            shortcut = true;
        }
    }

    /** While a decision is sent, and the item is read again, nothing can be entered. A confirmation that stays open then has the focus. */
    public void waitFor(boolean busy) {
        if (busy && open != null) {
            closed.run(); // else the focus goes to the next button of the window, which the next key would press
        }
        setDisable(busy);
        if (!busy && open != null) {
            open.focus();
        }
    }

    /** Gives the focus to what must be entered or confirmed. */
    public void focus() {
        if (open != null) {
            open.focus();
        }
    }

    /** What can be chosen now: nothing while something is waited for. */
    public List<Decision> offered() {
        return isDisabled() ? List.of() : offered;
    }

    /** The key that opened a confirmation, or chose a value, does not type itself into the field that has the focus now. */
    private void dropShortcut(KeyEvent event) {
        if (shortcut) {
            event.consume();
        }
    }

    /** A button acts when its key is released; a decision is sent when the key is pressed, a tenth of a second earlier. */
    private void confirmAtOnce(KeyEvent event) {
        shortcut = false;
        if (open != null && event.getCode() == KeyCode.ENTER && open.isButton(event.getTarget())) {
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

    /** A button with the name and the key of a decision. */
    static Button button(Texts texts, Decision decision, Consumer<Decision> choose) {
        var button = new Button(
                texts.get(decision.key()) + "  " + decision.shortcut().getName());
        button.setId("decision-" + decision.key().replace('.', '-'));
        button.setOnAction(_ -> choose.accept(decision));
        return button;
    }

    private void showButtons() {
        var buttons = new ArrayList<Button>();
        for (var decision : offered) {
            var button = button(texts, decision, this::choose);
            switch (decision.weight()) {
                case PRIMARY -> button.getStyleClass().add(Styles.ACCENT);
                case DANGER -> button.getStyleClass().addAll(Styles.BUTTON_OUTLINED, Styles.DANGER);
                case NORMAL -> {}
            }
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
}
