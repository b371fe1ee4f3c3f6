package io.tical.server.suspense;

import io.tical.common.admin.DecisionTerms;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.Transfer;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.Payin;
import io.tical.server.payin.Payins;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Claims;
import io.tical.server.rail.SlipParty;
import io.tical.server.suspense.Unmatched.Reason;
import io.tical.server.suspense.Unmatched.Source;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Commands;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Event;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TimelineDetail;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.work.DueTable;
import io.tical.server.work.LockedWork;
import io.tical.server.work.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The use cases of unallocated funds.
 *
 * @param commands executes commands on them, among them the decisions of staff
 */
public record Suspense(Database database, Payins payins, Commands<SuspenseAction, SuspenseItem> commands) {
    public static Suspense of(Payins payins) {
        var of = payins.commands();
        // Alone, because it changes payins.
        var operation = new CommandOperation<SuspenseAction, SuspenseItem>(
                        SuspenseItem.OBJECT_TYPE,
                        new SuspenseStore(),
                        (session, commands) -> new SuspenseGroup(payins, session, commands),
                        Event.Writer.NONE)
                .alone();
        return new Suspense(
                of.database(), payins, new Commands<>(of.database(), of.groupCommit(), operation, of.clock()));
    }

    /**
     * Records payments that their payins refused, in the transaction of the refusal. A payment that is already recorded stays as it is.
     *
     * @return the number of recorded payments, without those whose source and reference the organization already has
     */
    public static long note(Session session, Collection<Unmatched> payments) {
        return payments.isEmpty() ? 0 : SuspenseStore.insert(session, payments, SuspenseStatus.NOTED);
    }

    /**
     * Records transfers that pay no deposit, as one sum for each reason.
     *
     * @param named whether they were recorded as other transfers
     */
    public static void left(Session session, Deposit deposit, List<Transfer> transfers, boolean named) {
        var byReason = transfers.stream()
                .collect(Collectors.groupingBy(
                        transfer -> named ? Reason.NAMED : reason(deposit, transfer),
                        () -> new EnumMap<>(Reason.class),
                        Collectors.toList()));
        var payments = new ArrayList<Unmatched>();
        byReason.forEach((reason, together) -> {
            var amount = Transfer.sum(together);
            // Amounts below one micro-USDT are not recorded.
            if (amount > 0) {
                var last = together.getLast();
                var reference = last.network() + " " + last.txHash() + " " + last.logIndex();
                payments.add(new Unmatched(deposit.key(), Source.CRYPTO, reference, reason, "USDT", amount));
            }
        });
        note(session, payments);
    }

    private static Reason reason(Deposit deposit, Transfer transfer) {
        return switch (deposit.progress().state()) {
            case PAID -> Reason.EXTRA;
            case CLOSED -> Reason.CLOSED;
            case WAITING, PAYING -> transfer.at().isAfter(deposit.expiresAt()) ? Reason.LATE : Reason.PARTIAL;
        };
    }

    /** Opens a claim for each late delivery of an abandoned attempt, and for each further transfer. */
    public static void claim(Session session, Collection<Claims.Claim> claims) {
        var opened = claims.stream().map(Suspense::unmatched).toList();
        // Their postings are part of the same transaction, so none may exist yet.
        if (SuspenseStore.insert(session, opened, SuspenseStatus.OPEN) != opened.size()) {
            throw new IllegalStateException("a claim exists already: " + opened);
        }
    }

    private static Unmatched unmatched(Claims.Claim claim) {
        return new Unmatched(
                claim.transaction(),
                source(claim.subject()),
                claim.attemptId() + " " + claim.reference(),
                Unmatched.Reason.DELIVERED_LATE,
                claim.currency(),
                claim.amount(),
                claim.attemptId());
    }

    private static Source source(EventType.Subject subject) {
        return switch (subject) {
            case PAYOUT -> Source.PAYOUT;
            case SETTLEMENT -> Source.SETTLEMENT;
            case PAYIN -> throw new IllegalArgumentException("a payin sends no money");
        };
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    public List<SuspenseItem> list(Optional<SuspenseStatus> status, Environments environments, String text, Page page) {
        return database.run(session -> SuspenseStore.list(session, status, environments, text, page));
    }

    /** What the merchant pays for a payment of a payin. */
    DecisionTerms.Fee fee(Payin payin) {
        return payins.fee(payin);
    }

    /** The payins that these funds may pay, newest first: of the same merchant, with the same amount. A claim pays none. */
    public List<Payin> candidates(SuspenseItem item) {
        var payment = item.payment();
        return payment.claim()
                ? List.of()
                : payins.payable(
                        item.key().organizationId(), item.key().livemode(), payment.currency(), payment.amount());
    }

    /** The account to which a payment goes back; null if it is not known, and for a claim. */
    @Nullable
    SlipParty payerAccount(SuspenseItem item) {
        var payment = item.payment();
        return payment.claim()
                ? null
                : payins.payerAccount(payins.reads().get(payment.transaction()), payment.reference());
    }

    /** @throws Problem.NotFound {@code SUSPENSE_NOT_FOUND} */
    public SuspenseItem get(UUID id) {
        return database.run(session -> SuspenseStore.find(session, id))
                .orElseThrow(() -> Problem.NotFound.of(SuspenseItem.OBJECT_TYPE));
    }

    /** The unallocated funds of this payin, oldest first. */
    public List<SuspenseItem> ofPayin(UUID organizationId, boolean livemode, UUID payinId) {
        return database.run(
                session -> SuspenseStore.ofPayin(session, new TransactionKey(organizationId, livemode, payinId)));
    }

    /** The references of this payin's unallocated funds, whatever was decided on them. */
    public static List<String> references(Session session, TransactionKey payin) {
        return SuspenseStore.ofPayin(session, payin).stream()
                .map(item -> item.payment().reference())
                .toList();
    }

    private record Detail(UUID suspenseId, long amount, String currency, String reference, String reason)
            implements TimelineDetail {
        @Override
        public Type type() {
            return Type.UNALLOCATED;
        }
    }

    /** The payments that a payin refused, in its timeline. */
    public static List<TimelineItem> timeline(Database database, TransactionKey payin) {
        var timeline = new ArrayList<TimelineItem>();
        for (var item : database.run(session -> SuspenseStore.ofPayin(session, payin))) {
            var payment = item.payment();
            var detail = new Detail(
                    item.key().id(),
                    payment.amount(),
                    payment.currency(),
                    payment.reference(),
                    payment.reason().word());
            timeline.add(new TimelineItem(item.createdAt(), "posting", "payment unallocated", detail, null));
            if (item.decision() != null) {
                var title = "unallocated payment " + item.status().word();
                timeline.add(new TimelineItem(item.updatedAt(), "posting", title, detail, null));
            }
        }
        return timeline;
    }

    /** The payin of the same organization and environment that funds may pay. */
    Optional<Payin> payin(SuspenseItem item, UUID payinId) {
        var key = new TransactionKey(item.key().organizationId(), item.key().livemode(), payinId);
        return database.run(session -> payins.reads().find(session, key));
    }

    /** Posts the recorded funds. A posting locks its item and is idempotent. */
    public Work work() {
        return new LockedWork(
                database,
                "suspense",
                "suspense item",
                Duration.ofSeconds(1),
                new DueTable("suspense", "suspense_id", "due_at", "status = 'noted'"),
                new LockedWork.Limits(100, 1),
                keys -> {
                    commands.run(keys.getFirst(), new SuspenseAction.Post());
                    return 1;
                });
    }
}
