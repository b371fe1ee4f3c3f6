package io.tical.console.simulator;

import io.tical.console.part.Facts;
import io.tical.console.work.Workspace;
import java.util.List;
import javafx.scene.Node;

/** An answer of the simulator, and what it means. */
record SimulatorSheet(Workspace workspace) {
    List<Node> sections(SimulatorAnswer answer) {
        var texts = workspace.texts();
        var value = answer.values().isEmpty()
                ? texts.get("simulator.ms", answer.value())
                : texts.word("simulator." + answer.name(), answer.value());
        return List.of(new Facts(workspace.formats(), texts.get("simulator." + answer.name()))
                .text("simulator.column.value", value)
                .text("simulator.meaning", texts.get("simulator.meaning." + answer.name())));
    }
}
