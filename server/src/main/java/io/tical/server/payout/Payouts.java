package io.tical.server.payout;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.customer.Destinations;
import io.tical.server.decision.Possible;
import io.tical.server.decision.Possible.Trial;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.input.Query;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.merchant.Policies;
import io.tical.server.outward.Fence;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.Claims;
import io.tical.server.rail.CommandedReturns;
import io.tical.server.rail.DisbursementStorage;
import io.tical.server.rail.DispatchedObjects;
import io.tical.server.rail.LateDelivery;
import io.tical.server.rail.LateReturn;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.Rails;
import io.tical.server.rail.ReceivedTransfers;
import io.tical.server.rail.ReturnedPayments;
import io.tical.server.rail.TransferName;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Commands;
import io.tical.server.transaction.DailyVolume;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.MerchantAction;
import io.tical.server.transaction.Narrowing;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.transaction.TransactionHistory;
import io.tical.server.transaction.TransactionReads;
import io.tical.server.webhook.Events;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The use cases of payouts: of merchants and of the service itself.
 *
 * @param creation executes requests for new payouts in the group commit
 * @param commands executes commands on existing payouts, among them the decisions of staff
 */
public record Payouts(
        Database database,
        GroupCommit groupCommit,
        TransactionHistory history,
        Fence fence,
        Rails rails,
        TransactionReads<Payout> reads,
        PayoutCreation creation,
        Commands<PayoutAction, PayoutAggregate> commands) {
    /**
     * @param claims opens claims for late deliveries
     * @param returned takes the bank entries that gave payouts back
     * @param received the transfers that pay no payout, because they were received
     */
    public Payouts(
            Database database,
            GroupCommit groupCommit,
            TransactionHistory history,
            Fence fence,
            Policies policies,
            Currencies currencies,
            Rails rails,
            Offering offering,
            Claims claims,
            ReturnedPayments returned,
            ReceivedTransfers received,
            Clock clock) {
        var operation = new CommandOperation<PayoutAction, PayoutAggregate>(
                PayoutAggregate.OBJECT_TYPE,
                new DisbursementStorage<>(
                        PayoutStore::wallets,
                        (session, keys) -> inSteps(currencies, PayoutStore.find(session, keys)),
                        (session, keys) -> inSteps(currencies, PayoutStore.lock(session, keys)),
                        (session, changed) -> {
                            PayoutStore.write(session, changed);
                            var after =
                                    changed.stream().map(Changes.Changed::after).toList();
                            offering.publish(session, Offering.Offered.of(after));
                        },
                        claims,
                        returned,
                        received,
                        fence,
                        clock),
                (session, ofGroup) -> {
                    var organizations = ofGroup.stream().map(one -> one.key().organizationId());
                    var current = policies.of(session, organizations.collect(Collectors.toSet()));
                    return new PayoutRules(
                            rails,
                            (payout, now) -> {
                                var policy = current.of(payout.terms().organizationId());
                                return offering.until(payout, policy, now);
                            },
                            PaidTransfers.named(session, received, ofGroup),
                            (payout, by) -> requireFree(session, fence, payout, by));
                },
                Events::insertLater);
        var creation = new PayoutCreation(policies, currencies, rails, offering);
        var reads = new TransactionReads<>(
                database,
                currencies,
                PayoutAggregate.OBJECT_TYPE,
                PayoutStore::payout,
                PayoutStore::list,
                PayoutStore.SEARCH);
        this(
                database,
                groupCommit,
                history,
                fence,
                rails,
                reads,
                creation,
                new Commands<>(database, groupCommit, operation, clock));
    }

    private static List<PayoutAggregate> inSteps(Currencies currencies, List<PayoutAggregate> payouts) {
        return payouts.stream()
                .map(one -> {
                    var code = one.payableCurrency();
                    return one.inSteps(currencies
                            .find(code)
                            .orElseThrow(() -> new IllegalStateException("the catalogue lists no " + code))
                            .unitStep());
                })
                .toList();
    }

    /**
     * Requires that a payout may be taken back, or sent once more: the database has not forgotten that it was sent or paid. Two people decide on one
     * of which it has.
     */
    private static void requireFree(Session session, Fence fence, PayoutAggregate payout, Actor by) {
        if (!fence.mayTakeBack(session)) {
            throw Problem.Unavailable.service();
        }
        if (by.kind() != Actor.Kind.STAFF && isHeld(session, fence, payout)) {
            throw PayoutStatus.TABLE.invalid(
                    "This payout, or an order with its reference, was already sent to the bank and cannot be cancelled. Wait for its"
                            + " outcome.");
        }
    }

    private static boolean isHeld(Session session, Fence fence, PayoutAggregate payout) {
        return fence.isHeld(session, EventType.Subject.PAYOUT, payout.key(), payout.merchantReference());
    }

    /** Whether background work may take a payout back now. */
    boolean isFree(TransactionKey key) {
        return database.run(session -> fence.mayTakeBack(session)
                && PayoutStore.find(session, List.of(key)).stream().noneMatch(one -> isHeld(session, fence, one)));
    }

    /** Whether the database has forgotten that this payout, or an order with its reference, was sent or paid, and nothing has taken that up. */
    public boolean isHeld(TransactionKey key) {
        return database.run(session ->
                PayoutStore.find(session, List.of(key)).stream().anyMatch(one -> isHeld(session, fence, one)));
    }

    /** Payouts as they are dispatched. The version stays, because dispatching changes nothing that staff decide on. */
    DispatchedObjects<PayoutAggregate> dispatched() {
        return new DispatchedObjects<>(
                PayoutStore::lock,
                (session, before, after, _) ->
                        PayoutStore.write(session, List.of(new Changes.Changed<>(before, after))),
                (key, attemptId, outcome) -> commands.run(key, new PayoutAction.Report(attemptId, outcome)));
    }

    /** What becomes of payouts whose money a bank gives back. */
    public LateReturn returns() {
        return new CommandedReturns<>(commands, this::get, PayoutAction.ComeBack::new, () -> PayoutRules.trial(rails));
    }

    /** Creates a payout and reserves or captures its amount and fee, in one commit. */
    public StoredAnswer create(PayoutRequest request, IdempotentRequest<Payout> idempotent) {
        return groupCommit.answer(creation, request, idempotent);
    }

    /**
     * Cancels a payout and returns its gross amount. Does nothing for a final payout.
     *
     * @throws Problem.Conflict when a leg was sent to a rail, a payer is matched with it, or staff review it
     */
    public StoredAnswer cancel(TransactionKey key, Actor actor, IdempotentRequest<Payout> idempotent) {
        return fire(key, Trigger.CANCEL, actor, idempotent);
    }

    /** The possible actions of the merchant in the payout's current state. */
    public List<MerchantAction> possible(TransactionKey key) {
        return database.run(session -> PayoutStore.find(session, List.of(key))).stream()
                .flatMap(payout ->
                        Possible.of(key, MerchantAction.class, action -> trials(payout, action), rules(payout))
                                .decisions()
                                .stream())
                .toList();
    }

    private static Stream<Trial<PayoutAction>> trials(PayoutAggregate payout, MerchantAction action) {
        return switch (action) {
            // Cancelling a final payout changes nothing.
            case CANCEL ->
                payout.status().isFinalized() ? Stream.empty() : Trial.of(new PayoutAction.Fire(Trigger.CANCEL));
            case TEST_CONFIRM ->
                payout.key().livemode() ? Stream.empty() : Trial.of(new PayoutAction.Fire(Trigger.TEST_CONFIRM));
        };
    }

    /** The possible decisions of operators on a payout. */
    Possible<PossiblePayoutDecision> possible(PayoutAggregate payout) {
        return PossiblePayoutDecision.on(payout, rules(payout));
    }

    private Possible.Rules<PayoutAction> rules(PayoutAggregate payout) {
        var rules = PayoutRules.trial(rails);
        return (command, now) -> rules.decide(payout, command, now);
    }

    /** Completes a test payout, whatever outcome its amount simulates. */
    public StoredAnswer testConfirm(TransactionKey key, Actor actor, IdempotentRequest<Payout> idempotent) {
        return fire(key, Trigger.TEST_CONFIRM, actor, idempotent);
    }

    private StoredAnswer fire(TransactionKey key, Trigger trigger, Actor actor, IdempotentRequest<Payout> idempotent) {
        return commands.answer(key, new PayoutAction.Fire(trigger), actor, idempotent.from(PayoutAggregate::payout));
    }

    public static ListFilter filter(Query query) {
        return ListFilter.of(query, "payouts", PayoutStatus.class);
    }

    /**
     * The filters of the merchants' API together with those that only people use ({@link Narrowing}).
     *
     * @param zone in which days begin
     */
    public static ListFilter filter(Query query, ZoneId zone) {
        return filter(query).with(Narrowing.of(query, zone));
    }

    /**
     * The payouts of several environments; one row more than the page's limit, when there are that many; newest first.
     *
     * @param rail the name of a rail that has an attempt; null for any
     */
    List<PayoutAggregate> list(Environments environments, ListFilter filter, @Nullable String rail, Page page) {
        return reads.list(filter, session -> PayoutStore.list(session, environments, filter, rail, page));
    }

    /** @throws Problem.NotFound {@code PAYOUT_NOT_FOUND} */
    PayoutAggregate get(UUID id) {
        return find(id).orElseThrow(reads::notFound);
    }

    Optional<PayoutAggregate> find(UUID id) {
        return database.run(session -> PayoutStore.find(session, id));
    }

    /** The last payouts to the same account before this one that were delivered, newest first. */
    List<EarlierDelivery> earlierDeliveries(Payout payout) {
        return database.run(session -> PayoutStore.earlierDeliveries(session, payout, EarlierDelivery.ROWS_MAX));
    }

    /**
     * What is known of the accounts of payouts.
     *
     * @param paid the payouts to whose account a payout has arrived before
     * @param verified those whose account is verified, as they have it
     */
    public record KnownAccounts(Set<TransactionKey> paid, Set<TransactionKey> verified) {}

    /** What is known of the accounts of these payouts. */
    public static KnownAccounts knownAccounts(Session session, Collection<TransactionKey> keys) {
        var payees = PayoutStore.payees(session, keys);
        var accounts = Destinations.find(
                session,
                payees.values().stream().map(PayoutStore.Payee::account).collect(Collectors.toSet()));
        var verified = payees.entrySet().stream()
                .filter(payee ->
                        payee.getValue().is(accounts.get(payee.getValue().account())))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return new KnownAccounts(PayoutStore.toKnownAccounts(session, keys), verified);
    }

    /** The successful payouts among those created on each of these days; days without a success have no item. */
    public List<DailyVolume> volume(UUID organizationId, boolean livemode, List<DailyVolume.Day> days) {
        return database.run(session -> DailyVolume.of(session, "payout", "amount", organizationId, livemode, days));
    }

    /** The payout's states, postings, callbacks and matches, oldest first. */
    public List<TimelineItem> timeline(Payout payout) {
        var terms = payout.terms();
        var attempts = attempts(payout.key());
        var timeline = new Timeline(payout.createdAt()).also(LateDelivery.items(attempts, terms.currency()));
        var created = new Created(
                terms.dialect().word(),
                terms.amount(),
                terms.fee(),
                terms.currency(),
                payout.legs().size());
        return history.addTo(timeline, payout.key()).also(matches(attempts)).afterCreation(created, terms.requestId());
    }

    /** The detail of the creation. Amounts are minor units. */
    private record Created(String dialect, long amount, long fee, String currency, int legs)
            implements Timeline.Created {}

    /** The matches, without the payers' identity. */
    private static List<TimelineItem> matches(List<Attempt> attempts) {
        return attempts.stream()
                .filter(Attempt::byPayer)
                .flatMap(one ->
                        TimelineItem.match(one.createdAt(), one.state() == Attempt.State.DEAD ? one.closedAt() : null)
                                .stream())
                .toList();
    }

    /** The transfer with this name that paid a leg of a payout, as its rail or staff reported it. What a payer paid was not sent. */
    public static Optional<PaidTransfer> sent(Session session, TransferName name) {
        return PayoutStore.ATTEMPTS
                .sent(session, name)
                .map(of -> PaidTransfer.of(
                        name.reference(),
                        EventType.Subject.PAYOUT,
                        of.key(),
                        of.attempt().id()));
    }

    /** The attempts of a payout's legs, in order. */
    public List<Attempt> attempts(TransactionKey key) {
        return database.run(session -> PayoutStore.ATTEMPTS.find(session, List.of(key)))
                .getOrDefault(key, List.of());
    }
}
