package io.tical.server.payin;

import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.access.Caller;
import io.tical.server.crypto.Deposits;
import io.tical.server.currency.Currencies;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.ledger.GroupOperation;
import io.tical.server.ledger.Ledger;
import io.tical.server.merchant.Policies;
import io.tical.server.payin.PayinCommand.Receipt;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.payout.Offers;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.DailyVolume;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StateChanges;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.transaction.TimelineSource;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.webhook.Deliveries;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What can be done with payins: by merchants, by payers, by staff, by rails, and by the service itself. */
public final class Payins {
    /** How long the amount of an expired payin is kept from others, for payments that come late. */
    public static final Duration SLOT_KEPT = Duration.ofHours(24);

    private static final DailyVolume.Source VOLUME = new DailyVolume.Source("payin", "payin_id", "paid");

    private final Database database;
    private final Currencies currencies;
    private final Ledger ledger;
    private final GroupCommit groupCommit;
    private final Deliveries deliveries;
    private final TimelineSource others;
    private final Matches matches;
    private final PayinCreation creation;
    private final PayinChanges changes;

    /**
     * How payins go.
     *
     * @param expiry how long one is open
     * @param feeRefunded whether a refund gives the fee back too
     * @param matchGrace how long a payout that was to be paid by a payin waits when the payin is over
     */
    public record Terms(Duration expiry, boolean feeRefunded, Duration matchGrace) {}

    /**
     * The payins of a service.
     *
     * @param others what other rooms know of a payin: its slips, what came for it and pays it not
     * @param slips whether slips wait
     */
    public Payins(
            Database database,
            Ledger ledger,
            GroupCommit groupCommit,
            Deliveries deliveries,
            TimelineSource others,
            PayinSlips slips,
            Policies policies,
            Currencies currencies,
            Deposits deposits,
            Offers offers,
            Terms terms) {
        this.database = database;
        this.currencies = currencies;
        this.ledger = ledger;
        this.groupCommit = groupCommit;
        this.deliveries = deliveries;
        this.others = others;
        this.matches = new Matches(database, offers, slips);
        this.creation = new PayinCreation(
                policies,
                new PayinRules(currencies, deposits.networks()),
                new PayinMaker(terms.expiry()),
                deposits,
                offers);
        this.changes = new PayinChanges(
                new PayinCase.Rules(new PayinMoney(terms.feeRefunded()), terms.expiry(), terms.matchGrace()),
                deposits,
                offers);
    }

    /** Creates the payin and takes an amount on one of the operator's accounts for it, in one commit. */
    public StoredAnswer create(PayinRequest payin, IdempotentRequest<Payin> request) {
        return groupCommit.answer(creation, payin, request);
    }

    /**
     * Calls a payin off.
     *
     * @throws io.tical.server.problem.Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} unless it is pending
     */
    public StoredAnswer cancel(TransactionKey target, Actor actor, IdempotentRequest<Payin> request) {
        return groupCommit.answer(changes, PayinCommand.Fire.of(target, actor, Trigger.CANCEL), request);
    }

    /** Ends a test payin in {@code success}, as if its payer had sent exactly what was asked; no balance changes. */
    public StoredAnswer testConfirm(TransactionKey target, Actor actor, IdempotentRequest<Payin> request) {
        return groupCommit.answer(changes, PayinCommand.Fire.of(target, actor, Trigger.TEST_CONFIRM), request);
    }

    /** @throws io.tical.server.problem.Problem.NotFound when it is unknown, or another merchant's or environment's */
    public Payin get(Caller caller, UUID id) {
        return find(new TransactionKey(caller.organizationId(), caller.livemode(), id))
                .orElseThrow(() -> Problem.NotFound.of(PayinCase.OBJECT_TYPE));
    }

    public Optional<Payin> find(TransactionKey target) {
        return database.run(session -> find(session, target));
    }

    /** The same within a transaction. */
    public Optional<Payin> find(Session session, TransactionKey target) {
        return PayinStore.find(session, target);
    }

    /** The same, whichever environment it is in. */
    public Payin ofEither(UUID organizationId, UUID id) {
        return find(new TransactionKey(organizationId, true, id))
                .or(() -> find(new TransactionKey(organizationId, false, id)))
                .orElseThrow(() -> Problem.NotFound.of(PayinCase.OBJECT_TYPE));
    }

    /** What succeeded of what was created on each of these days; days without a success have no item. */
    public List<DailyVolume> volume(UUID organizationId, boolean livemode, List<DailyVolume.Day> days) {
        return database.run(session -> DailyVolume.of(session, VOLUME, organizationId, livemode, days));
    }

