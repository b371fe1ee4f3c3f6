package io.tical.server.settlement;

import io.tical.server.ledger.Movement;
import io.tical.server.ledger.Posting;
import io.tical.server.ledger.WalletKey;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.Claims;
import io.tical.server.rail.ManualRail;
import io.tical.server.rail.PaidTransfer;
import io.tical.server.settlement.SettlementStatus.Effect;
import io.tical.server.settlement.SettlementStatus.Trigger;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Aggregate;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A settlement with its attempts and claims.
 *
 * @param conversion the conversion of its net amount; null when the destination is in the same currency
 * @param attempts all attempts, oldest first
 * @param claims the claims that this transaction opens
 * @param paidBy the transfers that this transaction records as its payment
 */
public record SettlementAggregate(
        Settlement settlement,
        @Nullable Conversion conversion,
        List<Attempt> attempts,
        List<Claims.Claim> claims,
        List<PaidTransfer> paidBy)
        implements Aggregate<SettlementAggregate> {
    static final String OBJECT_TYPE = "settlement";

    /** The number of the only leg. */
    static final int LEG = 1;

    public SettlementAggregate {
        attempts = List.copyOf(attempts);
        claims = List.copyOf(claims);
        paidBy = List.copyOf(paidBy);
    }

    static SettlementAggregate of(Settlement settlement, @Nullable Conversion conversion, List<Attempt> attempts) {
        return new SettlementAggregate(settlement, conversion, attempts, List.of(), List.of());
    }

    @Override
    public TransactionKey key() {
        return settlement.key();
    }

    @Override
    public WalletKey wallet() {
        return settlement.terms().wallet();
    }

    @Override
    public long version() {
        return settlement.progress().version();
    }

    @Override
    public SettlementAggregate withVersion(long version) {
        return map(progress -> progress.withVersion(version));
    }

    private record Audited(
            SettlementStatus status,
            @Nullable String reviewReason,
            @Nullable String failureCode,
            long version) {}

    @Override
    public Object audited() {
        var progress = settlement.progress();
        return new Audited(status(), progress.reviewReason(), progress.failureCode(), version());
    }

    @Override
    public boolean guide() {
        return settlement.terms().dialect() == Settlement.Dialect.GUIDE;
    }

    /** The amount that the destination receives, in minor units of its currency. */
    long payable() {
        return conversion == null ? settlement.terms().net() : conversion.amount();
    }

    /** The currency of the destination. */
    String payableCurrency() {
        return conversion == null ? settlement.terms().currency() : conversion.currency();
    }

    SettlementAggregate with(Conversion converted) {
        return new SettlementAggregate(settlement, converted, attempts, claims, paidBy);
    }

    SettlementStatus status() {
        return settlement.status();
    }

    /** Whether staff must decide on it, because the rail does not know its outcome. */
    boolean inReview() {
        return status() == SettlementStatus.PROCESSING && settlement.progress().reviewReason() != null;
    }

    private Optional<Attempt> attempt(Predicate<Attempt> which) {
        return attempts.stream().filter(which).findFirst();
    }

    Optional<Attempt> attempt(UUID attemptId) {
        return attempt(one -> one.id().equals(attemptId));
    }

    /** The attempt that is not dead. */
    Optional<Attempt> living() {
        return attempt(Attempt::living);
    }

    Optional<Attempt> open() {
        return attempt(one -> one.state() == Attempt.State.OPEN);
    }

    /**
     * Whether staff may report the outcome of an open attempt: they make the transfer themselves, or the rail does not know its outcome.
     */
    boolean staffMayReport(Attempt attempt) {
        return inReview() || attempt.rail().equals(ManualRail.NAME);
    }

    /** Whether a dead attempt was delivered late, so that sending the settlement again would pay it twice. */
    boolean arrivedLate() {
        return attempts.stream()
                .filter(one -> !one.living())
                .map(Attempt::late)
                .anyMatch(late -> late != null && late.amount() > 0);
    }

    SettlementAggregate with(Attempt changed) {
        var all = new ArrayList<>(attempts);
        all.removeIf(one -> one.id().equals(changed.id()));
        all.add(changed);
        return new SettlementAggregate(settlement, conversion, all, claims, paidBy);
    }

    SettlementAggregate with(Claims.Claim claim) {
        var all = new ArrayList<>(claims);
        all.add(claim);
        return new SettlementAggregate(settlement, conversion, attempts, all, paidBy);
    }

    /** With the transfer that paid an attempt. */
    SettlementAggregate with(PaidTransfer transfer) {
        var all = new ArrayList<>(paidBy);
        all.add(transfer);
        return new SettlementAggregate(settlement, conversion, attempts, claims, all);
    }

    SettlementAggregate map(UnaryOperator<Settlement.Progress> change) {
        return new SettlementAggregate(
                settlement.with(change.apply(settlement.progress())), conversion, attempts, claims, paidBy);
    }

    SettlementAggregate withDueAt(@Nullable Instant dueAt) {
        return map(progress -> progress.withDueAt(dueAt));
    }

    /** @throws Problem.Conflict {@code SETTLEMENT_STATUS_TRANSITION_INVALID} when the status does not allow the trigger */
    void require(Trigger trigger) {
        SettlementStatus.TABLE.on(status(), trigger);
    }

    boolean allows(Trigger trigger) {
        return SettlementStatus.TABLE.allows(status(), trigger);
    }

    /**
     * Changes the status, with postings, history and event. The settlement is due immediately if it must be sent, and otherwise not due.
     */
    Decision<SettlementAggregate> transit(Trigger trigger, Actor actor, @Nullable String note, Instant now) {
        var row = SettlementStatus.TABLE.on(status(), trigger);
        var to = row.to();
        var progress = settlement.progress();
        var after = map(before -> new Settlement.Progress(
                to,
                before.slipQrString(),
                trigger == Trigger.LOSE_TRACK ? before.reviewReason() : null,
                to == SettlementStatus.FAILED ? before.failure() : null,
                before.version(),
                trigger == Trigger.RETRY ? now : trigger == Trigger.SEND ? progress.dueAt() : null,
                now,
                to.terminal() ? now : null));
        return new Decision<>(
                after,
                movements(row.effect()),
                List.of(new Decision.Change(status().word(), to.word(), trigger.word(), actor, note)),
                SettlementView.announcements(after));
    }

    /** Refers the settlement to staff. One that is no longer processing stays unchanged. */
    Decision<SettlementAggregate> loseTrack(String reason, Actor actor, @Nullable String note, Instant now) {
        return allows(Trigger.LOSE_TRACK)
                ? map(progress -> progress.withReviewReason(reason)).transit(Trigger.LOSE_TRACK, actor, note, now)
                : Decision.of(this);
    }

    private List<Movement> movements(Effect effect) {
        var terms = settlement.terms();
        return switch (effect) {
            case NONE -> List.of();
            case DELIVER ->
                List.of(
                        move(
                                conversion == null ? Posting.SETTLEMENT_DELIVER : Posting.SETTLEMENT_EXCHANGE,
                                terms.net()),
                        move(Posting.SETTLEMENT_FEE, terms.fee()));
            case RETURN -> List.of(move(Posting.SETTLEMENT_RETURN, terms.amount()));
        };
    }

    Movement move(Posting posting, long amount) {
        return new Movement(posting, amount, settlement.id());
    }
}
