package io.tical.server.payout;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.common.Money;
import io.tical.server.currency.Currencies;
import io.tical.server.customer.Destination;
import io.tical.server.customer.Destinations;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import io.tical.server.limit.EffectiveLimits;
import io.tical.server.merchant.FeeType;
import io.tical.server.merchant.Policy;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Rails;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.Dialect;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests for payouts. A v1 payout is captured and begins in {@code processing}; a guide payout is reserved and begins
 * in {@code pending}; one that staff must review is reserved and begins in {@code pending_review}.
 */
record PayoutCreationRules(Currencies currencies, Rails rails, Offering offering) {
    /** How long a payout waits for review before its money is released. */
    static final Duration REVIEW_PERIOD = Duration.ofHours(72);
    /** How long payouts to a destination that was edited are reviewed. */
    private static final Duration EDIT_REVIEW_PERIOD = Duration.ofHours(24);

    /**
     * What a request is decided on.
     *
     * @param customerExists whether the customer that it names exists; true when it names none
     * @param original the status of the payout that has its reference, or null
     */
    record Facts(
            Policy policy,
            boolean customerExists,
            @Nullable Destination destination,
            @Nullable PayoutStatus original) {
        /** @throws Problem.Refused {@code CUSTOMER_NOT_FOUND} or {@code DESTINATION_NOT_FOUND} */
        Destination destination(PayoutRequest request) {
            if (!customerExists) {
                throw Destinations.unknownCustomer();
            }
            if (destination == null
                    || (request.customerId() != null
                            && !destination.customerId().equals(request.customerId()))) {
                throw new Problem.Refused(
                        "DESTINATION_NOT_FOUND",
                        "There is no such destination account; register it with POST /v1/customers first");
            }
            return destination;
        }
    }

    /**
     * The currency of the payout, which is that of the destination. Refuses a request without a valid destination, in another or an
     * inactive currency, or whose amount is not a multiple of the currency's unit.
     */
    CurrencyProfile currency(PayoutRequest request, Facts facts) {
        var destination = facts.destination(request);
        var asked = request.currency();
        if (asked != null) {
            currencies.requireActive(asked);
        }
        if (asked != null && !asked.equals(destination.currency())) {
            throw new Problem.Invalid(
                    "currency_code", "mismatch", "must be the currency of the account, " + destination.currency());
        }
        return currencies.requirePayable(destination.currency(), request.amount());
    }

    /** A used reference is 409; in the guide's vocabulary 400 while the first payout is pending. */
    void requireFreeReference(PayoutRequest request, Facts facts) {
        var original = facts.original();
        if (original == null) {
            return;
        }
        var message = "A payout with this reference exists; look it up instead of creating a new one";
        throw request.dialect() == Dialect.GUIDE && original == PayoutStatus.PENDING
                ? new Problem.BadRequest("RESOURCE_EXISTS", message)
                : new Problem.Conflict("RESOURCE_EXISTS", message);
    }

    /**
     * Checks maintenance, the limits of one payout, and the daily limit.
     *
     * @param dailyUsed minor units of the day's payouts so far
     */
    void requireWithinLimits(
            PayoutRequest request, Facts facts, CurrencyProfile currency, long dailyUsed, Instant now) {
        var limits = EffectiveLimits.withdraw(facts.policy(), request.livemode(), currency, rails, now);
        var amount = request.amount();
        if (limits.maintenance()) {
            throw new Problem.Unavailable(
                    "PAYOUT_UNDER_MAINTENANCE", "Payouts in " + currency.code() + " are under maintenance; try later");
        }
        var refusal = limits.refusal(amount);
        if (refusal != null) {
            throw refusal;
        }
        var cap = limits.dailyMax();
        if (cap != null && amount > cap - dailyUsed) {
            throw new Problem.Refused(
                    "DAILY_LIMIT_EXCEEDED",
                    "This amount would exceed the daily limit of " + cap + " minor units of " + currency.code()
                            + "; send at most " + Math.max(0, cap - dailyUsed) + " today");
        }
    }

    /**
     * Decides a request that passed all checks.
     *
     * @param day whose limit the payout counts towards
     */
    Decision<PayoutAggregate> create(
            PayoutRequest request, Facts facts, CurrencyProfile currency, LocalDate day, Instant now) {
        var destination = facts.destination(request);
        var reason = reviewReason(request, destination, facts.policy(), now);
        var id = Ids.next();
        // The id carries the time of creation; nothing of the payout may be older.
        var created = Ids.madeAt(id);
        var terms = new Payout.Terms(
                request.organizationId(),
                request.livemode(),
                request.dialect(),
                request.merchantRef(),
                currency.code(),
                request.amount(),
                facts.policy()
                        .fee(request.livemode(), currency.code(), FeeType.PAYOUT)
                        .of(request.amount(), currency),
                destination.accountId(),
                destination.customerId(),
                destination.customerName(),
                destination.bankCode(),
                destination.accountNo(),
                destination.holderName(),
                request.senderType(),
                request.notes(),
                request.requestId(),
                day);
        var status = reason != null
                ? PayoutStatus.PENDING_REVIEW
                : request.dialect() == Dialect.V1 ? PayoutStatus.PROCESSING : PayoutStatus.PENDING;
        var reviewUntil = reason == null ? null : now.plus(REVIEW_PERIOD);
        var captured = status == PayoutStatus.PROCESSING;
        var due =
                reviewUntil != null ? reviewUntil : captured ? now.plus(rails.dispatchDelay(request.livemode())) : now;
        var progress = new Payout.Progress(
                status,
                Payout.Totals.NOTHING,
                Payout.LastTransfer.UNKNOWN,
                null,
                reason,
                1,
                due,
                reviewUntil,
                created,
                null,
                null);
        var transferMax =
                rails.transferMax(request.livemode(), currency, destination.bankCode(), request.amount(), now);
        var amounts = Money.split(request.amount(), transferMax, currency.unitStep());
        var legs = new ArrayList<Payout.Leg>(amounts.size());
        for (var amount : amounts) {
            legs.add(new Payout.Leg(Ids.next(), legs.size() + 1, amount, 0, LegStatus.PENDING, null));
        }
        var payout = PayoutAggregate.of(new Payout(id, terms, progress, legs), List.of());
        var until = captured ? offering.until(payout.payout(), facts.policy(), now) : null;
        return new Decision<>(
                until == null ? payout : payout.offered(until),
                List.of(new Movement(
                        captured ? PostingType.PAYOUT_CAPTURE : PostingType.PAYOUT_RESERVE, terms.gross(), id)),
                List.of(),
                List.of());
    }

    /** Why staff must review the payout first, or null. */
    private static @Nullable String reviewReason(
            PayoutRequest request, Destination destination, Policy policy, Instant now) {
        var thresholds = policy.thresholds(request.livemode());
        if (atLeast(request.amount(), thresholds.review())) {
            return "amount_threshold";
        }
        if (!destination.verified() && above(request.amount(), thresholds.unverifiedReview())) {
            return "destination_unverified";
        }
        var editedAt = destination.editedAt();
        return editedAt != null && editedAt.isAfter(now.minus(EDIT_REVIEW_PERIOD)) ? "destination_edited" : null;
    }

    private static boolean atLeast(long amount, @Nullable Long threshold) {
        return threshold != null && amount >= threshold;
    }

    private static boolean above(long amount, @Nullable Long threshold) {
        return threshold != null && amount > threshold;
    }
}
