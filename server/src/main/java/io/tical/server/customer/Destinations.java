package io.tical.server.customer;

import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Reads the destinations of a group of commands with one statement. */
public final class Destinations {
    private static final String JOIN = """
            JOIN customer_account a USING (organization_id, livemode, account_id)
            JOIN customer c USING (organization_id, livemode, customer_id)
            """;

    private Destinations() {}

    /** Returns the requested accounts that exist. */
    public static Map<TransactionKey, Destination> find(Session session, Collection<TransactionKey> keys) {
        if (keys.isEmpty()) {
            return Map.of();
        }
        var sql = "SELECT organization_id, livemode, account_id, a.customer_id, c.name, a.bank_code, a.account_no,"
                + " a.holder_name, a.currency, a.verified_at, a.edited_at FROM" + TransactionKey.table("account_id")
                + JOIN;
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
                                row.instantOrNull("verified_at") != null,
                                row.instantOrNull("edited_at"))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Fails the transaction when the session sends, unless these accounts are still so. */
    static void requireUnchangedLater(
            Session session, Map<TransactionKey, Destination> assumed, Supplier<? extends RuntimeException> changed) {
        var sql = """
                SELECT 1 / (count(*) / :accounts)
                FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                            cast(:owners AS uuid[]), cast(:names AS text[]), cast(:banks AS text[]), cast(:numbers AS text[]),
                            cast(:holders AS text[]), cast(:currencies AS text[]), cast(:verified AS boolean[]),
                            cast(:edited AS timestamptz[]))
                     AS k (organization_id, livemode, account_id, owner_id, name, bank_code, account_no, holder_name, currency,
                           verified, edited_at)
                """ + JOIN + """
                WHERE (customer_id, c.name, a.bank_code, a.account_no, a.holder_name, a.currency, a.verified_at IS NOT NULL, a.edited_at)
                      IS NOT DISTINCT FROM
                      (k.owner_id, k.name, k.bank_code, k.account_no, k.holder_name, k.currency, k.verified, k.edited_at)
                """;
        var keys = List.copyOf(assumed.keySet());
        var destinations = keys.stream().map(assumed::get).toList();
        TransactionKey.bind(session.sql(sql), keys)
                .bindEach("owners", destinations, Destination::customerId)
                .bindEach("names", destinations, Destination::customerName)
                .bindEach("banks", destinations, Destination::bankCode)
                .bindEach("numbers", destinations, Destination::accountNo)
                .bindEach("holders", destinations, Destination::holderName)
                .bindEach("currencies", destinations, Destination::currency)
                .bindEach("verified", destinations, Destination::verified)
                .bindEach("edited", destinations, Destination::editedAt)
                .bind("accounts", keys.size())
                .onDivisionByZero(changed)
                .runLater();
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
