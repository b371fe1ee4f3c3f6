package io.tical.console.payout;

import io.tical.common.admin.DecisionTerms;
import io.tical.common.admin.Payouts;
import io.tical.common.admin.Payouts.Leg;
import io.tical.common.admin.TransferAttempt;
import io.tical.console.queue.Aside;
import io.tical.console.queue.Consequence;
import io.tical.console.queue.Consequence.Sum;
import io.tical.console.queue.Decision;
import io.tical.console.queue.Decision.Presets;
import io.tical.console.queue.Decision.Weight;
import io.tical.console.queue.Input;
import io.tical.console.queue.Terms;
import io.tical.console.text.Formats;
import io.tical.console.work.Workspace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javafx.scene.input.KeyCode;
import org.jspecify.annotations.Nullable;

/** The decisions on one payout. The service lists the possible ones; this class describes their consequences. */
final class PayoutDecisions {
    private static final String REFERENCE = "reference";
    private static final String AMOUNT = "transfer_amount";
    private static final String STEP = "step";
    private static final String ATTEMPT = "attempt_id";
    private static final int TEXT_MAX = 500;
    private static final int REFERENCE_MAX = 100;

    private final Workspace workspace;
    private final Formats formats;
    private final Payouts.Detail payout;
    private final Payouts.Row row;
    private final String path;

    PayoutDecisions(Workspace workspace, Payouts.Detail payout) {
        this.workspace = workspace;
        this.formats = workspace.formats();
        this.payout = payout;
        this.row = payout.row();
        this.path = "/admin/v1/payouts/" + row.id();
    }

    List<Decision> all() {
        var decisions = new ArrayList<Decision>();
        for (var possible : payout.decisions()) {
            switch (possible) {
                case "approve" -> decisions.add(verdict("approve", KeyCode.A, Weight.PRIMARY, Input.note()));
                case "reject" -> decisions.add(verdict("reject", KeyCode.R, Weight.DANGER, Input.note()));
                case "retry" -> decisions.add(retry());
                case "outcome" -> outcomes(decisions);
                case "failed" -> ifSeveral(decisions, verdict("failed", KeyCode.D, Weight.DANGER, Input.why()));
                case "late_outcome" -> late().ifPresent(decisions::add);
                case "further_transfer" -> further().ifPresent(decisions::add);
                case "confirm_late" ->
                    decisions.add(of(
                            "confirm-late",
                            KeyCode.C,
                            Weight.NORMAL,
                            Consequence.of(consequence("confirm-late"))
                                    .under(terms(payout.decisionTerms().get("confirm_late")))
                                    .beside(account(null)),
                            List.of(Input.transfer(), Input.note()),
                            "/confirm-late"));
                case "refund" ->
                    ifRefunds(
                            decisions,
                            of(
                                            "refund",
                                            KeyCode.B,
                                            Weight.DANGER,
                                            List.of(
                                                    new Input.Text("reason", "payouts.refund.reason", true, TEXT_MAX),
                                                    Input.note()),
                                            "/refund")
                                    .staying());
                case "complete_refund" -> ifRefunds(decisions, completeRefund());
                default -> {} // of a newer service
            }
        }
        return decisions;
    }

    private void ifRefunds(List<Decision> decisions, Decision decision) {
        if (workspace.operator().may("refunds")) {
            decisions.add(decision);
        }
    }

    /** Omitted for a single leg, because the outcome of the leg means the same. */
    private void ifSeveral(List<Decision> decisions, Decision decision) {
        if (open().size() > 1) {
            decisions.add(decision);
        }
    }

    private List<Leg> open() {
        return payout.executionSteps().stream().filter(Leg::isOpen).toList();
    }

    private Decision verdict(String verdict, KeyCode shortcut, Weight weight, Input... inputs) {
        return new Decision(
                "payouts." + verdict,
                shortcut,
                weight,
                consequence(verdict),
                List.of(inputs),
                path + "/decision",
                Map.of("version", row.version(), "decision", verdict));
    }

