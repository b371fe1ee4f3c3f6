package io.tical.console.simulator;

import io.tical.common.admin.Simulator;
import io.tical.console.api.AdminApi;
import io.tical.console.api.Page;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.queue.SimpleKind;
import io.tical.console.work.Workspace;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javafx.scene.input.KeyCode;

/** The answers of the simulator, which administrators choose. */
record SimulatorKind(Workspace workspace) implements SimpleKind<SimulatorAnswer> {
    private static final long LATENCY_MAX_MS = 10_000;

    @Override
    public String key() {
        return "simulator";
    }

    @Override
    public String path() {
        return "/admin/v1/simulator";
    }

    @Override
    public Class<SimulatorAnswer> rowType() {
        return SimulatorAnswer.class;
    }

    @Override
    public Page<SimulatorAnswer> page(AdminApi api, Map<String, String> query) {
        return new Page<>(SimulatorAnswer.all(api.get(path(), Simulator.class)), null);
    }

    @Override
    public SimulatorAnswer read(AdminApi api, UUID id) {
        return SimulatorAnswer.all(api.get(path(), Simulator.class)).stream()
                .filter(answer -> answer.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private String value(SimulatorAnswer answer) {
        return answer.values().isEmpty()
                ? workspace.texts().get("simulator.ms", answer.value())
                : workspace.texts().word("simulator." + answer.name(), answer.value());
    }

    @Override
    public String name(SimulatorAnswer answer) {
        return workspace.texts().get("simulator." + answer.name());
    }

    @Override
    public List<Column<SimulatorAnswer>> columns() {
        return List.of(
                new Column<>(
                        "simulator.column.name",
                        160,
                        Look.TEXT,
                        row -> workspace.texts().get("simulator." + row.name())),
                new Column<>("simulator.column.value", 160, Look.TEXT, this::value));
    }

    @Override
    public List<Decision> decisions(SimulatorAnswer answer) {
        var label = "simulator." + answer.name();
        var input = answer.values().isEmpty()
                ? new Input.Number(answer.name(), label, 0, LATENCY_MAX_MS, Long.parseLong(answer.value()))
                : new Input.Choice(answer.name(), label, label, answer.values(), answer.value());
        return List.of(new Decision(
                        "simulator.change",
                        KeyCode.C,
                        Weight.PRIMARY,
                        workspace.texts().get("simulator.change.consequence"),
                        List.of(input),
                        path(),
                        Map.of())
                .by("PUT")
                .undoneWith(Map.of(
                        answer.name(), answer.values().isEmpty() ? Long.valueOf(answer.value()) : answer.value()))
                .staying());
    }

    @Override
    public String permission() {
        return "configuration";
    }
}
