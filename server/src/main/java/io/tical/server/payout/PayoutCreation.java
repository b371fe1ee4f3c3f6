package io.tical.server.payout;

import io.tical.common.CurrencyProfile;
import io.tical.common.Ids;
import io.tical.common.Money;
import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.customer.Destination;
import io.tical.server.customer.Destinations;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.LockedWallets;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.Posting;
import io.tical.server.ledger.WalletKey;
import io.tical.server.merchant.Operation;
import io.tical.server.merchant.Policies;
import io.tical.server.merchant.Policy;
import io.tical.server.p2p.Offer;
import io.tical.server.p2p.Offers;
import io.tical.server.payout.PayoutStore.TakenReference;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Rails;
import io.tical.server.transaction.TransactionKey;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates payouts: the rules in their order, then the money. A v1 payout is captured at once and answers
 * {@code processing}; a guide payout is reserved and answers {@code pending}; one that people must look at is reserved and
 * answers {@code pending_review}.
 */
final class PayoutCreation implements GroupOperation<PayoutRequest, Payout> {
    /** How long a payout waits for review before its money is released. */
    static final Duration REVIEW_PERIOD = Duration.ofHours(72);
    /** A destination that was edited so recently is looked at before money goes there. */
    private static final Duration EDIT_SETTLES = Duration.ofHours(24);

    private final Policies policies;
    private final Currencies currencies;
    private final Rails rails;
    private final PayoutOffers offers;

    PayoutCreation(Policies policies, Currencies currencies, Rails rails, PayoutOffers offers) {
        this.offers = offers;
        this.policies = policies;
        this.currencies = currencies;
        this.rails = rails;
    }

    @Override
    public Group<PayoutRequest, Payout> begin(Session session, List<PayoutRequest> requests) {
        var destinations = Destinations.find(
                session, requests.stream().map(PayoutCreation::destinationKey).collect(Collectors.toSet()));
        var customers = requests.stream()
                .map(PayoutCreation::customerKey)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        var known = policies.of(
                session, requests.stream().map(PayoutRequest::organizationId).collect(Collectors.toSet()));
        return new Creations(requests, destinations, Destinations.existing(session, customers), known);
    }

    private static TransactionKey destinationKey(PayoutRequest request) {
        return new TransactionKey(request.organizationId(), request.livemode(), request.accountId());
    }

    private static @Nullable TransactionKey customerKey(PayoutRequest request) {
        var customerId = request.customerId();
        return customerId == null ? null : new TransactionKey(request.organizationId(), request.livemode(), customerId);
    }

    private static TakenReference reference(PayoutRequest request) {
        return new TakenReference(request.organizationId(), request.livemode(), request.merchantRef());
    }

    private final class Creations implements Group<PayoutRequest, Payout> {
        private final List<PayoutRequest> requests;
        private final Map<TransactionKey, Destination> destinations;
        private final Set<TransactionKey> customers;
        private final Policies.Known known;
        private final SortedSet<WalletKey> wallets = new TreeSet<>();
        private final Map<TakenReference, PayoutStatus> taken = new HashMap<>();
        private final List<Payout> created = new ArrayList<>();
        private final List<Offer> offered = new ArrayList<>();

        Creations(
                List<PayoutRequest> requests,
                Map<TransactionKey, Destination> destinations,
                Set<TransactionKey> customers,
                Policies.Known known) {
            this.known = known;
            this.requests = requests;
            this.destinations = destinations;
            this.customers = customers;
            destinations.forEach((key, destination) ->
                    wallets.add(new WalletKey(key.organizationId(), key.livemode(), destination.currency())));
        }

        @Override
        public SortedSet<WalletKey> wallets() {
            return wallets;
        }

        @Override
        public void lock(Session session) {
            taken.putAll(PayoutStore.taken(
                    session, requests.stream().map(PayoutCreation::reference).toList()));
        }

        @Override
        public Payout decide(PayoutRequest request, LockedWallets locked) {
            var destination = destination(request);
            var currency = currency(request, destination);
            requireFreeReference(request);
            var policy = known.of(request.organizationId());
            var wallet = new WalletKey(request.organizationId(), request.livemode(), currency.code());
            var day = locked.countingDay(wallet, LocalDate.ofInstant(locked.now(), policy.zone()));
            requireWithinLimits(request, policy, currency, locked.dailyUsed(wallet, day));
            var fee = policy.fee(request.livemode(), currency.code(), Operation.PAYOUT)
                    .of(request.amount());
            var payout =
                    offered(payout(request, destination, currency, fee, day, policy, locked.now()), policy, locked);
            var posting = switch (payout.status()) {
                case PROCESSING -> Posting.PAYOUT_CAPTURE;
                case PENDING, PENDING_REVIEW -> Posting.PAYOUT_RESERVE;
                case IN_REVIEW, SUCCESS, PARTIAL_SUCCESS, FAILED, REJECTED, REFUNDED, EXPIRED, CANCELLED ->
                    throw new IllegalStateException("no payout begins as " + payout.status());
            };
            locked.post(wallet, List.of(new Movement(posting, payout.terms().gross(), payout.id())));
            locked.countDaily(wallet, day, request.amount());
            taken.put(reference(request), payout.status());
            created.add(payout);
            return payout;
        }

        /** What could be sent at once is offered to payers first, where its organization takes part. */
        private Payout offered(Payout payout, Policy policy, LockedWallets locked) {
            var progress = payout.progress();
            var due = progress.dueAt();
            var offer = payout.status() == PayoutStatus.PROCESSING
                    ? offers.of(payout, policy, locked.now()).orElse(null)
                    : null;
            if (offer == null) {
                return payout;
            }
            offered.add(offer);
            return due != null && due.isAfter(offer.until())
                    ? payout
                    : new Payout(payout.id(), payout.terms(), progress.withDueAt(offer.until()), payout.steps());
        }

