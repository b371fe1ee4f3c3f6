package io.tical.console.paymentfile;

import io.tical.common.admin.PaymentFiles.Account;
import io.tical.common.admin.PaymentFiles.Outlook;
import io.tical.console.api.AdminApi;
import io.tical.console.queue.Consequence;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyCode;

/** The decision to make a file, with what it would contain from each account. */
record NewFile(Workspace workspace) {
    static final String KEY = "payment-files.new";
    static final String ACCOUNTS = "/admin/v1/paying-accounts";

    /** An account, and what a file from it would contain now. */
    private record Waiting(Account account, Outlook outlook) {}

    /** Before it was read what waits. */
    Decision unread() {
        return of("", List.of());
    }

    /** Reads what waits. Blocks. */
    Decision read(AdminApi api) {
        var texts = workspace.texts();
        var active = api.list(ACCOUNTS, Account.class).stream()
                .filter(Account::active)
                .toList();
        if (active.isEmpty()) {
            return of(texts.get("payment-files.new.no-account"), List.of());
        }
        var waiting = active.stream()
                .map(account -> new Waiting(
                        account,
                        api.get(
                                AdminApi.path(
                                        ACCOUNTS + "/" + account.id() + "/waiting",
                                        Map.of("livemode", String.valueOf(workspace.livemode()))),
                                Outlook.class)))
                .toList();
        var possible =
                waiting.stream().filter(one -> one.outlook().payments() > 0).toList();
        if (possible.isEmpty()) {
            var why = new ArrayList<>(List.of(
                    texts.get(workspace.livemode() ? "payment-files.new.nothing" : "payment-files.new.nothing.test")));
            waiting.stream()
                    .filter(one -> !one.outlook().leftOut().isEmpty())
                    .map(one -> PaymentFileWords.number(one.account()) + "\n" + String.join("\n", leftOut(one)))
                    .forEach(why::add);
            return of(String.join("\n", why), List.of());
        }
        return of(
                texts.get(
                        workspace.livemode() ? "payment-files.new.consequence" : "payment-files.new.consequence.test"),
                possible.stream()
                        .map(one -> new Input.Option(
                                label(one), Map.of("account_id", one.account().id(), "livemode", workspace.livemode())))
                        .toList());
    }

    private Decision of(String consequence, List<Input.Option> options) {
        return new Decision(
                        KEY,
                        KeyCode.N,
                        Weight.NORMAL,
                        Consequence.of(consequence),
                        List.of(new Input.Pick("account", "payment-files.new.account", options)),
                        PaymentFileKind.TREE,
                        Map.of())
                .staying();
    }

    /** Everything that the file would have, a line each. */
    private String label(Waiting one) {
        var words = new PaymentFileWords(workspace.formats());
        var outlook = one.outlook();
        var lines = new ArrayList<String>();
        lines.add((workspace.livemode() ? "" : PaymentFileWords.TEST) + PaymentFileWords.name(one.account()));
        lines.add(workspace
                .texts()
                .get(
                        "payment-files.new.contains",
                        words.payments(outlook.payments()),
                        workspace.formats().money(outlook.total(), one.account().currency()),
                        words.day(outlook.executionDay())));
        lines.addAll(leftOut(one));
        return String.join("\n", lines);
    }

    private List<String> leftOut(Waiting one) {
        var words = new PaymentFileWords(workspace.formats());
        return words
                .parts(
                        "payment-files.left-out",
                        one.outlook().leftOut(),
                        one.account().currency())
                .stream()
                .map(line -> workspace.texts().get("payment-files.new.left-out", line))
                .toList();
    }
}
