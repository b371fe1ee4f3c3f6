package io.tical.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL for tests: one engine for each test JVM, in a temporary folder that is gone when the JVM ends (in memory,
 * where the machine has enough), and as many databases on it as tests ask for. A new database is a copy of a migrated one, so that it costs milliseconds.
 */
public final class TestDatabase {
    private static final String TEMPLATE = "template_tical";
    private static final Path MEMORY = Path.of("/dev/shm");
    /** As much as the databases of all tests need, several times over. */
    private static final long ENOUGH_MEMORY = 8L << 30;

    private static final byte[] SECRET = "the secret of every test database".getBytes(StandardCharsets.UTF_8);

    private static final Set<String> JOURNALED = Set.of(
            "api_key",
            "api_key_hash",
            "amount_limit",
            "approval",
            "audit_entry",
            "callback_endpoint",
            "collection_account",
            "bank_file",
            "bank_profile",
            "bank_statement",
            "bank_entry",
            "bank_posting",
            "bank_day",
            "bank_day_seal",
            "payment_proof",
            "transfer_proof",
            "paying_account",
            "payment_file",
            "payment_file_line",
            "payment_result",
            "conversion",
            "crypto_address",
            "crypto_deposit",
            "crypto_source",
            "crypto_transfer",
            "customer",
            "customer_account",
            "daily_statement",
            "dashboard_passkey",
            "dashboard_second_factor",
            "dashboard_user",
            "dashboard_username",
            "disclosure",
            "exchange_rate",
            "fee",
            "ip_allowlist",
            "issue",
            "issue_comment",
            "operator",
            "operator_role",
            "operator_second_factor",
            "organization",
            "organization_account",
            "organization_code",
            "organization_transfer",
            "p2p_match",
            "pay_page_brand",
            "pay_token",
            "payin",
            "payout",
            "payout_attempt",
            "payout_step",
            "seal",
            "settlement",
            "settlement_attempt",
            "settlement_transfer",
            "slip",
            "slip_reference",
            "slip_seen",
            "state_change",
            "suspense");

    private TestDatabase() {}

    /** A new database, migrated and empty, opened as the service opens one. The caller closes it. */
    public static Database open() {
        return Databases.open(settings());
    }

    /** How to open a new database, migrated and empty: for tests that open it twice, as two nodes do. */
    public static DatabaseSettings settings() {
        var engine = Engine.STARTED;
        var name = "test_" + engine.made.incrementAndGet();
        engine.execute("CREATE DATABASE " + name + " TEMPLATE " + TEMPLATE + " STRATEGY " + engine.strategy);
        return engine.settings(name);
    }

    /** A new database without tables. */
    static DatabaseSettings unmigrated() {
        var engine = Engine.STARTED;
        var name = "test_" + engine.made.incrementAndGet();
        engine.execute("CREATE DATABASE " + name);
        return engine.settings(name);
    }

    /** Signs in as the owner, who may do everything: for tests that look at the catalogue or damage rows on purpose. */
    public static Connection owner(DatabaseSettings settings) {
        return Engine.STARTED.owner(settings);
    }

