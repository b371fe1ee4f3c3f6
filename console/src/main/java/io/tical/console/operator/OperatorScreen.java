package io.tical.console.operator;

import io.tical.common.admin.OperatorAccount;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the operators. */
public final class OperatorScreen {
    private OperatorScreen() {}

    public static WorkScreen<OperatorAccount, OperatorAccount> of(Workspace workspace) {
        return new WorkScreen<>(
                workspace, new OperatorKind(workspace), new Sheet<>(new OperatorSheet(workspace)::sections));
    }
}
