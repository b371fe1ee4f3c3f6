package io.tical.server.slip;

import static io.tical.server.slip.SlipWorkItems.KIND;

import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.decision.Transferred;
import io.tical.server.input.JsonBody;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.StaffDecision;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * The decisions of operators on slips.
 *
 * @param view the slip with this id as JSON
 */
record SlipActions(SlipReview review, Function<UUID, Object> view) {
    List<StaffAction> all() {
        return List.of(
                new StaffAction(KIND.path("accept"), Permission.SLIPS, this::accept),
                new StaffAction(KIND.path("suspend"), Permission.SLIPS, this::suspend),
                new StaffAction(KIND.path("reject"), Permission.SLIPS, this::reject));
    }

    private Request accept(Map<String, String> path, JsonBody body) {
        return paying(path, body, PossibleSlipDecision.ACCEPT, review::checkAccept, review::accept);
    }

    private Request suspend(Map<String, String> path, JsonBody body) {
        return paying(path, body, PossibleSlipDecision.SUSPEND, review::checkSuspend, review::suspend);
    }

    /** A use case of a slip and its payment. */
    private interface Paying {
        void decide(UUID slipId, SlipPayment payment, StaffDecision by);
    }

    /** A decision that records the slip's payment. */
    private Request paying(
            Map<String, String> path, JsonBody body, PossibleSlipDecision decision, Paying check, Paying decide) {
        var slip = slip(path);
        var id = slip.key().id();
        var reading = SlipReading.of(slip, body);
        var terms = SlipDecisionTerms.of(review.dossier(reading.on(slip)), decision);
        return new Request(
                        slip.key(),
                        SlipRules.OBJECT_TYPE,
                        slip.version(),
                        new Stake(reading.amount(), slip.upload().currency()),
                        by -> check.decide(id, reading.payment(), by),
                        by -> decide.decide(id, reading.payment(), by),
                        () -> view.apply(id))
                .moving(new Transferred(terms, reading.amount(), reading.reference()));
    }

    private Request reject(Map<String, String> path, JsonBody body) {
        var slip = slip(path);
        var reason = body.word("reason", Slip.Reason.class);
        var id = slip.key().id();
        return new Request(
                slip.key(),
                SlipRules.OBJECT_TYPE,
                slip.version(),
                by -> review.reject(id, reason.orElseThrow(), by),
                () -> view.apply(id));
    }

    private Slip slip(Map<String, String> path) {
        return review.find(StaffAction.id(path, SlipRules.OBJECT_TYPE));
    }
}
