package io.tical.server.settlement;

import static io.tical.server.settlement.SettlementWorkItems.KIND;

import io.tical.common.Word;
import io.tical.common.admin.DecisionTerms;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.decision.Transferred;
import io.tical.server.input.JsonBody;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.StaffReport;
import io.tical.server.rail.TransferSlip;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.StaffDecision;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/**
 * The decisions of operators on settlements. The stake is the amount of the settlement.
 *
 * @param view the settlement with this id as JSON
 */
record SettlementActions(Settlements settlements, Function<UUID, Object> view) {
    private enum Verdict implements Word {
        RETRY,
        SUCCESS,
        FAILED
    }

    List<StaffAction> all() {
        return List.of(
                new StaffAction(KIND.path("decision"), Permission.PAYOUTS, this::decision),
                new StaffAction(KIND.path("outcome"), Permission.PAYOUTS, this::outcome));
    }

    private Request decision(Map<String, String> path, JsonBody body) {
        var settlement = settlement(path);
        var verdict = body.word("decision", Verdict.class).orElse(Verdict.RETRY);
        if (verdict == Verdict.RETRY) {
            TransferSlip.read(body, false);
            return request(settlement, new SettlementAction.Retry());
        }
        // The note explains the decision about an outcome that the rail did not report.
        body.text("note", StaffDecision.NOTE_MAX);
        var delivered = verdict == Verdict.SUCCESS;
        var outcome = outcome(settlement, body, delivered, TransferSlip.read(body, delivered));
        return arrived(
                request(settlement, new SettlementAction.StaffReport(null, outcome)),
                PossibleSettlementDecision.decided(settlement),
                outcome);
    }

    private Request outcome(Map<String, String> path, JsonBody body) {
        var settlement = settlement(path);
        var report = StaffReport.read(body);
        var named = report.attemptId();
        var terms = PossibleSettlementDecision.reported(settlement, report.further());
        if (report.further()) {
            var transfer = delivered(settlement, body, report.slip());
            var action = new SettlementAction.ReportFurther(Objects.requireNonNull(named), transfer);
            return arrived(request(settlement, action), terms, transfer);
        }
        var outcome = outcome(settlement, body, report.delivered(), report.slip());
        return arrived(request(settlement, new SettlementAction.StaffReport(named, outcome)), terms, outcome);
    }

    /** A decision that says that the transfer arrived, if it does. */
    private static Request arrived(Request request, DecisionTerms terms, PayoutOutcome outcome) {
        return outcome instanceof PayoutOutcome.Delivered delivered
                ? request.moving(new Transferred(terms, delivered.amount(), delivered.reference()))
                : request;
    }

    private static PayoutOutcome.Delivered delivered(SettlementAggregate settlement, JsonBody body, TransferSlip slip) {
        if (body.has("failure_code")) {
            body.wrong("failure_code", "not_allowed", "is for a failure only");
        }
        var whole = settlement.payableAmount();
        if (body.has("transfer_amount") && body.amount("transfer_amount") != whole) {
            body.wrong("transfer_amount", "range", "must be " + whole + ": the transfer is for the whole amount");
        }
        return slip.delivered(whole);
    }

    /** The outcome of the only transfer, which arrived in full or not at all. */
    private static PayoutOutcome outcome(
            SettlementAggregate settlement, JsonBody body, boolean delivered, TransferSlip slip) {
        if (delivered) {
            return delivered(settlement, body, slip);
        }
        var code = body.wordOrNull("failure_code", PayoutOutcome.FailureCode.class);
        return StaffReport.failed(code == null ? PayoutOutcome.FailureCode.COULD_NOT_PROCESS : code);
    }

    private Request request(SettlementAggregate settlement, SettlementAction action) {
        var terms = settlement.settlement().terms();
        return Request.of(
                settlements.commands(), settlement, action, new Stake(terms.amount(), terms.currency()), view);
    }

    private SettlementAggregate settlement(Map<String, String> path) {
        return settlements.get(StaffAction.id(path, SettlementAggregate.OBJECT_TYPE));
    }
}
