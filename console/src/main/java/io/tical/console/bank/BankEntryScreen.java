package io.tical.console.bank;

import io.tical.common.admin.BankStatements.Entry;
import io.tical.common.admin.BankStatements.EntryDetail;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the entries of the operator's accounts. */
public final class BankEntryScreen {
    private BankEntryScreen() {}

    public static WorkScreen<Entry, EntryDetail> of(Workspace workspace) {
        var accounts = new OwnAccounts();
        return new WorkScreen<>(
                workspace,
                new BankEntryKind(workspace, accounts),
                new Sheet<>(new BankEntrySheet(workspace, accounts)::sections));
    }
}
