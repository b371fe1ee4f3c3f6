package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.admin.WorkItem;
import io.tical.console.Console.Start;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import io.tical.console.work.ConsoleStore;
import io.tical.console.work.Tasks;
import io.tical.server.OperatorClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.skin.TableColumnHeader;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.stage.Stage;
import javafx.stage.WindowEvent;
import org.jspecify.annotations.Nullable;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/** The console as an operator uses it: a window on the headless platform, against a real service. */
public final class OpenConsole implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Once in a process is enough. */
    private static final AtomicBoolean COLD = new AtomicBoolean(true);

    private final FxRobot robot = new FxRobot();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, String> remembered;

    /** What runs in the background, and what waits for the thread of the user interface because of it. */
    private final AtomicInteger tasks = new AtomicInteger();

    private @Nullable Path saveTo;
    private final UiWatch watch = new UiWatch();
    private final Console console;
    private final Stage stage;
    private final Steps steps;

    private OpenConsole(Map<String, String> remembered, Start start, Clock clock) throws TimeoutException {
        WaitForAsyncUtils.clearExceptions(); // of earlier tests in this process, which printed them
        this.remembered = new HashMap<>(remembered);
        stage = FxToolkit.registerPrimaryStage();
        steps = new Steps(robot, stage);
        console = FxToolkit.setupFixture(() -> {
            var store = new ConsoleStore() {
                @Override
                public String get(String name, String otherwise) {
                    return OpenConsole.this.remembered.getOrDefault(name, otherwise);
                }

                @Override
                public void put(String name, String value) {
                    OpenConsole.this.remembered.put(name, value);
                }
            };
            var made = new Console(
                    stage,
                    store,
                    new Tasks(this::inBackground, this::onUi),
                    clock,
                    Locale.ENGLISH,
                    Map.of(),
                    (_, name) -> saveTo == null ? null : saveTo.resolve(name),
                    texts -> {
                        if (COLD.getAndSet(false)) {
                            new Warmup(texts).run();
                        }
                    });
            // All consoles share the stage, which keeps its place.
            stage.setX(0);
            stage.setY(0);
            made.start(start);
            if (Screens.WRITTEN) {
                stage.sizeToScene();
            }
            watch.watch(stage.getScene());
            stage.requestFocus();
            return made;
        });
    }

    /** With the sign-in screen, and what the console remembers from before, such as {@code address} or {@code theme}. */
    public static OpenConsole at(int adminPort, Map<String, String> more) throws TimeoutException {
        return at(adminPort, more, Clock.systemUTC());
    }

    /** On a computer with this clock. */
    static OpenConsole at(int adminPort, Map<String, String> more, Clock clock) throws TimeoutException {
        var remembered = new HashMap<>(
                Map.of("address", "http://127.0.0.1:" + adminPort, "width", "1000", "height", "780", "theme", "LIGHT"));
        remembered.putAll(more);
        return new OpenConsole(remembered, Start.ASK, clock);
    }

    /** With the values of a command line. */
    public static OpenConsole with(Start start) throws TimeoutException {
        return new OpenConsole(Map.of("theme", "LIGHT"), start, Clock.systemUTC());
    }

    /** Signed in as this operator, at a place. */
    public static OpenConsole as(OperatorClient operator, int adminPort, String place, Map<String, String> more)
            throws TimeoutException {
        var console = at(adminPort, more);
        console.signIn(operator.username(), "the password of " + operator.username());
        console.await(() -> console.exists("#nav-overview"));
        console.click("#nav-" + place);
        return console;
    }

    public void signIn(String username, String password) {
        type("#username", username);
        type("#password", password);
        push(KeyCode.ENTER);
    }

    /** A console that is being closed loads nothing more. */
    private void inBackground(Runnable task) {
        var counted = counted(task);
        try {
            threads.execute(counted);
        } catch (RejectedExecutionException refused) {
            tasks.decrementAndGet();
            assertThat(threads.isShutdown()).isTrue();
        }
    }

    private void onUi(Runnable task) {
        var counted = counted(task);
        Platform.runLater(() -> watch.run(counted));
    }

    private Runnable counted(Runnable task) {
        tasks.incrementAndGet();
        return () -> {
            try {
                task.run();
            } finally {
                tasks.decrementAndGet();
            }
        };
    }

    /** Whether nothing is read or sent any more, also not beforehand, and all answers have taken effect. */
    public boolean isIdle() {
        return tasks.get() == 0;
    }

    UiWatch watch() {
        return watch;
    }

    public FxRobot robot() {
        return robot;
    }

    public Map<String, String> remembered() {
        return remembered;
    }

    /** Does something on the thread of the user interface, and lets it take effect. */
    public void interact(Runnable task) {
        steps.interact(task);
    }

    /**
     * Reads of the window on the thread of the user interface, which changes it meanwhile.
     *
     * @param source answers at once, because the thread waits for it
     */
    public static <T> T read(Callable<T> source) {
        return WaitForAsyncUtils.waitForAsyncFx(PATIENCE.toMillis(), source);
    }

    public void type(String selector, String text) {
        interact(() -> robot.lookup(selector).queryTextInputControl().setText(text));
    }

    /** What a field contains. */
    public String typed(String selector) {
        return read(() -> robot.lookup(selector).queryTextInputControl().getText());
    }

    /** The folder that is chosen for exports; null cancels the choice. */
    public void saveTo(@Nullable Path folder) {
        saveTo = folder;
    }

    /** Chooses a value of a choice box. */
    public void choose(String selector, String value) {
        interact(() -> robot.lookup(selector).<ChoiceBox<String>>query().setValue(value));
    }

    /** The id of what has the focus; empty if it has none. */
    String focused() {
        return read(() -> {
            var owner = stage.getScene().getFocusOwner();
            return owner == null || owner.getId() == null ? "" : owner.getId();
        });
    }

    /** Whether what has the focus stands in such a node. */
    boolean hasFocus(String selector) {
        return read(() -> {
            var owner = stage.getScene().getFocusOwner();
            return owner != null
                    && Stream.<Node>iterate(owner, node -> node != null, Node::getParent)
                            .anyMatch(node -> robot.lookup(selector).queryAll().contains(node));
        });
    }

    /** Fires a button or follows a link, wherever the window is scrolled to. */
    public void click(String selector) {
        interact(() -> robot.lookup(selector).<ButtonBase>query().fire());
    }

    /** Gives the focus to a node. */
    public void focus(String selector) {
        interact(() -> robot.lookup(selector).query().requestFocus());
    }

    /** As the button of the window's frame, which the headless platform does not draw. */
    public void closeWindow() {
        interact(() -> stage.fireEvent(new WindowEvent(stage, WindowEvent.WINDOW_CLOSE_REQUEST)));
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

    private TableView<WorkItem> table() {
        return robot.lookup(".rows").query();
    }

    /** Moves a column of the list to the left end while the mouse holds its head; the headless platform itself drags none. */
    public void dragColumn(String title) {
        robot.moveTo(read(() -> robot.lookup((Node node) -> node instanceof TableColumnHeader header
                        && header.getTableColumn() != null
                        && title.equals(header.getTableColumn().getText()))
                .<Node>query()));
        robot.press(MouseButton.PRIMARY);
        interact(() -> table().getColumns().sort(Comparator.comparing(column -> !title.equals(column.getText()))));
        robot.release(MouseButton.PRIMARY);
        steps.settle();
    }

    /** What a menu offers. */
    public List<MenuItem> choices(String selector) {
        interact(() -> menu(selector).getOnShowing().handle(null));
        return read(() -> List.copyOf(menu(selector).getItems()));
    }

    private MenuButton menu(String selector) {
        return robot.lookup(selector).query();
    }

    /** Chooses of a menu. */
    public void fire(MenuItem item) {
        interact(() -> {
            if (item instanceof CheckMenuItem choice) {
                choice.setSelected(!choice.isSelected());
            }
            item.fire();
        });
    }

    /** What a column of the list shows, from its first row to the last one that is fetched. */
    List<String> cells(String column) {
        return read(() -> {
            var table = table();
            return table.getColumns().stream()
                    .filter(one -> column.equals(one.getId()))
                    .flatMap(one -> IntStream.range(0, table.getItems().size()).mapToObj(one::getCellData))
                    .map(String::valueOf)
                    .toList();
        });
    }

    /** The buttons that neither Tab reaches nor a key presses: the places have Alt and the arrows, others show their key. */
    List<Node> mouseOnly() {
        return read(() -> List.copyOf(robot.lookup((Node node) -> node instanceof ButtonBase button
                        && isShown(button)
                        && !button.isFocusTraversable()
                        && !button.getStyleClass().contains("nav-entry")
                        && (button.getText() == null || !button.getText().matches("(?:.* {2})?(?:Ctrl\\+)?\\S")))
                .queryAll()));
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

    /** The rows of the list that are fetched. */
    List<?> rows() {
        return read(() -> List.copyOf(table().getItems()));
    }

    public void push(KeyCode... keys) {
        steps.push(keys);
    }

    /** Presses the key that stands on a visible button with this name: before it for a choice, behind it for others. */
    void pushShown(String name) {
        var named = robot.lookup((Node node) -> node instanceof ButtonBase button
                && isShown(button)
                && !button.isDisabled()
                && button.getText() != null
                && List.of(button.getText().split(" {2}")).contains(name));
        await(() -> named.tryQuery().isPresent());
        var text = read(() -> named.<ButtonBase>query().getText());
        var key = text.replace(name, "").strip();
        push(
                switch (key) {
                    case "↵" -> KeyCode.ENTER;
                    default -> KeyCode.getKeyCode(key);
                });
    }

    public boolean exists(String selector) {
        return !all(selector).isEmpty();
    }

    public boolean isVisible(String selector) {
        return read(() -> all(selector).stream().anyMatch(OpenConsole::isShown));
    }

    /** Whether there is a visible button that acts: while a decision is sent, the keys of others do nothing. */
    public boolean canPress(String selector) {
        return read(() -> all(selector).stream().anyMatch(node -> isShown(node) && !node.isDisabled()));
    }

    private Set<Node> all(String selector) {
        return read(() -> robot.lookup(selector).queryAll());
    }

    private static boolean isShown(Node node) {
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
                .filter(OpenConsole::isShown)
                .filter(Labeled.class::isInstance)
                .map(node -> ((Labeled) node).getText())
                .findFirst()
                .orElse(""));
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

    public void await(BooleanSupplier condition) {
        org.awaitility.Awaitility.await()
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> onUi(condition));
    }

    /** Until the service tells changes: what changes before, after the console has read it, is not told. */
    public void awaitConnected() {
        var connected = new Texts(Language.valueOf(remembered.getOrDefault("language", Language.ENGLISH.name())))
                .get("shell.connected");
        await(() -> text("#connection").equals(connected));
    }

    /** The robot itself would wait a tenth of a second for other events. */
    private static boolean onUi(BooleanSupplier condition) throws Exception {
        var answer = new FutureTask<>(condition::getAsBoolean);
        Platform.runLater(answer);
        return answer.get();
    }

    /** Leaves a picture in target/screens if pictures are asked for. */
    public void picture(String name) {
        if (Screens.WRITTEN) {
            render(name);
        } else {
            steps.settle();
        }
    }

    /** Renders the window, also where nobody asked for its picture. */
    void render(String name) {
        steps.settle();
        Screens.save(stage.getScene(), Path.of("target/screens/" + name + ".png"));
    }

    /** Fails if something failed that the test did not ask for. */
    @Override
    public void close() {
        interact(console::close);
        interact(stage::hide);
        threads.close();
        steps.settle();
        read(() -> true); // fails with what failed in the background
    }
}
