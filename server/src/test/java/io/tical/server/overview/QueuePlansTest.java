package io.tical.server.overview;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.TestService;
import io.tical.server.module.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On 20,000 payouts and payins of which few wait, no statement of the overview, of the activity or of a search reads a table from end to end. */
class QueuePlansTest {
    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        var merchant = service.merchant().funded("THB", 1_000_000);
        var payout = merchant.payout("model", 40_000).expect(201).word("id");
        var payin = merchant.payin("model", 40_000).expect(201).word("id");
        copies("payout", payout);
        copies("payin", payin);
        service.sql("UPDATE payout SET status = 'in_review' WHERE merchant_ref LIKE '%00'");
        service.sql("INSERT INTO delivery (organization_id, livemode, delivery_id, event_id, type, transaction_type,"
                + " transaction_id, endpoint, url, status, delivered_at, created_at)"
                + " SELECT organization_id, livemode, payout_id, gen_random_uuid(), 'payout.success', 'payout', payout_id,"
                + " 'payout', 'http://x', CASE WHEN merchant_ref LIKE '%000' THEN 'failed' ELSE 'delivered' END,"
                + " CASE WHEN merchant_ref LIKE '%000' THEN NULL ELSE now() END, now() FROM payout");
        service.sql(
                "INSERT INTO payout_attempt (organization_id, livemode, payout_id, step, attempt, attempt_id, rail, amount,"
                        + " status, rail_reference, created_at, closed_at) SELECT organization_id, livemode, payout_id, 1, 1, uuidv7(),"
                        + " 'simulator', amount, 'delivered', merchant_ref, now(), now() FROM payout WHERE merchant_ref LIKE 'copy%'");
        service.sql("ANALYZE");
        // Of the statements above, before the tests count.
        assertThat(service.count("SELECT count(*) FROM pg_stat_force_next_flush()"))
                .isEqualTo(1);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    /** 20,000 rows like this one. Their MACs are missing, so no audit follows. */
    private static void copies(String table, String id) {
        // In FROM, because a composite value that is expanded in SELECT is computed for each of its columns.
        service.sql("""
                INSERT INTO %1$s SELECT copy.* FROM %1$s m, generate_series(1, 20000) n,
                    jsonb_populate_record(m, jsonb_build_object('%1$s_id', uuidv7(), 'merchant_ref', 'copy-' || n, 'notes', 'Note ' || n)) copy
                WHERE m.%1$s_id = '%2$s'""".formatted(table, id));
    }

    private static List<String> scanned() {
        // The statistics of this database: who reads a table from end to end is counted there.
        var tables = new ArrayList<String>();
        try (var connection = service.ownerConnection();
                var statement = connection.createStatement()) {
            statement.execute("SELECT pg_stat_force_next_flush()");
            try (var rows = statement.executeQuery("SELECT relname, seq_scan FROM pg_stat_user_tables"
                    + " WHERE relname IN ('payout', 'payout_attempt', 'payin', 'delivery') ORDER BY 1")) {
                while (rows.next()) {
                    tables.add(rows.getString(1) + " " + rows.getLong(2));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return tables;
    }

    @Test
    void noLargeTableIsReadFromEndToEnd() {
        var database = service.serviceDatabase();
        var queues = service.tical().all(Kind.QUEUES);
        var searches = service.tical().all(Kind.SEARCHES);
        var before = scanned();

        var states = database.run(session -> {
            var read = Queue.states(queues, session, Instant.now());
            queues.forEach(
                    queue -> queue.find(session, queue.newest(session, 200).keySet()));
            for (var text : List.of("copy-77", "1234567", UUID.randomUUID().toString())) {
                searches.forEach(search -> search.find(session, Search.Text.of(text, null)));
            }
            // The copies are older than these hours, as most rows of a large table are.
            var hours = IntStream.range(1, 25)
                    .mapToObj(hour -> Instant.now().plus(Duration.ofHours(hour)))
                    .toList();
            service.tical().all(Kind.ACTIVITIES).forEach(activity -> activity.counts(session, false, hours));
            session.sql("SELECT pg_stat_force_next_flush()::text AS done").list(row -> 0);
            return read;
        });

        assertThat(states).extracting(Queue.States::test).anySatisfy(state -> {
            assertThat(state.queue()).isEqualTo("payouts_in_review");
            assertThat(state.count()).isEqualTo(200);
        });
        assertThat(scanned()).isEqualTo(before);
    }

    @Test
    void aLongQueueIsCountedToTenThousand() {
        var table = new QueueTable("all", "payout", "payout", "payout_id", "merchant_ref LIKE 'copy%'", true);

        var state = service.serviceDatabase().run(session -> {
            var read = table.states(session, Instant.now());
            // Before another test counts.
            session.sql("SELECT pg_stat_force_next_flush()::text AS done").list(row -> 0);
            return read;
        });

        assertThat(state.test().count()).isEqualTo(10_000);
        assertThat(state.test().more()).isTrue();
    }
}
