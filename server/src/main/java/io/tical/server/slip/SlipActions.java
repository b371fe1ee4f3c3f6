package io.tical.server.slip;

import static io.tical.server.slip.SlipWorkItems.KIND;

import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Check;
import io.tical.server.decision.StaffAction.Effect;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.input.JsonBody;
import io.tical.server.staff.Permission;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
        var slip = slip(path);
        var paid = paid(body);
        var id = slip.key().id();
        return paying(slip, paid, by -> review.checkAccept(id, paid, by), by -> review.accept(id, paid, by));
    }

    private Request suspend(Map<String, String> path, JsonBody body) {
        var slip = slip(path);
        var paid = paid(body);
        var id = slip.key().id();
        return paying(slip, paid, by -> review.checkSuspend(id), by -> review.suspend(id, paid, by));
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

    /** The paid amount in minor units, if the operator enters another than the expected one. */
    private static OptionalLong paid(JsonBody body) {
        if (!body.has("paid_amount")) {
            return OptionalLong.empty();
        }
        var paid = body.amount("paid_amount");
        if (paid < 1) {
            body.wrong("paid_amount", "positive", "must be a positive number of minor units");
        }
        return OptionalLong.of(paid);
    }

    /** A decision that records the slip's payment. */
    private Request paying(Slip slip, OptionalLong paid, Check check, Effect decide) {
        return new Request(
                slip.key(),
                SlipRules.OBJECT_TYPE,
                slip.version(),
                new Stake(SlipRules.amount(slip, paid), slip.upload().currency()),
                check,
                decide,
                () -> view.apply(slip.key().id()));
    }
}
