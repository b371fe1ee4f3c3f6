package io.tical.server.payin;

import io.tical.common.CurrencyProfile;
import io.tical.server.merchant.Policy;
import io.tical.server.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** By which channels a payin may come in: what is switched on, what takes its amount, and what is answered where nothing does. */
final class Admission {
    private Admission() {}

    /**
     * By which channels the pool may serve a request, in their order.
     *
     * @throws Problem.Refused {@code CHANNEL_DISABLED} when it names one that is switched off
     */
    static List<Channel> channels(Intake intake, Policy policy) {
        return switch (intake) {
            case Intake.Pooled(var channel) -> {
                requireOpen(channel, policy);
                yield List.of(channel);
            }
            case Intake.Matched matched -> {
                var inOrder = switch (policy.matchFallback()) {
                    case BANK_THEN_QR -> List.of(Channel.BANK, Channel.QRCODE);
                    case QR_THEN_BANK -> List.of(Channel.QRCODE, Channel.BANK);
                    case OFF -> List.<Channel>of();
                };
                yield inOrder.stream()
                        .filter(channel -> policy.open(channel.method()))
                        .toList();
            }
            case Intake.Crypto crypto -> List.of();
        };
    }

    static void requireOpen(Channel channel, Policy policy) {
        if (!policy.open(channel.method())) {
            throw new Problem.Refused(
                    "CHANNEL_DISABLED",
                    "Payins by " + channel.word()
                            + " are switched off for you; use another channel, or ask the operator");
        }
    }

    static Problem noPlace(Intake intake) {
        return switch (intake) {
            case Intake.Matched matched ->
                new Problem.Refused(
                        "P2P_LIQUIDITY_UNAVAILABLE",
                        "There is no payout to match, and no other way that could take this payin now; try later or"
                                + " create a payin with another channel");
            case Intake.Pooled pooled ->
                new Problem.Refused(
                        "CHANNEL_UNAVAILABLE",
                        "No account can receive this amount in this currency now; try later or another amount");
            case Intake.Crypto crypto ->
                new Problem.Refused("CHANNEL_UNAVAILABLE", "No address can receive this deposit now; try later");
        };
    }

    /** What is answered where others could still have an amount, and this organization has its share of it. */
    static Problem atShare(Intake intake) {
        return switch (intake) {
            case Intake.Pooled pooled ->
                new Problem.Refused(
                        "CHANNEL_UNAVAILABLE",
                        "You hold a quarter of all reservations of this amount on each account, which is the most for one merchant;"
                                + " use another amount, cancel open payins of this one, or wait: an expired payin holds its"
                                + " reservation for 24 hours");
            case Intake.Matched matched -> noPlace(matched);
            case Intake.Crypto crypto -> noPlace(crypto);
        };
    }

    /** The channels whose limits take the amount; when none does, the first one's refusal. */
    static List<Channel> allowed(
            PayinRequest request, List<Channel> channels, Policy policy, CurrencyProfile currency, boolean matchable) {
        var allowed = new ArrayList<Channel>();
        Problem first = null;
        for (var channel : channels) {
            var refused = refusal(request, channel, policy, currency);
            if (refused == null) {
                allowed.add(channel);
            } else if (first == null) {
                first = refused;
            }
        }
        if (allowed.isEmpty() && first != null && !matchable) {
            throw first;
        }
        return allowed;
    }

    static @Nullable Problem refusal(PayinRequest request, Channel channel, Policy policy, CurrencyProfile currency) {
        var limits =
                policy.limit(request.livemode(), currency, channel.method()).deposit();
        var amount = request.amount();
        if (limits.maintenance()) {
            return new Problem.OutOfRange(
                    "INVALID_AMOUNT_RANGE",
                    "Payins in " + currency.code() + " by " + channel.word() + " are under maintenance; try later");
        }
        if (!limits.allows(amount)) {
            return new Problem.OutOfRange(
                    "INVALID_AMOUNT_RANGE", "The amount must be from " + limits.min() + " to " + limits.max());
        }
        for (var range : limits.maintenanceRanges()) {
            if (range.contains(amount)) {
                return new Problem.OutOfRange(
                        "AMOUNT_RANGE_MAINTENANCE",
                        "Amounts from " + range.min() + " to " + range.max() + " are under maintenance; try later");
            }
        }
        return null;
    }
}
