package io.tical.console.slip;

import io.tical.common.admin.DecisionTerms;
import io.tical.common.admin.Slips;
import io.tical.console.queue.Aside;
import io.tical.console.queue.Consequence;
import io.tical.console.queue.Consequence.Sum;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.queue.Terms;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;

/** What can be decided on one slip. */
final class SlipDecisions {
    private static final List<String> REASONS =
            List.of("unreadable", "not_a_slip", "wrong_amount", "wrong_receiver", "duplicate", "not_received", "other");

    /** The reason to reject a slip that fails a check, the most telling check first. */
    private static final Map<String, String> FITTING = fitting();

    private static final int REFERENCE_MAX = 64;

    private final Workspace workspace;
    private final Slips.Detail slip;
    private final Slips.Row row;
    private final SlipValues values;

    SlipDecisions(Workspace workspace, Slips.Detail slip) {
        this.workspace = workspace;
        this.slip = slip;
        this.row = slip.row();
        this.values = new SlipValues(workspace, slip);
    }

    private static Map<String, String> fitting() {
        var fitting = new LinkedHashMap<String, String>();
        fitting.put("receiver", "wrong_receiver");
        fitting.put("name", "wrong_receiver");
        fitting.put("reference", "duplicate");
        fitting.put("genuine", "not_a_slip");
        fitting.put("amount", "wrong_amount");
        fitting.put("picture", "duplicate");
        return fitting;
    }

    /** Rejection comes first where a check differs. */
    List<Decision> all() {
        var differs = slip.checklist().stream().anyMatch(this::differs);
        var decisions = new ArrayList<Decision>();
        for (var possible : slip.decisions()) {
            switch (possible) {
                case "accept" -> decisions.add(payment("accept", KeyCode.A, differs));
                case "suspend" -> decisions.add(payment("suspend", KeyCode.U, differs));
                case "reject" -> decisions.add(differs ? 0 : decisions.size(), rejection(differs));
                default -> {} // confirm_payin is made on the payin
            }
        }
        return decisions;
    }

    /** Whether a decision that records the payment overrides this check. */
    private boolean differs(Slips.Check check) {
        return slip.decisionTerms().values().stream()
                .flatMap(terms -> terms.differences().stream())
                .map(DecisionTerms.Difference::check)
                .anyMatch(check.check()::equals);
    }

    private Decision payment(String name, KeyCode shortcut, boolean differs) {
        var terms = slip.decisionTerms().get(name);
        return new Decision(
                "slips." + name,
                shortcut,
                differs ? Weight.NORMAL : Weight.PRIMARY,
                Consequence.of(untyped(name))
                        .of(new Sum(
                                "paid_amount",
                                row.currency(),
                                workspace.texts().keyIn(row.livemode(), "slips." + name + ".consequence"),
                                row.organizationName(),
                                row.orderRef()))
                        .under(Terms.of(terms, row.livemode()))
                        .beside(new Aside.Differences(slip.checklist().stream()
                                .filter(this::differs)
                                .map(check -> new Aside.Difference(
                                        values.name(check),
                                        values.expected(check),
                                        values.found(check),
                                        SlipChecks.comparesNumbers(check)))
                                .toList())),
                inputs(terms == null ? List.of() : terms.required()),
                "/admin/v1/slips/" + row.id() + "/" + name,
                Map.of("version", row.version()));
    }

    private Optional<Slips.Facts> facts() {
        return Optional.ofNullable(slip.upstream()).map(Slips.Upstream::facts);
    }

    /** The verifier knows only what left the sender, which may be in another currency. */
    private String untyped(String name) {
        var foreign = facts().filter(facts -> !facts.currency().equals(row.currency()));
        return workspace
                .texts()
                .get(
                        workspace
                                .texts()
                                .keyIn(row.livemode(), "slips." + name + (foreign.isPresent() ? ".foreign" : ".open")),
                        row.organizationName(),
                        row.orderRef(),
                        row.currency(),
                        foreign.map(facts -> workspace.formats().money(facts.amount(), facts.currency()))
                                .orElse(""));
    }

    /** What the service requires is what nobody has read, so it is typed from the picture or the bank statement. */
    private List<Input> inputs(List<String> required) {
        var amount = required.contains("paid_amount")
                ? null
                : facts().map(Slips.Facts::amount).orElse(null);
        var inputs = new ArrayList<Input>();
        inputs.add(new Input.Amount("paid_amount", "slips.paid", row.currency(), amount));
        var code = Optional.ofNullable(slip.qr());
        if (required.contains("reference")) {
            inputs.add(new Input.Text(
                    "reference",
                    "slips.transfer-reference",
                    true,
                    REFERENCE_MAX,
                    code.map(Slips.Qr::reference).orElse("")));
        }
        if (required.contains("sending_bank")) {
            inputs.add(new Input.SendingBank(
                    "sending_bank",
                    "slips.from-bank",
                    code.map(Slips.Qr::sendingBank).orElse("")));
        }
        inputs.add(Input.note());
        return inputs;
    }

    private Decision rejection(boolean differs) {
        return new Decision(
                        "slips.reject",
                        KeyCode.R,
                        differs ? Weight.PRIMARY : Weight.DANGER,
                        workspace
                                .texts()
                                .get(
                                        "slips.reject.consequence." + slip.nextSlip(),
                                        row.orderRef(),
                                        row.organizationName()),
                        List.of(
                                new Input.Choice("reason", "slips.reason", "slips.reason", REASONS, reason()),
                                Input.note()),
                        "/admin/v1/slips/" + row.id() + "/reject",
                        Map.of("version", row.version()))
                .tellingBy("next_slip");
    }

    /** The reason that fits what differs; null for none. */
    private @Nullable String reason() {
        return FITTING.entrySet().stream()
                .filter(one -> slip.checklist().stream()
                        .filter(this::differs)
                        .anyMatch(check -> check.check().equals(one.getKey())))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }
}
