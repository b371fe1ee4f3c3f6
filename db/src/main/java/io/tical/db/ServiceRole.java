package io.tical.db;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database role of the service. It may read and write, but may not delete rows of tables whose comment begins with
 * {@code kept}, nor update rows of those whose comment begins with {@code unchanged}, nor do either where it begins with
 * {@code append-only}. Each database has its own role. Its password is derived from a secret that all nodes share, so that any node can create it.
 */
final class ServiceRole {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceRole.class);

    /** The advisory lock that serializes the start of nodes. The value is arbitrary. */
    private static final long START_LOCK = 0x7469_6361_6C00_0001L;

    /** Selects the GRANT and REVOKE statements that the role's privileges still need: one of each kind, for all tables. */
    private static final String MISSING_GRANTS = """
            WITH role AS (SELECT oid, rolname FROM pg_roles WHERE rolname = '%s'),
            wanted AS (
                SELECT c.oid, c.relname, r.oid AS role, r.rolname,
                       coalesce(obj_description(c.oid, 'pg_class'), '') SIMILAR TO '(append-only|unchanged)%%' AS unchanged,
                       coalesce(obj_description(c.oid, 'pg_class'), '') SIMILAR TO '(append-only|kept)%%' AS kept
                FROM pg_class c, role r
                WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
                  AND c.relname <> 'flyway_schema_history'
            )
            SELECT format('GRANT CONNECT ON DATABASE %%I TO %%I', current_database(), rolname) FROM role
            WHERE NOT has_database_privilege(oid, current_database(), 'CONNECT')
            UNION ALL
            SELECT format('GRANT SELECT ON flyway_schema_history TO %%I', rolname) FROM role
            WHERE NOT has_table_privilege(oid, 'flyway_schema_history', 'SELECT')
            UNION ALL
            SELECT format('GRANT USAGE ON SCHEMA public TO %%I', rolname) FROM role
            WHERE NOT has_schema_privilege(oid, 'public', 'USAGE')
            UNION ALL
            SELECT format('GRANT SELECT, INSERT ON %%s TO %%I', string_agg(quote_ident(relname), ', '), rolname) FROM wanted
            WHERE NOT has_table_privilege(role, oid, 'SELECT') OR NOT has_table_privilege(role, oid, 'INSERT')
            GROUP BY rolname
            UNION ALL
            SELECT format('GRANT UPDATE ON %%s TO %%I', string_agg(quote_ident(relname), ', '), rolname) FROM wanted
            WHERE NOT unchanged AND NOT has_table_privilege(role, oid, 'UPDATE')
            GROUP BY rolname
            UNION ALL
            SELECT format('GRANT DELETE ON %%s TO %%I', string_agg(quote_ident(relname), ', '), rolname) FROM wanted
            WHERE NOT kept AND NOT has_table_privilege(role, oid, 'DELETE')
            GROUP BY rolname
            UNION ALL
            SELECT format('REVOKE UPDATE ON %%s FROM %%I', string_agg(quote_ident(relname), ', '), rolname) FROM wanted
            WHERE unchanged AND has_table_privilege(role, oid, 'UPDATE')
            GROUP BY rolname
            UNION ALL
            SELECT format('REVOKE DELETE, TRUNCATE ON %%s FROM %%I', string_agg(quote_ident(relname), ', '), rolname) FROM wanted
            WHERE kept AND has_table_privilege(role, oid, 'DELETE, TRUNCATE')
            GROUP BY rolname
            """;

    private final Login login;

    private ServiceRole(Login login) {
        this.login = login;
    }

    /**
     * Creates the role. Returns null with a warning if the owner may not create roles; the service then works as the
     * owner.
     */
    static @Nullable ServiceRole prepare(Connection owner, Login ownerLogin, byte[] secret) throws SQLException {
        try (var statement = owner.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(" + START_LOCK + ")");
            try {
                var name = "tical_"
                        + oid(statement.executeQuery("SELECT oid FROM pg_database WHERE datname = current_database()"));
                var password = password(secret, name);
                if (!exists(statement.executeQuery("SELECT 1 FROM pg_roles WHERE rolname = '" + name + "'"))) {
                    statement.execute("CREATE ROLE " + name + " LOGIN NOINHERIT");
                }
                statement.execute("ALTER ROLE " + name + " PASSWORD '" + Scram.verifier(password) + "'");
                return new ServiceRole(ownerLogin.as(name, password));
            } finally {
                statement.execute("SELECT pg_advisory_unlock(" + START_LOCK + ")");
            }
        } catch (SQLException e) {
            if (!"42501".equals(e.getSQLState())) {
                throw e;
            }
            LOG.warn(
                    "The database user {} cannot create roles. The service connects as the owner, so append-only tables are"
                            + " not protected by the database. Grant CREATEROLE to protect them.",
                    ownerLogin.user());
            return null;
        }
    }

    /**
     * Grants the role its privileges on the migrated schema and returns its login. Changes only missing privileges, in
     * one transaction, because other nodes may be using the role.
     */
    Login grantedBy(Connection owner) throws SQLException {
        owner.setAutoCommit(false);
        try (var statement = owner.createStatement()) {
            statement.execute("SELECT pg_advisory_xact_lock(" + START_LOCK + ")");
            for (var grant : missingGrants(statement.executeQuery(MISSING_GRANTS.formatted(login.user())))) {
                statement.execute(grant);
            }
            owner.commit();
        } finally {
            owner.setAutoCommit(true);
        }
        return login;
    }

    private static List<String> missingGrants(ResultSet rows) throws SQLException {
        var grants = new ArrayList<String>();
        try (rows) {
            while (rows.next()) {
                grants.add(rows.getString(1));
            }
        }
        return grants;
    }

    private static boolean exists(ResultSet rows) throws SQLException {
        try (rows) {
            return rows.next();
        }
    }

    private static long oid(ResultSet rows) throws SQLException {
        try (rows) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static String password(byte[] secret, String role) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(role.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
