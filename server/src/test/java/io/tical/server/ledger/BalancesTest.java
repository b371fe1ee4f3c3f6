package io.tical.server.ledger;

import static io.tical.server.ledger.TestPayouts.PAYOUTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.key.WalletKey;
import io.tical.server.ledger.TestPayouts.Event;
import io.tical.server.ledger.TestPayouts.Kind;
import io.tical.server.ledger.TestPayouts.Payout;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BalancesTest {
    private static final int MANY = 20_000;
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private TestLedger ledger;
    private Balances balances;

    @BeforeAll
    void open() {
        ledger = TestLedger.open();
        balances = new Balances(ledger.database(), organization -> "THB", Set.of("THB", "USD", "JPY")::contains);
    }

    @AfterAll
    void close() {
        assertThat(ledger.database().activeConnections()).isZero();
        ledger.close();
    }

    @Test
    void anOrganizationWithoutAWalletHasItsDefaultCurrencyAtZero() {
        var nobody = UUID.randomUUID();
        var zero = new BalanceItem("THB", true, 0, 0, 0, 0, null);
        assertThat(balances.now(nobody, true)).containsExactly(zero);
        assertThat(balances.at(nobody, true, BEGIN)).containsExactly(zero);
    }

    @Test
    void oneItemForEachActiveCurrencyWithAWalletOfThisEnvironmentAlone() {
        var baht = TestLedger.wallet("THB");
        var organization = baht.organizationId();
        ledger.topUp(baht, 100);
        ledger.topUp(new WalletKey(organization, false, "JPY"), 7);
        ledger.topUp(new WalletKey(organization, false, "KRW"), 9);
        ledger.topUp(new WalletKey(organization, true, "USD"), 8);
        var items = balances.now(organization, false);
        assertThat(items).extracting(BalanceItem::currency).containsExactly("JPY", "THB");
        assertThat(items).extracting(BalanceItem::available).containsExactly(7L, 100L);
        assertThat(items).noneMatch(BalanceItem::livemode);
    }

    @Test
    void theTotalChangesOnlyWhenMoneyLeavesOrArrives() {
        var wallet = TestLedger.wallet("THB");
        ledger.topUp(wallet, 1_000);
        var payout = new Payout(wallet, UUID.randomUUID(), 300, 10);
        for (var step : List.of(
                List.of(Kind.RESERVE, 690L, 310L, 0L, 1_000L),
                List.of(Kind.ACTIVATE, 690L, 0L, 310L, 1_000L),
                List.of(Kind.DELIVER, 690L, 0L, 0L, 690L))) {
            ledger.groupCommit()
                    .run(PAYOUTS, new Event(payout, (Kind) step.getFirst()), wallet.organizationId(), false);
            var item = balances.now(wallet.organizationId(), false).getFirst();
            assertThat(List.of(item.available(), item.held(), item.inTransit(), item.total()))
                    .isEqualTo(step.subList(1, 5));
            assertThat(item.updatedAt()).isNotNull();
        }
    }

    @Test
    void aPastBalanceIsTheOneBehindTheLastTransferOfThatSecondFoundAmongTwentyThousand() {
        var wallet = TestLedger.wallet("THB");
        ManyTransfers.fill(ledger, wallet, MANY);
        var organization = wallet.organizationId();
        // Transfer n is at 10 n milliseconds, so the last of second s is n = 100 s + 99.
        for (var second : List.of(0, 1, 17, 98, 198)) {
            var n = 100L * second + 99;
            var item =
                    balances.at(organization, false, BEGIN.plusSeconds(second)).getFirst();
            assertThat(item.available()).isEqualTo((n + 1) / 2 * 5 - n / 2 * 3);
            assertThat(item.inTransit()).isEqualTo(n / 2 * 3);
            assertThat(item.updatedAt()).isEqualTo(BEGIN.getEpochSecond() + second);
        }
        assertThat(balances.at(organization, false, BEGIN.minusSeconds(1)))
                .containsExactly(new BalanceItem("THB", false, 0, 0, 0, 0, null));
        assertThat(balances.at(organization, false, Instant.MIN).getFirst().total())
                .isZero();
        assertThat(balances.at(organization, false, BEGIN.plus(Duration.ofDays(90))))
                .isEqualTo(balances.now(organization, false));
    }
}
