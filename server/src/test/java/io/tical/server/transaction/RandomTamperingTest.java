package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.db.Journal;
import io.tical.server.TestService;
import io.tical.server.ledger.AlteredColumn;
import io.tical.server.ledger.AuditReport;
import io.tical.server.ledger.Finding;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Somebody with a superuser's password changes a thousand random rows of a busy database, in every way and in every table that has MACs. The
 * audit names each of them, and nothing else. Another seed: {@code -Dtical.seed=1}.
 */
class RandomTamperingTest {
    private static final int TAMPERINGS = 1_000;
    private static final int BATCH = 220;
    private static final int BYSTANDERS = 40;
    /** What is busy. */
    private static final int CREATED_MIN = 200;
    /** Not everything can be done to every row. */
    private static final int TRIES = 3;

    /** Longer than a round of sealing takes. */
    private static final Duration ROUND_MAX = Duration.ofSeconds(5);

    private static final Map<String, String> RARE = Map.ofEntries(
            Map.entry(
                    "disclosure",
                    "organization_id, livemode, payin_id, cast(n AS text), '127.0.0.1', 'request', date_trunc('second', now())"),
            Map.entry(
                    "slip_reference",
                    "payin_id || ' ' || n, '004', livemode, organization_id, payin_id, payin_id, now()"),
            Map.entry("crypto_transfer", """
            'TRC20', payin_id, n, organization_id, livemode, payin_id, 'T2', 5000000, 5, 0, 7, 3, date_trunc('second', now()), 'seen', now(), now()"""),
            Map.entry("suspense", """
            organization_id, livemode, gen_random_uuid(), 'slip', payin_id || ' ' || n, payin_id, 'late', 'THB', 5, 'noted', NULL, NULL, NULL,
            NULL, 1, date_trunc('second', now())"""),
            Map.entry("slip", """
            organization_id, livemode, gen_random_uuid(), payin_id, n, 'api', false, payin_id || ' ' || n, 5, 'THB', 'bank', 1, 1, 'a', '{1,2}',
            NULL, 'r', 'rejected', NULL, 0, NULL, '{"a": 1}', '[]', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1,
            date_trunc('second', now()), NULL, 'b'"""),
            Map.entry("slip_seen", "organization_id, livemode, payin_id || ' ' || n, '004', 2, now(), now()"),
            Map.entry("slip_verification", """
            organization_id, livemode, payin_id || ' ' || n, '004', '\\x01', 5, 'THB', now(), '1', 'a', '014', '2', 'b', now()"""),
            Map.entry("holder_lookup", "organization_id, livemode, '004', payin_id || ' ' || n, 'a', now()"),
            Map.entry("delivery", """
            organization_id, livemode, gen_random_uuid(), payin_id, 'payin.succeeded', 'payin', payin_id, 'payin', 'u', 'failed', 1, 1, NULL,
            NULL, NULL, date_trunc('second', now()), 500"""),
            Map.entry("delivery_attempt", """
            organization_id, livemode, payin_id, n, gen_random_uuid(), 'u', 500, 7, 'a', 'b', date_trunc('second', now())"""),
            Map.entry("redelivery", """
            organization_id, livemode, gen_random_uuid(), 'payin', 'payin.succeeded', 503, payin_id, 'r', payin_id, payin_id, 7, 'mali', 'q',
            '127.0.0.1', date_trunc('second', now()), 'stopped', payin_id, 5, NULL, date_trunc('second', now())"""),
            Map.entry("p2p_offer", """
            gen_random_uuid(), organization_id, livemode, 'USD', 7, 'SCB', '1', 'a', date_trunc('second', now()) + interval '1 day'"""),
            Map.entry(
                    "crypto_address",
                    "payin_id || ' ' || n, 'other', abs(hashtext(payin_id || ' ' || n)), organization_id, livemode, payin_id"));

    /** What may be forgotten: a row that is missing or older decides nothing. */
    private static final Set<String> NOT_JOURNALED = Set.of(
            "slip_verification",
            "holder_lookup",
            "idempotency",
            "dashboard_session",
            "event",
            "delivery",
            "delivery_attempt",
            "redelivery",
            "p2p_offer");

    private final long seed = Long.getLong("tical.seed", System.nanoTime());
    private final Random random = new Random(seed);
    /** What was done, but for rows that are restored already. */
    private final List<Tampering> done = new ArrayList<>();
    /** By organization. */
    private final Map<String, Instant> rewrittenAt = new HashMap<>();

    @Test
    void eachOfAThousandTamperingsIsNamed() throws Exception {
        try (var service = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0"));
                var owner = service.ownerConnection();
                var shops = new BusyShops(service, random)) {
            var tables = tables(service);
            addBystanders(service);
            shops.open();
            shops.open();
            await().atMost(Duration.ofSeconds(90)).until(() -> service.count("SELECT count(*) FROM payin") >= 20);
            addRareRows(service);
            prepare(owner);
            var tamperer = new Tamperer(owner, random, tables);
            var restored = 0;
            // On a slow machine the shops need more time to create as much.
            while (restored + done.size() < TAMPERINGS
                    || (shops.created() <= CREATED_MIN && restored + done.size() < 3 * TAMPERINGS)) {
                // Those whose settings were changed are refused everything.
                shops.open();
                shops.open();
                shops.addIdle();
                tamperer.look();
                tamper(tamperer, shops.idle());
                restored += requireNamed(service, tamperer);
            }
            assertThat(shops.failures()).as("seed %d", seed).isEmpty();
            assertThat(shops.created()).as("created").isGreaterThan(CREATED_MIN);
            requireNoRewrittenIsSealed(service);
        }
    }

