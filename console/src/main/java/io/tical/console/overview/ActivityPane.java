package io.tical.console.overview;

import io.tical.common.admin.Activity;
import io.tical.console.api.AdminApi;
import io.tical.console.overview.ActivityFigures.Health;
import io.tical.console.part.Banner;
import io.tical.console.part.PreparedViews;
import io.tical.console.text.Texts;
import io.tical.console.work.LoadState;
import io.tical.console.work.Loader;
import io.tical.console.work.Workspace;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.collections.FXCollections;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.chart.BarChart;
import javafx.scene.chart.CategoryAxis;
import javafx.scene.chart.LineChart;
import javafx.scene.chart.NumberAxis;
import javafx.scene.chart.XYChart;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import javafx.util.converter.NumberStringConverter;

/** Volume and success rate of the last 24 hours, and how rails and callbacks do. Reads them again while it is visible. */
final class ActivityPane {
    private static final Duration PERIOD = Duration.seconds(30);
    private static final double CHART_HEIGHT = 216;
    private static final double PERCENT_SHOWN = 125;
    private static final List<String> KINDS = List.of("payin", "payout");

    private final Workspace workspace;
    private final Texts texts;
    private final Loader<Activity> loader;
    private final Banner banner;
    private final PreparedViews<Activity, List<Node>> prepared = new PreparedViews<>(this::sections);
    private final GridPane plots = new GridPane(16, 16);
    private final Timeline timer;
    private final VBox root;

    /** @param beat runs each time before it reads them */
    ActivityPane(Workspace workspace, Runnable beat) {
        this.workspace = workspace;
        this.texts = workspace.texts();
        this.loader = new Loader<>(workspace.tasks(), workspace.clock());
        this.banner = new Banner(texts);
        var title = new Label(texts.get("overview.activity"));
        title.getStyleClass().add("screen-title");
        timer = new Timeline(new KeyFrame(PERIOD, _ -> {
            beat.run();
            refresh();
        }));
        for (int column = 0; column < 2; column++) {
            var half = new ColumnConstraints();
            half.setPercentWidth(50);
            plots.getColumnConstraints().add(half);
        }
        root = new VBox(16, title, banner, plots);
        timer.setCycleCount(Animation.INDEFINITE);
        loader.state().subscribe(this::show);
    }

    Region root() {
        return root;
    }

    void shown() {
        refresh();
        timer.playFromStart();
    }

    void hidden() {
        timer.stop();
    }

    void refresh() {
        var path = AdminApi.path("/admin/v1/activity", Map.of("livemode", String.valueOf(workspace.livemode())));
        loader.load(() -> {
            var activity = workspace.api().get(path, Activity.class);
            prepared.prepare(activity);
            return activity;
        });
    }

    private void show(LoadState<Activity> state) {
        switch (state) {
            case LoadState.Loading<Activity> _ -> banner.hide();
            case LoadState.Ready<Activity> ready -> {
                banner.hide();
                show(prepared.take(ready.value()));
            }
            case LoadState.Stale<Activity> stale ->
                banner.problem(
                        texts.get(
                                        "common.stale",
                                        workspace.formats().clock(stale.since().getEpochSecond())) + " ",
                        stale.why(),
                        this::refresh);
            case LoadState.Failed<Activity> failed -> banner.problem("", failed.why(), this::refresh);
        }
    }

    /** The sections in their order, two in a row. */
    private List<Node> sections(Activity activity) {
        var figures = new ActivityFigures(activity);
        var currency = figures.currencies().stream().findFirst().orElse("");
        return List.of(
                section("volume", currency.isEmpty() ? nothing() : volume(figures, currency), currency),
                section("success", currency.isEmpty() ? nothing() : successRate(figures, currency), "%"),
                section(
                        "rails",
                        table(
                                "overview.rail",
                                figures.health("rail_attempt"),
                                List.of("succeeded", "failed", "waiting", "unknown")),
                        ""),
                section("callbacks", callbacks(figures), ""),
                section(
                        "verifications",
                        table(
                                "overview.service",
                                figures.health("slip_verification"),
                                List.of("verified", "rejected", "pending", "unavailable")),
                        ""));
    }

    private void show(List<Node> sections) {
        plots.getChildren().clear();
        for (int i = 0; i < sections.size(); i++) {
            plots.add(sections.get(i), i % 2, i / 2);
        }
    }

    private VBox section(String id, Region content, String unit) {
        var title = new Label(texts.get("overview." + id) + (unit.isEmpty() ? "" : ", " + unit));
        title.getStyleClass().add("section-title");
        var section = new VBox(12, title, content);
        section.setId("activity-" + id);
        section.setMaxHeight(Double.MAX_VALUE);
        section.getStyleClass().add("section");
        return section;
    }

