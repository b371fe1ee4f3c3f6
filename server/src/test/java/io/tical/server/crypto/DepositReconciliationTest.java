package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.crypto.ChainWatcher.ChainOutcome.Scanned;
import io.tical.server.crypto.ChainWatcher.ChainTransfer;
import io.tical.server.crypto.ChainWatcher.CheckOutcome.Checked;
import io.tical.server.crypto.Deposit.State;
import io.tical.server.key.TransactionKey;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of deposits, told as looks at a chain: who pays what when, and what it comes to. */
class DepositReconciliationTest {
    private static final Instant OPENED = Instant.parse("2025-06-01T12:00:00Z");
    private static final Instant EXPIRES = OPENED.plus(Duration.ofMinutes(10));
    private static final DepositReconciliation.PollSchedule SCHEDULE =
            new DepositReconciliation.PollSchedule(Duration.ofSeconds(10), Duration.ofDays(30));

    private final List<ChainTransfer> chain = new ArrayList<>();
    private Deposit deposit = deposit(Network.TRC20);
    private List<Transfer> recorded = List.of();
    private Instant dueAt = OPENED;
    private Instant checkAt = EXPIRES;
    private Instant now = OPENED.plusSeconds(60);
    private int paid;

    private static Deposit deposit(Network network) {
        return new Deposit(
                new TransactionKey(new UUID(1, 1), true, new UUID(1, 2)),
                network,
                "T",
                100,
                3,
                OPENED,
                EXPIRES,
                Deposit.Progress.NOTHING);
    }

    /** Somebody pays: {@code amount@minute*confirmations}, by the minute after the address was made. */
    private void pays(String payment) {
        var parts = payment.split("[@*]");
        chain.add(new ChainTransfer(
                "tx" + ++paid,
                0,
                "payer",
                new BigInteger(parts[0]),
                100 + paid,
                Long.parseLong(parts[2]),
                OPENED.plus(Duration.ofMinutes(Long.parseLong(parts[1])))));
    }

    private void confirms(int transaction, int confirmations) {
        chain.replaceAll(told -> told.txHash().equals("tx" + transaction)
                ? new ChainTransfer(
                        told.txHash(),
                        told.logIndex(),
                        told.sender(),
                        told.units(),
                        told.block(),
                        confirmations,
                        told.at())
                : told);
    }

    private void scan() {
        scan(1_000);
    }

    private void scan(long head) {
        take(DepositReconciliation.of(scheduled(), recorded, new Scanned(chain, "c", head), SCHEDULE, now));
    }

    private void answer(DepositPayee.Verdict verdict) {
        take(DepositReconciliation.of(scheduled(), recorded, verdict, SCHEDULE, now));
    }

    private void take(DepositReconciliation.Result result) {
        deposit = result.deposit();
        recorded = result.transfers();
        dueAt = result.dueAt();
        checkAt = result.checkAt();
    }

    private Scheduled scheduled() {
        return new Scheduled(deposit, dueAt, checkAt);
    }

    /** A check finds a balance that differs by so many units, and all transfers of the chain that are final. */
    private void check(long difference) {
        var known = recorded.stream()
                .filter(transfer -> transfer.state().settled())
                .map(Transfer::txHash)
                .toList();
        var missed = chain.stream()
                .filter(transfer -> transfer.confirmations() >= 3 && !known.contains(transfer.txHash()))
                .toList();
        take(DepositReconciliation.of(
                scheduled(),
                recorded,
                new Checked(missed, BigInteger.valueOf(difference), now.minusSeconds(30)),
                SCHEDULE,
                now));
    }

    private State state() {
        return deposit.progress().state();
    }

