package io.tical.server.treasury;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /v1/organizations/accounts}: the merchant's own bank accounts. */
record OrganizationAccountRoutes(OrganizationAccounts accounts, Paging paging) {
    private static final String TREE = "/v1/organizations/accounts";
    private static final int TEXT_MAX = 255;
    private static final int LABEL_MAX = 100;

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get(TREE, Scope.ACCOUNTS_READ, this::list).paged(),
                Endpoint.post(TREE, Scope.ACCOUNTS_WRITE, this::add),
                Endpoint.patch(TREE + "/{id}", Scope.ACCOUNTS_WRITE, this::change),
                Endpoint.delete(TREE + "/{id}", Scope.ACCOUNTS_WRITE, this::remove));
    }

    private Answer list(Call call) {
        var selection = Selection.of(call.caller(), "");
        var page = paging.page(call, selection);
        var rows = accounts.list(call.caller().organizationId(), call.caller().livemode(), page);
        return paging.answer(call, page, selection, rows, one -> one.key().id(), OrganizationAccountView::of);
    }

    private Answer add(Call call) {
        var body = call.json();
        var label = body.textOrNull("label", LABEL_MAX);
        var asked = new OrganizationAccounts.NewAccount(
                body.text("bank_code", 11),
                body.text("account_no", TEXT_MAX),
                body.text("holder_name", TEXT_MAX),
                body.textOrNull("currency_code", TEXT_MAX),
                label == null || label.isBlank() ? null : label.strip(),
                body.flagOrNull("is_default"));
        if (!asked.accountNo().isEmpty() && !asked.accountNo().matches("[0-9]{6,20}")) {
            body.wrong("account_no", "format", "must have 6 to 20 digits");
        }
        body.check();
        return Answer.of(accounts.add(
                call.caller(), asked, call.idempotent(one -> Answer.created(OrganizationAccountView.of(one)))));
    }

    private Answer change(Call call) {
        var key = call.key(OrganizationAccount.RESOURCE);
        var body = call.json();
        var change = new OrganizationAccounts.Change(
                stripped(body.textOrNull("label", LABEL_MAX)), body.flagOrNull("is_default"));
        body.check();
        return Answer.of(
                accounts.change(key, change, call.idempotent(one -> Answer.ok(OrganizationAccountView.of(one)))));
    }

    private static @Nullable String stripped(@Nullable String label) {
        return label == null ? null : label.strip();
    }

    private Answer remove(Call call) {
        return Answer.of(accounts.remove(
                call.key(OrganizationAccount.RESOURCE),
                call.idempotent(one -> Answer.ok(OrganizationAccountView.of(one)))));
    }
}