    private Label nothing() {
        var label = new Label(texts.get("overview.nothing"));
        label.getStyleClass().add("quiet");
        return label;
    }

    private Region volume(ActivityFigures figures, String currency) {
        var chart = new BarChart<>(hours(figures), new NumberAxis());
        chart.setBarGap(0);
        chart.setCategoryGap(4);
        for (var kind : KINDS) {
            var series = series(kind);
            var values = figures.volumes(kind, currency);
            for (int at = 0; at < values.size(); at++) {
                series.getData().add(point(figures, at, major(values.get(at), currency)));
            }
            chart.getData().add(series);
        }
        return calm(chart);
    }

    /** Whole units, for an axis. */
    private double major(long minor, String currency) {
        var profile = workspace.formats().currencies().get(currency);
        return BigDecimal.valueOf(minor, profile == null ? 0 : profile.scale()).doubleValue();
    }

    private Region successRate(ActivityFigures figures, String currency) {
        var chart = new LineChart<>(hours(figures), percent());
        for (var kind : KINDS) {
            var series = series(kind);
            var rates = figures.successRates(kind, currency);
            for (int at = 0; at < rates.size(); at++) {
                var hour = at;
                rates.get(at).ifPresent(rate -> series.getData().add(point(figures, hour, rate)));
            }
            chart.getData().add(series);
        }
        return calm(chart);
    }

    /** All hours, also those without a point. */
    private CategoryAxis hours(ActivityFigures figures) {
        var axis = new CategoryAxis();
        axis.setCategories(FXCollections.observableArrayList(figures.activity().hours().stream()
                .map(hour -> workspace.formats().clock(hour))
                .toList()));
        axis.setTickLabelRotation(0);
        return axis;
    }

    /** Above 100 %, so that points at 100 % are fully visible. */
    private static NumberAxis percent() {
        var axis = new NumberAxis(0, PERCENT_SHOWN, 25);
        axis.setTickLabelFormatter(new NumberStringConverter() {
            @Override
            public String toString(Number percent) {
                return percent.intValue() > 100 ? "" : super.toString(percent);
            }
        });
        return axis;
    }

    private XYChart.Series<String, Number> series(String kind) {
        var series = new XYChart.Series<String, Number>();
        series.setName(texts.word("overview.series", kind));
        return series;
    }

    private XYChart.Data<String, Number> point(ActivityFigures figures, int at, double value) {
        return new XYChart.Data<>(hour(figures, at), value);
    }

    private String hour(ActivityFigures figures, int at) {
        return workspace.formats().clock(figures.activity().hours().get(at));
    }

    private static Region calm(XYChart<String, Number> chart) {
        chart.setAnimated(false);
        chart.setVerticalGridLinesVisible(false);
        chart.setAlternativeRowFillVisible(false);
        chart.setPrefHeight(CHART_HEIGHT);
        chart.setMinHeight(CHART_HEIGHT);
        return chart;
    }

    private Region callbacks(ActivityFigures figures) {
        var table = table(
                "overview.endpoint",
                figures.health("delivery"),
                List.of("delivered", "failed", "pending", "suspended"));
        var suspended = figures.health("endpoint").stream()
                .mapToLong(health -> health.of("suspended"))
                .sum();
        var endpoints = new Label(texts.get("overview.endpoints-suspended", suspended));
        endpoints.setId("endpoints-suspended");
        endpoints.getStyleClass().add(suspended == 0 ? "quiet" : "problem");
        return new VBox(12, table, endpoints);
    }

    /** A row for each subject, a column for each outcome. */
    private Region table(String words, List<Health> rows, List<String> outcomes) {
        if (rows.isEmpty()) {
            return nothing();
        }
        var grid = new GridPane(24, 8);
        for (int column = 0; column < outcomes.size(); column++) {
            var heading = new Label(texts.word("overview.outcome", outcomes.get(column)));
            heading.getStyleClass().addAll("quiet", "small");
            number(grid, heading, column + 1, 0);
        }
        for (int row = 0; row < rows.size(); row++) {
            grid.add(new Label(texts.word(words, rows.get(row).subject())), 0, row + 1);
            for (int column = 0; column < outcomes.size(); column++) {
                var count = rows.get(row).of(outcomes.get(column));
                number(grid, new Label(String.format(Locale.ROOT, "%,d", count)), column + 1, row + 1);
            }
        }
        return grid;
    }

    private static void number(GridPane grid, Label label, int column, int row) {
        GridPane.setHalignment(label, HPos.RIGHT);
        grid.add(label, column, row);
    }
}
