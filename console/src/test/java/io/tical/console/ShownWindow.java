package io.tical.console;

import io.tical.common.admin.WorkItem;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;

/** What a window shows now, as tests read it. */
abstract class ShownWindow {
    static final Duration PATIENCE = Duration.ofSeconds(90);

    final FxRobot robot;
    final Stage stage;

    ShownWindow(FxRobot robot, Stage stage) {
        this.robot = robot;
        this.stage = stage;
    }

    /**
     * Reads of the window on the thread of the user interface, which changes it meanwhile.
     *
     * @param source answers at once, because the thread waits for it
     */
    public static <T> T read(Callable<T> source) {
        return WaitForAsyncUtils.waitForAsyncFx(PATIENCE.toMillis(), source);
    }

    /** What a field contains. */
    public String typed(String selector) {
        return read(() -> robot.lookup(selector).queryTextInputControl().getText());
    }

    /** The id of what has the focus; empty if it has none. */
    String focused() {
        return read(() -> {
            var owner = stage.getScene().getFocusOwner();
            return owner == null || owner.getId() == null ? "" : owner.getId();
        });
    }

    /** Whether what has the focus stands in such a node. */
    public boolean hasFocus(String selector) {
        return read(() -> {
            var owner = stage.getScene().getFocusOwner();
            return owner != null
                    && Stream.<Node>iterate(owner, node -> node != null, Node::getParent)
                            .anyMatch(node -> robot.lookup(selector).queryAll().contains(node));
        });
    }

    /** The row that is selected in the list. */
    public WorkItem selected() {
        return read(() -> table().getSelectionModel().getSelectedItem());
    }

    /** The titles of the visible columns of the list, from the left. */
    public List<String> columns() {
        return read(() -> table().getVisibleLeafColumns().stream()
                .map(TableColumn::getText)
                .toList());
    }

    TableView<WorkItem> table() {
        return robot.lookup(".rows").query();
    }

    /** What a column of the list shows, from its first row to the last one that is fetched. */
    public List<String> cells(String column) {
        return read(() -> {
            var table = table();
            return table.getColumns().stream()
                    .filter(one -> column.equals(one.getId()))
                    .flatMap(one -> IntStream.range(0, table.getItems().size()).mapToObj(one::getCellData))
                    .map(String::valueOf)
                    .toList();
        });
    }

    /**
     * The buttons that neither Tab reaches nor a key presses: the places have Alt and the arrows, others show their key, and
     * those without a text say it to a screen reader.
     */
    List<Node> mouseOnly() {
        return read(() -> List.copyOf(robot.lookup((Node node) -> node instanceof ButtonBase button
                        && isShown(button)
                        && !button.isFocusTraversable()
                        && !button.getStyleClass().contains("nav-entry")
                        && !showsKey(button))
                .queryAll()));
    }

    private static boolean showsKey(ButtonBase button) {
        var text =
                button.getText() == null || button.getText().isEmpty() ? button.getAccessibleText() : button.getText();
        return text != null && text.matches("(?:.* {2})?(?:Ctrl\\+)?\\S");
    }

    /** The ids of the buttons of what can be decided now. */
    List<String> decisions() {
        return read(() -> robot
                .lookup((Node node) -> node instanceof ButtonBase button
                        && button.getId() != null
                        && button.getId().startsWith("decision-")
                        && isShown(button))
                .queryAll()
                .stream()
                .map(Node::getId)
                .toList());
    }

    /** What is chosen in a choice box. */
    public Object chosen(String selector) {
        return read(() -> robot.lookup(selector).<ChoiceBox<?>>query().getValue());
    }

    /** Whether a node has a state of style sheets. */
    boolean hasState(String selector, String state) {
        return read(() -> robot.lookup(selector).query().getPseudoClassStates().stream()
                .anyMatch(one -> one.getPseudoClassName().equals(state)));
    }

    /** The rows of the list that are fetched. */
    public List<?> rows() {
        return read(() -> List.copyOf(table().getItems()));
    }

    public boolean exists(String selector) {
        return !all(selector).isEmpty();
    }

    public boolean isVisible(String selector) {
        return read(() -> all(selector).stream().anyMatch(ShownWindow::isShown));
    }

    /** Whether there is a visible button that acts: while a decision is sent, the keys of others do nothing. */
    public boolean canPress(String selector) {
        return read(() -> all(selector).stream().anyMatch(node -> isShown(node) && !node.isDisabled()));
    }

    private Set<Node> all(String selector) {
        return read(() -> robot.lookup(selector).queryAll());
    }

    static boolean isShown(Node node) {
        for (var at = node; at != null; at = at.getParent()) {
            if (!at.isVisible()) {
                return false;
            }
        }
        return node.getScene() != null;
    }

    /** The text of a label or button; empty if there is none. */
    public String text(String selector) {
        return read(() -> all(selector).stream()
                .filter(ShownWindow::isShown)
                .filter(Labeled.class::isInstance)
                .map(node -> ((Labeled) node).getText())
                .findFirst()
                .orElse(""));
    }

    /** The texts of the section with this title; empty without one. */
    public List<String> section(String title) {
        return read(() -> robot.lookup(".section").queryAll().stream()
                .filter(ShownWindow::isShown)
                .map(ShownWindow::texts)
                .filter(texts -> texts.contains(title))
                .findFirst()
                .orElse(List.of()));
    }

    /** The texts in a node. */
    public List<String> textsOf(String selector) {
        return read(() -> texts(robot.lookup(selector).query()));
    }

    private static List<String> texts(Node node) {
        if (node instanceof Labeled labeled && labeled.getText() != null) {
            return List.of(labeled.getText());
        }
        return node instanceof Parent parent
                ? parent.getChildrenUnmodifiable().stream()
                        .flatMap(child -> texts(child).stream())
                        .toList()
                : List.of();
    }

    /** Whether a text is shown anywhere. */
    public boolean shows(String text) {
        return read(() -> robot.lookup((Node node) -> node instanceof Labeled labeled
                        && labeled.getText() != null
                        && labeled.getText().contains(text)
                        && isShown(node))
                .tryQuery()
                .isPresent());
    }
}
