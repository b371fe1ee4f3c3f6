package io.tical.console.suspense;

import io.tical.common.admin.DecisionTerms;
import io.tical.common.admin.UnallocatedFunds;
import io.tical.console.queue.Aside;
import io.tical.console.queue.Consequence;
import io.tical.console.queue.Consequence.Sum;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.queue.Terms;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.input.KeyCode;

/** What can be decided on one item of unallocated funds. */
final class SuspenseDecisions {
    /** Candidates that have a digit key. */
    private static final int CANDIDATES_MAX = 9;

    private static final int REFERENCE_MAX = 100;
    private static final String PAYIN = "payin_id";

    private final Workspace workspace;
    private final UnallocatedFunds.Detail funds;
    private final UnallocatedFunds.Row row;

    SuspenseDecisions(Workspace workspace, UnallocatedFunds.Detail funds) {
        this.workspace = workspace;
        this.funds = funds;
        this.row = funds.row();
    }

    List<Decision> all() {
        if (!row.status().equals("open")) {
            return List.of();
        }
        var decisions = new ArrayList<Decision>();
        if (!funds.candidates().isEmpty()) {
            decisions.add(match());
        }
        decisions.add(giveBack());
        decisions.add(decision(
                "keep",
                row.isClaim() ? "claim-keep" : "keep",
                KeyCode.P,
                Weight.DANGER,
                Consequence.of(consequence(row.isClaim() ? "claim-keep" : "keep")),
                List.of(Input.why())));
        return decisions;
    }

    /** What is expected, and what is credited, depends on the payin. */
    private Decision match() {
        var terms = new HashMap<Object, DecisionTerms>();
        for (var payin : funds.candidates()) {
            var required = payin.decisionTerms().get("match");
            if (required != null) {
                terms.put(payin.id(), required);
            }
        }
        return decision(
                "match",
                "match",
                KeyCode.M,
                Weight.PRIMARY,
                Consequence.of(consequence("match"))
                        .of(new Sum(
                                row.amount(),
                                row.currency(),
                                workspace.texts().keyIn(row.livemode(), "suspense.match.booked"),
                                row.organizationName()))
                        .under(new Terms(PAYIN, Map.copyOf(terms), row.livemode())),
                List.of(candidates(), Input.note()));
    }

    /** A payment goes back to its sender; that of a claim comes back to us. */
    private Decision giveBack() {
        var claim = row.isClaim();
        var name = claim ? "claim-return" : "return";
        var account = row.payerAccount();
        return decision(
                "return",
                name,
                KeyCode.R,
                claim ? Weight.PRIMARY : Weight.NORMAL,
                Consequence.of(consequence(name))
                        .under(Terms.of(row.decisionTerms().get("return"), row.livemode()))
                        .beside(
                                claim || account == null
                                        ? new Aside.Nothing()
                                        : new Aside.Account(account, row.amount(), row.currency())),
                List.of(
                        new Input.Text("reference", "suspense." + name + ".reference", true, REFERENCE_MAX),
                        Input.note()));
    }

    private Input candidates() {
        return new Input.Pick(
                "payin",
                "suspense.match.payin",
                funds.candidates().stream()
                        .limit(CANDIDATES_MAX)
                        .map(this::option)
                        .toList());
    }

    private Input.Option option(UnallocatedFunds.Candidate payin) {
        var customer = payin.customerName() == null ? "" : " · " + payin.customerName();
        var terms = payin.decisionTerms().get("match");
        var expected = terms == null || terms.expected() == null ? payin.transferAmount() : terms.expected();
        return new Input.Option(
                payin.orderRef() + customer + " · " + workspace.formats().money(expected, payin.currency()) + " · "
                        + workspace.formats().time(payin.createdAt()),
                Map.of(PAYIN, payin.id()));
    }

    private String consequence(String name) {
        return workspace
                .texts()
                .get(
                        workspace.texts().keyIn(row.livemode(), "suspense." + name + ".consequence"),
                        workspace.formats().money(row.amount(), row.currency()),
                        row.organizationName());
    }

    private Decision decision(
            String disposition,
            String name,
            KeyCode shortcut,
            Weight weight,
            Consequence consequence,
            List<Input> inputs) {
        return new Decision(
                "suspense." + name,
                shortcut,
                weight,
                consequence,
                inputs,
                "/admin/v1/suspense/" + row.id() + "/dispose",
                Map.of("version", row.version(), "disposition", disposition));
    }
}
