package io.tical.console.shell;

import io.tical.common.admin.Overview;
import io.tical.console.part.Banner;
import io.tical.console.part.ObjectLink;
import io.tical.console.text.Texts;
import io.tical.console.twostep.TwoStepPane;
import io.tical.console.work.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The console of a signed-in operator: navigation at the left, a header, and the screen of the chosen place. */
public final class Shell implements Connection.Listener, AutoCloseable {
    /** A clock that differs more than this makes ages and leases look wrong. */
    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);

    /** Below this width the navigation has icons only. */
    private static final double WIDE = 1120;

    private static final PseudoClass CURRENT = PseudoClass.getPseudoClass("current");
    private static final PseudoClass NARROW = PseudoClass.getPseudoClass("narrow");

    private final Workspace workspace;
    private final Texts texts;
    private final List<Place> places;
    private final ShellActions actions;
    private final Map<String, Screen> screens = new HashMap<>();
    private final Map<String, Button> entries = new LinkedHashMap<>();
    private final List<Label> names = new ArrayList<>();
    private final Map<String, Label> counts = new HashMap<>();
    private final BorderPane frame = new BorderPane();
    private final StackPane root = new StackPane(frame);
    private final Label connection = new Label();
    private final Banner banner;
    private final Connection events;
    private @Nullable Place current;
    private @Nullable Overview overview;
    private boolean lost;

    /** What the header's buttons do beyond the shell. */
    public record ShellActions(Runnable signOut, Runnable otherLanguage, Runnable otherTheme) {}

    public Shell(Workspace workspace, List<Place> places, ShellActions actions) {
        this.workspace = workspace;
        this.texts = workspace.texts();
        this.actions = actions;
        this.places = places.stream()
                .filter(place -> workspace.operator().may(place.permission()))
                .toList();
        this.banner = new Banner(texts);
        frame.setLeft(navigation());
        frame.setTop(new VBox(header(), banner));
        root.getStyleClass().add("shell");
        root.addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
        root.addEventHandler(ObjectLink.Opening.OPEN, opening -> open(opening.type(), opening.id()));
        root.addEventHandler(GoToQueue.TYPE, event -> placeOf(event.queue()).ifPresent(place -> go(place.id())));
        this.events = new Connection(workspace, this);
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

    /** Shows a place; the first one if there is none with this id. */
    public void go(String id) {
        var place = places.stream()
                .filter(known -> known.id().equals(id))
                .findFirst()
                .orElse(places.getFirst());
        if (place.equals(current)) {
            return;
        }
        if (current != null) {
            screen(current).hidden();
        }
        current = place;
        entries.forEach((known, entry) -> entry.pseudoClassStateChanged(CURRENT, known.equals(place.id())));
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

    private Region navigation() {
        var list = new VBox(2);
        list.getStyleClass().add("nav");
        var group = "";
        for (var place : places) {
            if (!place.group().equals(group)) {
                group = place.group();
                var label = new Label(texts.get(group));
                label.getStyleClass().add("nav-group");
                if (list.getChildren().isEmpty()) {
                    label.setGraphic(new Label("Alt+↑  Alt+↓"));
                    label.setContentDisplay(ContentDisplay.RIGHT);
                    label.setGraphicTextGap(12);
                }
                list.getChildren().add(label);
            }
            list.getChildren().add(entry(place));
        }
        var scroll = new ScrollPane(list);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.getStyleClass().add("nav-scroll");
        root.widthProperty().subscribe(width -> {
            var narrow = width.doubleValue() > 0 && width.doubleValue() < WIDE;
            scroll.pseudoClassStateChanged(NARROW, narrow);
            list.getChildren().stream().filter(Label.class::isInstance).forEach(heading -> heading.setVisible(!narrow));
            names.forEach(name -> name.setContentDisplay(narrow ? ContentDisplay.GRAPHIC_ONLY : ContentDisplay.LEFT));
            counts.values().forEach(count -> count.setManaged(!narrow));
        });
        return scroll;
    }

    private Button entry(Place place) {
        var name = new Label(texts.get("shell.nav." + place.id()), new FontIcon(place.icon()));
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        var count = new Label();
        count.getStyleClass().add("nav-count");
        count.setMinWidth(Region.USE_PREF_SIZE);
        count.setVisible(false);
        counts.put(place.id(), count);
        var line = new HBox(8, name, space, count);
        line.setAlignment(Pos.CENTER_LEFT);
        var button = new Button(null, line);
        line.prefWidthProperty().bind(button.widthProperty().subtract(24));
        names.add(name);
        button.setTooltip(new Tooltip(name.getText()));
        button.setId("nav-" + place.id());
        button.setAccessibleText(name.getText());
        button.setMaxWidth(Double.MAX_VALUE);
        button.getStyleClass().add("nav-entry");
        button.setFocusTraversable(false);
        button.setOnAction(_ -> go(place.id()));
        entries.put(place.id(), button);
        return button;
    }

    private Region header() {
        var mark = new Label("Tical");
        mark.getStyleClass().add("header-mark");
        var search = new Button(texts.get("shell.search") + "  Ctrl+K", new FontIcon(Feather.SEARCH));
        search.setId("open-search");
        search.setFocusTraversable(false);
        search.setOnAction(_ -> search());
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        connection.setId("connection");
        connection.getStyleClass().add("quiet");
        var person = new Label(texts.get(
                "shell.person",
                workspace.operator().username(),
                texts.word("role", workspace.operator().role())));
        person.getStyleClass().add("quiet");
        var header = new HBox(
                12,
                mark,
                search,
                space,
                connection,
                person,
                icon(Feather.GLOBE, "shell.language", actions.otherLanguage()),
                icon(Feather.MOON, "shell.theme", actions.otherTheme()),
                keys(),
                icon(Feather.SHIELD, "shell.two-step", this::twoStep),
                icon(Feather.LOG_OUT, "shell.sign-out", actions.signOut()));
        header.setAlignment(Pos.CENTER_LEFT);
        header.getStyleClass().add("header");
        return header;
    }

    /** Named, not only drawn: who is new finds every other key there. */
    private Button keys() {
        var button = new Button(texts.get("shell.keys") + "  ?");
        button.setId("shell-keys");
        button.setFocusTraversable(false);
        button.getStyleClass().add("icon-button");
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setOnAction(_ -> help());
        return button;
    }

    private Button icon(Feather icon, String key, Runnable action) {
        var button = new Button(null, new FontIcon(icon));
        button.setId(key.replace('.', '-'));
        button.setTooltip(new Tooltip(texts.get(key)));
        button.setAccessibleText(texts.get(key));
        button.getStyleClass().add("icon-button");
        button.setOnAction(_ -> action.run());
        return button;
    }

    private List<Command> commands() {
        return List.of(
                Command.of("F5", "shell.refresh", this::refresh),
                Command.of("Shortcut+K", "shell.search", this::search),
                Command.of("Shift+SLASH", "shell.keys", this::help),
                Command.of("Alt+UP", "shell.previous-place", () -> step(-1)),
                Command.of("Alt+DOWN", "shell.next-place", () -> step(1)));
    }

    private void pressed(KeyEvent event) {
        var overlay = root.getChildren().size() > 1;
        if (overlay) {
            if (event.getCode() == KeyCode.ESCAPE) {
                closeOverlay();
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
        overlay(new SearchPane(workspace, (type, id) -> {
                    closeOverlay();
                    open(type, id);
                })
                .root());
    }

    private void twoStep() {
        overlay(new TwoStepPane(workspace, this::closeOverlay).root());
    }

    private void help() {
        overlay(KeyHelp.of(
                texts, commands(), current == null ? List.of() : screen(current).commands()));
    }

    private void overlay(Region content) {
        closeOverlay();
        var shade = new StackPane(content);
        shade.getStyleClass().add("shade");
        shade.setOnMousePressed(event -> {
            if (event.getTarget().equals(shade)) {
                closeOverlay();
            }
        });
        root.getChildren().add(shade);
    }

    private void closeOverlay() {
        root.getChildren().setAll(frame);
        if (current != null) {
            screen(current).focus();
        }
    }

    @Override
    public void queues(Overview now) {
        if (lost) {
            reset();
        }
        overview = now;
        connection.setText(texts.get("shell.connected"));
        for (var place : places) {
            var queues = now.queues().stream()
                    .filter(queue -> place.counts(queue.queue()))
                    .toList();
            var count = queues.stream().mapToInt(Overview.Queue::count).sum();
            var label = Objects.requireNonNull(counts.get(place.id()));
            label.setVisible(count > 0);
            label.setText(count + (queues.stream().anyMatch(Overview.Queue::more) ? "+" : ""));
        }
        if (current != null) {
            tellOverview(screen(current), now);
        }
        warnOfClock();
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
        if (current != null) {
            screen(current).changed(type, id, version);
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
            connection.setText(texts.get("shell.lost"));
        }
        // What is shown becomes stale, and says so.
        refresh();
    }

    @Override
    public void close() {
        events.close();
        if (current != null) {
            screen(current).hidden();
        }
    }
}
