package io.tical.server.ledger;

import static io.tical.server.ledger.Moving.MOVING;

import io.tical.common.Json;
import io.tical.db.Database;
import io.tical.db.DatabaseSettings;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.Principal;
import io.tical.server.idempotency.RequestHash;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.key.WalletKey;
import io.tical.server.ledger.Moving.Move;
import io.tical.server.work.Supervisor;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A ledger on a new, empty database. */
public final class TestLedger implements AutoCloseable {
    public static final Clock CLOCK = Clock.tickMillis(ZoneOffset.UTC);
    /** Longer than a test pauses between two groups, also on a busy machine. */
    private static final Duration KNOWN_PERIOD = Duration.ofSeconds(30);

    private final Moving moving;
    private final DatabaseSettings settings;
    private final Database database;
    private final GroupCommit groupCommit;
    private final Queue<Error> fatal = new ConcurrentLinkedQueue<>();

    private TestLedger(DatabaseSettings settings, Moving moving) {
        this.moving = moving;
        this.settings = settings;
        this.database = Databases.open(settings);
        this.groupCommit = new GroupCommit(
                database,
                new IdempotencyRecords(database),
                2,
                new Supervisor(fatal::add),
                () -> false,
                CLOCK,
                new KnownWallets(KNOWN_PERIOD));
    }

    public static TestLedger open() {
        return open(MOVING);
    }

    static TestLedger open(Moving moving) {
        return new TestLedger(TestDatabase.settings(), moving);
    }

    /** A ledger on a database that is reached in another way, or by other settings. */
    public static TestLedger on(DatabaseSettings settings) {
        return new TestLedger(settings, MOVING);
    }

    /** Another node on the same database. */
    public TestLedger anotherNode() {
        return new TestLedger(settings, moving);
    }

    public Database database() {
        return database;
    }

    public GroupCommit groupCommit() {
        return groupCommit;
    }

    /** The errors that would have ended the process. */
    public Queue<Error> fatal() {
        return fatal;
    }

    public static WalletKey wallet(String currency) {
        return new WalletKey(UUID.randomUUID(), false, currency);
    }

    /** Carries out a move of the service's own. */
    public long move(Move move) {
        return groupCommit.run(
                moving, move, move.wallet().organizationId(), move.wallet().livemode());
    }

    public void topUp(WalletKey wallet, long amount) {
        move(Move.of(wallet, PostingType.SANDBOX_TOP_UP, amount));
    }

    /** Carries out a merchant's request with this key and body. */
    public StoredAnswer request(Move move, String key, String body) {
        return groupCommit.answer(moving, move, idempotent(move.wallet(), key, body));
    }

    private static IdempotentRequest<Long> idempotent(WalletKey wallet, String key, String body) {
        return new IdempotentRequest<>(
                new IdempotencyKey(new Principal(wallet.organizationId(), wallet.livemode()), key),
                RequestHash.fingerprint(body),
                available -> new StoredAnswer(201, Json.bytes(Map.of("available", available))));
    }

    /** The wallet's row. */
    public Wallet row(WalletKey key) {
        return database.run(session -> LedgerStore.wallets(session, key.organizationId(), key.livemode())).stream()
                .filter(wallet -> wallet.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    public AuditReport audit() {
        return new Audit(database, List.of(), MoneyAudits.ALL).run();
    }

    /** What the audit finds in wallets, transfers and seals alone: for tests whose payouts have no rows. */
    public @Nullable Finding journalFinding() {
        return unsealed(Instant.now(), false);
    }

    /**
     * What the audit finds in wallets, transfers and seals alone, at this time.
     *
     * @param serving whether a service should have sealed what is older than a minute
     */
    @Nullable
    Finding unsealed(Instant at, boolean serving) {
        var findings = new Findings();
        database.snapshot(session -> {
            new LedgerAudit(session, at, serving, transfer -> {}, findings).run();
            return findings;
        });
        return findings.until(1).stream().findFirst().orElse(null);
    }

    public int seal() {
        return new Sealing(database, CLOCK).runOnce();
    }

    public Connection ownerConnection() throws SQLException {
        return TestDatabase.owner(settings);
    }

    /** Whether a transaction of this database waits for a lock; the engine has other databases, too. */
    public boolean aTransactionAwaitsALock() {
        return database.run(session -> session.sql("""
                        SELECT count(*) AS count FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'
                        """).one(row -> row.number("count") > 0));
    }

    /** Runs SQL as the owner, who may do what the service may not. */
    public int asOwner(String sql) {
        try (var owner = ownerConnection();
                var statement = owner.createStatement()) {
            return statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Changes rows of a table as another node of the service would: with their MACs. */
    public void asAnotherNode(String table, String sql) {
        TestDatabase.asService(settings, database, table, sql);
    }

    /** Runs a query as the owner, for its effect. */
    public void asOwnerQuery(String sql) {
        try (var owner = TestDatabase.owner(settings);
                var statement = owner.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    @Override
    public void close() {
        groupCommit.close();
        database.close();
    }
}
