package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.KeptTables;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A program of the next release migrates the database while this one works on it: every table gets a column, and there is a new table. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BesideNextReleaseTest {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final int PAYERS = 4;
    private static final int PAYOUTS_MIN = 20;

    private TestService service;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0"));
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private void migrate() throws Exception {
        for (var table : KeptTables.tables(service.database())) {
            if (!table.equals("flyway_schema_history")) {
                service.sql("ALTER TABLE " + table + " ADD COLUMN of_next_release text");
            }
        }
        service.sql("CREATE TABLE next_release (organization_id uuid PRIMARY KEY)");
        service.sql("""
                INSERT INTO flyway_schema_history
                SELECT max(installed_rank) + 1, format('1.%1$s.1', max(cast(split_part(version, '.', 2) AS int)) + 1), 'next', 'SQL',
                    'V1_next.sql', 1, 'x', now(), 1, true
                FROM flyway_schema_history""");
    }

    @Test
    void nothingIsRefusedMeanwhileAndNothingIsWrongAfterwards() throws Exception {
        var merchant = service.merchant().funded("THB", 10_000_000);
        merchant.account();
        var stopping = new AtomicBoolean();
        // Few payins of one amount may be open.
        var amounts = new AtomicLong(1_000);
        var payouts = new ArrayList<String>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var paying = new ArrayList<Future<List<String>>>();
            for (int payer = 0; payer < PAYERS; payer++) {
                var name = "payer " + payer + " ";
                paying.add(threads.submit(() -> {
                    var paid = new ArrayList<String>();
                    while (!stopping.get() || paid.size() < PAYOUTS_MIN) {
                        paid.add(merchant.payout(name + paid.size(), 1_000)
                                .expect(201)
                                .word("id"));
                        merchant.payin(name + paid.size(), amounts.incrementAndGet())
                                .expect(201);
                    }
                    return paid;
                }));
            }
            // Their statements are prepared on every connection.
            await().atMost(SOON).until(() -> amounts.get() > 1_000 + PAYERS * PAYOUTS_MIN);
            migrate();
            stopping.set(true);
            for (var paid : paying) {
                payouts.addAll(paid.get());
            }
        }
        // As a program of the next release writes them.
        for (var table : List.of("payout", "payout_step", "payin", "wallet")) {
            service.asService(table, "SELECT 1");
        }
        var payin = merchant.payin("after", 200_000).expect(201).word("id");
        service.asService("payin", "SELECT 1");
        merchant.post("/v1/payins/" + payin + "/test-confirm").expect(200);
        for (var payout : payouts) {
            await().atMost(SOON).until(() -> merchant.payout(payout).word("status"), "success"::equals);
        }
        try (var another = service.node(Map.of(), TestService.Work.OFF)) {
            merchant.at(another.port()).payout("another", 1_000).expect(201);
        }
        assertThat(health()).as("the node is in service").isEqualTo(200);
        service.requireCleanAudit();
    }

    private int health() throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var health = URI.create("http://127.0.0.1:" + service.adminPort() + "/observe/health");
            return client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString())
                    .statusCode();
        }
    }
}
