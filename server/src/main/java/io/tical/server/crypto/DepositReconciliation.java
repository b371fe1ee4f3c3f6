package io.tical.server.crypto;

import io.tical.server.crypto.Deposit.Progress;
import io.tical.server.crypto.Transfer.Event;
import io.tical.server.crypto.Transfer.State.Trigger;
import io.tical.server.rail.ChainWatcher.ChainOutcome.Scanned;
import io.tical.server.rail.ChainWatcher.ChainTransfer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reconciles an address with the chain: decides which transfers count, whether the deposit is paid, and when to poll again. A pure function
 * of the recorded transfers, the chain and the time.
 *
 * <p>No transfer is dropped: one that pays no deposit becomes unallocated funds ({@link Transfer.State#REVIEW}).
 */
final class DepositReconciliation {
    /**
     * The time after the expiry by which all earlier transfers have been found. After it, an incomplete amount becomes unallocated funds.
     */
    static final Duration GRACE = Duration.ofMinutes(10);

    /** An address without an expected payment is polled again after a tenth of its age. */
    private static final int AGE_DIVISOR = 10;

    private static final Duration INTERVAL_MIN = Duration.ofMinutes(1);
    private static final Duration INTERVAL_MAX = Duration.ofHours(6);

    private final Deposit deposit;
    private final PollSchedule schedule;
    private final Instant now;
    private final Map<Event, Transfer> transfers = new HashMap<>();

    /**
     * The polling schedule of addresses.
     *
     * @param interval the polling interval while a payment is expected
     * @param kept how long an address is polled after its creation
     */
    record PollSchedule(Duration interval, Duration kept) {}

    /** @param dueAt the next poll; null for none */
    record Result(
            Deposit deposit,
            List<Transfer> transfers,
            @Nullable Instant dueAt) {}

    private DepositReconciliation(Deposit deposit, List<Transfer> recorded, PollSchedule schedule, Instant now) {
        this.deposit = deposit;
        this.schedule = schedule;
        this.now = now;
        recorded.forEach(transfer -> transfers.put(transfer.event(), transfer));
    }

    /** @param recorded all recorded transfers of this deposit */
    static Result of(Deposit deposit, List<Transfer> recorded, Scanned scan, PollSchedule schedule, Instant now) {
        var reconciliation = new DepositReconciliation(deposit, recorded, schedule, now);
        reconciliation.take(scan);
        return reconciliation.concluded(scan.cursor());
    }

    /** Applies the payee's decision: the counted transfers are credited, or become unallocated funds. */
    static Result of(
            Deposit deposit,
            List<Transfer> recorded,
            DepositPayee.Verdict verdict,
            PollSchedule schedule,
            Instant now) {
        var reconciliation = new DepositReconciliation(deposit, recorded, schedule, now);
        return switch (verdict) {
            case TAKEN -> reconciliation.answered(Deposit.State.Trigger.TAKE, Trigger.CREDIT);
            case REFUSED -> reconciliation.answered(Deposit.State.Trigger.REFUSE, Trigger.REFER);
        };
    }

    private void take(Scanned scan) {
        var reported = scan.transfers().stream()
                .map(transfer -> new Event(transfer.txHash(), transfer.logIndex()))
                .collect(Collectors.toSet());
        scan.transfers().forEach(this::take);
        move(
                in(Transfer.State.SEEN)
                        .and(transfer -> !reported.contains(transfer.event()) && transfer.block() <= scan.head()),
                Trigger.WITHDRAW);
    }

    private void take(ChainTransfer reported) {
        var event = new Event(reported.txHash(), reported.logIndex());
        var recorded = transfers.get(event);
        if (recorded == null || !recorded.state().settled()) {
            var seen = Transfer.seen(deposit.network(), reported);
            var enough = reported.confirmations() >= deposit.requiredConfirmations();
            transfers.put(event, enough ? seen.on(Trigger.CONFIRM) : seen);
        }
    }

    private Result concluded(String cursor) {
        var progress = deposit.progress();
        return switch (progress.state()) {
            case WAITING -> waiting(cursor);
            case PAYING, PAID, CLOSED -> {
                // Later transfers wait for the payee's decision.
                if (progress.state() != Deposit.State.PAYING) {
                    move(in(Transfer.State.CONFIRMED), Trigger.REFER);
                }
                yield result(progress.state(), progress.paid(), progress.paidBy(), cursor);
            }
        };
    }

    private Result waiting(String cursor) {
        move(in(Transfer.State.CONFIRMED).and(deposit::late), Trigger.REFER);
        var confirmed = inOrder(in(Transfer.State.CONFIRMED));
        var sum = Transfer.sum(confirmed);
        if (sum >= deposit.amount()) {
            move(confirmed::contains, Trigger.COUNT);
            return result(
                    Deposit.State.TABLE
                            .on(Deposit.State.WAITING, Deposit.State.Trigger.COVER)
                            .to(),
                    sum,
                    confirmed.getLast().txHash(),
                    cursor);
        }
        if (now.isAfter(deposit.expiresAt().plus(GRACE))
                && inOrder(in(Transfer.State.SEEN)).stream().allMatch(deposit::late)) {
            move(confirmed::contains, Trigger.REFER);
        }
        return result(deposit.progress().state(), 0, null, cursor);
    }

    private Result answered(Deposit.State.Trigger answer, Trigger counted) {
        move(in(Transfer.State.COUNTED), counted);
        move(in(Transfer.State.CONFIRMED), Trigger.REFER);
        var progress = deposit.progress();
        var state = Deposit.State.TABLE.on(progress.state(), answer).to();
        var paid = state == Deposit.State.PAID;
        return result(
                state,
                paid ? progress.paid() : 0,
                paid ? progress.paidBy() : null,
                Objects.requireNonNull(progress.cursor()));
    }

    private static Predicate<Transfer> in(Transfer.State state) {
        return transfer -> transfer.state() == state;
    }

    private List<Transfer> inOrder(Predicate<Transfer> which) {
        return transfers.values().stream()
                .filter(which)
                .sorted(Transfer.IN_ORDER)
                .toList();
    }

    private void move(Predicate<Transfer> which, Trigger trigger) {
        transfers.replaceAll((event, transfer) -> which.test(transfer) ? transfer.on(trigger) : transfer);
    }

    private Result result(Deposit.State state, long paid, @Nullable String paidBy, String cursor) {
        var onChain = inOrder(in(Transfer.State.WITHDRAWN).negate());
        var progress = new Progress(
                state,
                Transfer.sum(onChain),
                onChain.isEmpty() ? null : onChain.getLast().txHash(),
                onChain.stream().mapToLong(Transfer::confirmations).min().orElse(0),
                paid,
                paidBy,
                cursor,
                deposit.progress().version() + 1);
        return new Result(deposit.with(progress), List.copyOf(transfers.values()), dueAt(state));
    }

    private @Nullable Instant dueAt(Deposit.State state) {
        var awaited = switch (state) {
            case WAITING -> now.isBefore(deposit.expiresAt().plus(GRACE));
            case PAYING -> true;
            case PAID, CLOSED -> false;
        };
        if (awaited || !inOrder(in(Transfer.State.SEEN)).isEmpty()) {
            return now.plus(schedule.interval());
        }
        var age = Duration.between(deposit.openedAt(), now);
        if (age.compareTo(schedule.kept()) > 0) {
            return null;
        }
        var wait = age.toMillis() / AGE_DIVISOR;
        return now.plusMillis(Math.clamp(wait, INTERVAL_MIN.toMillis(), INTERVAL_MAX.toMillis()));
    }
}
