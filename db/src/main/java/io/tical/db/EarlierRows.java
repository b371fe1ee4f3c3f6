package io.tical.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.jspecify.annotations.Nullable;

/** A migration that adds MACs or journal entries, which need the service's keys, to the rows of some tables. Flyway runs it once. */
abstract class EarlierRows implements JavaMigration {
    final RowMac rowMac;
    private final String version;
    private final List<String> tables;

    EarlierRows(RowMac rowMac, String version, List<String> tables) {
        this.rowMac = rowMac;
        this.version = version;
        this.tables = tables;
    }

    /** The added data, for the migration's description. */
    abstract String added();

    abstract void migrate(Connection connection, List<String> tables) throws SQLException;

    @Override
    public MigrationVersion getVersion() {
        return MigrationVersion.fromVersion(version);
    }

    @Override
    public String getDescription() {
        return added() + " of earlier rows of " + String.join(", ", tables);
    }

    @Override
    public @Nullable Integer getChecksum() {
        return null;
    }

    @Override
    public boolean canExecuteInTransaction() {
        return true;
    }

    @Override
    public void migrate(Context context) throws SQLException {
        migrate(context.getConnection(), tables);
    }
}
