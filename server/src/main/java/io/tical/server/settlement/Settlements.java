package io.tical.server.settlement;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.input.Query;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.merchant.Policies;
import io.tical.server.outward.Fence;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Claims;
import io.tical.server.rail.CommandedReturns;
import io.tical.server.rail.DisbursementStorage;
import io.tical.server.rail.DispatchedObjects;
import io.tical.server.rail.LateDelivery;
import io.tical.server.rail.LateReturn;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.Rails;
import io.tical.server.rail.ReceivedTransfers;
import io.tical.server.rail.ReturnedPayments;
import io.tical.server.settlement.SettlementStatus.Trigger;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Commands;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Event;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Narrowing;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.transaction.TransactionHistory;
import io.tical.server.transaction.TransactionReads;
import io.tical.server.webhook.Events;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The use cases of settlements: of merchants and of the service itself.
 *
 * @param commands executes commands on existing settlements, among them the decisions of staff
 */
public record Settlements(
        Database database,
        GroupCommit groupCommit,
        TransactionHistory history,
        TransactionReads<Settlement> reads,
        SettlementCreation creation,
        Commands<SettlementAction, SettlementAggregate> commands) {
    /**
     * @param claims opens claims for late deliveries
     * @param returned takes the bank entries that gave settlements back
     * @param received the transfers that pay no settlement, because they were received
     */
    public Settlements(
            Database database,
            GroupCommit groupCommit,
            TransactionHistory history,
            Policies policies,
            Currencies currencies,
            Rails rails,
            Claims claims,
            ReturnedPayments returned,
            ReceivedTransfers received,
            Fence fence,
            Clock clock) {
        var operation = new CommandOperation<SettlementAction, SettlementAggregate>(
                SettlementAggregate.OBJECT_TYPE,
                new DisbursementStorage<SettlementAggregate>(
                        SettlementStore::wallets,
                        SettlementStore::find,
                        SettlementStore::lock,
                        SettlementStore::write,
                        claims,
                        returned,
                        received,
                        fence,
                        clock),
                (session, ofGroup) -> new SettlementRules(PaidTransfers.named(session, received, ofGroup)),
                Events::insertLater);
        var creation = new SettlementCreation(policies, currencies, rails);
        var reads = new TransactionReads<>(
                database,
                currencies,
                SettlementAggregate.OBJECT_TYPE,
                SettlementStore::find,
                SettlementStore::list,
                SettlementStore.SEARCH);
        this(database, groupCommit, history, reads, creation, new Commands<>(database, groupCommit, operation, clock));
    }

    /** What becomes of settlements whose money a bank gives back. */
    public LateReturn returns() {
        return new CommandedReturns<>(
                commands,
                this::get,
                SettlementAction.ComeBack::new,
                () -> new SettlementRules(new PaidTransfers(List.of())));
    }

    /** Settlements as they are dispatched. */
    DispatchedObjects<SettlementAggregate> dispatched() {
        return new DispatchedObjects<>(
                SettlementStore::lock,
                Settlements::write,
                (key, attemptId, outcome) -> commands.run(key, new SettlementAction.Report(attemptId, outcome)));
    }

    /** The first attempt changes the status to processing. A further attempt changes nothing that staff decide on, so the version stays. */
    private static void write(Session session, SettlementAggregate before, SettlementAggregate after, Instant now) {
        if (before.allows(Trigger.SEND) && !after.attempts().isEmpty()) {
            var changes = new Changes<>(SettlementAggregate.OBJECT_TYPE, List.of(before));
            changes.apply(after.transition(Trigger.SEND, By.SYSTEM, now), Actor.SYSTEM, now);
            changes.write(session, SettlementStore::write, Event.Writer.NONE);
        } else {
            SettlementStore.write(session, List.of(new Changes.Changed<>(before, after)));
        }
    }

    /** Creates a settlement and captures its amount, in one commit. */
    public StoredAnswer create(SettlementRequest request, IdempotentRequest<Settlement> idempotent) {
        return groupCommit.answer(creation, request, idempotent);
    }

    /** Whether a settlement to this account is open. */
    public static boolean openTo(Session session, TransactionKey account) {
        return SettlementStore.isOpenTo(session, account);
    }

    /**
     * A filter of operators.
     *
     * @param rail the name of a rail that has an attempt; null for any
     * @param inReview whether staff must find out the outcome
     */
    record Sending(@Nullable String rail, boolean inReview) {}

    public static ListFilter filter(Query query) {
        var operation = query.text("client_operation_id").map(text -> text.toLowerCase(Locale.ROOT));
        return ListFilter.of(query, "settlements", SettlementStatus.class, operation.orElse(null));
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
     * The settlements of several environments; one row more than the page's limit, when there are that many; newest first.
     *
     * @param sending how the listed settlements are sent
     */
    List<SettlementAggregate> list(Environments environments, ListFilter filter, Sending sending, Page page) {
        return reads.list(filter, session -> SettlementStore.list(session, environments, filter, sending, page));
    }

    /** @throws Problem.NotFound {@code SETTLEMENT_NOT_FOUND} */
    SettlementAggregate get(UUID id) {
        return find(id).orElseThrow(reads::notFound);
    }

    Optional<SettlementAggregate> find(UUID id) {
        return database.run(session -> SettlementStore.find(session, id));
    }

    /** A settlement with its conversion and its transfers. */
    public SettlementAggregate whole(Settlement settlement) {
        return database.run(session -> SettlementStore.find(session, List.of(settlement.key())))
                .getFirst();
    }

    /** The detail of the creation. Amounts are minor units. */
    private record Created(String dialect, long amount, long fee, String currency) implements Timeline.Created {}

    /** The settlement's states, postings and callbacks, oldest first. */
    public List<TimelineItem> timeline(Settlement settlement) {
        var key = settlement.key();
        var terms = settlement.terms();
        var whole = whole(settlement);
        var timeline = new Timeline(settlement.createdAt());
        var conversion = whole.conversion();
        if (conversion != null) {
            timeline.postings(history.ledger().transfersOf(key.organizationId(), key.livemode(), conversion.id()));
        }
        timeline.also(LateDelivery.items(whole.attempts(), whole.payableCurrency()));
        return history.addTo(timeline, key)
                .afterCreation(
                        new Created(terms.dialect().word(), terms.amount(), terms.fee(), terms.currency()),
                        terms.requestId());
    }
}
