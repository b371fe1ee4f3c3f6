package io.tical.server.customer;

import io.tical.db.Row;
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
        of(session.sql("""
                        SELECT organization_id, livemode, account_id AS id, a.customer_id, c.name, a.bank_code, a.account_no,
                               a.holder_name, a.currency, a.verified_at, a.edited_at
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]))
                               AS asked (organization_id, livemode, account_id)
                        JOIN customer_account a USING (organization_id, livemode, account_id)
                        JOIN customer c USING (organization_id, livemode, customer_id)
                        """), keys)
                .listLater(
                        row -> Map.entry(
                                key(row),
                                new Destination(
                                        row.uuid("id"),
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
        return Set.copyOf(of(session.sql("""
                        SELECT organization_id, livemode, customer_id AS id
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]))
                               AS asked (organization_id, livemode, customer_id)
                        JOIN customer USING (organization_id, livemode, customer_id)
                        """), keys).list(Destinations::key));
    }

    private static Session.Statement of(Session.Statement statement, Collection<TransactionKey> keys) {
        var asked = Set.copyOf(keys);
        return statement
                .bindEach("organizations", asked, TransactionKey::organizationId)
                .bindEach("livemodes", asked, TransactionKey::livemode)
                .bindEach("ids", asked, TransactionKey::id);
    }

    private static TransactionKey key(Row row) {
        return new TransactionKey(row.uuid("organization_id"), row.flag("livemode"), row.uuid("id"));
    }
}