    /** The payin whose page this token opens. */
    public Optional<Payin> findByPayToken(String payToken) {
        return database.run(session -> PayinStore.findByToken(session, payToken));
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    public List<Payin> list(Caller caller, ListFilter filter, Page page) {
        return list(caller.organizationId(), caller.livemode(), filter, page);
    }

    /** The same for one environment of an organization. */
    public List<Payin> list(UUID organizationId, boolean livemode, ListFilter filter, Page page) {
        return filter.isPossible(currencies)
                ? database.run(session -> PayinList.find(session, organizationId, livemode, filter, page))
                : List.of();
    }

    /** Everything that happened to a payin, oldest first: its states, its slips, its postings, its callbacks. */
    public List<TimelineItem> timeline(Caller caller, UUID id) {
        return timeline(get(caller, id));
    }

    /** The same for a payin that was found. */
    public List<TimelineItem> timeline(Payin payin) {
        var organizationId = payin.terms().organizationId();
        var livemode = payin.terms().livemode();
        return new Timeline(payin.createdAt())
                // In one commit a slip comes before what it changes.
                .also(others.of(organizationId, livemode, payin.id()))
                .also(matches.timeline(payin))
                .changes(database.run(session -> StateChanges.of(session, organizationId, livemode, payin.id())))
                .postings(ledger.transfersOf(organizationId, livemode, payin.id()))
                .also(deliveries.timeline(organizationId, livemode, payin.id()))
                .after(created(payin));
    }

    private static TimelineItem created(Payin payin) {
        var terms = payin.terms();
        var detail = new LinkedHashMap<String, @Nullable Object>();
        detail.put("dialect", terms.dialect().word());
        detail.put("channel", terms.channel().word());
        detail.put("amount", terms.amount());
        detail.put("transfer_amount", terms.transferAmount());
        detail.put("fee", terms.fee());
        detail.put("currency", terms.currency());
        return new TimelineItem(payin.createdAt().getEpochSecond(), "state", "created", detail, terms.requestId());
    }

    /**
     * A payment was seen that is not confirmed yet, such as a slip: the payin can no longer be cancelled.
     *
     * @throws io.tical.server.problem.Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when it takes no payment any
     *     more
     */
    public Payin arrive(TransactionKey target, Actor actor) {
        return run(PayinCommand.Fire.of(target, actor, Trigger.ARRIVE));
    }

    /** The same within a transaction that notes what was seen. */
    public Payin arrive(Session session, TransactionKey target, Actor actor) {
        return changes.within(session, PayinCommand.Fire.of(target, actor, Trigger.ARRIVE));
    }

    /**
     * The payment was received: {@code success}, and in live the merchant has what was paid, less the fee. The same payment,
     * told by its reference, may be confirmed again; then nothing happens. An expired payin takes it too.
     *
     * @throws io.tical.server.problem.Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when it takes no payment any
     *     more, for it was paid by another one or is over; {@code VERSION_CONFLICT} when somebody changed it since
     */
    public Payin confirm(
            TransactionKey target, Actor actor, Receipt receipt, OptionalLong version, @Nullable String note) {
        return run(new PayinCommand.Confirm(target, actor, receipt, version, note));
    }

    /**
     * A rail refuses the payment, or staff close the payin.
     *
     * @param failureCode why, for programs
     */
    public Payin fail(
            TransactionKey target, Actor actor, String failureCode, OptionalLong version, @Nullable String note) {
        return run(new PayinCommand.Fail(target, actor, failureCode, version, note));
    }

    /**
     * Begins to give a payment back: what the merchant got of it is put aside.
     *
     * @throws io.tical.server.problem.Problem.Refused {@code INSUFFICIENT_BALANCE} when the merchant no longer has it
     */
    public Payin openRefund(TransactionKey target, Actor actor, OptionalLong version, @Nullable String note) {
        return run(new PayinCommand.Fire(target, actor, Trigger.OPEN_REFUND, version, note));
    }

    /** The payer has the payment back. Doing it again does nothing. */
    public Payin completeRefund(TransactionKey target, Actor actor, OptionalLong version, @Nullable String note) {
        return run(new PayinCommand.Fire(target, actor, Trigger.COMPLETE_REFUND, version, note));
    }

    /**
     * Staff let the payout go on that waits for a payin: for one that was paid another amount, say. What is accepted of the
     * payin afterwards is the payee's to give back.
     *
     * @throws io.tical.server.problem.Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when no payout waits for it
     */
    public void giveUpMatch(TransactionKey target, Actor actor, @Nullable String note) {
        matches.giveUp(target, actor, note);
    }

    /** Whether the payout that was to be paid by a payin went on without it. */
    public boolean matchReleased(Payin payin) {
        return payin.matched()
                && matches.of(PayinStore.target(payin))
                        .filter(match -> match.state() == Match.State.RELEASED)
                        .isPresent();
    }

    /** Gives the payin's match up if that is due, within the transaction that claims it. */
    boolean releaseDue(Session session, TransactionKey target) {
        return matches.releaseDue(session, target);
    }

    /** Carries out commands, for what is more than a payin's own matter and is to be one commit with it. */
    public GroupOperation<PayinCommand, Payin> changes() {
        return changes;
    }

    /** Does what is due of these, within the transaction that claims it; answers how many. */
    int settleDue(Session session, List<TransactionKey> targets) {
        return changes.settleDue(session, targets);
    }

    private Payin run(PayinCommand command) {
        var target = command.target();
        return command.repeatable()
                ? groupCommit.run(changes, command, target.organizationId(), target.livemode())
                : groupCommit.run(
                        changes,
                        command,
                        IdempotencyKey.ofCommand(
                                target.organizationId(),
                                target.livemode(),
                                target.id(),
                                command.actor().requestId(),
                                command));
    }
}
