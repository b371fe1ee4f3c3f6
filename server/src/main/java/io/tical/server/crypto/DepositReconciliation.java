package io.tical.server.crypto;

import io.tical.server.crypto.ChainWatcher.ChainOutcome.Scanned;
import io.tical.server.crypto.ChainWatcher.ChainTransfer;
import io.tical.server.crypto.ChainWatcher.CheckOutcome.Checked;
import io.tical.server.crypto.Deposit.Progress;
import io.tical.server.crypto.Transfer.Event;
import io.tical.server.crypto.Transfer.State.Trigger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
     * The time after the expiry by which all earlier transfers should be final. After it, an incomplete amount becomes unallocated funds
     * when a check has read everything until the expiry and found nothing more at the address.
     */
    static final Duration GRACE = Duration.ofMinutes(10);

    /** An address without an expected payment is polled again after a tenth of its age. */
    private static final int AGE_DIVISOR = 10;

    private static final Duration INTERVAL_MIN = Duration.ofMinutes(1);
    private static final Duration INTERVAL_MAX = Duration.ofHours(6);

    private final Scheduled scheduled;
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

    /**
     * @param dueAt the next poll; null for none
     * @param checkAt the next check; null for none
     */
    record Result(
            Deposit deposit,
            List<Transfer> transfers,
            @Nullable Instant dueAt,
            @Nullable Instant checkAt) {}

    private DepositReconciliation(Scheduled scheduled, List<Transfer> recorded, PollSchedule schedule, Instant now) {
        this.scheduled = scheduled;
        this.deposit = scheduled.deposit();
        this.schedule = schedule;
        this.now = now;
        recorded.forEach(transfer -> transfers.put(transfer.event(), transfer));
    }

    /** @param recorded all recorded transfers of this deposit */
    static Result of(Scheduled scheduled, List<Transfer> recorded, Scanned scan, PollSchedule schedule, Instant now) {
        var reconciliation = new DepositReconciliation(scheduled, recorded, schedule, now);
        reconciliation.take(scan);
        return reconciliation.polled(scan.cursor());
    }

    /**
     * Applies a check. It only adds transfers that are final, so it is valid however many polls were recorded meanwhile.
     *
     * @param recorded all recorded transfers of this deposit
     */
    static Result of(Scheduled scheduled, List<Transfer> recorded, Checked check, PollSchedule schedule, Instant now) {
        var last = scheduled.deposit().progress().check();
        // Checks of two nodes may overtake each other.
        var newest = last.through() != null && last.through().isAfter(check.through())
                ? last
                : last.next(check.through(), check.difference());
        var checked = new Scheduled(scheduled.deposit().checked(newest), scheduled.dueAt(), scheduled.checkAt());
        var reconciliation = new DepositReconciliation(checked, recorded, schedule, now);
        check.missed().forEach(reconciliation::take);
        return reconciliation.checked();
    }

    /** Applies the payee's decision: the counted transfers are credited, or become unallocated funds. */
    static Result of(
            Scheduled scheduled,
            List<Transfer> recorded,
            DepositPayee.Verdict verdict,
            PollSchedule schedule,
            Instant now) {
        var reconciliation = new DepositReconciliation(scheduled, recorded, schedule, now);
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

    private Result polled(String cursor) {
        var next = concluded(cursor);
        return result(next, dueAt(next.progress().state()), scheduled.checkAt());
    }

    /** The next poll stays as planned, unless it is needed earlier. */
    private Result checked() {
        var next = concluded(deposit.progress().cursor());
        var state = next.progress().state();
        var dueAt = scheduled.dueAt();
        var soon = now.plus(schedule.interval());
        if (state == Deposit.State.PAYING && (dueAt == null || dueAt.isAfter(soon))) {
            dueAt = soon;
        }
        return result(next, dueAt, CheckTimes.after(next, schedule.kept(), now));
    }

    private Result result(Deposit next, @Nullable Instant dueAt, @Nullable Instant checkAt) {
        return new Result(next, List.copyOf(transfers.values()), dueAt, checkAt);
    }

    private Deposit concluded(@Nullable String cursor) {
        var progress = deposit.progress();
        return switch (progress.state()) {
            case WAITING -> waiting(cursor);
            case PAYING, PAID, CLOSED -> {
                // Later transfers wait for the payee's decision.
                if (progress.state() != Deposit.State.PAYING) {
                    move(in(Transfer.State.CONFIRMED), Trigger.REFER);
                }
                yield progressed(progress.state(), progress.paid(), progress.paidBy(), cursor);
            }
        };
    }

    private Deposit waiting(@Nullable String cursor) {
        move(in(Transfer.State.CONFIRMED).and(deposit::late), Trigger.REFER);
        var confirmed = inOrder(in(Transfer.State.CONFIRMED));
        var sum = Transfer.sum(confirmed);
        if (sum >= deposit.amount()) {
            move(confirmed::contains, Trigger.COUNT);
            return progressed(
                    Deposit.State.TABLE
                            .on(Deposit.State.WAITING, Deposit.State.Trigger.COVER)
                            .to(),
                    sum,
                    confirmed.getLast().txHash(),
                    cursor);
        }
        if (now.isAfter(deposit.expiresAt().plus(GRACE))
                && deposit.progress().check().covers(deposit.expiresAt())
                && !mayBeCompleted()
                && inOrder(in(Transfer.State.SEEN)).stream().allMatch(deposit::late)) {
            move(confirmed::contains, Trigger.REFER);
        }
        return progressed(deposit.progress().state(), 0, null, cursor);
    }

    /** Whether the address has more than is known, which a later check may find while the address is watched. */
    private boolean mayBeCompleted() {
        var difference = deposit.progress().check().difference();
        return difference != null
                && difference.signum() > 0
                && now.isBefore(deposit.openedAt().plus(schedule.kept()));
    }

    private Result answered(Deposit.State.Trigger answer, Trigger counted) {
        move(in(Transfer.State.COUNTED), counted);
        move(in(Transfer.State.CONFIRMED), Trigger.REFER);
        var progress = deposit.progress();
        var state = Deposit.State.TABLE.on(progress.state(), answer).to();
        var paid = state == Deposit.State.PAID;
        var next = progressed(state, paid ? progress.paid() : 0, paid ? progress.paidBy() : null, progress.cursor());
        return result(next, dueAt(state), scheduled.checkAt());
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

    private Deposit progressed(Deposit.State state, long paid, @Nullable String paidBy, @Nullable String cursor) {
        var onChain = inOrder(in(Transfer.State.WITHDRAWN).negate());
        var progress = new Progress(
                state,
                Transfer.sum(onChain),
                onChain.isEmpty() ? null : onChain.getLast().txHash(),
                onChain.stream().mapToLong(Transfer::confirmations).min().orElse(0),
                paid,
                paidBy,
                cursor,
                deposit.progress().version() + 1,
                deposit.progress().check());
        return deposit.with(progress);
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
        return wholeMinute(now.plusMillis(Math.clamp(wait, INTERVAL_MIN.toMillis(), INTERVAL_MAX.toMillis())));
    }

    /** Many addresses that are polled seldom share a poll. */
    private static Instant wholeMinute(Instant at) {
        var minute = at.truncatedTo(ChronoUnit.MINUTES);
        return minute.equals(at) ? at : minute.plus(INTERVAL_MIN);
    }
}
