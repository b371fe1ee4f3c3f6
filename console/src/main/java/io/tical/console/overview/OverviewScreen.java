package io.tical.console.overview;

import static java.util.stream.Collectors.toMap;

import io.tical.common.admin.Overview;
import io.tical.console.api.AdminApi;
import io.tical.console.part.Banner;
import io.tical.console.shell.Command;
import io.tical.console.shell.GoToQueue;
import io.tical.console.shell.OverviewListener;
import io.tical.console.shell.Screen;
import io.tical.console.work.LoadState;
import io.tical.console.work.Loader;
import io.tical.console.work.Workspace;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.VBox;

/** The waiting items of each queue, the age of the oldest, and the activity of the last hours. */
public final class OverviewScreen implements Screen, OverviewListener {
    private static final double CARD_WIDTH_MIN = 220;

    private static final String DEBITS = "bank_entries_out";

    /** The order of the cards: as the navigation, with the queues of money first. */
    private static final List<String> ORDER = List.of(
            "slips_pending",
            "payouts_pending_review",
            "payouts_in_review",
            "payouts_manual",
            "approvals_pending",
            "settlements_in_review",
            "settlements_manual",
            "suspense_open",
            "payments_missing",
            DEBITS,
            "bank_entries_in",
            "bank_days",
            "deposits_differing",
            "lost_open",
            "customers_pending",
            "organization_accounts_pending",
            "issues_pending",
            "deliveries_failed",
            "deliveries_suspended");

    /** What may be fraud: a forged slip, and money that left without an order. */
    private static final Set<String> ALARMS = Set.of("payments_missing", DEBITS);

    private final Workspace workspace;
    private final Loader<Overview> loader;
    private final Banner banner;
    private final VBox warnings = new VBox(8);
    private final LineOfCards cards = new LineOfCards(CARD_WIDTH_MIN);
    private final BankPane bank;
    private final ActivityPane activity;
    private final ScrollPane root;
    private Set<String> reachable = Set.of();
    private Set<String> shownReachable = Set.of();
    private Map<String, Overview.Queue> queues = Map.of();
    private List<String> warned = List.of();

    /** Whether the first card gets the focus as soon as there is one. */
    private boolean fresh;

    public OverviewScreen(Workspace workspace) {
        this.workspace = workspace;
        this.loader = new Loader<>(workspace.tasks(), workspace.clock());
        this.banner = new Banner(workspace.texts());
        var title = new Label(workspace.texts().get("overview.title"));
        title.getStyleClass().add("screen-title");
        bank = new BankPane(workspace, this::way, this::showAgain);
        activity = new ActivityPane(workspace, this::tick);
        var content = new VBox(16, title, banner, warnings, cards, bank.root(), activity.root());
        content.getStyleClass().add("page");
        warnings.setManaged(false);
        root = new ScrollPane(content);
        root.setId("overview");
        root.setFitToWidth(true);
        loader.state().subscribe(this::show);
        // The cards are in the window later than the screen.
        cards.sceneProperty().subscribe(scene -> {
            if (scene != null) {
                workspace.tasks().ui().execute(this::focusFresh);
            }
        });
    }

    @Override
    public Parent root() {
        return root;
    }

    @Override
    public void shown() {
        fresh = true;
        focus();
        loadQueues();
        bank.refresh();
        activity.shown();
    }

    @Override
    public void focus() {
        var card = chosen().or(() -> cards.ways().stream().findFirst());
        var known = card.filter(one -> one.getScene() != null);
        known.orElse(root).requestFocus();
        fresh = fresh && known.isEmpty();
    }

    @Override
    public void hidden() {
        activity.hidden();
    }

    @Override
    public List<Command> commands() {
        return List.of(
                Command.of("RIGHT", "overview.next", () -> choose(1)),
                Command.of("LEFT", "overview.previous", () -> choose(-1)),
                Command.of("ENTER", "overview.go", this::openChosen));
    }

    private void choose(int by) {
        var ways = Stream.concat(cards.ways().stream(), bank.tiles().ways().stream())
                .toList();
        var chosen = chosen();
        if (!ways.isEmpty()) {
            var next = chosen.map(card -> ways.indexOf(card) + by).orElse(by > 0 ? 0 : -1);
            ways.get(Math.floorMod(next, ways.size())).requestFocus();
        }
    }

    private void openChosen() {
        if (root.getScene().getFocusOwner() instanceof ButtonBase button) {
            button.fire();
        }
    }

    private Optional<Node> chosen() {
        return cards.chosen().or(bank.tiles()::chosen);
    }

    @Override
    public void refresh() {
        loadQueues();
        bank.refresh();
        activity.refresh();
    }

    private void loadQueues() {
        loader.load(() -> workspace
                .api()
                .get(
                        AdminApi.path("/admin/v1/overview", Map.of("livemode", String.valueOf(workspace.livemode()))),
                        Overview.class));
    }

