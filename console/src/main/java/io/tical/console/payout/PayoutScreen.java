package io.tical.console.payout;

import io.tical.common.admin.Payouts;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the payouts. */
public final class PayoutScreen {
    private PayoutScreen() {}

    public static WorkScreen<Payouts.Row, Payouts.Detail> of(Workspace workspace) {
        return new WorkScreen<>(
                workspace,
                new PayoutKind(workspace),
                new Sheet<>(new PayoutSheet(workspace)::sections, new PayoutSheet(workspace)::copies));
    }
}
