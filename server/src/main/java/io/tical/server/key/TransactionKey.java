package io.tical.server.key;

import io.tical.db.BulkWrite;
import io.tical.db.Column;
import io.tical.db.ColumnType;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.TableColumns;
import java.util.Collection;
import java.util.Comparator;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Identifies an object of one organization in one environment. Both are part of every key, so that no query reads the
 * objects of another organization or environment.
 */
public record TransactionKey(UUID organizationId, boolean livemode, UUID id) implements Comparable<TransactionKey> {
    /** Stands for the organization in the keys of objects that belong to none, such as operators and collection accounts. */
    public static final UUID SERVICE = new UUID(0, 0);

    /** The beginning of a condition on the rows of {@link #bind(Session.Statement, String)}. */
    public static final String WHERE =
            " WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND ";

    /** An order in memory. Rows are locked in PostgreSQL's order, by the ORDER BY of the locking statement. */
    private static final Comparator<TransactionKey> ORDER = Comparator.comparing(TransactionKey::organizationId)
            .thenComparing(TransactionKey::livemode)
            .thenComparing(TransactionKey::id);

    /** The key of an object of the service, which belongs to no organization. */
    public static TransactionKey ofService(boolean livemode, UUID id) {
        return new TransactionKey(SERVICE, livemode, id);
    }

    /** The organization; null for an object of the service. */
    public @Nullable UUID owner() {
        return organizationId.equals(SERVICE) ? null : organizationId;
    }

    /** The key in a row, whose id is in this column. */
    public static TransactionKey of(Row row, String id) {
        return new TransactionKey(row.uuid("organization_id"), row.flag("livemode"), row.uuid(id));
    }

    /** The keys that {@link #bind(Session.Statement, Collection)} binds, as a table {@code t} with this id column. */
    public static String table(String id) {
        return " unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]))"
                + " AS t (organization_id, livemode, " + id + ") ";
    }

    public static Session.Statement bind(Session.Statement statement, Collection<TransactionKey> keys) {
        return statement
                .bindEach("organizations", keys, TransactionKey::organizationId)
                .bindEach("livemodes", keys, TransactionKey::livemode)
                .bindEach("ids", keys, TransactionKey::id);
    }

    /** Writes to a table of objects that are identified by their key, with this id column. */
    public static <T> BulkWrite<T> write(String table, String id, Function<? super T, TransactionKey> key) {
        return BulkWrite.<T>of(table)
                .key("organization_id", "uuid", one -> key.apply(one).organizationId())
                .key("livemode", "boolean", one -> key.apply(one).livemode())
                .key(id, "uuid", one -> key.apply(one).id());
    }

    /** Declares the columns of the key of each row, with this id column. */
    public static <P> Column<TransactionKey> columns(
            TableColumns<P> columns, String id, Function<? super P, TransactionKey> key) {
        var part = columns.part(key);
        var organizationId = part.key("organization_id", ColumnType.ID, TransactionKey::organizationId);
        var livemode = part.key("livemode", ColumnType.FLAG, TransactionKey::livemode);
        var ofRow = part.key(id, ColumnType.ID, TransactionKey::id);
        return row -> new TransactionKey(organizationId.of(row), livemode.of(row), ofRow.of(row));
    }

    /** Binds {@code organization}, {@code livemode} and the id. */
    public Session.Statement bind(Session.Statement statement, String id) {
        return statement
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind(id, this.id);
    }

    /** The key of another object of the same organization and environment. */
    public TransactionKey other(UUID otherId) {
        return new TransactionKey(organizationId, livemode, otherId);
    }

    /** The wallet of the same organization and environment in a currency. */
    public WalletKey wallet(String currency) {
        return new WalletKey(organizationId, livemode, currency);
    }

    @Override
    public int compareTo(TransactionKey other) {
        return ORDER.compare(this, other);
    }
}
