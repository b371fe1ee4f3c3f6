package io.tical.server.settlement;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.input.Query;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.ledger.Ledger;
import io.tical.server.merchant.Policies;
import io.tical.server.outward.Fence;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Claims;
import io.tical.server.rail.LateDelivery;
import io.tical.server.rail.PaidTransfers;
import io.tical.server.rail.Rails;
import io.tical.server.rail.ReceivedTransfers;
import io.tical.server.rail.ReportedTransfers;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Commands;
import io.tical.server.transaction.Dialect;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Narrowing;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StateChange;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.transaction.TransactionReads;
import io.tical.server.webhook.Deliveries;
import io.tical.server.webhook.Events;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Collection;
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
        Ledger ledger,
        GroupCommit groupCommit,
        Deliveries deliveries,
        TransactionReads<Settlement> reads,
        SettlementCreation creation,
        Commands<SettlementAction, SettlementAggregate> commands) {
    /**
     * @param claims opens claims for late deliveries
     * @param received the transfers that pay no settlement, because they were received
     */
    public Settlements(
            Database database,
            Ledger ledger,
            GroupCommit groupCommit,
            Deliveries deliveries,
            Policies policies,
            Currencies currencies,
            Rails rails,
            Claims claims,
            ReceivedTransfers received,
            Fence fence,
            Clock clock) {
        var operation = new CommandOperation<SettlementAction, SettlementAggregate>(
                SettlementAggregate.OBJECT_TYPE,
                new SettlementStorage(claims, received, fence, clock),
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
        this(
                database,
                ledger,
                groupCommit,
                deliveries,
                reads,
                creation,
                new Commands<>(database, groupCommit, operation, clock));
    }

    /** Reads and locks the settlements of a group, and writes their changes with the claims that follow from them. */
    private record SettlementStorage(Claims claims, ReceivedTransfers received, Fence fence, Clock clock)
            implements CommandOperation.Storage<SettlementAggregate> {
        @Override
        public Collection<WalletKey> wallets(Session session, Collection<TransactionKey> keys) {
            return SettlementStore.wallets(session, keys);
        }

        @Override
        public List<SettlementAggregate> find(Session session, Collection<TransactionKey> keys, boolean lock) {
            return lock ? SettlementStore.lock(session, keys) : SettlementStore.find(session, keys);
        }

        @Override
        public void write(Session session, List<Changes.Changed<SettlementAggregate>> changed) {
            SettlementStore.write(session, changed);
            claims.openOf(session, changed.stream().map(Changes.Changed::after).toList());
            PaidTransfers.requireNotReceivedLater(session, received, changed);
            ReportedTransfers.writeDownLater(session, fence, clock.instant(), changed);
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
        var attempts = database.run(session -> SettlementStore.ATTEMPTS.find(session, List.of(key)))
                .getOrDefault(key, List.of());
        var states = database.run(session -> StateChange.of(session, key)).stream()
                .filter(one -> !one.change().from().equals(one.change().to()))
                .toList();
        var created = new Created(terms.dialect().word(), terms.amount(), terms.fee(), terms.currency());
        var timeline = new Timeline(settlement.createdAt());
        var conversion = terms.dialect() == Dialect.GUIDE
                ? database.run(session -> ConversionStore.find(session, List.of(key)))
                        .get(key)
                : null;
        if (conversion != null) {
            timeline.postings(ledger.transfersOf(key.organizationId(), key.livemode(), conversion.id()));
        }
        var sent = conversion == null ? terms.currency() : conversion.currency();
        return timeline.also(LateDelivery.items(attempts, sent))
                .changes(states)
                .postings(ledger.transfersOf(key.organizationId(), key.livemode(), key.id()))
                .also(deliveries.timeline(key.organizationId(), key.livemode(), key.id()))
                .afterCreation(created, terms.requestId());
    }
}
