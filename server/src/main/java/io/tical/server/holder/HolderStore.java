package io.tical.server.holder;

import io.tical.db.Session;
import io.tical.server.access.Caller;
import io.tical.server.holder.Holders.AccountHolder;
import java.time.Instant;
import java.util.Optional;

/** The SQL of account holders. */
final class HolderStore {
    private HolderStore() {}

    static Optional<AccountHolder> find(
            Session session, Caller caller, String bankCode, String accountNo, Instant since) {
        return session.sql("""
                        SELECT holder_name, checked_at FROM holder_lookup
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND bank_code = :bank AND account_no = :account AND checked_at > :since
                        """)
                .bind("organization", caller.organizationId())
                .bind("livemode", caller.livemode())
                .bind("bank", bankCode)
                .bind("account", accountNo)
                .bind("since", since)
                .first(row -> new AccountHolder(
                        bankCode,
                        accountNo,
                        row.text("holder_name"),
                        true,
                        row.instant("checked_at").getEpochSecond()));
    }

    static long keep(Session session, Caller caller, AccountHolder holder, Instant now) {
        return session.sql("""
                        INSERT INTO holder_lookup (organization_id, livemode, bank_code, account_no, holder_name, checked_at)
                        VALUES (cast(:organization AS uuid), :livemode, :bank, :account, :name, :checked)
                        ON CONFLICT (organization_id, livemode, bank_code, account_no)
                        DO UPDATE SET holder_name = excluded.holder_name, checked_at = excluded.checked_at
                        """)
                .bind("organization", caller.organizationId())
                .bind("livemode", caller.livemode())
                .bind("bank", holder.bankCode())
                .bind("account", holder.accountNo())
                .bind("name", holder.holderName())
                .bind("checked", now)
                .run();
    }

    static long forget(Session session, Instant before, int rowsMax) {
        return session.sql("""
                        DELETE FROM holder_lookup WHERE (organization_id, livemode, bank_code, account_no) IN (
                            SELECT organization_id, livemode, bank_code, account_no FROM holder_lookup
                            WHERE checked_at <= :before LIMIT :rows)
                        """).bind("before", before).bind("rows", rowsMax).run();
    }
}
