package io.tical.server.bank;

import io.tical.common.Ids;
import io.tical.common.admin.BankAccountState.Share;
import io.tical.common.admin.BankOverview.Debits;
import io.tical.db.Session;
import java.time.Instant;
import java.util.List;

/** The SQL of what the overview says of entries. */
final class BankOverviewStore {
    private BankOverviewStore() {}

    /** The entries out of accounts that nobody has explained, in each currency that has some. */
    static List<Debits> debits(Session session, boolean livemode) {
        // The environment is a literal, so that the index of these entries is used.
        return session.sql("""
                        SELECT currency, count(*) AS entries, cast(-sum(amount) AS bigint) AS amount FROM bank_entry
                        WHERE livemode = %s AND status = 'open' AND amount < 0 GROUP BY currency ORDER BY currency
                        """.formatted(livemode))
                .list(row -> new Debits(row.text("currency"), row.number("entries"), row.number("amount")));
    }

    /**
     * Entries in one currency.
     *
     * @param lately whether they came in the last day
     */
    record Came(boolean lately, String currency, Share share) {}

    /** The entries that came since a time: their ids (UUIDv7) contain it. */
    static List<Came> came(Session session, boolean livemode, Instant week, Instant day) {
        return session.sql("""
                        SELECT bank_entry_id >= cast(:day AS uuid) AS lately, currency, count(*) AS entries,
                               count(*) FILTER (WHERE status <> 'open') AS explained, cast(sum(abs(amount)) AS bigint) AS amount,
                               cast(coalesce(sum(abs(amount)) FILTER (WHERE status <> 'open'), 0) AS bigint) AS explained_amount
                        FROM bank_entry
                        WHERE livemode = :livemode AND status IN ('open', 'matched', 'allocated', 'reversed', 'ignored')
                          AND bank_entry_id >= cast(:week AS uuid)
                        GROUP BY 1, 2
                        """)
                .bind("day", Ids.boundary(day))
                .bind("livemode", livemode)
                .bind("week", Ids.boundary(week))
                // A plan for any time would read most of the table.
                .withCustomPlan()
                .list(row -> new Came(
                        row.flag("lately"),
                        row.text("currency"),
                        new Share(
                                row.number("entries"),
                                row.number("explained"),
                                row.number("amount"),
                                row.number("explained_amount"))));
    }
}
