package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.pollinterval.IterativePollInterval.iterative;

import io.tical.console.Console.Start;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import io.tical.console.work.ConsoleStore;
import io.tical.console.work.SaveDialog;
import io.tical.console.work.Tasks;
import io.tical.server.OperatorClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.skin.TableColumnHeader;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.stage.WindowEvent;
import org.jspecify.annotations.Nullable;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/** The console as an operator uses it: a window on the headless platform, against a real service. */
public final class OpenConsole extends ShownWindow implements AutoCloseable {
    /** Once in a process is enough. */
    private static final AtomicBoolean COLD = new AtomicBoolean(true);

    private static final Duration LOOK_FIRST = Duration.ofMillis(10);
    private static final Duration LOOK_LONGEST = Duration.ofMillis(40);

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, String> remembered;

    /** What runs in the background, and what waits for the thread of the user interface because of it. */
    private final AtomicInteger tasks = new AtomicInteger();

    private @Nullable Path saveTo;
    private List<Path> toRead = List.of();

    /** With what the operator answers the question who they are, while the test waits; null if the test does that itself. */
    private @Nullable String proof;

    private final UiWatch watch = new UiWatch();
    private final Console console;
    private final Steps steps;

    private OpenConsole(Map<String, String> remembered, Start start, Clock clock) throws TimeoutException {
        super(new FxRobot(), FxToolkit.registerPrimaryStage());
        WaitForAsyncUtils.clearExceptions(); // of earlier tests in this process, which printed them
        this.remembered = new HashMap<>(remembered);
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
                    files(),
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

    private SaveDialog files() {
        return new SaveDialog() {
            @Override
            public @Nullable Path choose(String title, String name) {
                return saveTo == null ? null : saveTo.resolve(name);
            }

            @Override
            public List<Path> chooseSeveral(String title) {
                return toRead;
            }
        };
    }

    /** Signed in as this operator, at a place. */
    public static OpenConsole as(OperatorClient operator, int adminPort, String place, Map<String, String> more)
            throws TimeoutException {
        var console = at(adminPort, more);
        console.signIn(operator.username(), "the password of " + operator.username());
        console.proof = "the password of " + operator.username();
        console.await(() -> console.exists("#nav-overview"));
        console.click("#nav-" + place);
        return console;
    }

    /** Switches to test data, which the band across the window says. */
    public OpenConsole showTest() {
        click("#environment-test");
        await(() -> isVisible("#test-band") && isIdle());
        return this;
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

    public void type(String selector, String text) {
        interact(() -> robot.lookup(selector).queryTextInputControl().setText(text));
    }

    /** The folder that is chosen for exports; null cancels the choice. */
    public void saveTo(@Nullable Path folder) {
        saveTo = folder;
    }

    /** The files that are chosen to be read. */
    public void readFrom(List<Path> files) {
        toRead = files;
    }

    /** Exports the list to an empty folder; returns the file. */
    public Path export(Path folder) throws IOException {
        saveTo(folder);
        push(KeyCode.CONTROL, KeyCode.E);
        await(() -> text("#export-progress").startsWith("Exported "));
        try (var files = Files.list(folder)) {
            return files.findFirst().orElseThrow();
        }
    }

    /** Chooses a value of a choice box. */
    public void choose(String selector, String value) {
        interact(() -> robot.lookup(selector).<ChoiceBox<String>>query().setValue(value));
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

    public void await(BooleanSupplier condition) {
        org.awaitility.Awaitility.await()
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(iterative(OpenConsole::next, LOOK_FIRST))
                .until(() -> {
                    prove();
                    return onUi(condition);
                });
    }

    /** Each look searches the whole window, on the thread that is waited for. */
    private static Duration next(Duration last) {
        return last.compareTo(LOOK_LONGEST) < 0 ? last.multipliedBy(2) : LOOK_LONGEST;
    }

    private void prove() throws Exception {
        var secret = proof;
        if (secret != null && onUi(() -> exists("#step-up-secret") && !isDisabled("#step-up"))) {
            proof = null;
            type("#step-up-secret", secret);
            click("#step-up-confirm");
        }
    }

    private boolean isDisabled(String selector) {
        return robot.lookup(selector).query().isDisabled();
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
