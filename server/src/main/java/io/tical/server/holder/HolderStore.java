package io.tical.server.holder;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.access.Caller;
import io.tical.server.holder.Holders.AccountHolder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The SQL of account holders. */
final class HolderStore {
    /** Not in the journal, because a lost result is only looked up again. */
    static final BulkWrite<Lookup> LOOKUPS = BulkWrite.<Lookup>of("holder_lookup")
            .key("organization_id", "uuid", one -> one.caller().organizationId())
            .key("livemode", "boolean", one -> one.caller().livemode())
            .key("bank_code", "text", one -> one.holder().bankCode())
            .key("account_no", "text", one -> one.holder().accountNo())
            .column("holder_name", "text", one -> one.holder().holderName())
            .column("checked_at", "timestamptz", Lookup::at)
            .authenticated();

    private HolderStore() {}

    /** The result of a lookup. */
    record Lookup(Caller caller, AccountHolder holder, Instant at) {}

    static Optional<AccountHolder> find(
            Session session, Caller caller, String bankCode, String accountNo, Instant since) {
        var proof = LOOKUPS.readingProof(session);
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
                .first(row -> {
                    proof.requireUnaltered(row);
                    return new AccountHolder(
                            bankCode,
                            accountNo,
                            row.text("holder_name"),
                            true,
                            row.instant("checked_at").getEpochSecond());
                });
    }

    static long keep(Session session, Caller caller, AccountHolder holder, Instant now) {
        return LOOKUPS.upsert(session, List.of(new Lookup(caller, holder, now))).run();
    }

    static long forget(Session session, Instant before, int rowsMax) {
        var old = session.sql("SELECT * FROM holder_lookup WHERE checked_at <= :before LIMIT :rows")
                .bind("before", before)
                .bind("rows", rowsMax);
        return LOOKUPS.readingProof(session).forget(session, old);
    }
}
