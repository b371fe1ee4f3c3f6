package io.tical.console.collection;

import io.tical.common.admin.BankAccountState;
import io.tical.common.admin.CollectionAccount;
import io.tical.common.admin.PaymentFiles;
import io.tical.console.api.AdminApi;
import io.tical.console.api.Page;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.queue.SimpleKind;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import javafx.scene.input.KeyCode;

/** The operator's bank accounts, which finance manages. */
record CollectionKind(Workspace workspace) implements SimpleKind<CollectionItem> {
    private static final String STATES = "/admin/v1/bank-accounts";

    @Override
    public String key() {
        return "collection";
    }

    @Override
    public String path() {
        return "/admin/v1/collection-accounts";
    }

    @Override
    public Class<CollectionItem> rowType() {
        return CollectionItem.class;
    }

    @Override
    public Page<CollectionItem> page(AdminApi api, Map<String, String> query) {
        var accounts = api.list(path(), CollectionAccount.class);
        var paying = new HashMap<UUID, PaymentFiles.Account>();
        api.list(PayingDecision.ACCOUNTS, PaymentFiles.Account.class).forEach(one -> paying.put(one.id(), one));
        var states = new HashMap<UUID, BankAccountState>();
        api.list(AdminApi.path(STATES, environment()), BankAccountState.class)
                .forEach(state -> states.put(state.id(), state));
        return new Page<>(
                accounts.stream()
                        // One that was added between these requests is shown with the next list.
                        .filter(account -> states.containsKey(account.id()) && paying.containsKey(account.id()))
                        .map(account -> new CollectionItem(
                                account,
                                Objects.requireNonNull(states.get(account.id())),
                                new CollectionItem.Paying(Objects.requireNonNull(paying.get(account.id())), List.of())))
                        .toList(),
                null);
    }

    @Override
    public CollectionItem read(AdminApi api, UUID id) {
        return new CollectionItem(
                api.get(itemPath(id), CollectionAccount.class),
                api.get(AdminApi.path(STATES + "/" + id, environment()), BankAccountState.class),
                new CollectionItem.Paying(
                        api.get(PayingDecision.ACCOUNTS + "/" + id, PaymentFiles.Account.class),
                        api.list("/admin/v1/payment-formats", PaymentFiles.Format.class)));
    }

    private Map<String, String> environment() {
        return Map.of("livemode", String.valueOf(workspace.livemode()));
    }

    @Override
    public String name(CollectionItem item) {
        return name(item.account());
    }

    private static String name(CollectionAccount account) {
        return account.bankCode() + " " + account.accountNo();
    }

    @Override
    public List<Column<CollectionItem>> columns() {
        var words = new AccountWords(workspace);
        return List.of(
                new Column<>("collection.column.account", 176, Look.SHORT, item -> words.account(item.account())),
                new Column<>("collection.column.statement", 92, Look.SHORT, item -> words.age(item.state())),
                new Column<>("collection.column.balance", 120, Look.MONEY, item -> words.balance(item.state())),
                new Column<>("collection.column.explained", 96, Look.MONEY, item -> words.explained(item.state())),
                new Column<>("collection.column.ledger", 128, Look.MONEY, item -> words.ledger(item.state())));
    }

    @Override
    public double listPart() {
        return 0.6;
    }

    @Override
    public String asked(Decision decision, Map<String, Object> given) {
        return given.get("bank_code") + " " + given.get("account_no");
    }

    @Override
    public List<Decision> listDecisions(String filter, String search, List<CollectionItem> rows, boolean more) {
        var inputs = new ArrayList<Input>();
        inputs.add(new Input.Text("currency", "collection.currency", true, 3, "THB"));
        inputs.addAll(account("", "", "", ""));
        inputs.addAll(TermsInputs.of(null, "currency", weight(100)));
        inputs.add(Input.why());
        return List.of(new Decision(
                "collection.add",
                KeyCode.A,
                Weight.NORMAL,
                workspace.texts().get("collection.add.consequence"),
                inputs,
                path(),
                Map.of()));
    }

    @Override
    public List<Decision> decisions(CollectionItem item) {
        var account = item.account();
        var number = name(account);
        var decisions = new ArrayList<>(List.of(
                change(
                        account,
                        "collection.edit",
                        KeyCode.E,
                        workspace.texts().get("collection.edit.consequence", number),
                        form(account),
                        former(account)),
                change(
                        account,
                        "collection.weight",
                        KeyCode.W,
                        workspace.texts().get("collection.weight.consequence", number),
                        List.of(weight(account.weight()), Input.why()),
                        Map.of("weight", account.weight(), "version", account.version()))));
        if (!item.paying().formats().isEmpty() && !account.purpose().equals("collecting")) {
            decisions.add(new PayingDecision(workspace, item.paying()).decision());
        }
        return decisions;
    }

    private static Map<String, Object> former(CollectionAccount account) {
        var former = new HashMap<String, Object>();
        former.put("version", account.version());
        former.put("bank_code", account.bankCode());
        former.put("account_no", account.accountNo());
        former.put("holder_name", account.holderName());
        former.put("promptpay_id", account.promptpayId());
        former.putAll(TermsInputs.former(account));
        return former;
    }

    private Decision change(
            CollectionAccount account,
            String key,
            KeyCode shortcut,
            String consequence,
            List<Input> inputs,
            Map<String, Object> former) {
        return new Decision(
                        key,
                        shortcut,
                        Weight.NORMAL,
                        consequence,
                        inputs,
                        itemPath(account.id()),
                        Map.of("version", account.version()))
                .by("PATCH")
                .undoneWith(former)
                .staying();
    }

    private static List<Input> account(String bank, String number, String holder, String promptpay) {
        return List.of(
                new Input.Text("bank_code", "common.account.bank", true, 64, bank),
                new Input.Text("account_no", "common.account.number", true, 20, number),
                new Input.Text("holder_name", "common.account.holder", true, 200, holder),
                new Input.Text("promptpay_id", "collection.promptpay", false, 15, promptpay));
    }

    /** With the reason, which a colleague reads. */
    private static List<Input> form(CollectionAccount account) {
        var identity = account(
                account.bankCode(),
                account.accountNo(),
                account.holderName(),
                account.promptpayId() == null ? "" : account.promptpayId());
        return Stream.of(
                        identity,
                        TermsInputs.of(account, account.currency(), weight(account.weight())),
                        List.of(Input.why()))
                .flatMap(List::stream)
                .toList();
    }

    private static Input weight(long initial) {
        return new Input.Number("weight", "collection.weight.label", 0, 1_000, initial);
    }

    @Override
    public boolean decidesWhileWaiting() {
        return true;
    }

    @Override
    public String permission() {
        return "money";
    }
}