    private Decision of(String name, KeyCode shortcut, Weight weight, List<Input> inputs, String end) {
        return of(name, shortcut, weight, Consequence.of(consequence(name)), inputs, end);
    }

    private Decision of(
            String name, KeyCode shortcut, Weight weight, Consequence consequence, List<Input> inputs, String end) {
        return new Decision(
                "payouts." + name, shortcut, weight, consequence, inputs, path + end, Map.of("version", row.version()));
    }

    /** A payout that was never sent comes back without a transfer. */
    private Decision completeRefund() {
        var terms = payout.decisionTerms().get("complete_refund");
        var inputs = new ArrayList<Input>();
        if (terms != null && terms.required().contains(REFERENCE)) {
            inputs.add(new Input.Text(REFERENCE, "payouts.complete-refund.reference", true, REFERENCE_MAX));
        }
        inputs.add(Input.note());
        return of(
                        "complete-refund",
                        KeyCode.B,
                        Weight.PRIMARY,
                        Consequence.of(consequence("complete-refund")).under(terms(terms)),
                        inputs,
                        "/refund/complete")
                .staying();
    }

    private Terms terms(@Nullable DecisionTerms terms) {
        return Terms.of(terms, row.livemode());
    }

    /** @param amount minor units that staff transfer to it; null where they say what arrived */
    private Aside account(@Nullable Long amount) {
        return new Aside.Account(row.destination(), amount, row.currency());
    }

    private Decision retry() {
        var failed = row.status().equals("failed");
        return new Decision(
                "payouts.retry",
                KeyCode.Y,
                failed ? Weight.PRIMARY : Weight.NORMAL,
                consequence(failed ? "retry.failed" : "retry"),
                List.of(Input.note()),
                path + "/decision",
                Map.of("version", row.version(), "decision", "retry"));
    }

    /** Of the first leg that is under way, so that legs are reported in their order. */
    private void outcomes(List<Decision> decisions) {
        var legs = open();
        if (legs.isEmpty()) {
            return;
        }
        var leg = legs.getFirst();
        var last = legs.size() == 1;
        var arrived = outcome(
                "arrived",
                KeyCode.T,
                Weight.PRIMARY,
                leg,
                booked(last ? "arrived" : "arrived.leg", leg, "outcome:" + leg.step()),
                List.of(
                        Input.transfer(),
                        new Input.Amount(AMOUNT, "payouts.arrived.amount", row.currency(), leg.amount()),
                        Input.note()),
                "success");
        var ending = !last ? "not-arrived.leg" : row.chainTransferAmount() > 0 ? "not-arrived.rest" : "not-arrived";
        var failed = outcome(
                "not-arrived",
                KeyCode.X,
                Weight.DANGER,
                leg,
                Consequence.of(consequence(ending, leg.amount(), leg.step())),
                List.of(Input.note()),
                "failed");
        decisions.add(last ? arrived : arrived.staying());
        decisions.add(last ? failed : failed.staying());
    }

    /** What the transfer of a leg does, by its amount. */
    private Consequence booked(String name, Leg leg, String terms) {
        return Consequence.of(consequence(name, leg.amount(), leg.step()))
                .of(new Sum(
                        AMOUNT,
                        row.currency(),
                        "payouts." + name + ".booked",
                        destination(),
                        row.organizationName(),
                        formats.money(leg.amount(), row.currency()),
                        leg.step()))
                .under(terms(payout.decisionTerms().get(terms)))
                .beside(account(leg.amount()));
    }

    private Decision outcome(
            String name,
            KeyCode shortcut,
            Weight weight,
            Leg leg,
            Consequence consequence,
            List<Input> inputs,
            String outcome) {
        return new Decision(
                "payouts." + name,
                shortcut,
                weight,
                consequence,
                inputs,
                path + "/steps/" + leg.step() + "/outcome",
                Map.of("version", row.version(), "outcome", outcome));
    }

    /** Of attempts that had ended. */
    private Optional<Decision> late() {
        return arrived("late", "success", "late_outcome:", KeyCode.L, TransferAttempt::mayArriveLate, true);
    }

