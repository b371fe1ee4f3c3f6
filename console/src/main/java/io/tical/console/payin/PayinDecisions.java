package io.tical.console.payin;

import io.tical.common.admin.Payins;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.input.KeyCode;

/** What can be decided on one payin. The payin stays shown, so that its new state is seen. */
final class PayinDecisions {
    private static final int TEXT_MAX = 500;
    private static final int REFERENCE_MAX = 100;

    private final Workspace workspace;
    private final Payins.Detail payin;
    private final Payins.Row row;

    PayinDecisions(Workspace workspace, Payins.Detail payin) {
        this.workspace = workspace;
        this.payin = payin;
        this.row = payin.row();
    }

    List<Decision> all() {
        var decisions = new ArrayList<Decision>();
        for (var possible : payin.decisions()) {
            switch (possible) {
                case "confirm" -> offer(decisions, "money", confirm());
                case "fail" ->
                    offer(decisions, "money", of("fail", KeyCode.X, Weight.DANGER, List.of(Input.why()), "fail"));
                case "release_match" ->
                    offer(
                            decisions,
                            "money",
                            of("release-match", KeyCode.M, Weight.DANGER, List.of(Input.why()), "release-match"));
                case "refund" ->
                    offer(
                            decisions,
                            "refunds",
                            of(
                                    "refund",
                                    KeyCode.B,
                                    Weight.DANGER,
                                    List.of(
                                            new Input.Text("reason", "payins.refund.reason", true, TEXT_MAX),
                                            Input.note()),
                                    "refund"));
                case "complete_refund" ->
                    offer(
                            decisions,
                            "refunds",
                            of(
                                    "complete-refund",
                                    KeyCode.B,
                                    Weight.PRIMARY,
                                    List.of(
                                            new Input.Text(
                                                    "reference",
                                                    "payins.complete-refund.reference",
                                                    false,
                                                    REFERENCE_MAX),
                                            Input.note()),
                                    "refund/complete"));
                default -> {} // of a newer service
            }
        }
        if (row.status().equals("success")) {
            offer(decisions, "callbacks", resend());
        }
        return decisions;
    }

    private void offer(List<Decision> decisions, String permission, Decision decision) {
        if (workspace.operator().may(permission)) {
            decisions.add(decision.staying());
        }
    }

    private Decision confirm() {
        var takesPayment = List.of("pending", "processing", "expired").contains(row.status());
        var matched = Optional.ofNullable(payin.match()).filter(Payins.Match::isOpen);
        var name = matched.isPresent()
                ? takesPayment ? "confirm.matched" : "confirm.late"
                : takesPayment ? "confirm" : "confirm.unallocated";
        var amount = matched.map(Payins.Match::amount).orElse(row.transferAmount());
        // The reference distinguishes a second payment from the first one.
        var paid = !takesPayment && row.paidAmount() > 0;
        return new Decision(
                "payins.confirm",
                KeyCode.C,
                Weight.NORMAL,
                consequence(name, amount),
                List.of(
                        new Input.Amount("paid_amount", "payins.confirm.amount", row.currency(), amount),
                        new Input.Text("reference", "payins.confirm.reference", paid, REFERENCE_MAX),
                        new Input.SendingBank("sending_bank", "payins.confirm.bank"),
                        Input.why()),
                path("confirm"),
                Map.of("version", row.version()));
    }

    private Decision resend() {
        return new Decision(
                "payins.resend",
                KeyCode.S,
                Weight.NORMAL,
                consequence("resend", row.paidAmount()),
                List.of(),
                path("resend"),
                Map.of());
    }

    private Decision of(String name, KeyCode shortcut, Weight weight, List<Input> inputs, String operation) {
        return new Decision(
                "payins." + name,
                shortcut,
                weight,
                consequence(name, row.paidAmount()),
                inputs,
                path(operation),
                Map.of("version", row.version()));
    }

    private String path(String operation) {
        return "/admin/v1/payins/" + row.id() + "/" + operation;
    }

    /** @param amount minor units that the payer paid */
    private String consequence(String name, long amount) {
        var formats = workspace.formats();
        var customer = row.customerName();
        return workspace
                .texts()
                .get(
                        "payins." + name + ".consequence",
                        formats.money(amount, row.currency()),
                        row.organizationName(),
                        row.orderRef(),
                        formats.money(row.netAmount(), row.currency()),
                        customer == null ? workspace.texts().get("payins.payer.unknown") : customer);
    }
}
