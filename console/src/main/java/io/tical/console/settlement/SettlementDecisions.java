package io.tical.console.settlement;

import io.tical.common.admin.Settlements;
import io.tical.common.admin.TransferAttempt;
import io.tical.console.queue.Aside;
import io.tical.console.queue.Consequence;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.queue.Terms;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import javafx.scene.input.KeyCode;

/** What can be decided on one settlement. */
final class SettlementDecisions {
    private static final List<String> FAILURES =
            List.of("could_not_process", "no_account", "invalid_account_number", "account_closed", "account_frozen");

    private final Workspace workspace;
    private final Settlements.Detail settlement;
    private final Settlements.Row row;

    SettlementDecisions(Workspace workspace, Settlements.Detail settlement) {
        this.workspace = workspace;
        this.settlement = settlement;
        this.row = settlement.row();
    }

    List<Decision> all() {
        var decisions = new ArrayList<Decision>();
        for (var possible : settlement.decisions()) {
            switch (possible) {
                case "retry" ->
                    decisions.add(of(
                            "retry",
                            KeyCode.Y,
                            Weight.NORMAL,
                            List.of(Input.note()),
                            "decision",
                            "retry",
                            Map.of("decision", "retry")));
                case "outcome" ->
                    decisions.add(of(
                            "arrived",
                            KeyCode.T,
                            Weight.PRIMARY,
                            List.of(Input.transfer(), Input.note()),
                            "outcome",
                            "outcome",
                            Map.of("outcome", "success")));
                case "failed" ->
                    decisions.add(of(
                            "failed",
                            KeyCode.X,
                            Weight.DANGER,
                            List.of(failure(), Input.why()),
                            "decision",
                            "failed",
                            Map.of("decision", "failed")));
                case "late_outcome" ->
                    decisions.add(
                            arrived("late", "success", "late_outcome", KeyCode.L, TransferAttempt::mayArriveLate));
                case "further_transfer" ->
                    decisions.add(
                            arrived("further", "further", "further_transfer", KeyCode.U, TransferAttempt::isRecorded));
                default -> {} // success says the same as the outcome
            }
        }
        return decisions;
    }

    private static Input failure() {
        return new Input.Choice("failure_code", "settlements.failure", "settlements.failure", FAILURES);
    }

    /** A transfer of one of these attempts. */
    private Decision arrived(
            String name, String outcome, String terms, KeyCode shortcut, Predicate<TransferAttempt> which) {
        var options =
                settlement.attempts().stream().filter(which).map(this::option).toList();
        return of(
                        name,
                        shortcut,
                        Weight.NORMAL,
                        List.of(
                                new Input.Pick("attempt", "settlements.late.attempt", options),
                                Input.transfer(),
                                Input.note()),
                        "outcome",
                        terms,
                        Map.of("outcome", outcome))
                .staying();
    }

    private Input.Option option(TransferAttempt attempt) {
        var formats = workspace.formats();
        var label = workspace
                .texts()
                .get(
                        "common.attempt",
                        attempt.number(),
                        workspace.texts().word("rail", attempt.rail()),
                        formats.money(attempt.amount(), row.targetCurrencyCode()) + ", "
                                + formats.time(attempt.createdAt()));
        return new Input.Option(label, Map.of("attempt_id", attempt.id()));
    }

    private Decision of(
            String name,
            KeyCode shortcut,
            Weight weight,
            List<Input> inputs,
            String operation,
            String terms,
            Map<String, Object> what) {
        var fixed = new HashMap<>(what);
        fixed.put("version", row.version());
        return new Decision(
                "settlements." + name,
                shortcut,
                weight,
                consequence(name, terms),
                inputs,
                "/admin/v1/settlements/" + row.id() + "/" + operation,
                Map.copyOf(fixed));
    }

    /** @param terms the decision as the service names it; the account stands beside those that report a transfer */
    private Consequence consequence(String name, String terms) {
        var formats = workspace.formats();
        var to = row.destination();
        var said = Consequence.of(workspace
                .texts()
                .get(
                        "settlements." + name + ".consequence",
                        formats.money(row.targetAmount(), row.targetCurrencyCode()),
                        to.holderName() + " (" + to.bankCode() + " " + to.accountNo() + ")",
                        row.organizationName(),
                        formats.money(row.amount(), row.currency())));
        var required = settlement.decisionTerms().get(terms);
        return required == null
                ? said
                : said.under(Terms.of(required, row.livemode()))
                        .beside(new Aside.Account(to, row.targetAmount(), row.targetCurrencyCode()));
    }
}
