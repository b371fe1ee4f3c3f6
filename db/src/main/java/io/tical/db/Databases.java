package io.tical.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Opens a database: starts or finds the server, migrates the schema as its owner, and connects as the service role. */
public final class Databases {
    /** The name of the connections of a service that does background work. */
    public static final String SERVICE = "tical service";

    /** The service's database in the embedded engine. */
    private static final String DATABASE = "tical";

    private Databases() {}

    /**
     * Opens the configured database and migrates it to the newest schema.
     *
     * @throws OtherSchema if this program does not know its schema
     * @throws DatabaseUnavailable if an external database cannot be reached
     */
    public static Database open(DatabaseSettings settings) {
        return open(settings, "tical");
    }

    /** @param name of its connections in {@code pg_stat_activity}, such as {@link #SERVICE} */
    public static Database open(DatabaseSettings settings, String name) {
        var url = settings.url();
        if (url != null) {
            var owner = new Login(url, orEmpty(settings.user()), orEmpty(settings.password()));
            return open(settings, name, owner, () -> {});
        }
        var engine = EmbeddedPostgres.start(settings.home().resolve("postgres"));
        try {
            return open(settings, name, engine.login(DATABASE), engine);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    /** Opens plain connections of the service role to an embedded database that is already open, for benchmarks. */
    public static HikariDataSource connections(DatabaseSettings settings) {
        var owner = owner(
                EmbeddedPostgres.start(settings.home().resolve("postgres")).login(DATABASE), SeenTimeline.in(settings));
        var service = migrate(owner, settings.serviceSecret(), new RowMac(settings.serviceSecret()));
        return new HikariDataSource(
                pool(of(service.login(), owner.seen(), "tical bench"), settings.poolSize(), "tical bench"));
    }

    private static Database open(DatabaseSettings settings, String name, Login ownerLogin, AutoCloseable engine) {
        var rowMac = new RowMac(settings.serviceSecret());
        var owner = owner(ownerLogin, SeenTimeline.in(settings));
        var service = migrate(owner, settings.serviceSecret(), rowMac);
        var connections = of(service.login(), owner.seen(), name);
        return new Database(pool(connections, settings.poolSize(), name), connections, rowMac, owner, service, engine);
    }

    /**
     * An external database, as a node would find it.
     *
     * @param version of PostgreSQL
     * @param otherSchema what to do about a schema that this program does not know; null if it knows it
     * @param clockDifference the database's clock minus the node's
     * @param clock what to do about a difference; null if there is none worth mentioning
     */
    public record Found(
            int majorVersion,
            String version,
            @Nullable String otherSchema,
            Duration clockDifference,
            @Nullable String clock) {
        /** Whether a node would not serve because of its clock. */
        public boolean clockRefused() {
            return clockDifference.abs().toMillis() > DatabaseClock.SERVED_MS;
        }
    }

    /**
     * Connects to an external database as a node would, and changes nothing.
     *
     * @param own the clock of the node
     * @throws SQLException if a node would not use any of its servers
     */
    public static Found find(DatabaseSettings settings, Clock own) throws SQLException {
        var login = new Login(orEmpty(settings.url()), orEmpty(settings.user()), orEmpty(settings.password()));
        var properties = Login.driverProperties(DatabaseSettings.SOCKET_TIMEOUT_S);
        var connections = new CheckedConnections(login, properties, SeenTimeline.readOnly(settings));
        try (var connection = connections.open()) {
            var clock = new DatabaseClock(own);
            clock.measure(connection, true);
            var about = connection.getMetaData();
            return new Found(
                    about.getDatabaseMajorVersion(),
                    about.getDatabaseProductVersion(),
                    Migrations.otherSchema(connection).orElse(null),
                    clock.difference(),
                    clock.warning().orElse(null));
        }
    }

    private static CheckedConnections owner(Login login, SeenTimeline seen) {
        return new CheckedConnections(login, Login.driverProperties(DatabaseSettings.OWNER_SOCKET_TIMEOUT_S), seen);
    }

    private static CheckedConnections of(Login service, SeenTimeline seen, String name) {
        var properties = Login.driverProperties(DatabaseSettings.SOCKET_TIMEOUT_S);
        properties.setProperty("ApplicationName", name);
        return new CheckedConnections(service, properties, seen);
    }

    /**
     * A migrated database.
     *
     * @param login of the service
     * @param schema that the program has made or found
     */
    record Migrated(Login login, Migrations.Schema schema) {}

    /** Migrates the schema. */
    private static Migrated migrate(CheckedConnections owner, byte[] serviceSecret, RowMac rowMac) {
        var login = owner.login();
        try (var connection = owner.open()) {
            var version = connection.getMetaData().getDatabaseMajorVersion();
            if (version < 15) {
                throw new IllegalStateException("PostgreSQL 15 or later is needed; this server is " + version);
            }
            Migrations.otherSchema(connection).ifPresent(sentence -> {
                throw new OtherSchema(sentence);
            });
            new KeyCheck(connection, rowMac).run();
            var role = ServiceRole.prepare(connection, login, serviceSecret);
            Migrations.apply(owner);
            return new Migrated(role == null ? login : role.grantedBy(connection), Migrations.schema(connection));
        } catch (SQLException e) {
            throw DatabaseUnavailable.unreachable(
                    "Cannot connect to " + login.url() + " as " + login.user() + ": " + e.getMessage(), e);
        }
    }

    private static HikariConfig pool(CheckedConnections connections, int size, String name) {
        var config = new HikariConfig();
        config.setPoolName("tical");
        config.setDataSource(connections);
        config.setMaximumPoolSize(size);
        // Only a service must answer many at once without waiting for new connections, of which each costs the database
        // milliseconds.
        config.setMinimumIdle(name.equals(SERVICE) ? Math.min(4, size) : 1);
        config.setConnectionTimeout(DatabaseSettings.CONNECTION_TIMEOUT_MS);
        config.setValidationTimeout(DatabaseSettings.VALIDATION_TIMEOUT_MS);
        config.setExceptionOverride(new KeptConnections());
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        // Limits how long a group commit waits for a wallet's row lock that is never released.
        config.setConnectionInitSql("SET lock_timeout = " + DatabaseSettings.LOCK_TIMEOUT_MS
                + "; SET idle_in_transaction_session_timeout = '60s'");
        return config;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
