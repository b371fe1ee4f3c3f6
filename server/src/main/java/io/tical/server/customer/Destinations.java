package io.tical.server.customer;

import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Reads the destinations of a group of commands with one statement. */
public final class Destinations {
    private Destinations() {}

    /** Returns the requested accounts that exist. */
    public static Map<TransactionKey, Destination> find(Session session, Collection<TransactionKey> keys) {
        var found = new HashMap<TransactionKey, Destination>();
        findLater(session, keys, found);
        session.send();
        return found;
    }

    /** Adds the requested accounts that exist, when the session sends. */
    public static void findLater(
            Session session, Collection<TransactionKey> keys, Map<TransactionKey, Destination> found) {
        if (keys.isEmpty()) {
            return;
        }
        var sql = "SELECT organization_id, livemode, account_id, a.customer_id, c.name, a.bank_code, a.account_no,"
                + " a.holder_name, a.currency, a.verified_at, a.edited_at FROM" + TransactionKey.table("account_id")
                + "JOIN customer_account a USING (organization_id, livemode, account_id)"
                + " JOIN customer c USING (organization_id, livemode, customer_id)";
        TransactionKey.bind(session.sql(sql), Set.copyOf(keys))
                .listLater(
                        row -> Map.entry(
                                TransactionKey.of(row, "account_id"),
                                new Destination(
                                        row.uuid("account_id"),
                                        row.uuid("customer_id"),
                                        row.text("name"),
                                        row.text("bank_code"),
                                        row.text("account_no"),
                                        row.text("holder_name"),
                                        row.text("currency"),
                                        row.instantOrNull("verified_at") != null,
                                        row.instantOrNull("edited_at"))),
                        rows -> rows.forEach(row -> found.put(row.getKey(), row.getValue())));
    }

    /** Returns the requested customers that exist. */
    public static Set<TransactionKey> existing(Session session, Collection<TransactionKey> keys) {
        if (keys.isEmpty()) {
            return Set.of();
        }
        var sql = "SELECT organization_id, livemode, customer_id FROM" + TransactionKey.table("customer_id")
                + "JOIN customer USING (organization_id, livemode, customer_id)";
        return Set.copyOf(TransactionKey.bind(session.sql(sql), Set.copyOf(keys))
                .list(row -> TransactionKey.of(row, "customer_id")));
    }
}
