package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.rail.Attempt;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What a node leaves undone when it dies at any instruction, another one takes on, and no leg goes out twice. */
@Order(1)
class PayoutTakeoverTest {
    private static final Map<String, String> AT_ONCE = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0");

    /** Takes requests and does no background work: what it creates is left to others. */
    private TestService idle;

    @BeforeEach
    void start() {
        idle = TestService.start(AT_ONCE, TestService.Work.OFF);
    }

    @AfterEach
    void stop() {
        idle.requireCleanAudit();
        idle.close();
    }

    private void await(Merchant merchant, String id, String status) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .untilAsserted(
                        () -> assertThat(merchant.payout(id).word("status")).isEqualTo(status));
    }

    private void execute(String sql, Object... values) {
        try (var connection = TestDatabase.owner(idle.database());
                var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The fence of a leg as a node leaves it that dies right after committing it. */
    private UUID fenced(Merchant merchant, String id) {
        var attempt = Ids.next();
        idle.asService("payout_attempt", """
                INSERT INTO payout_attempt (organization_id, livemode, payout_id, step, attempt, attempt_id, rail, amount, status, created_at)
                VALUES ('%s', false, '%s', 1, 1, '%s', 'simulator', 40000, 'open', now() - interval '16 seconds')
                """.formatted(merchant.organizationId(), id, attempt));
        idle.asService("payout_step", "UPDATE payout_step SET status = 'processing' WHERE payout_id = '" + id + "'");
        return attempt;
    }

    @Test
    void anAttemptThatNeverReachedTheRailIsReplacedAndSentAgain() {
        var merchant = idle.merchant().funded("THB", 100_000);
        var id = merchant.payout("fenced", 40_000).expect(201).word("id");
        fenced(merchant, id);
        try (var node = idle.node(AT_ONCE, TestService.Work.RUNNING)) {
            await(merchant, id, "success");
            assertThat(node.tical()
                            .payouts()
                            .attempts(new TransactionKey(merchant.organizationId(), false, UUID.fromString(id))))
                    .extracting(Attempt::state)
                    .containsExactly(Attempt.State.DEAD, Attempt.State.DELIVERED);
        }
        assertThat(merchant.balance("THB").get("total").asLong()).isEqualTo(60_000);
    }

    @Test
    void anAttemptThatReachedTheRailIsAskedAboutAndNotSentAgain() {
        var merchant = idle.merchant().funded("THB", 100_000);
        var id = merchant.payout("sent", 40_000).expect(201).word("id");
        var attempt = fenced(merchant, id);
        execute("""
                INSERT INTO simulator_transfer (organization_id, livemode, attempt_id, payout_id, step, amount, delivered, outcome, created_at)
                VALUES (?, false, ?, ?, 1, 40000, 40000, 'DELIVERED', now())""", merchant.organizationId(), attempt, UUID.fromString(id));
        try (var node = idle.node(AT_ONCE, TestService.Work.RUNNING)) {
            await(merchant, id, "success");
            assertThat(node.tical()
                            .payouts()
                            .attempts(new TransactionKey(merchant.organizationId(), false, UUID.fromString(id))))
                    .extracting(Attempt::id)
                    .containsExactly(attempt);
        }
    }

    @Test
    void aClaimWhoseNodeDiedIsTakenOnWhenItsLeaseEnds() {
        var merchant = idle.merchant().funded("THB", 100_000);
        var id = merchant.payout("leased", 40_000).expect(201).word("id");
        execute("UPDATE payout SET due_at = now() + interval '2 seconds' WHERE payout_id = ?", UUID.fromString(id));
        try (var node = idle.node(AT_ONCE, TestService.Work.RUNNING)) {
            await(merchant.at(node.port()), id, "success");
        }
    }

    @Test
    void threeNodesShareTheWorkAndSendEveryLegOnce() throws Exception {
        var merchant = idle.merchant().funded("THB", 10_000_000);
        var ids = new ArrayList<String>();
        for (int i = 0; i < 60; i++) {
            ids.add(merchant.guidePayout("shared-" + i, 10_000).expect(201).word("id"));
        }
        try (var one = idle.node(AT_ONCE, TestService.Work.RUNNING);
                var two = idle.node(AT_ONCE, TestService.Work.RUNNING);
                var three = idle.node(AT_ONCE, TestService.Work.RUNNING)) {
            for (var id : ids) {
                await(merchant, id, "success");
            }
            assertThat(one.port()).isNotEqualTo(two.port()).isNotEqualTo(three.port());
        }
        try (var connection = TestDatabase.owner(idle.database());
                var rows = connection
                        .createStatement()
                        .executeQuery(
                                "SELECT count(*), count(DISTINCT payout_id) FROM simulator_transfer WHERE delivered > 0")) {
            rows.next();
            assertThat(rows.getLong(1)).isEqualTo(60).isEqualTo(rows.getLong(2));
        }
        assertThat(merchant.balance("THB").get("total").asLong()).isEqualTo(10_000_000 - 600_000);
    }
}
