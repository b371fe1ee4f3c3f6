package io.tical.console.account;

import io.tical.common.admin.BankAccounts;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Exports;
import io.tical.console.queue.Input;
import io.tical.console.queue.WorkKind;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javafx.scene.input.KeyCode;

/**
 * Bank accounts as work items.
 *
 * @param verifications that the list is filtered by
 */
record AccountKind(Workspace workspace, String key, String path, String eventType, List<String> verifications)
        implements WorkKind<BankAccounts.Row, BankAccounts.Row> {
    @Override
    public Class<BankAccounts.Row> rowType() {
        return BankAccounts.Row.class;
    }

    @Override
    public Class<BankAccounts.Row> detailType() {
        return BankAccounts.Row.class;
    }

    @Override
    public BankAccounts.Row row(BankAccounts.Row detail) {
        return detail;
    }

    @Override
    public String name(BankAccounts.Row account) {
        return account.bankCode() + " " + account.accountNo();
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        verifications.forEach(one -> filters.put("accounts.filter." + one, Map.of("verification", one)));
        return filters;
    }

    @Override
    public boolean fixesStatus(String filter) {
        return true;
    }

    @Override
    public List<Column<BankAccounts.Row>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age(AccountKind::since),
                new Column<>("accounts.column.holder", 140, Look.TEXT, BankAccounts.Row::holderName),
                new Column<>("queue.column.organization", 112, Look.TEXT, BankAccounts.Row::organizationName),
                columns.claimed(),
                columns.environment());
    }

    /** Since when an account waits: its verification was requested, or it was added, which requests it. */
    private static long since(BankAccounts.Row account) {
        return Objects.requireNonNullElse(account.verificationRequestedAt(), account.createdAt());
    }

    @Override
    public Map<String, String> queues() {
        return Map.of(key.replace('-', '_') + "_pending", "accounts.filter.pending");
    }

    @Override
    public List<Column.Exported<BankAccounts.Row>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.merchant(),
                exports.merchantId(),
                exports.status(),
                exports.text("common.account.bank", BankAccounts.Row::bankCode),
                exports.text("common.account.number", BankAccounts.Row::accountNo),
                exports.text("common.account.holder", BankAccounts.Row::holderName),
                exports.currency(BankAccounts.Row::currency),
                exports.text("export.customer", BankAccounts.Row::name),
                exports.time("export.created", BankAccounts.Row::createdAt),
                exports.timeOrNone("accounts.requested", BankAccounts.Row::verificationRequestedAt),
                exports.timeOrNone("accounts.verified", BankAccounts.Row::verifiedAt),
                exports.timeOrNone("accounts.refused", BankAccounts.Row::verificationRefusedAt),
                exports.claimed());
    }

    @Override
    public List<Decision> decisions(BankAccounts.Row account) {
        var decisions = new ArrayList<Decision>();
        if (!account.verification().equals("verified")) {
            decisions.add(decision(account, "verify", KeyCode.A, Weight.PRIMARY, Input.note()));
        }
        if (account.verification().equals("pending")) {
            decisions.add(decision(account, "refuse", KeyCode.R, Weight.DANGER, Input.note()));
        }
        return decisions;
    }

    private Decision decision(BankAccounts.Row account, String name, KeyCode shortcut, Weight weight, Input input) {
        return new Decision(
                "accounts." + name,
                shortcut,
                weight,
                workspace
                        .texts()
                        .get(
                                key + "." + name + ".consequence",
                                account.holderName() + " (" + account.bankCode() + " " + account.accountNo() + ")",
                                account.organizationName()),
                List.of(input),
                itemPath(account.id()) + "/" + name,
                Map.of());
    }

    @Override
    public String permission() {
        return "customers";
    }

    @Override
    public String searchKey() {
        return "accounts.search";
    }

    @Override
    public boolean claims() {
        return true;
    }
}
