package io.tical.server.payin;

import static io.tical.server.payin.PayinWorkItems.KIND;

import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.decision.Transferred;
import io.tical.server.input.JsonBody;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.rail.SendingBank;
import io.tical.server.staff.Permission;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of operators on payins: on their payments, refunds and matches.
 *
 * @param view the payin with this id as JSON
 */
record PayinActions(Payins payins, Function<UUID, Object> view) {
    private static final int TEXT_MAX = 500;
    private static final String CODE = "[a-z][a-z0-9_]{0,63}";
    private static final String CLOSED_BY_STAFF = "closed_by_staff";

    List<StaffAction> all() {
        return List.of(
                StaffAction.refund(KIND, this::refund),
                StaffAction.completeRefund(KIND, this::completeRefund),
                new StaffAction(KIND.path("confirm"), Permission.MONEY, this::confirm),
                new StaffAction(KIND.path("fail"), Permission.MONEY, this::fail),
                new StaffAction(KIND.path("release-match"), Permission.MONEY, false, this::releaseMatch));
    }

    private Payin payin(Map<String, String> path) {
        return payins.get(StaffAction.id(path, Payin.OBJECT_TYPE));
    }

    private Request request(Payin payin, @Nullable PayinAction action, @Nullable Stake stake) {
        return Request.of(payins.commands(), payin, action, stake, view);
    }

    /** What the payer receives: the merchant's credit, and the fee if it is refunded. */
    private Stake refunded(Payin payin) {
        return new Stake(payins.rules().refunded(payin), payin.terms().currency());
    }

    private Request refund(Map<String, String> path) {
        var payin = payin(path);
        return request(payin, new PayinAction.Fire(Trigger.OPEN_REFUND), refunded(payin));
    }

    private Request completeRefund(Map<String, String> path, @Nullable String reference) {
        var payin = payin(path);
        var refunded = refunded(payin);
        var action = reference == null ? null : new PayinAction.CompleteRefund(reference);
        return request(payin, action, refunded)
                .moving(new Transferred(
                        PayinDecisionTerms.completeRefund(payin, refunded.amount()), refunded.amount(), reference));
    }

    private Request confirm(Map<String, String> path, JsonBody body) {
        var payin = payin(path);
        var written = body.amount("paid_amount");
        if (written < 1) {
            body.wrong("paid_amount", "positive", "must be a positive number of minor units");
        }
        var paid = Math.max(1, written);
        var reference = Transferred.reference(body);
        var bank = SendingBank.read(body);
        var action = reference == null ? null : PayinAction.Found.of(new Receipt(paid, reference), bank);
        return request(payin, action, new Stake(paid, payin.terms().currency()))
                .moving(new Transferred(PayinDecisionTerms.confirm(payin, payins.fee(payin)), paid, reference));
    }

    private Request fail(Map<String, String> path, JsonBody body) {
        var payin = payin(path);
        var code = body.textOrNull("failure_code", TEXT_MAX);
        if (code != null && !code.matches(CODE)) {
            body.wrong("failure_code", "word", "must be a word of a-z, 0-9 and _, at most 64 characters");
        }
        body.require("note");
        return request(payin, new PayinAction.Fail(code == null ? CLOSED_BY_STAFF : code), null);
    }

    private Request releaseMatch(Map<String, String> path, JsonBody body) {
        var payin = payin(path);
        var key = payin.key();
        body.require("note");
        return new Request(
                        key,
                        Payin.OBJECT_TYPE,
                        payin.version(),
                        by -> payins.matches().release(key, by),
                        () -> view.apply(key.id()))
                .recordedAs(new PayinAction.ReleaseMatch());
    }
}
