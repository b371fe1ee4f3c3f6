package io.tical.server.payout;

import io.tical.db.Database;
import io.tical.server.currency.Currencies;
import io.tical.server.http.Answer;
import io.tical.server.idempotency.CommandRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.ledger.Ledger;
import io.tical.server.merchant.Policies;
import io.tical.server.p2p.MatchItems;
import io.tical.server.p2p.Offers;
import io.tical.server.payout.PayoutStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.Rails;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.DailyVolume;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StateChanges;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.webhook.Deliveries;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What can be done with payouts: by merchants, by staff, and by the service itself. */
public final class Payouts {
    private static final DailyVolume.Source VOLUME = new DailyVolume.Source("payout", "payout_id", "amount");

    private final Database database;
    private final Ledger ledger;
    private final GroupCommit groupCommit;
    private final Deliveries deliveries;
    private final PayoutCreation creation;
    private final PayoutChanges changes;

    public Payouts(
            Database database,
            Ledger ledger,
            GroupCommit groupCommit,
            Deliveries deliveries,
            Policies policies,
            Currencies currencies,
            Rails rails,
            PayoutOffers offers,
            Claims claims) {
        this.database = database;
        this.ledger = ledger;
        this.groupCommit = groupCommit;
        this.deliveries = deliveries;
        this.creation = new PayoutCreation(policies, currencies, rails, offers);
        this.changes = new PayoutChanges(rails, policies, offers, claims);
    }

    /** Reserves or captures the money and creates the payout, in one commit. */
    public Answer create(PayoutRequest request, IdempotentRequest<Payout> intent) {
        return groupCommit.answer(creation, request, intent);
    }

    /**
     * Calls a payout off and gives its gross amount back, once. On a payout that has come to its end nothing moves.
     *
     * @throws io.tical.server.problem.Problem.Conflict once a leg was given to a rail
     */
    public Answer cancel(TransactionKey target, Actor actor, IdempotentRequest<Payout> intent) {
        return groupCommit.answer(changes, PayoutCommand.Fire.of(target, actor, Trigger.CANCEL), intent);
    }

    /** Ends a test payout in {@code success}, whatever its amount would have done at dispatch. */
    public Answer testConfirm(TransactionKey target, Actor actor, IdempotentRequest<Payout> intent) {
        return groupCommit.answer(changes, PayoutCommand.Fire.of(target, actor, Trigger.TEST_CONFIRM), intent);
    }

    /** @throws io.tical.server.problem.Problem.NotFound when it is unknown, or another merchant's or environment's */
    public Payout get(TransactionKey target) {
        return database.run(session -> PayoutStore.find(session, target))
                .orElseThrow(() -> Problem.NotFound.of(PayoutCase.OBJECT_TYPE));
    }

