package io.tical.console.simulator;

import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the simulator. */
public final class SimulatorScreen {
    private SimulatorScreen() {}

    public static WorkScreen<SimulatorAnswer, SimulatorAnswer> of(Workspace workspace) {
        return new WorkScreen<>(
                workspace, new SimulatorKind(workspace), new Sheet<>(new SimulatorSheet(workspace)::sections));
    }
}
