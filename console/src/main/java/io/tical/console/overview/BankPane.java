package io.tical.console.overview;

import io.tical.common.admin.BankAccountState.Share;
import io.tical.common.admin.BankOverview;
import io.tical.common.admin.BankOverview.Between;
import io.tical.common.admin.BankOverview.Entries;
import io.tical.common.admin.BankOverview.Payments;
import io.tical.common.admin.BankOverview.Sum;
import io.tical.common.admin.BankOverview.Window;
import io.tical.console.api.AdminApi;
import io.tical.console.part.Banner;
import io.tical.console.part.Wrapped;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import io.tical.console.work.LoadState;
import io.tical.console.work.Loader;
import io.tical.console.work.Workspace;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javafx.geometry.HPos;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** How much of the credited money the bank proves, and how much of its statements is explained, in each currency. */
final class BankPane {
    private static final double CARD_WIDTH_MIN = 340;

    private static final BigInteger HUNDRED = BigInteger.valueOf(100);

    private static final Share NO_ENTRIES = new Share(0, 0, 0, 0);

    /** Makes a card that leads to a queue, if the operator may go there. */
    @FunctionalInterface
    interface Cards {
        /** @param spoken what a screen reader says */
        Node of(String id, String queue, Node content, String spoken);
    }

    private final Workspace workspace;
    private final Texts texts;
    private final Formats formats;
    private final Loader<BankOverview> loader;
    private final Banner banner;
    private final Cards cards;
    private final LineOfCards tiles = new LineOfCards(CARD_WIDTH_MIN);
    private final Label nothing = new Label();
    private final VBox between = new VBox(4);
    private final VBox root;

    /** @param changed runs when other debits may be known */
    BankPane(Workspace workspace, Cards cards, Runnable changed) {
        this.workspace = workspace;
        this.texts = workspace.texts();
        this.formats = workspace.formats();
        this.cards = cards;
        this.loader = new Loader<>(workspace.tasks(), workspace.clock());
        this.banner = new Banner(texts);
        var title = new Label(texts.get("overview.bank"));
        title.getStyleClass().add("screen-title");
        var about = new Wrapped(texts.get("overview.bank.about"));
        about.getStyleClass().add("quiet");
        nothing.setText(texts.get("overview.bank.nothing"));
        nothing.getStyleClass().add("quiet");
        between.setId("bank-between");
        shown(between, false);
        root = new VBox(16, new VBox(4, title, about), banner, between, nothing, tiles);
        root.setId("overview-bank");
        shown(nothing, false);
        loader.state().subscribe(state -> {
            show(state);
            changed.run();
        });
    }

    Region root() {
        return root;
    }

    LineOfCards tiles() {
        return tiles;
    }

    void refresh() {
        var path = AdminApi.path("/admin/v1/bank-overview", Map.of("livemode", String.valueOf(workspace.livemode())));
        loader.load(() -> workspace.api().get(path, BankOverview.class));
    }

    /** The money out of accounts that nobody has explained, in each currency; empty for none, or as long as it is not known. */
    String debits() {
        return loader.state().get().shown().stream()
                .flatMap(overview -> overview.debits().stream())
                .map(one -> formats.money(one.amount(), one.currency()))
                .collect(Collectors.joining(", "));
    }

    /** Shows again what was read last, because the places that the cards may lead to have changed. */
    void showAgain() {
        loader.state().get().shown().ifPresent(this::showTiles);
    }

    private void show(LoadState<BankOverview> state) {
        state.shown().ifPresent(this::showTiles);
        switch (state) {
            case LoadState.Loading<BankOverview> _, LoadState.Ready<BankOverview> _ -> banner.hide();
            case LoadState.Stale<BankOverview> stale ->
                banner.problem(
                        texts.get("common.stale", formats.clock(stale.since().getEpochSecond())) + " ",
                        stale.why(),
                        this::refresh);
            case LoadState.Failed<BankOverview> failed -> banner.problem("", failed.why(), this::refresh);
        }
    }

    private void showTiles(BankOverview overview) {
        var day = overview.windows().getFirst();
        var week = overview.windows().getLast();
        var currencies = new TreeSet<String>();
        week.payments().forEach(one -> currencies.add(one.currency()));
        week.entries().forEach(one -> currencies.add(one.currency()));
        var all = new ArrayList<Node>();
        for (var currency : currencies) {
            var credited = payments(week, currency);
            if (credited != null) {
                all.add(payments(
                        currency,
                        Objects.requireNonNullElseGet(payments(day, currency), () -> none(currency)),
                        credited));
            }
            var share = share(week, currency);
            if (share != null) {
                all.add(entries(currency, Objects.requireNonNullElse(share(day, currency), NO_ENTRIES), share));
            }
        }
        between.getChildren()
                .setAll(overview.between().stream().map(this::between).toList());
        if (overview.statements().late() > 0) {
            between.getChildren().add(late(overview.statements()));
        }
        shown(between, !between.getChildren().isEmpty());
        shown(nothing, all.isEmpty());
        tiles.showAll(all);
    }

