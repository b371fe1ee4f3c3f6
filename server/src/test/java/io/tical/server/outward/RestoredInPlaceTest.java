package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tical.db.TestDatabase;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.ledger.Finding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A backup is put back in place: system, timeline and tables are the same, and only the process of the server is another one. */
@Order(1)
class RestoredInPlaceTest {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Map<String, String> AT_ONCE = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0");
    private static final long FUNDS = 1_000_000;
    private static final long REPEATED = 50_000;
    private static final long FORGOTTEN = 60_000;
    private static final String IDENTITY = """
            SELECT system_identifier || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
                   || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database())
                   || ' ' || 'outward_log'::regclass::oid
            FROM pg_control_system()
            """;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @TempDir
    Path elsewhere;

    @AfterEach
    void stopListening() {
        logger().detachAppender(log);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(LogComparison.class);
    }

    private TestService sender(TestService first) {
        return first.on(
                first.database(),
                Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_OUTWARD_LOG", elsewhere.toString()),
                TestService.Work.RUNNING);
    }

    /** A node that was off since before the backup, and so has no sign of what was lost. */
    private static TestService witness(TestService first) {
        return first.on(first.database(), AT_ONCE, TestService.Work.RUNNING);
    }

    private static void awaitOpen(TestService node) {
        await().atMost(SOON).until(() -> node.tical().fence().closedBecause() == null);
    }

    private static void awaitSuccess(Merchant merchant, String reference) {
        await().atMost(SOON)
                .until(
                        () -> merchant.get("/v1/payouts?order_ref=" + reference)
                                .expect(200)
                                .data()
                                .get(0)
                                .get("status")
                                .asText(),
                        "success"::equals);
    }

    private static void ordered(Merchant merchant, String reference, long amount) {
        merchant.payout(reference, amount).expect(201);
    }

    private List<String> named(Merchant merchant) {
        return List.copyOf(log.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.startsWith("Lost by the database: ")
                        && line.contains(merchant.organizationId().toString()))
                .toList();
    }

    @Test
    void nothingThatWasSentSinceTheBackupIsSentAgain() {
        try (var servers = TestDatabase.replicated();
                var first = TestService.start(servers.settings(servers.primary()), AT_ONCE, TestService.WITHOUT_WORK)) {
            // The loggers are there when a service has been started.
            log.start();
            logger().addAppender(log);
            var primary = servers.primary();
            var merchant = first.merchant().funded("THB", FUNDS);
            merchant.account();
            Path backup;
            List<Departure> sent;
            try (var sender = sender(first)) {
                awaitOpen(sender);
                try (var witness = witness(first)) {
                    awaitOpen(witness);
                }
                backup = primary.backUp();
                var at = merchant.at(sender.port());
                ordered(at, "repeated", REPEATED);
                awaitSuccess(at, "repeated");
                ordered(at, "forgotten", FORGOTTEN);
                awaitSuccess(at, "forgotten");
                sent = WrittenDown.in(sender, elsewhere);
            }
            assertThat(sent).extracting(Departure::reference).containsExactly("repeated", "forgotten");
            assertThat(RestoredDatabaseTest.transfers(first)).hasSize(2);
            var identity = primary.value(IDENTITY);
            primary.kill();
            primary.restore(backup);
            assertThat(primary.value(IDENTITY)).isEqualTo(identity);
            assertThat(primary.value("SELECT count(*) FROM payout")).isEqualTo("0");

            try (var witness = witness(first)) {
                var at = merchant.at(witness.port());
                ordered(at, "repeated", REPEATED);
                await().atMost(SOON)
                        .until(() -> witness.tical().fence().closed() instanceof Fence.Closed closed
                                && closed.logs().size() == 1);
                try (var sender = sender(first)) {
                    awaitSuccess(at, "repeated");
                    awaitOpen(witness);
                    awaitOpen(sender);
                    assertThat(RestoredDatabaseTest.transfers(first)).hasSize(2);
                    assertThat(at.available()).isEqualTo(FUNDS - REPEATED);
                    requireNamed(sender, merchant, sent);
                }
            }
        }
    }

    /** The log of the start names all that was lost, and the audit what nobody has repeated. */
    private void requireNamed(TestService sender, Merchant merchant, List<Departure> sent) {
        var lines = named(merchant);
        assertThat(lines).hasSameSizeAs(sent);
        for (var one : sent) {
            assertThat(lines)
                    .anySatisfy(line ->
                            assertThat(line).contains(one.id().toString(), "reference " + one.reference() + " of"));
        }
        assertThat(sender.audit().run().findings())
                .extracting(Finding::sentence)
                .singleElement()
                .asString()
                .contains("outward_case", sent.getLast().id().toString(), "reference forgotten", "still open");
    }
}
