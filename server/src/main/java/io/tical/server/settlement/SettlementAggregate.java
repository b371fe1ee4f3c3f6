package io.tical.server.settlement;

import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Movement;
import io.tical.server.ledger.PostingType;
import io.tical.server.problem.Problem;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.Disbursement;
import io.tical.server.rail.Execution;
import io.tical.server.rail.PayoutOutcome;
import io.tical.server.rail.TransferOrder;
import io.tical.server.settlement.SettlementStatus.Effect;
import io.tical.server.settlement.SettlementStatus.Trigger;
import io.tical.server.transaction.Aggregate;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.Dialect;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A settlement with its conversion and its execution.
 *
 * @param conversion the conversion of its net amount; null when the destination is in the same currency
 */
public record SettlementAggregate(
        Settlement settlement, @Nullable Conversion conversion, Execution execution)
        implements Aggregate<SettlementAggregate>, Disbursement<SettlementAggregate> {
    static final String OBJECT_TYPE = "settlement";

    /** The number of the only leg. */
    static final int LEG = 1;

    static SettlementAggregate of(Settlement settlement, @Nullable Conversion conversion, List<Attempt> attempts) {
        return new SettlementAggregate(settlement, conversion, Execution.of(attempts));
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

    private record Logged(
            SettlementStatus status,
            @Nullable String reviewReason,
            @Nullable String failureCode,
            long version) {}

    @Override
    public Object logged() {
        var progress = settlement.progress();
        return new Logged(status(), progress.reviewReason(), progress.failureCode(), version());
    }

    @Override
    public boolean guide() {
        return settlement.terms().dialect() == Dialect.GUIDE;
    }

    /** The amount that the destination receives, in minor units of its currency. */
    long payableAmount() {
        return conversion == null ? settlement.terms().net() : conversion.amount();
    }

    /** The currency of the destination. */
    @Override
    public String payableCurrency() {
        return conversion == null ? settlement.terms().currency() : conversion.currency();
    }

    SettlementAggregate with(Conversion converted) {
        return new SettlementAggregate(settlement, converted, execution);
    }

    @Override
    public EventType.Subject subject() {
        return EventType.Subject.SETTLEMENT;
    }

    @Override
    public SettlementStatus status() {
        return settlement.status();
    }

    @Override
    public Stream<UndecidedLeg> undecidedLegs() {
        return status().isFinalized() ? Stream.empty() : Stream.of(new UndecidedLeg(LEG, payableAmount()));
    }

    @Override
    public boolean sendable() {
        return !status().isFinalized() && !inReview();
    }

    @Override
    public boolean payable() {
        return allows(Trigger.DELIVERED);
    }

    @Override
    public @Nullable Instant dueAt() {
        return settlement.progress().dueAt();
    }

    @Override
    public boolean inReview() {
        return status() == SettlementStatus.PROCESSING && settlement.progress().reviewReason() != null;
    }

    @Override
    public SettlementAggregate with(Execution other) {
        return new SettlementAggregate(settlement, conversion, other);
    }

    SettlementAggregate map(UnaryOperator<Settlement.Progress> change) {
        return new SettlementAggregate(settlement.with(change.apply(settlement.progress())), conversion, execution);
    }

    @Override
    public SettlementAggregate withDueAt(@Nullable Instant dueAt) {
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
    Decision<SettlementAggregate> transition(Trigger trigger, By by, Instant now) {
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
                to.isFinalized() ? now : null));
        return new Decision<>(
                after,
                movements(row.effect()),
                List.of(new Decision.StatusChange(status().word(), to.word(), trigger.word(), by.actor(), by.note())),
                SettlementView.announcements(after));
    }

    @Override
    public Decision<SettlementAggregate> loseTrack(String reason, By by, Instant now) {
        return allows(Trigger.LOSE_TRACK)
                ? map(progress -> progress.withReviewReason(reason)).transition(Trigger.LOSE_TRACK, by, now)
                : Decision.of(this);
    }

    @Override
    public TransferOrder order(Attempt attempt) {
        var terms = settlement.terms();
        return new TransferOrder(
                subject(),
                terms.organizationId(),
                terms.livemode(),
                settlement.id(),
                attempt.id(),
                attempt.createdAt(),
                attempt.leg(),
                legCount(),
                attempt.amount(),
                terms.amount(),
                payableCurrency(),
                terms.bankCode(),
                terms.accountNo(),
                terms.holderName(),
                merchantReference(),
                attempt.connection());
    }

    /** The merchant's own id; without one the account, because the next settlement to it pays what was sent to it and lost. */
    @Override
    public String merchantReference() {
        var terms = settlement.terms();
        return Objects.requireNonNullElseGet(
                terms.clientOperationId(), () -> terms.accountId().toString());
    }

    @Override
    public boolean recordsTransfersOfRails() {
        return true;
    }

    @Override
    public Decision<SettlementAggregate> delivered(
            Attempt paying, PayoutOutcome.Delivered delivered, By by, Instant now) {
        return with(paying)
                .map(progress -> progress.withSlip(delivered.slipQrString()))
                .transition(Trigger.DELIVERED, by, now);
    }

    @Override
    public Decision<SettlementAggregate> failed(Attempt dead, PayoutOutcome.Failed failed, By by, Instant now) {
        return with(dead).failed(failed, by, now);
    }

    Decision<SettlementAggregate> failed(PayoutOutcome.Failed failed, By by, Instant now) {
        var why = new Settlement.Failure(failed.code().word(), failed.message());
        return map(progress -> progress.withFailure(why)).transition(Trigger.NOT_DELIVERED, by, now);
    }

    /** The late amount of a converted settlement is in the other currency; {@link SettlementRules#finish} posts it. */
    @Override
    public List<Movement> claim(long amount) {
        return conversion == null ? List.of(move(PostingType.SETTLEMENT_CLAIM, amount)) : List.of();
    }

    private List<Movement> movements(Effect effect) {
        var terms = settlement.terms();
        return switch (effect) {
            case NONE -> List.of();
            case DELIVER ->
                List.of(
                        move(
                                conversion == null ? PostingType.SETTLEMENT_DELIVER : PostingType.SETTLEMENT_EXCHANGE,
                                terms.net()),
                        move(PostingType.SETTLEMENT_FEE, terms.fee()));
            case RETURN -> List.of(move(PostingType.SETTLEMENT_RETURN, terms.amount()));
            case REVERT ->
                List.of(
                        move(PostingType.SETTLEMENT_REVERT, terms.net()),
                        move(PostingType.SETTLEMENT_FEE_REVERT, terms.fee()));
        };
    }

    private Movement move(PostingType posting, long amount) {
        return new Movement(posting, amount, settlement.id());
    }
}
