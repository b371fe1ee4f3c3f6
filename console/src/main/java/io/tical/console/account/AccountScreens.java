package io.tical.console.account;

import io.tical.common.admin.BankAccounts;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;
import java.util.List;

/** The screens of the bank accounts. */
public final class AccountScreens {
    private AccountScreens() {}

    /** Of merchants' customers. */
    public static WorkScreen<BankAccounts.Row, BankAccounts.Row> customers(Workspace workspace) {
        return of(
                workspace,
                new AccountKind(
                        workspace,
                        "customers",
                        "/admin/v1/customers",
                        "customer",
                        List.of("pending", "unverified", "verified", "refused")));
    }

    /** Of the organizations themselves. */
    public static WorkScreen<BankAccounts.Row, BankAccounts.Row> organizations(Workspace workspace) {
        return of(
                workspace,
                new AccountKind(
                        workspace,
                        "organization-accounts",
                        "/admin/v1/organization-accounts",
                        "organization_account",
                        List.of("pending", "verified", "refused")));
    }

    private static WorkScreen<BankAccounts.Row, BankAccounts.Row> of(Workspace workspace, AccountKind kind) {
        return new WorkScreen<>(workspace, kind, new Sheet<>(new AccountSheet(workspace)::sections));
    }
}
