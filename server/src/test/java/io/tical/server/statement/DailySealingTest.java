package io.tical.server.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.Database;
import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.Midnight;
import io.tical.server.TestService;
import io.tical.server.key.WalletKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When days of wallets are sealed, and what is in them. */
class DailySealingTest extends AuditedService {
    private Database database;

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void prepare() {
        database = service.serviceDatabase();
    }

    @BeforeEach
    void startAwayFromMidnight() {
        Midnight.awaitIfNear(ZoneOffset.UTC);
    }

    private DailySealing at(Instant now) {
        return new DailySealing(database, Clock.fixed(now, ZoneOffset.UTC));
    }

    /** As soon as this day may be sealed. */
    private DailySealing after(LocalDate day) {
        return at(DailyStatement.end(day).plus(DailySealing.GRACE));
    }

    private static LocalDate today() {
        return DailyStatement.day(Instant.now());
    }

    private static WalletKey wallet(Merchant merchant) {
        return new WalletKey(merchant.organizationId(), false, "THB");
    }

    /** Moves the transfers of a merchant back by whole days. */
    private void move(Merchant merchant, int... days) {
        var list = Arrays.toString(days);
        service.asService(
                "transfer",
                "UPDATE transfer SET created_at = created_at - (ARRAY%s)[seq] * interval '24 hours' WHERE organization_id = '%s'"
                        .formatted(list, merchant.organizationId()));
    }

    /** The sealed days of a merchant: number, day, first and last movement. */
    private List<String> sealed(Merchant merchant) {
        return database.run(session -> DailyStatementStore.after(session, wallet(merchant), 0, 100)).stream()
                .filter(statement -> statement.wallet().equals(wallet(merchant)))
                .map(one -> one.number() + " " + one.day() + " " + one.fromSeq() + "-" + one.toSeq())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-02T00:04:59.999Z, 2026-02-28",
        "2026-03-02T00:05:00Z,     2026-03-01",
        "2026-03-02T23:59:59Z,     2026-03-01",
        "2026-03-03T00:00:00Z,     2026-03-01",
    })
    void aDayIsSealedFiveMinutesAfterItsEnd(Instant now, LocalDate last) {
        assertThat(at(now).lastOver()).isEqualTo(last);
    }

    @Test
    void aMovementThatCommitsAfterItsDayWasSealedIsInTheNext() throws Exception {
        var merchant = service.merchant().funded("THB", 1_000).funded("THB", 2_000);
        var day = today();
        CompletableFuture<Void> late;
        try (var lock = service.ownerConnection();
                var statement = lock.createStatement()) {
            lock.setAutoCommit(false);
            statement.execute(
                    "SELECT FROM wallet WHERE organization_id = '" + merchant.organizationId() + "' FOR UPDATE");
            // It has read its clock before the lock.
            late = CompletableFuture.runAsync(
                    () -> merchant.funded("THB", 3_000), Executors.newVirtualThreadPerTaskExecutor());
            await("the late movement waits").atMost(Duration.ofSeconds(90)).until(this::isWaiting);
            after(day).seal(wallet(merchant), day, false);
            lock.rollback();
        }
        late.get();
        assertThat(sealed(merchant)).containsExactly("1 " + day + " 1-2");

        var next = day.plusDays(1);
        after(day).seal(wallet(merchant), day, true);
        assertThat(sealed(merchant)).hasSize(1);
        after(next).seal(wallet(merchant), next, false);
        assertThat(sealed(merchant)).containsExactly("1 " + day + " 1-2", "2 " + next + " 3-3");
    }

    private boolean isWaiting() {
        return service.count("SELECT count(*) FROM pg_locks WHERE NOT granted") > 0;
    }

    @Test
    void anEmptyDayThatSomebodyAskedForStaysEmpty() {
        var merchant = service.merchant().funded("THB", 1_000);
        move(merchant, 6);
        var sealing = after(today().minusDays(1));
        sealing.seal(wallet(merchant), today().minusDays(4), true);
        merchant.funded("THB", 2_000);
        // As if it had been made on the empty day, and committed now.
        move(merchant, 0, 4);

        sealing.seal(wallet(merchant), today().minusDays(1), false);

        assertThat(sealed(merchant))
                .containsExactly(
                        "1 " + today().minusDays(6) + " 1-1",
                        "2 " + today().minusDays(4) + " 2-1",
                        "3 " + today().minusDays(3) + " 2-2");
    }

    @Test
    void nodesThatSealAtTheSameTimeMakeOneChain() throws Exception {
        var merchant = service.merchant();
        for (int day = 0; day < 8; day++) {
            merchant.funded("THB", 1_000);
        }
        move(merchant, 9, 8, 8, 6, 5, 3, 2, 1);
        var nodes = new ArrayList<Callable<Void>>();
        for (int node = 0; node < 6; node++) {
            var upTo = today().minusDays(1 + node % 3);
            nodes.add(() -> {
                after(today().minusDays(1)).seal(wallet(merchant), upTo, true);
                return null;
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var node : threads.invokeAll(nodes)) {
                node.get();
            }
        }
        var days = sealed(merchant);
        assertThat(days.getFirst()).startsWith("1 ").endsWith(" 1-1");
        assertThat(days.getLast()).endsWith(today().minusDays(1) + " 8-8");
        service.requireCleanAudit();
    }

    @Test
    void aRoundSealsEveryWalletAndTheNextRoundsOfTheDayNothing() {
        var merchants = new ArrayList<Merchant>();
        for (int number = 0; number < 3; number++) {
            var merchant = service.merchant().funded("THB", 1_000).funded("THB", 1_000);
            move(merchant, 3, 2);
            merchants.add(merchant);
        }
        var altered = " WHERE organization_id = '" + merchants.get(1).organizationId() + "' AND seq = 2";
        service.sql("UPDATE transfer SET amount = amount + 1" + altered);
        var sealing = after(today().minusDays(1));
        assertThat(sealing.round()).isFalse();
        assertThat(sealed(merchants.get(0))).hasSize(2);
        assertThat(sealed(merchants.get(1))).hasSize(1);
        assertThat(sealed(merchants.get(2))).hasSize(2);

        service.sql("UPDATE transfer SET amount = amount - 1" + altered);
        var restarted = after(today().minusDays(1));
        restarted.round();
        assertThat(sealed(merchants.get(1))).hasSize(2);
        // What is made later is of a later day, whatever its clock said.
        merchants.get(2).funded("THB", 1_000);
        move(merchants.get(2), 0, 0, 2);
        restarted.round();
        assertThat(sealed(merchants.get(2))).hasSize(2);
        after(today()).round();
        assertThat(sealed(merchants.get(2))).hasSize(3);
    }
}
