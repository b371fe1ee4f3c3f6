package io.tical.server.customer;

import io.tical.db.BulkWrite;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The SQL of destinations: accounts with the names of their customers. */
final class DestinationStore {
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

    private DestinationStore() {}

    /**
     * Returns the requested accounts that exist.
     *
     * @throws io.tical.db.AlteredRow if one of them, or its customer, is missing or not as the service wrote it
     */
    static Map<TransactionKey, Destination> find(Session session, Collection<TransactionKey> keys) {
        var asked = Set.copyOf(keys);
        var names = new HashMap<TransactionKey, String>();
        var customers = CustomerStore.OWNERS.proved(session);
        TransactionKey.bind(
                        session.sql("SELECT DISTINCT ON (organization_id, livemode, customer_id) c.*"
                                + " FROM" + TransactionKey.table("account_id")
                                + "JOIN customer_account a USING (organization_id, livemode, account_id)"
                                + " JOIN customer c USING (organization_id, livemode, customer_id)"),
                        asked)
                .listLater(
                        row -> {
                            var owner = customers.apply(row);
                            return names.put(owner.key(), owner.name());
                        },
                        read -> {});
        return TransactionKey.bind(
                        session.sql("SELECT a.* FROM" + TransactionKey.table("account_id")
                                + "JOIN customer_account a USING (organization_id, livemode, account_id)"),
                        asked)
                .list(CustomerStore.ACCOUNTS.proved(session))
                .stream()
                .collect(Collectors.toMap(
                        CustomerStore.Account::key,
                        account -> account.destination(
                                nameOf(session, account.key().other(account.customerId()), names))));
    }

    private static String nameOf(Session session, TransactionKey customer, Map<TransactionKey, String> names) {
        var name = names.get(customer);
        if (name == null) {
            throw session.rowMac()
                    .altered("In customer, organization_id " + customer.organizationId() + ", customer_id "
                            + customer.id() + ": there is no such row, although it has an account. Run ./tical audit.");
        }
        return name;
    }

    /** When the session sends, fails the transaction if one of these accounts has changed. */
    static void requireUnchangedLater(
            Session session, Map<TransactionKey, Destination> known, Supplier<? extends RuntimeException> changed) {
        KNOWN.compare(session, known.entrySet()).onDivisionByZero(changed).runLater();
    }

    /** Returns the requested customers that exist. */
    static Set<TransactionKey> existing(Session session, Collection<TransactionKey> keys) {
        var sql = "SELECT c.* FROM" + TransactionKey.table("customer_id")
                + "JOIN customer c USING (organization_id, livemode, customer_id)";
        return Set.copyOf(TransactionKey.bind(session.sql(sql), Set.copyOf(keys))
                .list(CustomerStore.OWNERS.proved(session).andThen(CustomerStore.Owner::key)));
    }
}
