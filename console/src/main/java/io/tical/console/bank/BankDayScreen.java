package io.tical.console.bank;

import io.tical.common.admin.BankDays.Day;
import io.tical.common.admin.BankDays.Detail;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen on which the days of the operator's accounts are closed. */
public final class BankDayScreen {
    private BankDayScreen() {}

    public static WorkScreen<Day, Detail> of(Workspace workspace) {
        var accounts = new OwnAccounts();
        return new WorkScreen<>(
                workspace, new BankDayKind(workspace, accounts), new BankDayEvidence(workspace, accounts));
    }
}