    /** As the service writes them for slips, consents, deposits that were paid and payments that no payin accepts. */
    private static void addRareRows(TestService service) {
        for (var insertion : RARE.entrySet()) {
            service.asService(
                    insertion.getKey(),
                    "INSERT INTO " + insertion.getKey() + " SELECT " + insertion.getValue()
                            + " FROM (SELECT * FROM payin LIMIT 20) payin, generate_series(1, 8) n");
        }
    }

    /** So that there are more settings, accounts and people than the busy ones have. */
    private static void addBystanders(TestService service) {
        for (int time = 0; time < BYSTANDERS; time++) {
            var merchant = service.merchant();
            service.fee(merchant, "THB", 1, 1);
            service.limit(merchant, "THB", 1, 100_000, null, List.of());
            merchant.account();
        }
        service.owner(service.merchant());
    }

    private void tamper(Tamperer tamperer, Set<String> idle) throws SQLException {
        var end = done.size() + BATCH;
        var rewritten = tamperer.rewrite(idle);
        done.addAll(rewritten);
        rewritten.stream()
                .filter(tampering -> tampering.table().name().equals("wallet"))
                .map(tampering -> Objects.requireNonNull(tampering.before()).value("organization_id"))
                .forEach(organization -> rewrittenAt.put(organization, Instant.now()));
        done.addAll(tamperer.cutJournal());
        for (int time = 0; time < TRIES * BATCH && done.size() < end; time++) {
            tamperer.tamper().ifPresent(done::add);
        }
    }

    /** Returns how many rows were restored, whose absence keeps the audit from naming others. */
    private int requireNamed(TestService service, Tamperer tamperer) throws SQLException {
        var incomplete = service.audit().run();
        var unknown = incomplete.wrongRows().stream()
                .filter(finding ->
                        finding.table().equals(Journal.TABLE) && finding.key().startsWith("rows of "))
                .toList();
        requireNothingElse(incomplete, unknown, tamperer);
        assertThat(done.stream()
                        .filter(tampering ->
                                !tampering.needsTheJournal() && !tampering.namedBy(incomplete.wrongRows())))
                .as("seed %d", seed)
                .isEmpty();
        var lost = done.stream().filter(Tampering::mayHideChanges).toList();
        for (var tampering : lost) {
            tamperer.restore(tampering);
        }
        done.removeAll(lost);
        var complete = service.audit().run();
        requireNothingElse(complete, List.of(), tamperer);
        assertThat(done.stream().filter(tampering -> !tampering.namedBy(complete.wrongRows())))
                .as("seed %d", seed)
                .isEmpty();
        return lost.size();
    }

    /** Whether a row that was altered names an event or a delivery that does not exist. */
    private static boolean namesWhatIsMissing(Finding finding, Set<String> altered) {
        return List.of("event", "delivery").contains(finding.table())
                && finding.found().equals("none")
                && altered.stream()
                        .anyMatch(id ->
                                finding.key().contains(id) || finding.expected().contains(id));
    }

    /** @param expected what may be found besides the rows that were changed */
    private void requireNothingElse(AuditReport report, List<Finding> expected, Tamperer tamperer) {
        var ids = new HashSet<String>();
        done.forEach(tampering -> tampering.addIds(ids));
        assertThat(report.wrongRows().stream()
                        .filter(finding -> done.stream().noneMatch(tampering -> tampering.isAbout(finding)))
                        .filter(finding -> !namesWhatIsMissing(finding, ids)))
                .as("seed %d", seed)
                .isEqualTo(expected);
        tamperer.addMatched(ids);
        assertThat(report.contradictions().stream()
                        .filter(finding -> !finding.key().equals("comparison with other rows"))
                        .filter(finding -> ids.stream().noneMatch(finding.key()::contains)))
                .as("seed %d", seed)
                .isEmpty();
    }

    /** But for the seal of a round that had read the transfers before they were rewritten. */
    private void requireNoRewrittenIsSealed(TestService service) {
        assertThat(rewrittenAt).isNotEmpty();
        rewrittenAt.forEach(
                (organization, at) -> assertThat(service.count("SELECT count(*) FROM seal WHERE organization_id = '"
                                + organization + "' AND sealed_at > '" + at.plus(ROUND_MAX) + "'"))
                        .as("seed %d", seed)
                        .isZero());
    }

    /** No rule of the database stops a superuser. */
    private static void prepare(Connection owner) throws SQLException {
        try (var statement = owner.createStatement()) {
            statement.execute("SET session_replication_role = replica");
            statement.execute("SET synchronous_commit = off");
            statement.execute("SET timezone = 'UTC'");
        }
        owner.setAutoCommit(false);
    }

    private static List<StoredTable> tables(TestService service) {
        var names = service.serviceDatabase().run(session -> session.sql("""
                        SELECT c.relname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
                        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'mac'
                        """).list(row -> row.text("relname")));
        service.sql(AlteredColumn.withoutChecks(names));
        service.sql(AlteredColumn.nullable(names));
        return AlteredColumn.of(service.serviceDatabase(), names).stream()
                .collect(Collectors.groupingBy(AlteredColumn::table))
                .entrySet()
                .stream()
                .map(table ->
                        new StoredTable(table.getKey(), table.getValue(), !NOT_JOURNALED.contains(table.getKey())))
                .toList();
    }
}
