package io.tical.console.payin;

import io.tical.common.admin.Payins;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the payins. */
public final class PayinScreen {
    private PayinScreen() {}

    public static WorkScreen<Payins.Row, Payins.Detail> of(Workspace workspace) {
        return new WorkScreen<>(workspace, new PayinKind(workspace), new Sheet<>(new PayinSheet(workspace)::sections));
    }
}