    /** In addition to attempts that were delivered. */
    private Optional<Decision> further() {
        return arrived("further", "further", "further_transfer:", KeyCode.U, TransferAttempt::isRecorded, false);
    }

    /**
     * A transfer of one of these attempts; empty if there is none.
     *
     * @param whole whether what the attempt sent has probably arrived, so that its amount is entered at first
     */
    private Optional<Decision> arrived(
            String name,
            String outcome,
            String terms,
            KeyCode shortcut,
            Predicate<TransferAttempt> which,
            boolean whole) {
        var options = new ArrayList<Input.Option>();
        var amounts = new LinkedHashMap<UUID, Long>();
        for (var leg : payout.executionSteps()) {
            for (var attempt : leg.attempts().stream().filter(which).toList()) {
                options.add(option(leg, attempt));
                amounts.put(attempt.id(), attempt.amount());
            }
        }
        if (options.isEmpty()) {
            return Optional.empty();
        }
        var only = whole && amounts.size() == 1 ? amounts.values().iterator().next() : null;
        var booked =
                new Sum(AMOUNT, row.currency(), "payouts." + name + ".booked", destination(), row.organizationName());
        var decision = new Decision(
                        "payouts." + name,
                        shortcut,
                        Weight.NORMAL,
                        Consequence.of(consequence(name))
                                .of(booked)
                                .under(ofLegs(terms))
                                .beside(account(null)),
                        List.of(
                                new Input.Pick(ATTEMPT, "payouts.late.attempt", options),
                                Input.transfer(),
                                new Input.Amount(AMOUNT, "payouts.arrived.amount", row.currency(), only),
                                Input.note()),
                        path + "/steps/{step}/outcome",
                        Map.of("version", row.version(), "outcome", outcome))
                .staying();
        return Optional.of(whole ? decision.beginningWith(sent(amounts)) : decision);
    }

    /** The amount that each attempt sent, in minor units, as what is entered first when it is chosen. */
    private Presets sent(Map<UUID, Long> amounts) {
        return new Presets(
                List.of(ATTEMPT),
                amounts.entrySet().stream()
                        .collect(Collectors.toUnmodifiableMap(
                                attempt -> List.of(attempt.getKey().toString().toUpperCase(Locale.ROOT)),
                                attempt -> Map.of(AMOUNT, formats.amount(attempt.getValue(), row.currency())))),
                Map.of());
    }

    /** The terms of each leg, by its number. */
    private Terms ofLegs(String decision) {
        return new Terms(
                STEP,
                payout.executionSteps().stream()
                        .filter(leg -> payout.decisionTerms().containsKey(decision + leg.step()))
                        .collect(Collectors.toUnmodifiableMap(
                                Leg::step,
                                leg -> Objects.requireNonNull(
                                        payout.decisionTerms().get(decision + leg.step())))),
                row.livemode());
    }

    private Input.Option option(Leg leg, TransferAttempt attempt) {
        var label = workspace
                .texts()
                .get(
                        "payouts.late.option",
                        leg.step(),
                        attempt.number(),
                        workspace.texts().word("rail", attempt.rail()),
                        formats.money(attempt.amount(), row.currency()),
                        formats.time(attempt.createdAt()));
        return new Input.Option(label, Map.of(STEP, leg.step(), ATTEMPT, attempt.id()));
    }

    private String consequence(String name) {
        return consequence(name, row.amount(), 1);
    }

    /**
     * What a decision does.
     *
     * @param amount minor units that go to the destination
     */
    private String consequence(String name, long amount, int leg) {
        return workspace
                .texts()
                .get(
                        "payouts." + name + ".consequence",
                        formats.money(amount, row.currency()),
                        destination(),
                        row.organizationName(),
                        formats.money(row.netAmount(), row.currency()),
                        leg);
    }

    private String destination() {
        var to = row.destination();
        return to.holderName() + " (" + to.bankCode() + " " + to.accountNo() + ")";
    }
}