    /**
     * A payout of an organization, whichever its environment is.
     *
     * @throws io.tical.server.problem.Problem.NotFound when it is unknown or another merchant's
     */
    public Payout ofEither(UUID organizationId, UUID id) {
        var targets =
                List.of(new TransactionKey(organizationId, true, id), new TransactionKey(organizationId, false, id));
        return database.run(session -> PayoutStore.find(session, targets, false)).values().stream()
                .findFirst()
                .orElseThrow(() -> Problem.NotFound.of(PayoutCase.OBJECT_TYPE));
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    public List<Payout> list(UUID organizationId, boolean livemode, PayoutFilter filter, Page page) {
        return database.run(session -> PayoutList.find(session, organizationId, livemode, filter, page));
    }

    /** What succeeded of what was created on each of these days; days without a success have no item. */
    public List<DailyVolume> volume(UUID organizationId, boolean livemode, List<DailyVolume.Day> days) {
        return database.run(session -> DailyVolume.of(session, VOLUME, organizationId, livemode, days));
    }

    /** Everything that happened to a payout, oldest first: its states, its postings, its callbacks. */
    public List<TimelineItem> timeline(Payout payout) {
        var target = PayoutStore.target(payout);
        var changes = database.run(
                session -> StateChanges.of(session, target.organizationId(), target.livemode(), payout.id()));
        var attempts = attempts(target);
        return new Timeline(payout.createdAt())
                .also(lateDeliveries(payout, attempts))
                .changes(changes.stream()
                        .filter(change -> !change.trigger().equals(PayoutCase.LATE_DELIVERY))
                        .toList())
                .postings(ledger.transfersOf(target.organizationId(), target.livemode(), payout.id()))
                .also(deliveries.timeline(target.organizationId(), target.livemode(), payout.id()))
                .also(matches(attempts))
                .after(created(payout));
    }

    /** What arrived although it had been given up. */
    private static List<Timeline.Entry> lateDeliveries(Payout payout, List<Attempt> attempts) {
        var entries = new ArrayList<Timeline.Entry>();
        for (var attempt : attempts) {
            var late = attempt.late();
            if (late != null) {
                var detail = new LinkedHashMap<String, @Nullable Object>();
                detail.put("leg", attempt.step());
                detail.put("attempt", attempt.number());
                detail.put("amount", late.amount());
                detail.put("currency", payout.terms().currency());
                detail.put("reference", attempt.railReference());
                var title = "attempt %d of leg %d was delivered after it had been given up"
                        .formatted(attempt.number(), attempt.step());
                entries.add(new Timeline.Entry(
                        late.at(), new TimelineItem(late.at().getEpochSecond(), "state", title, detail, null)));
            }
        }
        return entries;
    }

    /** That payers claimed it, and gave it up; who they were is not told. */
    private static List<Timeline.Entry> matches(List<Attempt> attempts) {
        var entries = new ArrayList<Timeline.Entry>();
        for (var attempt : attempts) {
            if (attempt.rail().equals(Offers.RAIL)) {
                entries.add(MatchItems.matched(attempt.createdAt()));
                var closedAt = attempt.closedAt();
                if (attempt.state() == Attempt.State.DEAD && closedAt != null) {
                    entries.add(MatchItems.released(closedAt));
                }
            }
        }
        return entries;
    }

    private static TimelineItem created(Payout payout) {
        var detail = new LinkedHashMap<String, @Nullable Object>();
        detail.put("dialect", payout.terms().dialect().word());
        detail.put("amount", payout.terms().amount());
        detail.put("fee", payout.terms().fee());
        detail.put("currency", payout.terms().currency());
        detail.put("legs", payout.steps().size());
        return new TimelineItem(
                payout.createdAt().getEpochSecond(),
                "state",
                "created",
                detail,
                payout.terms().requestId());
    }

    /** Staff let a held payout go on, or turn it down. */
    public Payout review(
            TransactionKey target, Actor actor, boolean approve, OptionalLong version, @Nullable String note) {
        return fire(target, actor, approve ? Trigger.APPROVE : Trigger.REJECT, version, note);
    }

    /** Staff send anew what did not arrive. */
    public Payout retry(TransactionKey target, Actor actor, OptionalLong version, @Nullable String note) {
        return fire(target, actor, Trigger.RETRY, version, note);
    }

    /** Staff decide the legs whose outcome no rail could tell. */
    public Payout decide(
            TransactionKey target, Actor actor, boolean arrived, OptionalLong version, @Nullable String note) {
        return run(new PayoutCommand.Decide(target, actor, arrived, version, note));
    }

    /** Staff, or a rail that answers late, say what became of an attempt. */
    public Payout report(
            TransactionKey target,
            Actor actor,
            int step,
            UUID attemptId,
            PayoutOutcome outcome,
            OptionalLong version,
            @Nullable String note) {
        return run(new PayoutCommand.Report(target, actor, step, attemptId, outcome, version, note));
    }

    /** A rail confirms a payout whose money had been released: it is debited again. */
    public Payout confirmLate(TransactionKey target, Actor actor, @Nullable String note) {
        return fire(target, actor, Trigger.LATE_CONFIRM, OptionalLong.empty(), note);
    }

    /** The review team takes a delivered payout back; {@link #completeRefund} gives the money to the merchant. */
    public Payout revert(TransactionKey target, Actor actor, OptionalLong version, @Nullable String note) {
        return fire(target, actor, Trigger.REVERT, version, note);
    }

    public Payout completeRefund(TransactionKey target, Actor actor, @Nullable String note) {
        return fire(target, actor, Trigger.COMPLETE_REFUND, OptionalLong.empty(), note);
    }

    /** The attempts of a payout's legs, in order. */
    public List<Attempt> attempts(TransactionKey target) {
        return database.run(session -> PayoutStore.attempts(session, List.of(target)))
                .getOrDefault(target, List.of());
    }

    Payout fire(TransactionKey target, Actor actor, Trigger trigger) {
        return fire(target, actor, trigger, OptionalLong.empty(), null);
    }

    private Payout fire(
            TransactionKey target, Actor actor, Trigger trigger, OptionalLong version, @Nullable String note) {
        return run(new PayoutCommand.Fire(target, actor, trigger, version, note));
    }

    private Payout run(PayoutCommand command) {
        var target = command.target();
        return command.repeatable()
                ? groupCommit.run(changes, command, target.organizationId(), target.livemode())
                : groupCommit.run(
                        changes,
                        command,
                        CommandRecords.Key.of(
                                target.organizationId(),
                                target.livemode(),
                                target.id(),
                                command.actor().requestId(),
                                command));
    }
}