    /** The transfers' states in the order in which they were paid. */
    private String transfers() {
        return recorded.stream()
                .sorted(Comparator.comparing(Transfer::block))
                .map(transfer -> transfer.state().word())
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "exactly,               100@1*3,              paying,  100, 100, counted",
        "exactly; unconfirmed,  100@1*2,              waiting, 100, 0,   seen",
        "too much,              150@1*3,              paying,  150, 150, counted",
        "too little,            60@1*3,               waiting, 60,  0,   confirmed",
        "in two parts,          60@1*3 40@2*3,        paying,  100, 100, counted counted",
        "the second is not yet, 60@1*3 40@2*1,        waiting, 100, 0,   confirmed seen",
        "enough and more soon,  100@1*3 5@2*1,        paying,  105, 100, counted seen",
        "many,                  1@1*3 1@1*3 97@1*3 5@1*9, paying, 104, 104, counted counted counted counted",
        "at the last moment,    100@10*3,             paying,  100, 100, counted",
        "too late,              100@11*3,             waiting, 100, 0,   review",
        "too late; unconfirmed, 100@11*1,             waiting, 100, 0,   seen",
        "the rest too late,     60@1*3 40@11*3,       waiting, 100, 0,   confirmed review",
        "nothing,               '',                   waiting, 0,   0,   ''"
    })
    void theReceivedAmountDecides(
            String name, String payments, String state, long received, long credited, String transfers) {
        Arrays.stream(payments.split(" ")).filter(text -> !text.isEmpty()).forEach(this::pays);
        scan();
        assertThat(state().word()).as(name).isEqualTo(state);
        assertThat(deposit.progress().received()).isEqualTo(received);
        assertThat(deposit.progress().paid()).isEqualTo(credited);
        assertThat(transfers()).isEqualTo(transfers);
        assertThat(deposit.progress().cursor()).isEqualTo("c");
    }

    @Test
    void aDepositShowsItsLatestTransactionAndItsLeastConfirmations() {
        assertThat(deposit.progress().txHash()).isNull();
        pays("60@1*9");
        pays("30@2*1");
        scan();
        assertThat(deposit.progress().txHash()).isEqualTo("tx2");
        assertThat(deposit.progress().confirmations()).isEqualTo(1);
        assertThat(deposit.progress().version()).isEqualTo(2);
    }

    @Test
    void aTransferThatTheChainUndoesIsWithdrawnAndCountsAgainWhenItReturns() {
        pays("100@1*2");
        scan();
        var undone = chain.removeFirst();
        scan();
        assertThat(transfers()).isEqualTo("withdrawn");
        assertThat(deposit.progress().received()).isZero();
        assertThat(deposit.progress().txHash()).isNull();
        assertThat(state()).isEqualTo(State.WAITING);

        chain.add(undone);
        scan();
        assertThat(transfers()).isEqualTo("seen");
        confirms(1, 3);
        scan();
        assertThat(transfers()).isEqualTo("counted");
    }

    @Test
    void aLookThatDoesNotReachABlockSaysNothingOfIt() {
        pays("100@1*2");
        scan();
        chain.clear();
        scan(100);
        assertThat(transfers()).isEqualTo("seen");
    }

    @Test
    void aConfirmedTransferIsNotUndoneByAReadingWithoutIt() {
        pays("60@1*3");
        scan();
        chain.clear();
        scan();
        assertThat(transfers()).isEqualTo("confirmed");
        assertThat(deposit.progress().received()).isEqualTo(60);
    }

    @Test
    void anAcceptedPaymentIsCreditedAndLaterOnesAreLeftToStaff() {
        pays("100@1*3");
        scan();
        assertThat(deposit.progress().paidBy()).isEqualTo("tx1");
        pays("7@2*3");
        scan();
        assertThat(transfers()).as("until it is known what became of the first").isEqualTo("counted confirmed");
        assertThat(deposit.progress().paid()).isEqualTo(100);

        answer(DepositPayee.Verdict.TAKEN);
        assertThat(state()).isEqualTo(State.PAID);
        assertThat(transfers()).isEqualTo("credited review");
        assertThat(deposit.progress().paid()).isEqualTo(100);
        assertThat(deposit.progress().received()).isEqualTo(107);

        pays("8@3*1");
        scan();
        assertThat(transfers()).isEqualTo("credited review seen");
        confirms(3, 3);
        scan();
        assertThat(transfers()).isEqualTo("credited review review");
        assertThat(state()).isEqualTo(State.PAID);
    }

    @Test
    void aRefusedPaymentIsLeftToStaff() {
        pays("100@1*3");
        scan();
        answer(DepositPayee.Verdict.REFUSED);
        assertThat(state()).isEqualTo(State.CLOSED);
        assertThat(transfers()).isEqualTo("review");
        assertThat(deposit.progress().paid()).isZero();
        assertThat(deposit.progress().paidBy()).isNull();

        pays("100@2*3");
        scan();
        assertThat(state()).isEqualTo(State.CLOSED);
        assertThat(transfers()).isEqualTo("review review");
    }

    @Test
    void aPartialPaymentIsLeftToStaffAtTheExpiry() {
        pays("60@1*3");
        now = EXPIRES.plus(Duration.ofMinutes(9));
        scan();
        assertThat(transfers()).isEqualTo("confirmed");
        now = EXPIRES.plus(Duration.ofMinutes(11));
        scan();
        assertThat(transfers()).as("not everything until the expiry is known").isEqualTo("confirmed");
        check(0);
        assertThat(transfers()).isEqualTo("review");
        assertThat(state()).isEqualTo(State.WAITING);
    }

    /** The payer paid in two parts, and the provider shows only one of them. */
    @Test
    void aPartialPaymentWaitsWhileTheAddressHasMore() {
        pays("60@1*3");
        now = EXPIRES.plus(Duration.ofMinutes(11));
        scan();
        check(40);
        assertThat(transfers()).isEqualTo("confirmed");
        pays("40@2*3");
        check(0);
        assertThat(transfers()).isEqualTo("counted counted");
        assertThat(state()).isEqualTo(State.PAYING);
    }

    @ParameterizedTest
    @ValueSource(longs = {-40, 40})
    void aPartialPaymentDoesNotWaitForEver(long difference) {
        pays("60@1*3");
        now = OPENED.plus(SCHEDULE.kept());
        scan();
        check(difference);
        assertThat(transfers()).isEqualTo("review");
    }

    @Test
    void aTransferThatOnlyACheckFindsCounts() {
        scan();
        var polledNext = dueAt;
        pays("100@1*3");
        check(0);
        assertThat(state()).isEqualTo(State.PAYING);
        assertThat(dueAt).isEqualTo(polledNext);
        answer(DepositPayee.Verdict.TAKEN);
        assertThat(transfers()).isEqualTo("credited");
        check(0);
        assertThat(transfers()).isEqualTo("credited");
    }

    @Test
    void aTransferThatACheckFindsAfterTheEndIsLeftToStaff() {
        pays("60@1*3");
        scan();
        now = EXPIRES.plus(Duration.ofHours(1));
        check(0);
        assertThat(transfers()).isEqualTo("review");
        pays("40@2*3");
        now = EXPIRES.plus(Duration.ofDays(2));
        check(0);
        assertThat(transfers()).isEqualTo("review review");
    }

    @Test
    void anAddressIsCheckedBeforeAndAfterTheExpiryThenDailyAndAtTheEnd() {
        assertThat(CheckTimes.first(OPENED, EXPIRES)).isEqualTo(EXPIRES.minusSeconds(60));
        assertThat(CheckTimes.first(OPENED, OPENED.plusSeconds(30))).isEqualTo(OPENED.plusSeconds(30));

        now = EXPIRES.minusSeconds(60);
        check(0);
        assertThat(checkAt).isEqualTo(EXPIRES.plus(Duration.ofMinutes(10)));
        now = checkAt;
        check(0);
        assertThat(checkAt).isEqualTo(OPENED.plus(Duration.ofDays(1)));
        now = OPENED.plus(Duration.ofDays(29)).plusSeconds(100);
        check(0);
        assertThat(checkAt).isEqualTo(OPENED.plus(Duration.ofDays(30)));
        now = checkAt;
        check(0);
        assertThat(checkAt).as("what came last is not final yet").isEqualTo(now.plus(Duration.ofMinutes(2)));
        now = checkAt;
        check(0);
        assertThat(checkAt).isNull();
    }

    @Test
    void aDifferenceIsCheckedAgainSoonAndStaysUntilItIsExplained() {
        now = OPENED.plus(Duration.ofDays(3));
        check(7);
        assertThat(checkAt).isEqualTo(now.plus(Duration.ofMinutes(5)));
        var since = deposit.progress().check().differsSince();
        assertThat(since).isEqualTo(now.minusSeconds(30));

        now = now.plus(Duration.ofHours(12));
        check(8);
        assertThat(checkAt).isEqualTo(now.plus(Duration.ofHours(1)));
        assertThat(deposit.progress().check().difference()).isEqualTo(8);
        assertThat(deposit.progress().check().differsSince()).isEqualTo(since);

        check(0);
        assertThat(deposit.progress().check().difference()).isNull();
        assertThat(deposit.progress().check().differsSince()).isNull();
    }

    @Test
    void aPaymentInTimeCountsWhenItIsConfirmedLater() {
        pays("60@1*3");
        pays("40@10*1");
        now = EXPIRES.plus(Duration.ofHours(2));
        scan();
        assertThat(transfers()).isEqualTo("confirmed seen");
        confirms(2, 3);
        scan();
        assertThat(state()).isEqualTo(State.PAYING);
        assertThat(deposit.progress().paid()).isEqualTo(100);
    }

    @Test
    void dustIsRecordedAndNotCredited() {
        deposit = deposit(Network.BEP20);
        pays("99999999999999@1*3");
        scan();
        assertThat(state()).isEqualTo(State.WAITING);
        assertThat(deposit.progress().received()).isEqualTo(99);
        assertThat(recorded.getFirst().amount()).isEqualTo(new MicroUsdt(99, new BigInteger("999999999999")));

        pays("1@2*3");
        scan();
        assertThat(deposit.progress().received())
                .as("two dusts make no micro-USDT")
                .isEqualTo(99);
        assertThat(transfers()).isEqualTo("confirmed confirmed");
    }

    @Test
    void anAddressIsReadOftenWhileAPaymentIsAwaitedAndLessAndLessOftenAfterwards() {
        scan();
        assertThat(dueAt).isEqualTo(now.plusSeconds(10));

        now = EXPIRES.plus(Duration.ofMinutes(9));
        scan();
        assertThat(dueAt).isEqualTo(now.plusSeconds(10));

        now = EXPIRES.plus(Duration.ofMinutes(10));
        scan();
        assertThat(dueAt).isEqualTo(now.plus(Duration.ofMinutes(2)));

        now = OPENED.plus(Duration.ofHours(10));
        scan();
        assertThat(dueAt).isEqualTo(now.plus(Duration.ofHours(1)));

        now = OPENED.plus(Duration.ofDays(29));
        scan();
        assertThat(dueAt).isEqualTo(now.plus(Duration.ofHours(6)));

        now = OPENED.plus(Duration.ofDays(31));
        scan();
        assertThat(dueAt).isNull();
    }

    @Test
    void anAddressWithATransferThatIsNotFinalIsReadOftenWhateverItsAge() {
        now = OPENED.plus(Duration.ofDays(31));
        pays("100@40000*1");
        scan();
        assertThat(dueAt).isEqualTo(now.plusSeconds(10));
    }

    @Test
    void aPaidDepositIsReadSeldom() {
        pays("100@1*3");
        scan();
        assertThat(dueAt).isEqualTo(now.plusSeconds(10));
        answer(DepositPayee.Verdict.TAKEN);
        assertThat(dueAt).isEqualTo(now.plus(Duration.ofMinutes(1)));
    }
}
