package io.tical.server.payin;

import static io.tical.server.payin.PayinWorkItems.KIND;

import io.tical.common.BankCode;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Effect;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.input.JsonBody;
import io.tical.server.payin.PayinCommand.Receipt;
import io.tical.server.rail.BankTransfer;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.StaffDecision;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of operators on payins: on their payments, refunds and matches.
 *
 * @param view the payin with this id as JSON
 */
record PayinActions(Payins payins, Function<UUID, Object> view) {
    private static final int TEXT_MAX = 500;
    private static final int REFERENCE_MAX = 100;
    private static final int BANK_MAX = 32;
    private static final String CODE = "[a-z][a-z0-9_]{0,63}";
    private static final String CLOSED_BY_STAFF = "closed_by_staff";

    List<StaffAction> all() {
        return List.of(
                StaffAction.refund(KIND, this::refund),
                StaffAction.completeRefund(KIND, REFERENCE_MAX, this::completeRefund),
                new StaffAction(KIND.path("confirm"), Permission.MONEY, this::confirm),
                new StaffAction(KIND.path("fail"), Permission.MONEY, this::fail),
                new StaffAction(KIND.path("release-match"), Permission.MONEY, false, this::releaseMatch));
    }

    private Payin payin(Map<String, String> path) {
        return payins.get(StaffAction.id(path, PayinOperation.OBJECT_TYPE));
    }

    /** A decision that moves money. Its check and execution call the same use case. */
    private Request request(Payin payin, Stake stake, BiConsumer<PayinDecisions, StaffDecision> useCase) {
        return new Request(
                payin.key(),
                PayinOperation.OBJECT_TYPE,
                payin.version(),
                stake,
                by -> useCase.accept(payins.checks(), by),
                by -> useCase.accept(payins.decisions(), by),
                () -> view.apply(payin.id()));
    }

    private Request request(Payin payin, Effect effect) {
        return new Request(
                payin.key(), PayinOperation.OBJECT_TYPE, payin.version(), effect, () -> view.apply(payin.id()));
    }

    /** What the payer receives: the merchant's credit, and the fee if it is refunded. */
    private Stake refunded(Payin payin) {
        return new Stake(
                payins.operation().rules().refunded(payin), payin.terms().currency());
    }

    private Request refund(Map<String, String> path) {
        var payin = payin(path);
        return request(payin, refunded(payin), (use, by) -> use.openRefund(payin.key(), by));
    }

    private Request completeRefund(Map<String, String> path) {
        var payin = payin(path);
        return request(payin, refunded(payin), (use, by) -> use.completeRefund(payin.key(), by));
    }

    private Request confirm(Map<String, String> path, JsonBody body) {
        var payin = payin(path);
        var paid = body.amount("paid_amount");
        if (paid < 1) {
            body.wrong("paid_amount", "positive", "must be a positive number of minor units");
        }
        var reference = text(body, "reference", REFERENCE_MAX);
        var bank = sendingBank(body);
        if (bank != null && reference == null) {
            body.wrong("reference", "required", "is required with sending_bank");
        }
        requireNote(body);
        return request(
                payin,
                new Stake(paid, payin.terms().currency()),
                (use, by) -> use.found(payin.key(), new Receipt(paid, reference), bank, by));
    }

    private Request fail(Map<String, String> path, JsonBody body) {
        var payin = payin(path);
        var code = body.textOrNull("failure_code", TEXT_MAX);
        if (code != null && !code.matches(CODE)) {
            body.wrong("failure_code", "word", "must be a word of a-z, 0-9 and _, at most 64 characters");
        }
        requireNote(body);
        return request(payin, by -> payins.decisions().fail(payin.key(), code == null ? CLOSED_BY_STAFF : code, by));
    }

    private Request releaseMatch(Map<String, String> path, JsonBody body) {
        var payin = payin(path);
        requireNote(body);
        return request(payin, by -> payins.matches().release(payin.key(), by))
                .recordedAs(by -> PayinCommand.releaseMatch(payin.key(), by).recordKey());
    }

    /** The bank or wallet that sent a payment; null if it is not named. A text that names none is wrong, because it cannot be compared. */
    private static @Nullable String sendingBank(JsonBody body) {
        var written = text(body, "sending_bank", BANK_MAX);
        if (written != null && BankCode.ofTransfer(written).isEmpty()) {
            body.wrong(
                    "sending_bank",
                    "unknown",
                    "must be the number of a Thai bank, or one of " + String.join(", ", BankCode.transferCodes())
                            + "; leave it out for any other bank");
        }
        return written;
    }

    /** A text without the spaces around it; null if it is absent or blank. */
    private static @Nullable String text(JsonBody body, String field, int lengthMax) {
        var text = body.textOrNull(field, lengthMax);
        return text == null || BankTransfer.withoutSpaces(text).isEmpty() ? null : text.strip();
    }

    private static void requireNote(JsonBody body) {
        if (!body.has("note")) {
            body.wrong("note", "required", "is required; explain the decision to your colleagues");
        }
    }
}
