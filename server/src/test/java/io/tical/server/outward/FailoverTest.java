package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.ReplicatedDatabase;
import io.tical.db.ReplicatedDatabase.Mode;
import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.ledger.Finding;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** A standby takes over from a primary that is gone, while a service runs. */
@Order(1)
class FailoverTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int ORDERING = 4;
    private static final int ENOUGH = 20;
    private static final long AMOUNT = 10_000;
    /** For more orders than any machine makes in this time. */
    private static final long FUNDS = 100_000_000;

    private static final int PAUSE_MS = 20;
    private static final String WAITING_FOR_THE_BANK =
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'simulator_transfer'::regclass";
    private static final String CASES = "SELECT count(*) FROM outward_case";
    private static final String STATUS = "SELECT status FROM payout WHERE payout_id = '%s'";
    private static final String DUE_IN =
            "SELECT extract(epoch FROM due_at - clock_timestamp()) FROM payout WHERE payout_id = '%s'";
    private static final Map<String, String> AT_ONCE = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0");

    /** Repeats a request until the service has its database again, as merchants do: with the same key. */
    private static String ordered(Merchant merchant, String reference) {
        var key = UUID.nameUUIDFromBytes(reference.getBytes(StandardCharsets.UTF_8))
                .toString();
        return await().atMost(SOON)
                .until(
                        () -> merchant.post("/v1/payouts", merchant.payoutBody(reference, AMOUNT), key),
                        reply -> reply.status() < 500)
                .expect(201)
                .word("id");
    }

    private static void awaitSuccess(Merchant merchant, String payout) {
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() ->
                        merchant.get("/v1/payouts/" + payout).word("status").equals("success"));
    }

    @Test
    void whatAStandbyLackedIsNotSentAgain() {
        try (var servers = TestDatabase.replicated()) {
            var primary = servers.primary();
            var standby = servers.standby(Mode.ASYNCHRONOUS);
            try (var service =
                    TestService.start(servers.settings(primary, standby), AT_ONCE, TestService.Work.RUNNING)) {
                var merchant = service.merchant().funded("THB", 10_000_000);
                merchant.account();
                awaitSuccess(merchant, ordered(merchant, "kept"));
                standby.awaitReplay(primary);
                standby.kill();
                var lost = new ArrayList<String>();
                for (int i = 1; i <= 3; i++) {
                    lost.add(ordered(merchant, "lost-" + i));
                    awaitSuccess(merchant, lost.getLast());
                }
                primary.kill();
                standby.restart();
                standby.promote();
                await().atMost(SOON).until(() -> number(standby, CASES) == 3);
                requireExactlyTheLostNamed(service, standby);

                for (int i = 1; i <= 3; i++) {
                    awaitSuccess(merchant, ordered(merchant, "lost-" + i));
                }
                awaitSuccess(merchant, ordered(merchant, "new"));
                // One transfer each, by the book of the simulated bank.
                assertThat(RestoredDatabaseTest.transfers(service)).hasSize(5);
                assertThat(merchant.available()).isEqualTo(10_000_000 - 5 * AMOUNT);
                requireOnlyTheJournalIsShort(service);
            }
        }
    }

    /** Merchants order all the time, while a standby that lags takes over. */
    @Test
    void nothingIsSentTwiceWhenALaggingStandbyTakesOverUnderLoad() throws Exception {
        try (var servers = TestDatabase.replicated()) {
            var primary = servers.primary();
            var standby = servers.standby(Mode.ASYNCHRONOUS);
            var stopped = new AtomicBoolean();
            try (var service =
                            TestService.start(servers.settings(primary, standby), AT_ONCE, TestService.Work.RUNNING);
                    var threads = Executors.newVirtualThreadPerTaskExecutor();
                    AutoCloseable _ = () -> stopped.set(true)) {
                var merchant = service.merchant().funded("THB", FUNDS);
                merchant.account();
                var orders = new ConcurrentLinkedQueue<String>();
                var ordering = new ArrayList<Future<?>>();
                for (int thread = 0; thread < ORDERING; thread++) {
                    var name = "thread-" + thread + "-";
                    ordering.add(threads.submit(() -> {
                        for (int i = 0; !stopped.get(); i++) {
                            ordered(merchant, name + i);
                            orders.add(name + i);
                            Thread.sleep(PAUSE_MS);
                        }
                        return null;
                    }));
                }
                awaitMore(orders);
                standby.awaitReplay(primary);
                standby.kill();
                // It may have attempts that the bank does not have yet.
                var had = number(primary, "SELECT count(*) FROM payout_attempt");
                await().atMost(SOON)
                        .until(() -> RestoredDatabaseTest.transfers(service).size() > had + ENOUGH);
                primary.kill();
                standby.restart();
                standby.promote();
                var promotedAt = standby.value("SELECT clock_timestamp()");
                awaitMore(orders);
                await().atMost(SOON).until(() -> number(standby, CASES) > 0);
                await().atMost(SOON).until(() -> service.tical().fence().closedBecause() == null);
                requireNamedBeforeAnythingIsSent(standby, promotedAt, service);
                assertThat(service.tical().fence().sentences())
                        .anySatisfy(sentence -> assertThat(sentence).contains("Look at Lost in the console"));
                stopped.set(true);
                for (var one : ordering) {
                    one.get();
                }

                requireExactlyTheLostNamed(service, standby);
                for (var order : orders) {
                    awaitSuccess(merchant, ordered(merchant, order));
                }
                await().atMost(SOON)
                        .until(() ->
                                "0".equals(standby.value("SELECT count(*) FROM outward_case WHERE status = 'open'")));
                assertThat(RestoredDatabaseTest.transfers(service)).hasSameSizeAs(orders);
                assertThat(standby.value("SELECT count(*) FROM payout WHERE status <> 'success'"))
                        .isEqualTo("0");
                assertThat(merchant.available()).isEqualTo(FUNDS - orders.size() * AMOUNT);
                requireOnlyTheJournalIsShort(service);
            }
        }
    }

    private static long number(ReplicatedDatabase.Server server, String query) {
        return Long.parseLong(String.valueOf(server.value(query)));
    }

    private static void awaitMore(Collection<String> orders) {
        var enough = orders.size() + ENOUGH;
        await().atMost(SOON).until(() -> orders.size() >= enough);
    }

    /** The audit names each attempt that was written down and that the new primary does not have, and no other. */
    private static void requireExactlyTheLostNamed(TestService service, ReplicatedDatabase.Server standby) {
        await().atMost(SOON).untilAsserted(() -> {
            var named = service.audit().run().findings().stream()
                    .filter(finding -> finding.table().equals("outward_case"))
                    .map(Finding::key)
                    .toList();
            var known = List.of(
                    String.valueOf(standby.value("SELECT string_agg(attempt_id::text, ' ') FROM payout_attempt"))
                            .split(" "));
            var lost = WrittenDown.in(service).stream()
                    .map(one -> one.id().toString())
                    .filter(attempt -> !known.contains(attempt))
                    .distinct()
                    .toList();
            assertThat(lost).isNotEmpty();
            assertThat(named).hasSameSizeAs(lost);
            assertThat(lost)
                    .allSatisfy(attempt ->
                            assertThat(named).anySatisfy(key -> assertThat(key).contains(attempt)));
        });
    }

    /** When all that was lost is taken up, the audit still names the transactions that are missing, and nothing else. */
    private static void requireOnlyTheJournalIsShort(TestService service) {
        assertThat(service.audit().run().findings())
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding.sentence())
                        .contains("In journal, chain", "expected this row", "found none"));
    }

    /** Each transfer that the new primary does not know is a case, which people are told of, before the first new one. */
    private static void requireNamedBeforeAnythingIsSent(
            ReplicatedDatabase.Server standby, String promotedAt, TestService service) {
        var cases = number(standby, CASES);
        assertThat(cases).isGreaterThanOrEqualTo(ENOUGH);
        var known = Set.of(
                standby.value("SELECT string_agg(id::text, ' ') FROM (SELECT attempt_id AS id FROM payout_attempt"
                                + " UNION SELECT case_id FROM outward_case) all_known")
                        .split(" "));
        assertThat(known).containsAll(RestoredDatabaseTest.transfers(service));
        assertThat(standby.value("SELECT count(*) FROM payout_attempt WHERE created_at > '" + promotedAt
                        + "' AND created_at < (SELECT max(found_at) FROM outward_case)"))
                .isEqualTo("0");
        assertThat(number(
                        standby,
                        "SELECT sum((after ->> 'cases')::int) FROM audit_entry WHERE object_type = 'lost_case'"
                                + " AND action = 'open'"))
                .isEqualTo(cases);
    }

    /** The bank has an order, and the service fails over before it has the answer. */
    @Test
    void aCallThatWasCutOffIsRepeatedSoonAfterTheReturn() throws Exception {
        try (var servers = TestDatabase.replicated()) {
            var primary = servers.primary();
            var standby = servers.standby(Mode.SYNCHRONOUS);
            try (var service =
                    TestService.start(servers.settings(primary, standby), AT_ONCE, TestService.Work.RUNNING)) {
                var merchant = service.merchant().funded("THB", 10_000_000);
                merchant.account();
                awaitSuccess(merchant, ordered(merchant, "before"));
                String payout;
                try (var bank = primary.owner();
                        var statement = bank.createStatement()) {
                    bank.setAutoCommit(false);
                    statement.execute("LOCK TABLE simulator_transfer");
                    payout = ordered(merchant, "cut off");
                    await().atMost(SOON).until(() -> "1".equals(primary.value(WAITING_FOR_THE_BANK)));
                    primary.kill();
                }
                standby.promote();
                var due = new ArrayList<Double>();
                await().atMost(SOON).pollInterval(Duration.ofMillis(20)).until(() -> {
                    var left = standby.value(DUE_IN.formatted(payout));
                    if (left != null) {
                        due.add(Double.parseDouble(left));
                    }
                    return "success".equals(standby.value(STATUS.formatted(payout)));
                });
                assertThat(due)
                        .isNotEmpty()
                        .allSatisfy(seconds -> assertThat(seconds).isLessThanOrEqualTo(10));
                assertThat(number(standby, CASES)).isZero();
                service.requireCleanAudit();
            }
        }
    }

    @Test
    void nobodyIsAskedAfterASynchronousFailover() {
        try (var servers = TestDatabase.replicated()) {
            var primary = servers.primary();
            var standby = servers.standby(Mode.SYNCHRONOUS);
            var settings = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_REQUIRE_SYNC", "on");
            try (var service =
                    TestService.start(servers.settings(primary, standby), settings, TestService.Work.RUNNING)) {
                var merchant = service.merchant().funded("THB", 10_000_000);
                merchant.account();
                await().atMost(SOON).until(() -> service.serviceDatabase().isSynchronous());
                service.live(merchant).payin("live", 30_000).expect(201);
                var ordered = new ArrayList<String>();
                for (int i = 1; i <= 5; i++) {
                    ordered.add(ordered(merchant, "before-" + i));
                }
                primary.kill();
                standby.promote();
                for (int i = 1; i <= 5; i++) {
                    ordered.add(ordered(merchant, "after-" + i));
                }
                ordered.forEach(payout -> awaitSuccess(merchant, payout));
                assertThat(service.count(CASES)).isZero();
                assertThat(RestoredDatabaseTest.transfers(service)).hasSize(10);
                service.requireCleanAudit();
            }
        }
    }
}