    /** What is on its way between own accounts. */
    private Node between(Between one) {
        var key = one.amount() < 0 ? "overview.bank.between.out" : "overview.bank.between.in";
        var line = new Wrapped(
                texts.get(key, formats.money(Math.abs(one.amount()), one.currency()), Formats.count(one.entries())));
        line.getStyleClass().add("alarm");
        return line;
    }

    /** Which accounts these are, their list says. */
    private Node late(BankOverview.Statements statements) {
        var line = new Wrapped(texts.get(
                "overview.bank.late", Formats.count(statements.late()), Formats.count(statements.expecting())));
        line.setId("statements-late");
        line.getStyleClass().add("alarm");
        return line;
    }

    private static void shown(Node node, boolean shown) {
        node.setVisible(shown);
        node.setManaged(shown);
    }

    private static @Nullable Payments payments(Window window, String currency) {
        return window.payments().stream()
                .filter(one -> one.currency().equals(currency))
                .findFirst()
                .orElse(null);
    }

    private static Payments none(String currency) {
        return new Payments(currency, Sum.NONE, Sum.NONE, Sum.NONE);
    }

    private static @Nullable Share share(Window window, String currency) {
        return window.entries().stream()
                .filter(one -> one.currency().equals(currency))
                .map(Entries::share)
                .findFirst()
                .orElse(null);
    }

    private Node payments(String currency, Payments day, Payments week) {
        var all = week.bank().plus(week.verifier()).plus(week.unproved());
        var table = table();
        row(table, "overview.bank.proved", day.bank(), week.bank(), currency);
        row(table, "overview.bank.verified", day.verifier(), week.verifier(), currency);
        row(table, "overview.bank.unproved", day.unproved(), week.unproved(), currency);
        return card(
                "bank-payments-" + currency,
                "payments_missing",
                texts.get("overview.bank.payments", currency),
                percent(week.bank().amount(), all.amount()),
                "overview.bank.payments.week",
                table);
    }

    private void row(GridPane table, String key, Sum day, Sum week, String currency) {
        row(table, key, formats.amount(day.amount(), currency), formats.amount(week.amount(), currency));
    }

    private Node entries(String currency, Share day, Share week) {
        var table = table();
        row(table, "overview.bank.came", Formats.count(day.entries()), Formats.count(week.entries()));
        row(table, "overview.bank.explained", Formats.count(day.explained()), Formats.count(week.explained()));
        row(
                table,
                "overview.bank.left",
                formats.amount(day.amount() - day.explainedAmount(), currency),
                formats.amount(week.amount() - week.explainedAmount(), currency));
        return card(
                "bank-entries-" + currency,
                "bank_entries_in",
                texts.get("overview.bank.entries", currency),
                percent(week.explainedAmount(), week.amount()),
                "overview.bank.entries.week",
                table);
    }

    private Node card(String id, String queue, String title, String percent, String key, GridPane table) {
        var name = new Label(title);
        name.getStyleClass().add("quiet");
        var figure = new Label(percent);
        figure.getStyleClass().add("figure");
        var about = new Label(texts.get(key));
        about.getStyleClass().addAll("quiet", "small");
        var content = new VBox(4, name, figure, about, table);
        content.setFillWidth(true);
        VBox.setMargin(table, new Insets(8, 0, 0, 0));
        return cards.of(id, queue, content, title + ", " + percent + " " + about.getText());
    }

    /** Rounded down, so that 100 % is all of it. */
    private static String percent(long part, long whole) {
        return whole == 0 ? "" : BigInteger.valueOf(part).multiply(HUNDRED).divide(BigInteger.valueOf(whole)) + " %";
    }

    private GridPane table() {
        var table = new GridPane(16, 4);
        var names = new ColumnConstraints();
        names.setHgrow(Priority.ALWAYS);
        names.setMinWidth(0);
        table.getColumnConstraints().addAll(names, numbers(), numbers());
        table.addRow(0, new Label(), heading("overview.bank.day"), heading("overview.bank.week"));
        return table;
    }

    private static ColumnConstraints numbers() {
        var numbers = new ColumnConstraints();
        numbers.setHalignment(HPos.RIGHT);
        numbers.setMinWidth(Region.USE_PREF_SIZE);
        return numbers;
    }

    private Label heading(String key) {
        var heading = new Label(texts.get(key));
        heading.getStyleClass().addAll("quiet", "small");
        return heading;
    }

    private void row(GridPane table, String key, String day, String week) {
        table.addRow(table.getRowCount(), new Label(texts.get(key)), number(day), number(week));
    }

    private static Label number(String text) {
        var number = new Label(text);
        number.setMinWidth(Region.USE_PREF_SIZE);
        return number;
    }
}
