package io.tical.server.interorg;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Json;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.TestDatabase;
import io.tical.server.CommitBreaker;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.Principal;
import io.tical.server.idempotency.RequestHash;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.problem.Problem;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Organizations send money to each other on two nodes at the same time: each transfer moves it once, on both sides or on none. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrganizationTransferRaceTest {
    private static final long FUNDS = 20_000;
    private static final int CALLERS = 200;

    private TestService service;
    private TestService other;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        other = service.node(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    void stop() {
        service.requireCleanAudit();
        other.close();
        service.close();
    }

    /** Merchants with the same balance, and what they then send to each other. */
    private final class Shops {
        private final List<Merchant> merchants = new ArrayList<>();
        private final List<String> codes = new ArrayList<>();
        private final AtomicLongArray balances;
        private final Set<String> accepted = ConcurrentHashMap.newKeySet();
        private final Set<String> refused = ConcurrentHashMap.newKeySet();

        Shops(int count) {
            balances = new AtomicLongArray(count);
            for (int number = 0; number < count; number++) {
                var merchant = service.merchant().funded("THB", FUNDS);
                merchants.add(merchant);
                codes.add(TransferPair.code(service, merchant));
                balances.set(number, FUNDS);
            }
        }

        /** Sends so many random transfers through these nodes. */
        void send(int transfers, long seed, List<TestService> nodes) throws InterruptedException {
            var random = new Random(seed);
            var callers = new Semaphore(CALLERS);
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int number = 0; number < transfers; number++) {
                    var from = random.nextInt(merchants.size());
                    var to = (from + 1 + random.nextInt(merchants.size() - 1)) % merchants.size();
                    var amount = 1 + random.nextInt(400);
                    var name = "race-" + number;
                    // Some are sent a second time, to another node.
                    var times = random.nextInt(20) == 0 ? 2 : 1;
                    for (int time = 0; time < times; time++) {
                        var node = nodes.get(random.nextInt(nodes.size()));
                        callers.acquire();
                        threads.submit(() -> {
                            try {
                                send(node, from, to, amount, name);
                            } finally {
                                callers.release();
                            }
                        });
                    }
                }
            }
        }

        private void send(TestService node, int from, int to, long amount, String name) {
            try {
                var answer = persistently(node, request(from, to, amount, name));
                assertThat(answer.status()).isEqualTo(201);
                if (accepted.add(name)) {
                    balances.addAndGet(from, -amount);
                    balances.addAndGet(to, amount);
                }
            } catch (Problem.Refused insufficient) {
                assertThat(insufficient.code()).isEqualTo("INSUFFICIENT_BALANCE");
                refused.add(name);
            }
        }

        private OrganizationTransferRequest request(int from, int to, long amount, String name) {
            return new OrganizationTransferRequest(
                    merchants.get(from).organizationId(), false, codes.get(to), "THB", amount, name, null, "request");
        }

        void requireSums(int transfers) {
            var sum = 0L;
            for (int number = 0; number < merchants.size(); number++) {
                var available = merchants.get(number).available();
                assertThat(available).as("merchant %d", number).isEqualTo(balances.get(number));
                sum += available;
            }
            assertThat(sum).isEqualTo(FUNDS * merchants.size());
            // A repeated request may be refused the first time and pass the second time.
            refused.removeAll(accepted);
            assertThat(accepted.size() + refused.size()).isEqualTo(transfers);
            var ids = merchants.stream()
                    .map(merchant -> "'" + merchant.organizationId() + "'")
                    .toList();
            assertThat(service.count("SELECT count(*) FROM organization_transfer WHERE organization_id IN ("
                            + String.join(",", ids) + ")"))
                    .isEqualTo(2L * accepted.size());
        }
    }

    /** As the merchants' guide says: a request that was not answered, or with 503, is repeated with the same key. */
    private static StoredAnswer persistently(TestService node, OrganizationTransferRequest request) {
        var key =
                new IdempotencyKey(new Principal(request.organizationId(), request.livemode()), request.merchantRef());
        var intent = new IdempotentRequest<OrganizationTransfer>(
                key,
                RequestHash.fingerprint(request.toString()),
                side -> new StoredAnswer(201, Json.bytes(Map.of("id", side.key().id()))));
        for (int attempt = 0; ; attempt++) {
            try {
                return node.tical().organizationTransfers().send(request, intent);
            } catch (DatabaseUnavailable | Problem.Unavailable | Problem.Conflict again) {
                if (attempt == 200) {
                    throw again;
                }
                pause(50);
            }
        }
    }

    private static void pause(int ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 4000", "12, 6000"})
    void tenThousandTransfersInAllDirectionsOnTwoNodesKeepEverySum(int merchants, int transfers) throws Exception {
        var seed = System.nanoTime();
        var shops = new Shops(merchants);
        shops.send(transfers, seed, List.of(service, other));
        shops.requireSums(transfers);
    }

    @Test
    void connectionsKilledInTheMiddleOfGroupsLeaveBothSidesOrNone() throws Exception {
        var shops = new Shops(3);
        // A node of its own, because its pool keeps connections that were killed after their commits.
        try (var node = service.node(Map.of(), TestService.WITHOUT_WORK)) {
            var killing = new AtomicBoolean(true);
            var killer = Thread.ofVirtual().start(() -> kill(killing));
            try {
                shops.send(1_000, System.nanoTime(), List.of(node, other));
            } finally {
                killing.set(false);
                killer.join();
                // So do the pools of the other nodes; they test connections that were idle for half a second.
                pause(1_000);
            }
        }
        shops.requireSums(1_000);
    }

    private void kill(AtomicBoolean killing) {
        try (var owner = TestDatabase.owner(service.database());
                var statement = owner.createStatement()) {
            while (killing.get()) {
                // Only connections that are in a transaction.
                statement.execute("""
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
                        """);
                pause(25);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aTransferWhoseCommitWasNotAcknowledgedIsAnsweredAndMovesTheMoneyOnce() {
        var from = service.merchant().funded("THB", 1_000);
        var to = service.merchant();
        var body = TransferPair.body(TransferPair.code(service, to), "THB", 300, "unacknowledged");
        try (var breaker = new CommitBreaker(service.database());
                var node = service.node(breaker.settings(), TestService.WITHOUT_WORK)) {
            var atNode = from.at(node.port());
            // What the node reads first is cached.
            atNode.get("/v1/me").expect(200);
            breaker.breakAfter(0);
            var sent = atNode.post(TransferPair.TREE, body, "unacknowledged").expect(201);
            assertThat(breaker.broken()).isEqualTo(1);
            assertThat(from.post(TransferPair.TREE, body, "unacknowledged")
                            .expect(201)
                            .data())
                    .isEqualTo(sent.data());
        }
        assertThat(from.available()).isEqualTo(700);
        assertThat(to.available()).isEqualTo(300);
    }

    /** The queue of the receiver has its wallet in memory, and the other node moves money to it and from it. */
    @Test
    void aWalletThatAnotherQueueHasChangedIsNeitherSpentTwiceNorRefused() {
        var from = service.merchant().funded("THB", 100_000);
        var to = service.merchant().funded("THB", 1_000);
        var fromElsewhere = from.at(other.port());
        var toElsewhere = to.at(other.port());
        to.account();
        for (int round = 0; round < 20; round++) {
            // Known to this node with nothing left.
            to.payout("all-" + round, 1_000).expect(201);
            TransferPair.send(other, fromElsewhere, to, 1_500, "more-" + round).expect(201);
            assertThat(to.available()).isEqualTo(1_500);
            to.payout("some-" + round, 500).expect(201);
            // Known to this node with 1,000.
            TransferPair.send(other, toElsewhere, from, 900, "back-" + round).expect(201);
            to.payout("gone-" + round, 1_000).expect(422, "INSUFFICIENT_BALANCE");
            TransferPair.send(service, from, to, 900, "again-" + round).expect(201);
        }
        assertThat(to.available()).isEqualTo(1_000);
    }
}