        private Destination destination(PayoutRequest request) {
            var customer = customerKey(request);
            if (customer != null && !customers.contains(customer)) {
                throw new Problem.Refused("CUSTOMER_NOT_FOUND", "There is no customer with this customer_id");
            }
            var destination = destinations.get(destinationKey(request));
            if (destination == null
                    || (request.customerId() != null
                            && !destination.customerId().equals(request.customerId()))) {
                throw new Problem.Refused(
                        "DESTINATION_NOT_FOUND",
                        "There is no such destination account; register it with POST /v1/customers first");
            }
            return destination;
        }

        private CurrencyProfile currency(PayoutRequest request, Destination destination) {
            var asked = request.currency();
            if (asked != null && !currencies.isActive(asked)) {
                throw new Problem.BadRequest("CURRENCY_UNSUPPORTED", asked + " is not an active currency");
            }
            if (asked != null && !asked.equals(destination.currency())) {
                throw new Problem.Invalid(
                        "currency_code", "mismatch", "must be the currency of the account, " + destination.currency());
            }
            var currency = currencies
                    .find(destination.currency())
                    .filter(profile -> currencies.isActive(profile.code()))
                    .orElseThrow(() -> new Problem.BadRequest(
                            "CURRENCY_UNSUPPORTED", destination.currency() + " is not an active currency"));
            if (!currency.divides(request.amount())) {
                throw new Problem.BadRequest(
                        "AMOUNT_NOT_DIVISIBLE",
                        "The amount must be a multiple of " + currency.unitStep() + " in " + currency.code());
            }
            return currency;
        }

        /** spec, Errors rule 1: a guide duplicate is 400 while the original is pending; everything else is 409. */
        private void requireFreeReference(PayoutRequest request) {
            var original = taken.get(reference(request));
            if (original == null) {
                return;
            }
            var message = "A payout with this reference exists; look it up instead of creating a new one";
            throw request.dialect() == Payout.Dialect.GUIDE && original == PayoutStatus.PENDING
                    ? new Problem.BadRequest("RESOURCE_EXISTS", message)
                    : new Problem.Conflict("RESOURCE_EXISTS", message);
        }

        @Override
        public void write(Session session) {
            if (!created.isEmpty() && !PayoutStore.insert(session, created)) {
                throw new IdempotencyRecords.ConcurrentDuplicate();
            }
            Offers.add(session, offered);
        }
    }

    private static void requireWithinLimits(
            PayoutRequest request, Policy policy, CurrencyProfile currency, long dailyUsed) {
        var limits = policy.payout(request.livemode(), currency);
        var amount = request.amount();
        if (limits.maintenance()) {
            throw new Problem.Unavailable(
                    "PAYOUT_UNDER_MAINTENANCE", "Payouts in " + currency.code() + " are under maintenance; try later");
        }
        if (amount < limits.min() || amount > limits.max()) {
            throw new Problem.OutOfRange(
                    "INVALID_AMOUNT_RANGE", "The amount must be from " + limits.min() + " to " + limits.max());
        }
        for (var range : limits.maintenanceRanges()) {
            if (range.contains(amount)) {
                throw new Problem.OutOfRange(
                        "AMOUNT_RANGE_MAINTENANCE",
                        "Amounts from " + range.min() + " to " + range.max() + " are under maintenance; try later");
            }
        }
        var cap = limits.dailyMax();
        if (cap != null && amount > cap - dailyUsed) {
            throw new Problem.Refused(
                    "DAILY_LIMIT_EXCEEDED",
                    "This amount would exceed the daily limit of " + cap + "; " + Math.max(0, cap - dailyUsed)
                            + " are left today");
        }
    }

    private Payout payout(
            PayoutRequest request,
            Destination destination,
            CurrencyProfile currency,
            long fee,
            LocalDate day,
            Policy policy,
            Instant now) {
        var rail = rails.payout(request.livemode());
        var reason = reviewReason(request, destination, policy, now);
        var id = Ids.next();
        // The time of its creation is the one in its id; nothing of it may seem older.
        var created = Ids.madeAt(id);
        var terms = new Payout.Terms(
                request.organizationId(),
                request.livemode(),
                request.dialect(),
                request.merchantRef(),
                currency.code(),
                request.amount(),
                fee,
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
                : request.dialect() == Payout.Dialect.V1 ? PayoutStatus.PROCESSING : PayoutStatus.PENDING;
        var due = switch (status) {
            case PENDING_REVIEW -> now.plus(REVIEW_PERIOD);
            case PROCESSING -> now.plus(rail.dispatchDelay());
            default -> now;
        };
        var progress = new Payout.Progress(
                status,
                Payout.Settled.NOTHING,
                Payout.Sender.UNKNOWN,
                null,
                reason,
                1,
                due,
                reason == null ? null : due,
                created,
                null);
        var parts = Money.split(request.amount(), rail.transferMax(currency), currency.unitStep());
        var steps = new ArrayList<Payout.Step>(parts.size());
        for (var part : parts) {
            steps.add(new Payout.Step(Ids.next(), steps.size() + 1, part, 0, Payout.StepStatus.PENDING, null));
        }
        return new Payout(id, terms, progress, steps);
    }

    /** Why people must look first, or null. */
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
        return editedAt != null && editedAt.isAfter(now.minus(EDIT_SETTLES)) ? "destination_edited" : null;
    }

    private static boolean atLeast(long amount, @Nullable Long threshold) {
        return threshold != null && amount >= threshold;
    }

    private static boolean above(long amount, @Nullable Long threshold) {
        return threshold != null && amount > threshold;
    }
}
