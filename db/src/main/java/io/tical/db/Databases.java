package io.tical.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
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
        var owner = EmbeddedPostgres.start(settings.home().resolve("postgres")).login(DATABASE);
        var service = migrate(owner, settings.serviceSecret(), new RowMac(settings.serviceSecret()));
        return new HikariDataSource(pool(service, settings.poolSize(), "tical bench"));
    }

    private static Database open(DatabaseSettings settings, String name, Login owner, AutoCloseable engine) {
        var rowMac = new RowMac(settings.serviceSecret());
        var service = migrate(owner, settings.serviceSecret(), rowMac);
        return new Database(pool(service, settings.poolSize(), name), rowMac, owner, engine);
    }

    /** Migrates the schema and returns the login of the service. */
    private static Login migrate(Login owner, byte[] serviceSecret, RowMac rowMac) {
        try (var connection = owner.connect()) {
            var version = connection.getMetaData().getDatabaseMajorVersion();
            if (version < 15) {
                throw new IllegalStateException("PostgreSQL 15 or later is needed; this server is " + version);
            }
            new KeyCheck(connection, rowMac).run();
            var role = ServiceRole.prepare(connection, owner, serviceSecret);
            new Migrations(rowMac).apply(owner, connection);
            return role == null ? owner : role.grantedBy(connection);
        } catch (SQLException e) {
            throw DatabaseUnavailable.unreachable(
                    "Cannot connect to " + owner.url() + " as " + owner.user() + ": " + e.getMessage(), e);
        }
    }

    private static HikariConfig pool(Login login, int size, String name) {
        var config = new HikariConfig();
        config.setPoolName("tical");
        config.setJdbcUrl(login.url());
        config.setUsername(login.user());
        config.setPassword(login.password());
        config.setMaximumPoolSize(size);
        // Only a service must answer many at once without waiting for new connections, of which each costs the database
        // milliseconds.
        config.setMinimumIdle(name.equals(SERVICE) ? Math.min(4, size) : 1);
        config.setConnectionTimeout(DatabaseSettings.CONNECTION_TIMEOUT_MS);
        config.setValidationTimeout(1_000);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        // Limits how long a group commit waits for a wallet's row lock that is never released.
        config.setConnectionInitSql("SET lock_timeout = " + DatabaseSettings.LOCK_TIMEOUT_MS
                + "; SET idle_in_transaction_session_timeout = '60s'");
        config.setDataSourceProperties(Login.driverProperties(DatabaseSettings.SOCKET_TIMEOUT_S));
        config.addDataSourceProperty("ApplicationName", name);
        return config;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
