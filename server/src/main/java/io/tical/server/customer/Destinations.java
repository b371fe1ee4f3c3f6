package io.tical.server.customer;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Reads the destinations of a group of commands with one statement. */
public final class Destinations {
    /** Accounts with the names of their customers, as a table. */
    private static final String ACCOUNTS =
            "(SELECT organization_id, livemode, account_id, customer_id, c.name, a.bank_code,"
                    + " a.account_no, a.holder_name, a.currency, a.verified_at IS NOT NULL AS verified, a.edited_at"
                    + " FROM customer_account a JOIN customer c USING (organization_id, livemode, customer_id))";

    private static final BulkWrite<Map.Entry<TransactionKey, Destination>> KNOWN =
            TransactionKey.<Map.Entry<TransactionKey, Destination>>write(ACCOUNTS, "account_id", Map.Entry::getKey)
                    .column("customer_id", "uuid", known -> known.getValue().customerId())
                    .column("name", "text", known -> known.getValue().customerName())
                    .column("bank_code", "text", known -> known.getValue().bankCode())
                    .column("account_no", "text", known -> known.getValue().accountNo())
                    .column("holder_name", "text", known -> known.getValue().holderName())
                    .column("currency", "text", known -> known.getValue().currency())
                    .column("verified", "boolean", known -> known.getValue().verified())
                    .column(
                            "edited_at",
                            "timestamptz",
                            known -> known.getValue().editedAt());

    private Destinations() {}

    /** Returns the requested accounts that exist. */
    public static Map<TransactionKey, Destination> find(Session session, Collection<TransactionKey> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        var sql = "SELECT a.* FROM" + TransactionKey.table("account_id") + "JOIN " + ACCOUNTS
                + " a USING (organization_id, livemode, account_id)";
        return TransactionKey.bind(session.sql(sql), Set.copyOf(keys))
                .list(row -> Map.entry(
                        TransactionKey.of(row, "account_id"),
                        new Destination(
                                row.uuid("account_id"),
                                row.uuid("customer_id"),
                                row.text("name"),
                                row.text("bank_code"),
                                row.text("account_no"),
                                row.text("holder_name"),
                                row.text("currency"),
                                row.flag("verified"),
                                row.instantOrNull("edited_at"))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Fails the transaction when the session sends, unless these accounts are still so. */
    static void requireUnchangedLater(
            Session session, Map<TransactionKey, Destination> assumed, Supplier<? extends RuntimeException> changed) {
        KNOWN.compare(session, assumed.entrySet()).onDivisionByZero(changed).runLater();
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
