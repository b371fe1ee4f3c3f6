package io.tical.console.shell;

import io.tical.common.admin.ControlNotice;
import io.tical.common.admin.Overview;
import io.tical.console.part.Banner;
import io.tical.console.part.ObjectLink;
import io.tical.console.part.OverlayPanel;
import io.tical.console.stepup.StepUpPane;
import io.tical.console.text.Texts;
import io.tical.console.twostep.TwoStepPane;
import io.tical.console.work.Workspace;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The console of a signed-in operator: navigation at the left, a header, and the screen of the chosen place. */
public final class Shell implements Connection.Listener, AutoCloseable {
    /** A clock that differs more than this makes ages and leases look wrong. */
    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);

    /** The place of the changes of controls. */
    private static final String NOTICES = "notices";

    private static final String UNREAD_NOTICES = "/admin/v1/notices?status=unread&limit=100";

    private final Workspace workspace;
    private final Texts texts;
    private final List<Place> places;
    private final Map<String, Screen> screens = new HashMap<>();
    private final BorderPane frame = new BorderPane();
    private final StackPane root = new StackPane(frame);
    private final Overlay overlay = new Overlay(root, frame, this::focus);
    private final Navigation navigation;
    private final Header header;
    private final Banner banner;
    private final Runnable otherEnvironment;
    private Connection events;
    private @Nullable Place current;
    private @Nullable Overview overview;
    private boolean lost;

    /** Whether what a key that had an effect would type is still to come. */
    private boolean swallowing;

    /** What the header's buttons do beyond the shell. */
    public record ShellActions(
            Runnable signOut, Runnable otherLanguage, Runnable otherTheme, Runnable otherEnvironment) {}

    public Shell(Workspace workspace, List<Place> places, ShellActions actions) {
        this.workspace = workspace;
        this.texts = workspace.texts();
        this.places = places.stream()
                .filter(place -> workspace.operator().may(place.permission()))
                .toList();
        this.banner = new Banner(texts);
        this.navigation = new Navigation(texts, this.places, root.widthProperty(), this::go);
        this.header = new Header(
                workspace,
                new Header.Actions(
                        this::search,
                        actions.otherLanguage(),
                        actions.otherTheme(),
                        actions.otherEnvironment(),
                        this::help,
                        this::twoStep,
                        actions.signOut()));
        frame.setLeft(navigation);
        this.otherEnvironment = actions.otherEnvironment();
        frame.setTop(new VBox(header, environment(), banner));
        root.getStyleClass().add("shell");
        root.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        root.addEventFilter(KeyEvent.KEY_TYPED, this::typed);
        root.addEventHandler(ObjectLink.Opening.OPEN, opening -> open(opening.type(), opening.id()));
        root.addEventHandler(
                GoToQueue.TYPE,
                event -> placeOf(event.queue()).ifPresent(place -> {
                    go(place.id());
                    screen(place).showQueue(event.queue().queue());
                }));
        this.events = new Connection(workspace, this);
        workspace.stepUp().promptWith(this::stepUp);
    }

    /** A band across the window, which tells test data from real money at a glance. */
    private Label environment() {
        var band = new Label(texts.get("shell.test-band"));
        band.setId("test-band");
        band.setMaxWidth(Double.MAX_VALUE);
        band.setMinHeight(Region.USE_PREF_SIZE);
        band.getStyleClass().add("test-band");
        band.setVisible(!workspace.livemode());
        band.setManaged(!workspace.livemode());
        return band;
    }

    public Parent root() {
        return root;
    }

    public List<Place> places() {
        return places;
    }

    /** The id of the place that is shown; empty before the first. */
    public String currentPlace() {
        return current == null ? "" : current.id();
    }

    /** Whether nothing is lost when the window closes. If something would be, the panel over the screens says what to do first. */
    public boolean mayClose() {
        return overlay.leave();
    }

    /** Whether it has to stay although the session has ended, as of {@link OverlayPanel}. */
    public boolean outlivesSession(Runnable leave) {
        return overlay.outlivesSession(leave);
    }

    /** Shows a place; the first one if there is none with this id. */
    public void go(String id) {
        var place = places.stream()
                .filter(known -> known.id().equals(id))
                .findFirst()
                .orElse(places.getFirst());
        if (place.equals(current)) {
            return;
        }
        if (current == null) {
            events.open();
        } else {
            countNotices();
            screen(current).hidden();
        }
        current = place;
        navigation.mark(place);
        var screen = screen(place);
        frame.setCenter(screen.root());
        screen.root().requestFocus(); // until the screen gives it to a part; else a button of the header takes it
        screen.shown();
        if (overview != null) {
            tellOverview(screen, overview);
        }
    }

    /** Shows an object at the place of its type. Does nothing for types without a place. */
    public void open(String type, UUID id) {
        places.stream().filter(place -> type.equals(place.type())).findFirst().ifPresent(place -> {
            go(place.id());
            screen(place).open(id);
        });
    }

    /** Where a queue is worked on. */
    private Optional<Place> placeOf(Overview.Queue queue) {
        return Stream.<Predicate<Place>>of(
                        place -> place.counts(queue.queue()),
                        place -> queue.type().equals(place.type()))
                .flatMap(test -> places.stream().filter(test))
                .findFirst();
    }

    private Screen screen(Place place) {
        return screens.computeIfAbsent(place.id(), _ -> place.make().apply(workspace));
    }

    private List<Command> commands() {
        return List.of(
                Command.of("F5", "shell.refresh", this::refresh),
                Command.of("Shortcut+K", "shell.search", this::search),
                Command.of("Shortcut+T", "shell.environment", otherEnvironment),
                Command.of("Shift+SLASH", "shell.keys", this::help),
                Command.of("Alt+UP", "shell.previous-place", () -> step(-1)),
                Command.of("Alt+DOWN", "shell.next-place", () -> step(1)));
    }

    /** A key that had an effect types nothing into the field that has the focus because of it. */
    private void typed(KeyEvent event) {
        if (swallowing) {
            event.consume();
        }
    }

    private void pressed(KeyEvent event) {
        act(event);
        swallowing = event.isConsumed();
    }

    private void act(KeyEvent event) {
        if (overlay.isOpen()) {
            if (event.getCode() == KeyCode.ESCAPE) {
                overlay.leave();
                event.consume();
            }
            return;
        }
        var typing = event.getTarget() instanceof TextInputControl;
        if (typing
                && !event.isShortcutDown()
                && !event.isAltDown()
                && !event.getCode().isFunctionKey()) {
            return;
        }
        if (event.getText().equals("?")) {
            help();
            event.consume();
            return;
        }
        Stream.concat(commands().stream(), current == null ? Stream.of() : screen(current).commands().stream())
                .filter(command -> command.keys().match(event))
                .findFirst()
                .ifPresent(command -> {
                    command.action().run();
                    event.consume();
                });
    }

    private void step(int by) {
        var index = places.indexOf(Objects.requireNonNull(current));
        go(places.get(Math.floorMod(index + by, places.size())).id());
    }

    private void refresh() {
        if (current != null) {
            screen(current).refresh();
        }
    }

    private void search() {
        overlay.open(new SearchPane(workspace, (type, id) -> {
            overlay.close();
            open(type, id);
        }));
    }

    private void twoStep() {
        overlay.open(new TwoStepPane(workspace, overlay::close));
    }

    private void stepUp(Runnable proved, Runnable cancelled) {
        if (!overlay.open(new StepUpPane(workspace, proved, cancelled, overlay::close))) {
            cancelled.run();
        }
    }

    private void help() {
        var keys = KeyHelp.of(
                texts,
                commands(),
                current == null ? List.of() : screen(current).commands(),
                workspace.operator().serviceVersion());
        overlay.open(() -> keys);
    }

    private void focus() {
        if (current != null) {
            screen(current).focus();
        }
    }

    @Override
    public void queues(Overview now) {
        if (lost) {
            reset();
        } else if (overview == null) {
            // What is shown was loaded before the service sent events.
            refresh();
        }
        overview = now;
        header.connected(true);
        navigation.count(now);
        countNotices();
        if (current != null) {
            tellOverview(screen(current), now);
        }
        warnOfClock();
    }

    /** Counts the changes of controls that this administrator has not acknowledged. */
    private void countNotices() {
        if (places.stream().anyMatch(place -> place.id().equals(NOTICES))) {
            workspace
                    .tasks()
                    .run(
                            () -> workspace.api().page(UNREAD_NOTICES, ControlNotice.class),
                            page -> navigation.count(NOTICES, page.items().size(), page.next() != null),
                            _ -> {}); // asked again with the next event
        }
    }

    private void tellOverview(Screen screen, Overview now) {
        if (screen instanceof OverviewListener listener) {
            var reachable = now.queues().stream()
                    .filter(queue -> placeOf(queue).isPresent())
                    .map(Overview.Queue::queue)
                    .collect(Collectors.toUnmodifiableSet());
            listener.queues(now, reachable);
        }
    }

    private void warnOfClock() {
        var offset = workspace.api().clockOffset();
        if (offset.abs().compareTo(CLOCK_TOLERANCE) > 0) {
            banner.warning(texts.get("shell.clock", offset.abs().toMinutes()), null);
        }
    }

    @Override
    public void changed(String type, UUID id, @Nullable Integer version) {
        if (type.equals("notice")) {
            countNotices();
        }
        if (current != null) {
            screen(current).changed(type, id, version);
        }
    }

    @Override
    public void listChanged(String type) {
        if (current != null) {
            screen(current).listChanged(type);
        }
    }

    @Override
    public void reset() {
        lost = false;
        banner.hide();
        refresh();
    }

    @Override
    public void lost() {
        if (!lost) {
            lost = true;
            header.connected(false);
            banner.warning(
                    texts.get(
                            "shell.lost.since",
                            workspace.formats().clock(workspace.now().getEpochSecond())),
                    null);
        }
        // What is shown becomes stale, and says so.
        refresh();
    }

    /** The session has ended: nothing is asked of the service until {@link #resume}, and everything stays as it is. */
    public void rest() {
        overlay.drop();
        events.close();
        if (current != null) {
            screen(current).hidden();
        }
    }

    /** The operator has signed in again. */
    public void resume() {
        events = new Connection(workspace, this);
        events.open();
        if (current != null) {
            screen(current).shown();
            screen(current).focus();
        }
    }

    @Override
    public void close() {
        events.close();
        if (current != null) {
            screen(current).hidden();
        }
    }
}
