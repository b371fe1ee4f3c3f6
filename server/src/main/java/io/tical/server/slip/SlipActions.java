package io.tical.server.slip;

import static io.tical.server.slip.SlipWorkItems.KIND;

import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.decision.Transferred;
import io.tical.server.input.JsonBody;
import io.tical.server.staff.Permission;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
        return paying(path, body, PossibleSlipDecision.ACCEPT, SlipAction.Accept::new);
    }

    private Request suspend(Map<String, String> path, JsonBody body) {
        return paying(path, body, PossibleSlipDecision.SUSPEND, SlipAction.Suspend::new);
    }

    /** A decision that records the slip's payment. */
    private Request paying(
            Map<String, String> path,
            JsonBody body,
            PossibleSlipDecision decision,
            Function<SlipPayment, SlipAction> action) {
        var slip = slip(path);
        var reading = SlipReading.of(slip, body);
        var terms = SlipDecisionTerms.of(review.dossier(reading.on(slip)), decision);
        var stake = new Stake(reading.amount(), slip.upload().currency());
        return request(slip, reading.transfer() == null ? null : action.apply(reading.payment()), stake)
                .moving(new Transferred(terms, reading.amount(), reading.reference()));
    }

    private Request reject(Map<String, String> path, JsonBody body) {
        var reason = body.word("reason", Slip.Reason.class);
        return request(slip(path), reason.map(SlipAction.Reject::new).orElse(null), null);
    }

    /** @param action null if a field is missing */
    private Request request(Slip slip, @Nullable SlipAction action, @Nullable Stake stake) {
        var id = slip.key().id();
        return new Request(
                slip.key(),
                SlipRules.OBJECT_TYPE,
                slip.version(),
                stake,
                by -> review.check(id, Objects.requireNonNull(action), by),
                by -> review.decide(id, Objects.requireNonNull(action), by),
                () -> view.apply(id));
    }

    private Slip slip(Map<String, String> path) {
        return review.find(StaffAction.id(path, SlipRules.OBJECT_TYPE));
    }
}
