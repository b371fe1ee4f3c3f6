package io.tical.server.holder;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.access.Caller;
import io.tical.server.holder.Holders.AccountHolder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of account holders. */
final class HolderStore {
    /** Not in the journal, because a lost result is only looked up again. */
    static final Table<Lookup> LOOKUPS = Table.unjournaled("holder_lookup", HolderStore::columns);

    private HolderStore() {}

    /** The result of a lookup. */
    record Lookup(UUID organizationId, boolean livemode, AccountHolder holder, Instant at) {}

    static Optional<AccountHolder> find(
            Session session, Caller caller, String bankCode, String accountNo, Instant since) {
        return session.sql("""
                        SELECT * FROM holder_lookup
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND bank_code = :bank AND account_no = :account AND checked_at > :since
                        """)
                .bind("organization", caller.organizationId())
                .bind("livemode", caller.livemode())
                .bind("bank", bankCode)
                .bind("account", accountNo)
                .bind("since", since)
                .first(LOOKUPS.proved(session).andThen(Lookup::holder));
    }

    static long keep(Session session, Caller caller, AccountHolder holder, Instant now) {
        return LOOKUPS.upsert(session, List.of(new Lookup(caller.organizationId(), caller.livemode(), holder, now)))
                .run();
    }

    static long forget(Session session, Instant before, int rowsMax) {
        var old = session.sql("SELECT * FROM holder_lookup WHERE checked_at <= :before LIMIT :rows")
                .bind("before", before)
                .bind("rows", rowsMax);
        return LOOKUPS.readingProof(session).forget(session, old);
    }

    private static Function<Row, Lookup> columns(TableColumns<Lookup> t) {
        var holder = t.part(Lookup::holder);
        var organizationId = t.key("organization_id", ID, Lookup::organizationId);
        var livemode = t.key("livemode", FLAG, Lookup::livemode);
        var bankCode = holder.key("bank_code", TEXT, AccountHolder::bankCode);
        var accountNo = holder.key("account_no", TEXT, AccountHolder::accountNo);
        var holderName = holder.column("holder_name", TEXT, AccountHolder::holderName);
        var checkedAt = t.column("checked_at", TIME, Lookup::at);
        return row -> {
            var at = checkedAt.of(row);
            return new Lookup(
                    organizationId.of(row),
                    livemode.of(row),
                    new AccountHolder(
                            bankCode.of(row), accountNo.of(row), holderName.of(row), true, at.getEpochSecond()),
                    at);
        };
    }
}
