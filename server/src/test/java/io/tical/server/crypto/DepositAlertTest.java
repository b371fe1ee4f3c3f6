package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import io.tical.server.metric.Family;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Monitoring sees deposits whose transfers are not all known. */
class DepositAlertTest {
    private final MovedClock time = new MovedClock();
    private Database database;
    private WatchedDeposits watched;
    private DepositAlert alert;

    @BeforeEach
    void open() {
        database = Databases.open(TestDatabase.settings());
        watched = new WatchedDeposits(database, time, 1);
        alert = new DepositAlert(database, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        watched.close();
        database.close();
    }

    private String degraded() {
        alert.refresh();
        return String.join(" ", alert.sentences());
    }

    private double metric(String name) {
        return alert.metrics().stream()
                .filter(family -> family.name().equals(name))
                .map(Family::samples)
                .flatMap(samples -> samples.get().stream())
                .mapToDouble(sample -> sample.value())
                .sum();
    }

    @Test
    void aBalanceThatTransfersDoNotExplainIsShownUntilTheyDo() {
        var deposit = watched.opened();
        watched.node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        watched.node.mine(5).lagging(40);
        watched.check();
        assertThat(degraded()).as("one check may be too early").isEmpty();
        watched.node.lagging(0).mine(3).lagging(40);
        time.pass(Duration.ofMinutes(5));
        watched.node.mine(3);
        watched.check();

        assertThat(degraded()).contains(deposit.key().id().toString(), deposit.address(), "differs by 10000000 units");
        assertThat(metric("tical_deposits_differing")).isEqualTo(1);

        watched.node.lagging(0);
        watched.check();
        assertThat(degraded()).isEmpty();
        assertThat(metric("tical_deposits_differing")).isZero();
        assertThat(watched.transfers(deposit)).containsExactly(Transfer.State.CREDITED);
    }

    @Test
    void moneyThatLeftWithoutATransferIsShown() {
        var deposit = watched.opened();
        watched.node.pay(deposit.address(), WatchedDeposits.TEN_USDT);
        watched.node.mine(5);
        watched.node.destroy(deposit.address(), BigInteger.TEN);
        watched.check();
        time.pass(Duration.ofMinutes(5));
        watched.node.mine(5);
        watched.check();
        assertThat(degraded()).contains("differs by -10 units");
    }

    @Test
    void depositsThatCouldNotBeCheckedForADayAreShown() {
        watched.opened();
        assertThat(degraded()).isEmpty();
        watched.node.server().answering(503, "");
        watched.check();
        alert = new DepositAlert(database, Clock.offset(Clock.systemUTC(), Duration.ofHours(27)));
        assertThat(degraded()).isEqualTo("1 deposits on ERC20 were not checked for 26 hours.");
        assertThat(metric("tical_deposits_unchecked")).isEqualTo(1);
    }
}
