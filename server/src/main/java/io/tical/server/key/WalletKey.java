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

/** A wallet's organization, environment and currency. All transactions lock wallets in this order. */
public record WalletKey(UUID organizationId, boolean livemode, String currency) implements Comparable<WalletKey> {
    // UUIDs by their text: the order in which PostgreSQL compares them, which Java's own is not.
    private static final Comparator<WalletKey> LOCK_ORDER = Comparator.comparing(
                    (WalletKey key) -> key.organizationId().toString())
            .thenComparing(WalletKey::livemode)
            .thenComparing(WalletKey::currency);

    /** The keys that {@link #bind(Session.Statement, Collection)} binds, as a table {@code k}. */
    public static final String TABLE =
            " unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:currencies AS text[]))"
                    + " AS k (organization_id, livemode, currency) ";

    /** Reads {@code organization_id}, {@code livemode} and {@code currency}. */
    public static WalletKey of(Row row) {
        return new WalletKey(row.uuid("organization_id"), row.flag("livemode"), row.text("currency"));
    }

    /** Binds the keys to {@link #TABLE}. */
    public static Session.Statement bind(Session.Statement statement, Collection<WalletKey> keys) {
        return statement
                .bindEach("organizations", keys, WalletKey::organizationId)
                .bindEach("livemodes", keys, WalletKey::livemode)
                .bindEach("currencies", keys, WalletKey::currency);
    }

    /** Binds {@code organization}, {@code livemode} and {@code currency}. */
    public Session.Statement bind(Session.Statement statement) {
        return statement
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("currency", currency);
    }

    /** Writes to a table whose rows are identified by a wallet, or by a wallet and further columns. */
    public static <T> BulkWrite<T> write(String table, Function<? super T, WalletKey> key) {
        return BulkWrite.<T>of(table)
                .key("organization_id", "uuid", one -> key.apply(one).organizationId())
                .key("livemode", "boolean", one -> key.apply(one).livemode())
                .key("currency", "text", one -> key.apply(one).currency());
    }

    /** Declares the columns of the wallet of each row, which identify it alone or with further columns. */
    public static <P> Column<WalletKey> columns(TableColumns<P> columns, Function<? super P, WalletKey> wallet) {
        var part = columns.part(wallet);
        var organizationId = part.key("organization_id", ColumnType.ID, WalletKey::organizationId);
        var livemode = part.key("livemode", ColumnType.FLAG, WalletKey::livemode);
        var currency = part.key("currency", ColumnType.TEXT, WalletKey::currency);
        return row -> new WalletKey(organizationId.of(row), livemode.of(row), currency.of(row));
    }

    @Override
    public int compareTo(WalletKey other) {
        return LOCK_ORDER.compare(this, other);
    }
}
