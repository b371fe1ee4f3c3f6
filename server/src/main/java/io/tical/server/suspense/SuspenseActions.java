package io.tical.server.suspense;

import static io.tical.server.suspense.SuspenseWorkItems.KIND;

import io.tical.common.admin.DecisionTerms;
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
 * The decisions of operators on unallocated funds.
 *
 * @param view the funds with this id as JSON
 */
record SuspenseActions(Suspense suspense, Function<UUID, Object> view) {
    private static final int WORD_MAX = 16;

    List<StaffAction> all() {
        return List.of(new StaffAction(KIND.path("dispose"), Permission.MONEY, false, this::dispose));
    }

    private Request dispose(Map<String, String> path, JsonBody body) {
        var item = suspense.get(StaffAction.id(path, SuspenseItem.OBJECT_TYPE));
        var reference = Transferred.reference(body);
        var action = disposition(body, reference);
        var money = item.payment();
        var stake = new Stake(money.amount(), money.currency());
        var request = Request.of(suspense.commands(), item, action, stake, view).recordedAs(action);
        var terms = action == null ? null : terms(item, action);
        return terms == null ? request : request.moving(new Transferred(terms, money.amount(), reference));
    }

    /** What a disposition requires that books the money; null if it requires nothing. */
    private @Nullable DecisionTerms terms(SuspenseItem item, SuspenseAction action) {
        return switch (action) {
            case SuspenseAction.Match(var payinId) ->
                suspense.payin(item, payinId)
                        // A match that is refused anyway needs no reason.
                        .filter(payin -> payin.status().takesPayment())
                        .filter(payin ->
                                payin.terms().currency().equals(item.payment().currency()))
                        .map(payin -> SuspenseDecisionTerms.match(item, payin, suspense.fee(payin)))
                        .orElse(null);
            case SuspenseAction.Return _ -> SuspenseDecisionTerms.returned(item);
            case SuspenseAction.Keep _, SuspenseAction.Post _ -> null;
        };
    }

    /** The disposition in the body; null without one. */
    private static @Nullable SuspenseAction disposition(JsonBody body, @Nullable String reference) {
        var word = body.text("disposition", WORD_MAX);
        return switch (word) {
            case "match" -> new SuspenseAction.Match(body.id("payin_id"));
            // Its terms require the reference.
            case "return" -> new SuspenseAction.Return(Objects.requireNonNullElse(reference, ""));
            case "keep" -> new SuspenseAction.Keep();
            default -> {
                if (!word.isEmpty()) {
                    body.wrong("disposition", "unknown", "must be match, return or keep");
                }
                yield null;
            }
        };
    }
}
