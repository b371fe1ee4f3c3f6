package io.tical.console.payin;

import io.tical.common.admin.DecisionTerms;
import io.tical.common.admin.Payins;
import io.tical.console.queue.Aside;
import io.tical.console.queue.Consequence;
import io.tical.console.queue.Consequence.Sum;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.queue.Terms;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;

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
                case "refund" -> offer(decisions, "refunds", refund());
                case "complete_refund" -> offer(decisions, "refunds", completeRefund());
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
        var expected = matched.map(Payins.Match::amount).orElse(row.transferAmount());
        var terms = payin.decisionTerms().get("confirm");
        return new Decision(
                "payins.confirm",
                KeyCode.C,
                Weight.NORMAL,
                Consequence.of(consequence(name, expected))
                        .of(new Sum(
                                "paid_amount",
                                row.currency(),
                                workspace.texts().keyIn(row.livemode(), "payins." + name + ".booked"),
                                row.organizationName(),
                                row.orderRef()))
                        .under(Terms.of(terms, row.livemode())),
                List.of(
                        new Input.Amount("paid_amount", "payins.confirm.amount", row.currency(), null),
                        new Input.Text("reference", "payins.confirm.reference", true, REFERENCE_MAX),
                        new Input.SendingBank("sending_bank", "payins.confirm.bank", ""),
                        Input.why()),
                path("confirm"),
                Map.of("version", row.version()));
    }

    private Decision refund() {
        return new Decision(
                "payins.refund",
                KeyCode.B,
                Weight.DANGER,
                consequence("refund", back(payin.decisionTerms().get("refund"))),
                List.of(new Input.Text("reason", "payins.refund.reason", true, TEXT_MAX), Input.note()),
                path("refund"),
                Map.of("version", row.version()));
    }

    /** What goes back to the payer, in minor units. */
    private long back(@Nullable DecisionTerms terms) {
        return terms == null || terms.expected() == null ? row.netAmount() : terms.expected();
    }

    private Decision completeRefund() {
        var terms = payin.decisionTerms().get("complete_refund");
        return new Decision(
                "payins.complete-refund",
                KeyCode.B,
                Weight.PRIMARY,
                Consequence.of(consequence("complete-refund", back(terms)))
                        .under(Terms.of(terms, row.livemode()))
                        .beside(payer(terms)),
                List.of(
                        new Input.Text("reference", "payins.complete-refund.reference", true, REFERENCE_MAX),
                        Input.note()),
                path("refund/complete"),
                Map.of("version", row.version()));
    }

    /** The account that the money goes back to, as far as it is known. */
    private Aside payer(@Nullable DecisionTerms terms) {
        var account = payin.payerAccount();
        return account == null || terms == null || terms.expected() == null
                ? new Aside.Nothing()
                : new Aside.Account(account, terms.expected(), terms.currency());
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

    /** @param amount minor units that the payer paid, or gets back */
    private String consequence(String name, long amount) {
        var formats = workspace.formats();
        var customer = row.customerName();
        var texts = workspace.texts();
        return texts.get(
                texts.keyIn(row.livemode(), "payins." + name + ".consequence"),
                formats.money(amount, row.currency()),
                row.organizationName(),
                row.orderRef(),
                formats.money(row.netAmount(), row.currency()),
                customer == null ? texts.get("payins.payer.unknown") : customer);
    }
}
