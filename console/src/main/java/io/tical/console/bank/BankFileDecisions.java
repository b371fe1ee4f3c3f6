package io.tical.console.bank;

import io.tical.console.queue.Consequence;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;

/** What can be decided on a file of a bank. */
final class BankFileDecisions {
    private static final String ACCOUNT = "account_id";
    private static final String PROFILE = "profile";

    private final Texts texts;
    private final BankFileWords words;
    private final BankFileItem item;

    BankFileDecisions(Workspace workspace, BankFileItem item) {
        this.texts = workspace.texts();
        this.words = new BankFileWords(workspace.formats());
        this.item = item;
    }

    List<Decision> all() {
        if (item.isImported()) {
            return List.of(decision(
                    "undo",
                    KeyCode.U,
                    Weight.DANGER,
                    texts.get("bank-statements.undo.consequence"),
                    List.of(Input.note())));
        }
        if (!item.waits()) {
            return List.of();
        }
        var decisions = new ArrayList<Decision>();
        if (item.canImport()) {
            decisions.add(takeIn());
        }
        if (!item.choosable().isEmpty()) {
            decisions.add(chooseProfile());
        }
        if (!item.accounts().isEmpty() && (item.lacksAccount() || item.file().accountId() != null)) {
            decisions.add(chooseAccount());
        }
        decisions.add(decision(
                "discard",
                KeyCode.D,
                Weight.DANGER,
                texts.get("bank-statements.discard.consequence", item.file().name()),
                List.of(Input.note())));
        return decisions;
    }

    private Decision takeIn() {
        var forecast = new ImportForecast(words, item);
        var inputs = new ArrayList<Input>();
        if (!forecast.conflicts().isEmpty()) {
            inputs.add(new Input.Flag("accept_conflicts", "bank-statements.import.conflicts", false, true));
        }
        inputs.add(Input.note());
        return decision("import", KeyCode.I, Weight.PRIMARY, forecast.sentence(), inputs);
    }

    private Decision chooseAccount() {
        var options = item.accounts().stream()
                .map(account -> new Input.Option(
                        OwnAccounts.name(account) + " · " + account.currency(), Map.of(ACCOUNT, account.id())))
                .toList();
        var pick = new Input.Pick("account", "bank-statements.account", options);
        var weight = item.lacksAccount() ? Weight.PRIMARY : Weight.NORMAL;
        return readAs(
                "choose-account", KeyCode.A, weight, pick, PROFILE, item.file().profile());
    }

    private Decision chooseProfile() {
        var options = item.choosable().stream()
                .map(name -> new Input.Option(name, Map.of(PROFILE, name)))
                .toList();
        var pick = new Input.Pick("profile", "bank-statements.profile", options);
        return readAs(
                "choose-profile",
                KeyCode.P,
                item.profiles().isEmpty() ? Weight.NORMAL : Weight.PRIMARY,
                pick,
                ACCOUNT,
                item.file().accountId());
    }

    /** A choice of how the file is read, which leaves the other choice as it is. */
    private Decision readAs(
            String name, KeyCode shortcut, Weight weight, Input pick, String other, @Nullable Object chosen) {
        var fixed = new HashMap<String, Object>();
        fixed.put("version", item.file().version());
        if (chosen != null) {
            fixed.put(other, chosen);
        }
        return new Decision(
                        "bank-statements." + name,
                        shortcut,
                        weight,
                        Consequence.of(texts.get("bank-statements." + name + ".consequence")),
                        List.of(pick),
                        path("read-as"),
                        fixed)
                .staying();
    }

    private Decision decision(String name, KeyCode shortcut, Weight weight, String consequence, List<Input> inputs) {
        return new Decision(
                        "bank-statements." + name,
                        shortcut,
                        weight,
                        consequence,
                        inputs,
                        path(name),
                        Map.of("version", item.file().version()))
                .staying();
    }

    private String path(String action) {
        return BankFileKind.TREE + "/" + item.file().id() + "/" + action;
    }
}
