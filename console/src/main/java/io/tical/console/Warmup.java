package io.tical.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tical.common.Ids;
import io.tical.common.admin.OperatorSession;
import io.tical.common.admin.TimelineItem;
import io.tical.console.api.AdminApi;
import io.tical.console.part.Banner;
import io.tical.console.part.Chips;
import io.tical.console.part.Facts;
import io.tical.console.part.Timeline;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.DecisionPane;
import io.tical.console.queue.Input;
import io.tical.console.shell.Shell;
import io.tical.console.shell.Shell.ShellActions;
import io.tical.console.text.Formats;
import io.tical.console.text.Texts;
import io.tical.console.work.ConsoleStore;
import io.tical.console.work.Tasks;
import io.tical.console.work.Workspace;
import java.net.URI;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javafx.scene.chart.BarChart;
import javafx.scene.chart.CategoryAxis;
import javafx.scene.chart.LineChart;
import javafx.scene.chart.NumberAxis;
import javafx.scene.input.KeyCode;

/**
 * Builds one instance of each screen in the background while the operator signs in. Nothing is shown. This loads the classes, icons and
 * formats, which would otherwise block the user interface thread when a screen is first shown.
 */
record Warmup(Texts texts) implements Runnable {
    private static final URI NOWHERE = URI.create("http://127.0.0.1:1");
    private static final String CURRENCY = "THB";
    private static final ConsoleStore FORGETFUL = new ConsoleStore() {
        @Override
        public String get(String name, String otherwise) {
            return otherwise;
        }

        @Override
        public void put(String name, String value) {}
    };

    @Override
    public void run() {
        var formats = new Formats(texts, Map.of(), ZoneId.systemDefault());
        try (var api = new AdminApi(NOWHERE, Clock.systemUTC())) {
            // Its tasks never run, so that nothing is asked of a service.
            var workspace = new Workspace(
                    api,
                    new OperatorSession(
                            Ids.next(),
                            null,
                            "",
                            "admin",
                            Set.of("read", "money", "payouts"),
                            "password",
                            false,
                            0,
                            ""),
                    new Tasks(_ -> {}, _ -> {}),
                    texts,
                    formats,
                    Clock.systemUTC(),
                    FORGETFUL,
                    (_, _) -> null,
                    true);
            new Shell(workspace, Places.ALL, new ShellActions(() -> {}, () -> {}, () -> {}, () -> {}));
            Places.ALL.forEach(place -> place.make().apply(workspace).root());
        }
        evidence(formats);
        decision(formats);
        new BarChart<>(new CategoryAxis(), new NumberAxis());
        new LineChart<>(new CategoryAxis(), new NumberAxis());
    }

    private void evidence(Formats formats) {
        new Facts(formats, "")
                .text("audit.actor", "-")
                .copyable("audit.source", "-")
                .id("audit.object", Ids.next())
                .link("audit.object", "payin", Ids.next())
                .money("approvals.amount", 1L, CURRENCY)
                .time("audit.at", 0L)
                .status("approvals.status", "success");
        var nothing = JsonNodeFactory.instance.objectNode();
        new Timeline(
                formats,
                List.of(
                        new TimelineItem(0, "state", "pending → success", nothing, null),
                        new TimelineItem(0, "posting", "payin_credit", nothing, null),
                        new TimelineItem(0, "staff", "create", nothing, null)));
        Chips.environment(texts, true);
        new Banner(texts).success("", () -> {});
    }

    private static void decision(Formats formats) {
        var inputs = List.of(
                new Input.Amount("amount", "approvals.amount", CURRENCY, 1L),
                new Input.Choice("status", "approvals.status", "status", List.of("success")),
                Input.transfer(),
                Input.note());
        var pane = new DecisionPane(formats, (_, _, _) -> {}, () -> {}, () -> {});
        for (var weight : Weight.values()) {
            var decision = new Decision("approvals.approve", KeyCode.A, weight, "", inputs, "/", Map.of());
            pane.offer(List.of(decision));
            pane.choose(decision);
            pane.cancel();
        }
    }
}
