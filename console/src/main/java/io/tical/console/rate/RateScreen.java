package io.tical.console.rate;

import io.tical.common.admin.ExchangeRate;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the rates. */
public final class RateScreen {
    private RateScreen() {}

    public static WorkScreen<ExchangeRate, ExchangeRate> of(Workspace workspace) {
        return new WorkScreen<>(workspace, new RateKind(workspace), new Sheet<>(new RateSheet(workspace)::sections));
    }
}
