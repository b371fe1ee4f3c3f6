package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** The database's disk is full: inserts fail as PostgreSQL lets them fail then. */
@Isolated("listens to the log of the whole process")
class FullDiskTest {
    private static TestService service;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        service.sql("""
                CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = '53100';
                END $$""");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static void full(boolean full) {
        for (var table : new String[] {"payout", "payin", "customer", "issue"}) {
            service.sql(
                    full
                            ? "CREATE TRIGGER no_space BEFORE INSERT ON " + table
                                    + " FOR EACH ROW EXECUTE FUNCTION no_space()"
                            : "DROP TRIGGER no_space ON " + table);
        }
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    private static String retryAfter(Reply reply) {
        return reply.headers().firstValue("Retry-After").orElse("");
    }

    private static String diskSpace() throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var uri = URI.create(
                    "http://127.0.0.1:" + service.tical().ports().admin() + "/observe/health/check/disk%20space");
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    @Test
    void requestsAreRefusedUntilThereIsSpaceAndNothingMoves() throws Exception {
        var merchant = service.merchant().funded("THB", 1_000_000);
        merchant.account();
        assertThat(diskSpace()).contains("UP");
        full(true);
        try {
            log.start();
            logger().addAppender(log);
            for (int i = 0; i < 3; i++) {
                var refused = merchant.payout("full-" + i, 10_000).expect(503, "SERVICE_UNAVAILABLE");
                assertThat(retryAfter(refused)).isEqualTo("30");
                assertThat(refused.text()).contains("disk is full", "same Idempotency-Key");
            }
            assertThat(retryAfter(merchant.payin("full", 10_000).expect(503, "SERVICE_UNAVAILABLE")))
                    .isEqualTo("30");
            assertThat(retryAfter(merchant.post(
                                    "/v1/customers",
                                    "{\"holder_name\":\"A\",\"bank_code\":\"KBANK\",\"account_no\":\"9998887776\"}")
                            .expect(503, "SERVICE_UNAVAILABLE")))
                    .isEqualTo("30");
            assertThat(diskSpace()).contains("DOWN");
            merchant.get("/v1/balance").expect(200);
            assertThat(log.list)
                    .filteredOn(entry -> entry.getFormattedMessage().startsWith("The disk is full"))
                    .as("of 5 failures within a minute")
                    .singleElement()
                    .satisfies(entry -> assertThat(entry.getLevel()).isEqualTo(Level.ERROR));
            assertThat(log.list)
                    .filteredOn(entry -> entry.getLevel().isGreaterOrEqual(Level.WARN))
                    .noneMatch(entry -> entry.getFormattedMessage().contains("No space left")
                            && !entry.getFormattedMessage().startsWith("The disk is full"));
        } finally {
            logger().detachAppender(log);
            full(false);
        }
        assertThat(service.count(
                        "SELECT count(*) FROM payout WHERE organization_id = '" + merchant.organizationId() + "'"))
                .isZero();
        merchant.payout("full-0", 10_000).expect(201);
        service.requireCleanAudit();
    }
}