    @Override
    public void queues(Overview overview, Set<String> withPlace) {
        reachable = withPlace;
        loader.show(overview);
        // The same overview may have been read before, and is no change then.
        showCards(overview);
    }

    /** The ages grow. */
    private void tick() {
        bank.refresh();
        showAgain();
    }

    private void showAgain() {
        loader.state().get().shown().ifPresent(this::showCards);
    }

    private void show(LoadState<Overview> state) {
        var texts = workspace.texts();
        state.shown().ifPresent(this::showCards);
        switch (state) {
            case LoadState.Loading<Overview> _, LoadState.Ready<Overview> _ -> banner.hide();
            case LoadState.Stale<Overview> stale ->
                banner.problem(
                        texts.get(
                                        "common.stale",
                                        workspace.formats().clock(stale.since().getEpochSecond())) + " ",
                        stale.why(),
                        this::refresh);
            case LoadState.Failed<Overview> failed -> banner.problem("", failed.why(), this::refresh);
        }
    }

    private void showCards(Overview overview) {
        showWarnings(overview.warnings());
        var known = queues;
        queues = overview.queues().stream().collect(toMap(Overview.Queue::queue, queue -> queue));
        cards.showAll(overview.queues().stream()
                .sorted(Comparator.comparing(OverviewScreen::place))
                .map(this::card)
                .toList());
        if (!shownReachable.equals(reachable)) {
            shownReachable = reachable;
            bank.showAgain();
        }
        if (!known.isEmpty() && !count(known).equals(count(queues))) {
            bank.refresh();
        }
        focusFresh();
    }

    /** How many debits nobody has explained. */
    private static Optional<Integer> count(Map<String, Overview.Queue> queues) {
        return Optional.ofNullable(queues.get(DEBITS)).map(Overview.Queue::count);
    }

    private void showWarnings(List<String> words) {
        if (words.equals(warned)) {
            return;
        }
        warned = words;
        var texts = workspace.texts();
        warnings.getChildren()
                .setAll(words.stream()
                        .map(word -> {
                            var warning = new Banner(texts);
                            warning.setId("warning-" + word);
                            warning.risk(texts.word("overview.warning", word));
                            return warning;
                        })
                        .toList());
        warnings.setManaged(!words.isEmpty());
    }

    /** Gives the focus to the first card, unless the operator has turned to something else meanwhile. */
    private void focusFresh() {
        var scene = root.getScene();
        if (fresh && scene != null && root.equals(scene.getFocusOwner())) {
            focus();
        }
    }

    /** Queues of a newer service come last. */
    private static int place(Overview.Queue queue) {
        var index = ORDER.indexOf(queue.queue());
        return index < 0 ? ORDER.size() : index;
    }

    private Node card(Overview.Queue queue) {
        var texts = workspace.texts();
        var name = new Label(texts.word("overview.queue", queue.queue()));
        name.getStyleClass().add("quiet");
        var count = new Label(queue.count() + (queue.more() ? "+" : ""));
        count.getStyleClass().add("figure");
        if (queue.count() == 0) {
            count.getStyleClass().add("quiet");
        } else if (ALARMS.contains(queue.queue())) {
            count.getStyleClass().add("alarm");
        }
        var oldest = queue.oldestAt();
        var age = new Label(
                oldest == null
                        ? texts.get("overview.empty")
                        : texts.get("overview.oldest", workspace.formats().age(oldest, workspace.now())));
        age.getStyleClass().addAll("quiet", "small");
        var card = new VBox(4, name, count, age);
        if (queue.claimed() > 0) {
            var claimed = new Label(texts.get("overview.claimed", queue.claimed()));
            claimed.getStyleClass().addAll("quiet", "small");
            card.getChildren().add(claimed);
        }
        var sums = queue.queue().equals(DEBITS) && queue.count() > 0 ? bank.debits() : "";
        if (!sums.isEmpty()) {
            var money = new Label(sums);
            money.getStyleClass().addAll("alarm", "small");
            card.getChildren().add(2, money);
        }
        return way("queue-" + queue.queue(), queue.queue(), card, name.getText() + ", " + count.getText());
    }

    /** A card, which leads to the place of a queue if this operator may go there. */
    private Node way(String id, String queue, Node content, String spoken) {
        if (!reachable.contains(queue) || !queues.containsKey(queue)) {
            content.setId(id);
            content.getStyleClass().addAll("panel", "card");
            return content;
        }
        var way = new Button(null, content);
        way.setId(id);
        way.setAccessibleText(spoken);
        way.setMaxSize(Double.MAX_VALUE, Double.MAX_VALUE);
        way.setAlignment(Pos.TOP_LEFT);
        way.getStyleClass().addAll("panel", "card");
        way.setOnAction(_ -> way.fireEvent(new GoToQueue(Objects.requireNonNull(queues.get(queue)))));
        return way;
    }
}
