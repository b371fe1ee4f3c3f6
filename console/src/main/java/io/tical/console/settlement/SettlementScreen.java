package io.tical.console.settlement;

import io.tical.common.admin.Settlements;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the settlements. */
public final class SettlementScreen {
    private SettlementScreen() {}

    public static WorkScreen<Settlements.Row, Settlements.Detail> of(Workspace workspace) {
        return new WorkScreen<>(
                workspace,
                new SettlementKind(workspace),
                new Sheet<>(new SettlementSheet(workspace)::sections, new SettlementSheet(workspace)::copies));
    }
}
