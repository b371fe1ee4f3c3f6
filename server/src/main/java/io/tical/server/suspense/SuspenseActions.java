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
        var item = suspense.get(StaffAction.id(path, SuspenseOperation.OBJECT_TYPE));
        var reference = Transferred.reference(body);
        var disposition = disposition(body, reference);
        var money = item.payment();
        var id = item.key().id();
        var request = new Request(
                        item.key(),
                        SuspenseOperation.OBJECT_TYPE,
                        item.version(),
                        new Stake(money.amount(), money.currency()),
                        by -> suspense.check(id, Objects.requireNonNull(disposition), by),
                        by -> suspense.dispose(id, Objects.requireNonNull(disposition), by),
                        () -> view.apply(id))
                .recordedAs(by -> by.recordKey(item.key(), Objects.requireNonNull(disposition)));
        var terms = disposition == null ? null : terms(item, disposition);
        return terms == null ? request : request.moving(new Transferred(terms, money.amount(), reference));
    }

    /** What a disposition requires that books the money; null if it requires nothing. */
    private @Nullable DecisionTerms terms(SuspenseItem item, Disposition disposition) {
        return switch (disposition) {
            case Disposition.Match(var payinId) ->
                suspense.payin(item, payinId)
                        // A match that is refused anyway needs no reason.
                        .filter(payin -> payin.status().takesPayment())
                        .filter(payin ->
                                payin.terms().currency().equals(item.payment().currency()))
                        .map(payin -> SuspenseDecisionTerms.match(item, payin, suspense.fee(payin)))
                        .orElse(null);
            case Disposition.Return _ -> SuspenseDecisionTerms.returned(item);
            case Disposition.Keep _ -> null;
        };
    }

    /** The disposition in the body; null without one. */
    private static @Nullable Disposition disposition(JsonBody body, @Nullable String reference) {
        var word = body.text("disposition", WORD_MAX);
        return switch (word) {
            case "match" -> new Disposition.Match(body.id("payin_id"));
            // Its terms require the reference.
            case "return" -> new Disposition.Return(Objects.requireNonNullElse(reference, ""));
            case "keep" -> new Disposition.Keep();
            default -> {
                if (!word.isEmpty()) {
                    body.wrong("disposition", "unknown", "must be match, return or keep");
                }
                yield null;
            }
        };
    }
}