    /** Empties tables as the owner, because the service may not delete what is kept. */
    public static void empty(DatabaseSettings settings, String... tables) {
        try (var owner = owner(settings);
                var statement = owner.createStatement()) {
            statement.execute("TRUNCATE " + String.join(", ", tables));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Changes rows of a table as the service would: with their MACs, and in the journal if it has the table. */
    public static void asService(DatabaseSettings settings, Database service, String table, String sql) {
        try (var owner = owner(settings);
                var statement = owner.createStatement()) {
            owner.setAutoCommit(false);
            // A service that writes between the two readings would be journaled twice.
            statement.execute("LOCK TABLE " + table + " IN EXCLUSIVE MODE");
            var before = macs(owner, table);
            statement.execute(sql);
            authenticate(owner, service, table);
            var after = macs(owner, table);
            owner.commit();
            if (JOURNALED.contains(table)) {
                service.transaction(session -> {
                    difference(before, after).forEach(session.changes()::add);
                    return session;
                });
            }
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Computes the MACs of all rows of a table anew, as if the service had written them. */
    public static void authenticate(Connection owner, Database service, String table) throws SQLException {
        try (var statement = owner.createStatement()) {
            statement.executeUpdate("UPDATE " + table + " SET mac = NULL");
        }
        addMacs(owner, table, service.run(Session::rowMac));
    }

    private static void addMacs(Connection owner, String table, RowMac rowMac) throws SQLException {
        var columns = StoredColumn.covered(owner, table);
        var macs = rowMac.of(table);
        try (var rows = owner.createStatement();
                var update = owner.prepareStatement("UPDATE " + table + " SET mac = ? WHERE ctid = cast(? AS tid)");
                var found = rows.executeQuery("SELECT *, ctid FROM " + table)) {
            var row = new Row(found);
            while (row.next()) {
                update.setBytes(
                        1,
                        macs.of(columns.stream()
                                .map(column -> column.value(row))
                                .toList()));
                update.setString(2, row.text("ctid"));
                update.addBatch();
            }
            update.executeBatch();
        }
    }

    /** The columns of a table's primary key, in its order. */
    static List<StoredColumn> key(Connection owner, String table) throws SQLException {
        try (var statement = owner.prepareStatement("""
                SELECT a.attname, a.atttypid::regtype::text
                FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (attnum, place)
                JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
                WHERE i.indrelid = cast(? AS regclass) AND i.indisprimary ORDER BY k.place
                """)) {
            statement.setString(1, table);
            return StoredColumn.all(statement);
        }
    }

    private static List<RowChange> difference(Map<RowKey, @Nullable Long> before, Map<RowKey, @Nullable Long> after) {
        return Stream.concat(before.keySet().stream(), after.keySet().stream())
                .distinct()
                .map(row -> new RowChange(row, before.get(row), after.get(row)))
                .filter(change -> !Objects.equals(change.before(), change.after()))
                .toList();
    }

    private static Map<RowKey, @Nullable Long> macs(Connection owner, String table) throws SQLException {
        var key = key(owner, table);
        var macs = new HashMap<RowKey, @Nullable Long>();
        try (var statement = owner.createStatement();
                var found = statement.executeQuery("SELECT * FROM " + table)) {
            var row = new Row(found);
            while (row.next()) {
                var values = key.stream().map(column -> column.value(row)).toList();
                var mac = row.bytesOrNull(RowMac.COLUMN);
                macs.put(RowKey.of(table, values), mac == null ? null : RowChange.digest(mac));
            }
        }
        return macs;
    }

    /** Makes this database unreachable: its connections end and new ones are refused, until {@link #mend}. */
    public static void cut(DatabaseSettings settings) {
        var name = name(settings);
        Engine.STARTED.execute("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false");
        // A connection ends only after its signal, and one that was just opened may not be listed yet.
        Engine.STARTED.execute("""
                DO $$ BEGIN
                    LOOP
                        PERFORM pg_sleep(0.05);
                        PERFORM pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '%s';
                        EXIT WHEN NOT FOUND;
                        PERFORM pg_stat_clear_snapshot();
                    END LOOP;
                END $$
                """.formatted(name));
    }

    /** Makes a database that was cut reachable again. */
    public static void mend(DatabaseSettings settings) {
        Engine.STARTED.execute("ALTER DATABASE " + name(settings) + " ALLOW_CONNECTIONS true");
    }

    /** A copy of a database as it is now, as a backup has it. Its connections end. */
    public static DatabaseSettings copy(DatabaseSettings settings) {
        var engine = Engine.STARTED;
        var name = "test_" + engine.made.incrementAndGet();
        engine.alone(settings, () -> engine.copy(settings, name));
        mend(settings);
        return engine.settings(name);
    }

    /** Puts a database back to what a backup of it has, at the same address. Its connections end. */
    public static void restore(DatabaseSettings settings, DatabaseSettings backup) {
        var engine = Engine.STARTED;
        var restored = "test_" + engine.made.incrementAndGet();
        engine.copy(backup, restored);
        var lost = "lost_" + restored;
        engine.alone(settings, () -> engine.execute("ALTER DATABASE " + name(settings) + " RENAME TO " + lost));
        engine.execute("ALTER DATABASE " + restored + " RENAME TO " + name(settings));
        engine.execute("DROP DATABASE " + lost);
    }

    /** Ends the connections of a database, which accepts new ones. */
    public static void disconnect(DatabaseSettings settings) {
        Engine.STARTED.disconnect(settings);
    }

    /** Deletes a database, whose space is needed before the JVM ends. */
    public static void drop(DatabaseSettings settings) {
        Engine.STARTED.execute("DROP DATABASE " + name(settings) + " WITH (FORCE)");
    }

    private static String name(DatabaseSettings settings) {
        var url = Objects.requireNonNull(settings.url());
        return url.substring(url.lastIndexOf('/') + 1);
    }

    /** A new folder for the data of an engine: in memory, if the machine has such a file system with space for all tests. */
    public static Path temporaryFolder(String prefix) throws IOException {
        var memory = Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= ENOUGH_MEMORY;
        return memory ? Files.createTempDirectory(MEMORY, prefix) : Files.createTempDirectory(prefix);
    }

    /** Puts PostgreSQL's programs into the folder of an engine, because unpacking them takes seconds. */
    public static void lendPrograms(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.createSymbolicLink(programs(folder), Programs.UNPACKED);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A primary and its standbys, for tests of what happens when they change places. */
    public static ReplicatedDatabase replicated() {
        try {
            var folder = temporaryFolder("tical-replicated-");
            lendPrograms(folder);
            return ReplicatedDatabase.start(folder, programs(folder), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The programs that were lent to this folder. */
    static Path programs(Path folder) {
        return folder.resolve(EmbeddedPostgres.VERSION);
    }

    /** Once in a build, for the tests of all modules. */
    private static final class Programs {
        static final Path UNPACKED = unpacked();

        private static Path unpacked() {
            var folder = programs(Path.of("..", "db", "target", "postgres"))
                    .toAbsolutePath()
                    .normalize();
            PostgresBinaries.in(folder);
            return folder;
        }
    }

    private static final class Engine {
        static final Engine STARTED = new Engine();
        private static final String IN_USE = "55006";
        private static final int ALONE_ATTEMPTS_MAX = 10;

        private final Path home;
        /** Copies of files cost least, unless they wait for a disk. */
        private final String strategy;

        private final EmbeddedPostgres postgres;
        private final AtomicInteger made = new AtomicInteger();
        /** To the engine itself. It stays open, because a connection costs as much as the copy of a few hundred files. */
        private final Connection engine;

        /** The template's login: those of its copies differ in the name of the database. */
        private final Login template;

        private Engine() {
            try {
                home = temporaryFolder("tical-test-");
                strategy = home.startsWith(MEMORY) ? "FILE_COPY" : "WAL_LOG";
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            lendPrograms(home.resolve("postgres"));
            postgres = EmbeddedPostgres.startVolatile(home.resolve("postgres"));
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::stop));
            template = postgres.login(TEMPLATE);
            Databases.open(settings(TEMPLATE)).close();
            try {
                engine = postgres.login("postgres").connect();
                tidy();
            } catch (SQLException e) {
                throw new IllegalStateException("the template cannot be prepared", e);
            }
        }

        /**
         * Removes what the migrations left in the system catalogs: otherwise each copy does so anew, when it is first read. The tables
         * stay as they are, because a new service's tables were never vacuumed, which its plans depend on.
         */
        private void tidy() throws SQLException {
            try (var connection = template.connect();
                    var statement = connection.createStatement()) {
                var catalogs = new ArrayList<String>();
                try (var found = statement.executeQuery("""
                        SELECT oid::regclass::text FROM pg_class
                        WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r' AND NOT relisshared
                        """)) {
                    while (found.next()) {
                        catalogs.add(found.getString(1));
                    }
                }
                statement.execute("VACUUM (FREEZE) " + String.join(", ", catalogs));
            }
        }

        DatabaseSettings settings(String name) {
            var url = template.url();
            return new DatabaseSettings(
                    home,
                    url.substring(0, url.length() - TEMPLATE.length()) + name,
                    template.user(),
                    template.password(),
                    SECRET,
                    12);
        }

        synchronized void execute(String sql) {
            try (var statement = engine.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw new IllegalStateException(sql, e);
            }
        }

        void copy(DatabaseSettings from, String to) {
            execute("CREATE DATABASE " + to + " TEMPLATE " + name(from) + " STRATEGY " + strategy);
        }

        /** Ends the connections of a database. PostgreSQL would wait 100 ms for each. */
        synchronized void disconnect(DatabaseSettings settings) {
            var ending =
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name(settings) + "'";
            try (var statement = engine.createStatement()) {
                boolean some;
                do {
                    try (var ended = statement.executeQuery(ending)) {
                        some = ended.next();
                    }
                } while (some);
            } catch (SQLException e) {
                throw new IllegalStateException(ending, e);
            }
        }

        /** Runs what needs a database without connections. One that was just opened may not be listed yet. */
        void alone(DatabaseSettings settings, Runnable task) {
            execute("ALTER DATABASE " + name(settings) + " ALLOW_CONNECTIONS false");
            for (int attempt = 1; ; attempt++) {
                disconnect(settings);
                try {
                    task.run();
                    return;
                } catch (IllegalStateException inUse) {
                    if (attempt == ALONE_ATTEMPTS_MAX
                            || !(inUse.getCause() instanceof SQLException failure)
                            || !IN_USE.equals(failure.getSQLState())) {
                        throw inUse;
                    }
                }
            }
        }

        Connection owner(DatabaseSettings settings) {
            try {
                return new Login(settings.url(), settings.user(), settings.password()).connect();
            } catch (SQLException e) {
                throw new IllegalStateException("cannot sign in to " + settings.url(), e);
            }
        }

        private void stop() {
            postgres.discard();
            deleteTree(home);
        }
    }

    /** Deletes a folder, if it exists, and all that is in it. */
    public static void deleteTree(Path folder) {
        if (Files.notExists(folder)) {
            return;
        }
        try (var paths = Files.walk(folder)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
