package io.tical.server.payin;

import io.tical.common.Ids;
import io.tical.common.admin.DecisionTerms;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.key.TransactionKey;
import io.tical.server.p2p.Matches;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.PayinStatus.Trigger;
import io.tical.server.problem.Problem;
import io.tical.server.rail.SlipParty;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.Commands;
import io.tical.server.transaction.DailyVolume;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.MerchantAction;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.transaction.TimelineSource;
import io.tical.server.transaction.TransactionHistory;
import io.tical.server.transaction.TransactionReads;
import io.tical.server.webhook.CallbackEndpoint;
import io.tical.server.webhook.Deliveries;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The use cases of payins: of merchants, payers, rails, and the service itself.
 *
 * @param others the timeline items of the payin's slips and unmatched payments
 * @param commands executes commands on existing payins, among them the decisions of staff
 */
public record Payins(
        Database database,
        TransactionReads<Payin> reads,
        TransactionHistory history,
        Deliveries deliveries,
        TimelineSource others,
        PayinMatches matches,
        PayinCreation creation,
        PayinRules rules,
        PayinStorage storage,
        Commands<PayinAction, Payin> commands) {
    private static final Duration PAYABLE = Duration.ofDays(30);
    private static final int PAYABLE_MAX = 20;

    /**
     * The configuration of payins.
     *
     * @param expiry how long a payin is open
     * @param feeRefunded whether the fee is refunded with the payment
     * @param matchGrace how long a payout waits for a matched payin that ended without a payment
     */
    public record Terms(Duration expiry, boolean feeRefunded, Duration matchGrace) {}

    /** What the merchant pays for a payment of a payin. */
    public DecisionTerms.Fee fee(Payin payin) {
        return rules.fee(payin);
    }

    /** Creates a payin with a reserved amount on a collection account, a matched offer, or a deposit address. */
    public StoredAnswer create(PayinRequest payin, IdempotentRequest<Payin> request) {
        return commands.groupCommit().answer(creation, payin, request);
    }

    /**
     * Cancels a payin.
     *
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} unless it is pending
     */
    public StoredAnswer cancel(TransactionKey key, Actor actor, IdempotentRequest<Payin> request) {
        return commands.answer(key, new PayinAction.Fire(Trigger.CANCEL), actor, request);
    }

    /** The possible actions of the merchant in the payin's current state. */
    public static List<MerchantAction> possible(Payin payin) {
        return Stream.of(MerchantAction.values())
                .filter(action -> switch (action) {
                    case CANCEL -> PayinStatus.TABLE.allows(payin.status(), Trigger.CANCEL);
                    case TEST_CONFIRM ->
                        !payin.key().livemode() && PayinStatus.TABLE.allows(payin.status(), Trigger.TEST_CONFIRM);
                })
                .toList();
    }

    /** Completes a test payin, as if its payer had paid the requested amount; no balance changes. */
    public StoredAnswer testConfirm(TransactionKey key, Actor actor, IdempotentRequest<Payin> request) {
        return commands.answer(key, new PayinAction.Fire(Trigger.TEST_CONFIRM), actor, request);
    }

    /** The successful payins among those created on each of these days; days without a success have no item. */
    public List<DailyVolume> volume(UUID organizationId, boolean livemode, List<DailyVolume.Day> days) {
        return database.run(session -> DailyVolume.of(session, "payin", "paid", organizationId, livemode, days));
    }

    /** The payin whose page this token opens. */
    public Optional<Payin> findByPayToken(String payToken) {
        return database.run(session -> PayinStore.findByToken(session, payToken));
    }

    /** The status and the version of a payin. */
    public record Stage(PayinStatus status, long version) {}

    /** The stages of these payins. */
    public Map<TransactionKey, Stage> stages(Session session, Collection<TransactionKey> keys) {
        return PayinStore.stages(session, keys);
    }

    /**
     * A payin by its id alone, for operators.
     *
     * @throws Problem.NotFound {@code PAYIN_NOT_FOUND}
     */
    public Payin get(UUID id) {
        return find(id).orElseThrow(reads::notFound);
    }

    /** These payins, for operators; those that do not exist are left out. */
    public List<Payin> all(Collection<TransactionKey> keys) {
        return database.run(session -> PayinStore.find(session, keys, false));
    }

    Optional<Payin> find(UUID id) {
        return database.run(session -> PayinStore.find(session, id));
    }

    /**
     * The account to which a payment goes back: the payer's registered one, or else the one that sent the payment; null if neither is known.
     *
     * @param reference of the payment
     */
    public @Nullable SlipParty payerAccount(Payin payin, @Nullable String reference) {
        var payer = payin.terms().payer();
        if (payer != null) {
            return new SlipParty(payer.bankCode(), payer.accountNo(), null, List.of(payer.holderName()));
        }
        return reference == null ? null : storage.slips().sender(payin.key(), reference);
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    public List<Payin> list(Environments environments, ListFilter filter, Page page) {
        return reads.list(filter, session -> PayinStore.list(session, environments, filter, page));
    }

    /** The same of crypto payins whose deposits may lack a transfer. */
    List<Payin> listDiffering(Environments environments, ListFilter filter, Page page) {
        var only = storage.deposits().differing();
        return only.isEmpty()
                ? List.of()
                : reads.list(filter, session -> PayinStore.list(session, environments, filter, only, page));
    }

    /** Payins of the last 30 days that accept a payment of this amount to an account of the operator's, newest first, at most 20. */
    public List<Payin> payable(UUID organizationId, boolean livemode, String currency, long amount) {
        var since = Ids.boundary(commands.clock().instant().minus(PAYABLE));
        return database.run(
                session -> PayinStore.payable(session, organizationId, livemode, currency, amount, since, PAYABLE_MAX));
    }

    /** The payin's states, slips, postings, callbacks and match, oldest first. */
    public List<TimelineItem> timeline(Payin payin) {
        var key = payin.key();
        var before = new Timeline(payin.createdAt())
                // Slips come first, because a slip precedes the changes that it causes in the same commit.
                .also(others.of(key))
                .also(payin.matched() ? database.run(session -> Matches.timeline(session, key)) : List.of());
        return history.addAllTo(before, key)
                .afterCreation(Created.of(payin.terms()), payin.terms().requestId());
    }

    private record Created(String dialect, String channel, long amount, long transferAmount, long fee, String currency)
            implements Timeline.Created {
        static Created of(Payin.Terms terms) {
            return new Created(
                    terms.dialect().word(),
                    terms.channel().word(),
                    terms.amount(),
                    terms.transferAmount(),
                    terms.fee(),
                    terms.currency());
        }
    }

    /**
     * Records an unconfirmed payment, such as a slip: the payin can no longer be cancelled.
     *
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when the payin accepts no payment any more
     */
    public Payin arrive(TransactionKey key, Actor actor) {
        return commands.run(new Command<>(key, new PayinAction.Fire(Trigger.ARRIVE), By.of(actor)));
    }

    /** Records an unconfirmed payment in the caller's transaction. */
    public Payin arrive(Session session, TransactionKey key, Actor actor) {
        return commands.within(session, new Command<>(key, new PayinAction.Fire(Trigger.ARRIVE), By.of(actor)));
    }

    /**
     * Confirms the payment: a live payin credits the merchant the paid amount less the fee. A repeated confirmation
     * with the same reference changes nothing. An expired payin still accepts a payment.
     *
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when the payin has ended or was paid by another
     *     payment; {@code MATCHED_AMOUNT_DIFFERS} when the matched payout has another amount
     */
    public Payin confirm(TransactionKey key, Receipt receipt, Actor actor, @Nullable String note) {
        return commands.run(confirmation(key, receipt, false, actor, note));
    }

    /**
     * Confirms the payment of a match as {@link #confirm}.
     *
     * @throws Problem.Conflict also {@code PAYIN_STATUS_TRANSITION_INVALID} when the match was released
     */
    public Payin confirmMatch(TransactionKey key, Receipt receipt, Actor actor, @Nullable String note) {
        return commands.run(confirmation(key, receipt, true, actor, note));
    }

    private static Command<PayinAction> confirmation(
            TransactionKey key, Receipt receipt, boolean completesMatch, Actor actor, @Nullable String note) {
        var action = PayinAction.Confirm.of(receipt, actor, completesMatch);
        return new Command<>(key, action, new By(actor, null, note));
    }

    /**
     * Sends the callback of a successful payin again, with a new body id.
     *
     * @throws Problem.Conflict {@code PAYIN_STATUS_TRANSITION_INVALID} when it is not successful; {@code CALLBACK_URL_MISSING}
     */
    public void resend(TransactionKey key, StaffDecision by) {
        commands.run(new Command<>(key, new PayinAction.Resend(), by.by()), (session, _) -> {
            var endpoint = deliveries.endpoints().find(session, key.organizationId(), CallbackEndpoint.Kind.PAYIN);
            if (endpoint.map(CallbackEndpoint::url).isEmpty()) {
                throw new Problem.Conflict(
                        "CALLBACK_URL_MISSING",
                        "The organization has no callback URL for payins; it must set one first");
            }
        });
    }

    /** Locks a payin until the caller's transaction ends, so that no payment of it is recorded meanwhile. */
    public Payin lock(Session session, TransactionKey key) {
        return PayinStore.find(session, List.of(key), true).getFirst();
    }

    /**
     * Refuses the decisions that were made on earlier versions of a locked payin and of its undecided slips, because a payment of the payin
     * became unallocated funds in the caller's transaction.
     */
    public void raiseVersions(Session session, Payin locked) {
        storage.raiseVersions(session, locked);
    }

    /** The transfers with which refunds and unallocated funds are paid back. */
    public TransfersBack back() {
        return new TransfersBack(storage.slips());
    }

    /** Checks whether {@link #confirm} is possible in the current state of the payin. Changes nothing. */
    public void checkConfirm(TransactionKey key, Receipt receipt, Actor actor, @Nullable String note) {
        commands.check(confirmation(key, receipt, false, actor, note));
    }
}
