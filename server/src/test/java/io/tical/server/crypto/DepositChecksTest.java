package io.tical.server.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every deposit has a next check, until one after its expiry has read everything. */
class DepositChecksTest {
    private static final Duration BEFORE = Duration.ofMinutes(1);

    private Database database;
    private WatchedDeposits watched;

    @BeforeEach
    void open() {
        database = Databases.open(TestDatabase.settings());
        watched = new WatchedDeposits(database);
    }

    @AfterEach
    void close() {
        watched.close();
        database.close();
    }

    private Instant checkAt(Deposit deposit) {
        return database.run(
                session -> session.sql("SELECT check_at FROM crypto_deposit WHERE payin_id = cast(:id AS uuid)")
                        .bind("id", deposit.key().id())
                        .one(row -> row.instant("check_at")));
    }

    private void lose(String more) {
        database.run(session ->
                session.sql("UPDATE crypto_deposit SET check_at = NULL" + more).run());
    }

    private DepositAlert alert(Duration later) {
        return new DepositAlert(database, Clock.offset(Clock.systemUTC(), later));
    }

    @Test
    void aNewDepositIsCheckedBeforeItExpires() {
        var deposit = watched.opened();
        assertThat(checkAt(deposit))
                .isEqualTo(deposit.expiresAt().minus(BEFORE))
                .isAfter(deposit.openedAt());
    }

    @Test
    void anExtendedDepositIsCheckedBeforeItsNewExpiry() {
        var deposit = watched.opened();
        var later = deposit.expiresAt().plus(Duration.ofHours(1));
        extend(deposit, later);
        assertThat(checkAt(deposit)).isEqualTo(later.minus(BEFORE));
    }

    @Test
    void anExtensionSchedulesADepositThatHasNoNextCheck() {
        var deposit = watched.opened();
        lose("");
        var later = deposit.expiresAt().plus(Duration.ofHours(1));
        extend(deposit, later);
        assertThat(checkAt(deposit)).isEqualTo(later.minus(BEFORE));
    }

    private void extend(Deposit deposit, Instant to) {
        database.transaction(session -> {
            watched.deposits().expires(session, deposit.key(), to);
            return deposit;
        });
    }

    @Test
    void aPollKeepsTheNextCheckAndACheckPlansTheOneAfterTheExpiry() {
        var deposit = watched.opened();
        var first = checkAt(deposit);
        watched.node.pay(deposit.address(), WatchedDeposits.TEN_USDT / 2);
        watched.node.mine(5);
        watched.round();
        assertThat(watched.progress(deposit).state()).isEqualTo(Deposit.State.WAITING);
        assertThat(checkAt(deposit)).isEqualTo(first);

        watched.node.pay(deposit.address(), WatchedDeposits.TEN_USDT / 2);
        watched.node.mine(5);
        watched.round();
        assertThat(watched.progress(deposit).state()).isEqualTo(Deposit.State.PAID);
        assertThat(checkAt(deposit)).isEqualTo(first);

        watched.check();
        assertThat(checkAt(deposit)).isEqualTo(deposit.expiresAt().plus(DepositReconciliation.GRACE));
    }

    @Test
    void aCheckThatCannotBeMadeIsPlannedAgain() {
        var deposit = watched.opened();
        watched.node.server().answering(503, "");
        watched.check();
        assertThat(checkAt(deposit)).isAfter(Instant.now());
    }

    @Test
    void aDepositThatLostItsNextCheckIsScheduledAgainAndCountsAsUncheckedUntilThen() {
        var deposit = watched.opened();
        lose("");
        var alert = alert(Duration.ofHours(27));
        alert.rescheduling().round();
        alert.refresh();
        assertThat(alert.sentences()).containsExactly("1 deposits on ERC20 were not checked for 26 hours.");

        assertThat(checkAt(deposit)).isBeforeOrEqualTo(Instant.now().plus(Duration.ofHours(27)));
        watched.check();
        assertThat(watched.progress(deposit).check().through()).isNotNull();
    }

    @Test
    void aDepositWhoseLastCheckWasMadeIsNotScheduledAgain() {
        watched.opened();
        lose(", checked_through = expires_at");
        var alert = alert(Duration.ofHours(27));
        alert.rescheduling().round();
        alert.refresh();
        assertThat(alert.sentences()).isEmpty();
    }
}
