package io.tical.console.bank;

import io.tical.common.admin.PaymentProof;
import io.tical.console.api.AdminApi;
import io.tical.console.api.Page;
import io.tical.console.part.Column;
import io.tical.console.part.Column.Look;
import io.tical.console.queue.Columns;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Exports;
import io.tical.console.queue.Input;
import io.tical.console.queue.SimpleKind;
import io.tical.console.work.Workspace;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import javafx.scene.input.KeyCode;

/** The credited payments as work items, first those that no statement of their days has. */
record PaymentProofKind(Workspace workspace, OwnAccounts accounts) implements SimpleKind<PaymentProof> {
    private static final List<Integer> DAYS = List.of(1, 3, 7);

    @Override
    public String key() {
        return "payment-proofs";
    }

    @Override
    public String path() {
        return "/admin/v1/payment-proofs";
    }

    @Override
    public Class<PaymentProof> rowType() {
        return PaymentProof.class;
    }

    @Override
    public boolean hasEnvironment() {
        return true;
    }

    @Override
    public PaymentProof read(AdminApi api, UUID id) {
        var proof = api.get(itemPath(id), PaymentProof.class);
        accounts.require(api, List.of(proof.accountId()));
        return proof;
    }

    @Override
    public Page<PaymentProof> page(AdminApi api, Map<String, String> query) {
        var page = api.page(AdminApi.path(path(), query), rowType());
        accounts.require(api, page.items().stream().map(PaymentProof::accountId).toList());
        return page;
    }

    @Override
    public String name(PaymentProof proof) {
        return proof.organizationName();
    }

    @Override
    public String money(PaymentProof proof) {
        return workspace.formats().money(proof.amount(), proof.currency());
    }

    @Override
    public Map<String, Map<String, String>> filters() {
        var filters = new LinkedHashMap<String, Map<String, String>>();
        Stream.of("missing", "waiting", "proved", "explained")
                .forEach(status -> filters.put("payment-proofs.filter." + status, Map.of("status", status)));
        filters.put("payment-proofs.filter.all", Map.of());
        return filters;
    }

    @Override
    public Map<String, String> queues() {
        return Map.of("payments_missing", "payment-proofs.filter.missing");
    }

    @Override
    public List<Column<PaymentProof>> columns() {
        var columns = new Columns(workspace);
        return List.of(
                columns.age(PaymentProof::paidAt),
                columns.money(PaymentProof::amount, PaymentProof::currency),
                new Column<>("queue.column.organization", 112, Look.TEXT, PaymentProof::organizationName),
                columns.claimed(),
                columns.environment(),
                columns.status(PaymentProof::status));
    }

    @Override
    public List<Column.Exported<PaymentProof>> exported() {
        var exports = new Exports(workspace);
        return List.of(
                exports.environment(),
                exports.merchant(),
                exports.merchantId(),
                exports.status(),
                exports.amount("queue.column.amount", PaymentProof::amount, PaymentProof::currency),
                exports.currency(PaymentProof::currency),
                exports.text("bank-entries.column.account", proof -> accounts.number(proof.accountId())),
                exports.time("payment-proofs.paid", PaymentProof::paidAt),
                exports.id("payment-proofs.entry", PaymentProof::entryId),
                exports.timeOrNone("payment-proofs.wait-until", PaymentProof::waitUntil),
                exports.text("export.decided-by", PaymentProof::decidedBy),
                exports.text("export.note", PaymentProof::note),
                exports.time("export.updated", PaymentProof::updatedAt),
                exports.claimed());
    }

    @Override
    public List<Decision> decisions(PaymentProof proof) {
        if (!proof.status().equals("missing")) {
            return List.of();
        }
        // Whole days, so that a decision that is offered again is the same one.
        var zone = workspace.formats().zone();
        var tomorrow = LocalDate.ofInstant(workspace.now(), zone).plusDays(1);
        var days = DAYS.stream()
                .map(count -> new Input.Option(
                        workspace.texts().get("payment-proofs.days." + count),
                        Map.of(
                                "until",
                                tomorrow.plusDays(count).atStartOfDay(zone).toEpochSecond())))
                .toList();
        return List.of(
                decision(proof, "explain", KeyCode.E, List.of(Input.why())),
                decision(
                        proof,
                        "wait",
                        KeyCode.W,
                        List.of(new Input.Pick("until", "payment-proofs.wait.days", days), Input.note())));
    }

    private Decision decision(PaymentProof proof, String name, KeyCode shortcut, List<Input> inputs) {
        return new Decision(
                "payment-proofs." + name,
                shortcut,
                Weight.NORMAL,
                workspace
                        .texts()
                        .get("payment-proofs." + name + ".consequence", money(proof), proof.organizationName()),
                inputs,
                itemPath(proof.id()) + "/" + name,
                Map.of("version", proof.version()));
    }

    @Override
    public String permission() {
        return "money";
    }

    @Override
    public boolean claims() {
        return true;
    }

    @Override
    public String eventType() {
        return "payment_proof";
    }
}
