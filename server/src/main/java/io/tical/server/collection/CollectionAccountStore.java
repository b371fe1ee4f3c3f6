package io.tical.server.collection;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of collection accounts. */
final class CollectionAccountStore {
    static final BulkWrite<CollectionAccount> ACCOUNTS = BulkWrite.<CollectionAccount>of("collection_account")
            .key("collection_account_id", "uuid", CollectionAccount::id)
            .column("currency", "text", CollectionAccount::currency)
            .column("bank_code", "text", CollectionAccount::bankCode)
            .column("account_no", "text", CollectionAccount::accountNo)
            .column("holder_name", "text", CollectionAccount::holderName)
            .column("promptpay_id", "text", CollectionAccount::promptpayId)
            .column("weight", "integer", CollectionAccount::weight)
            .column("version", "bigint", CollectionAccount::version)
            .column("created_at", "timestamptz", CollectionAccount::createdAt)
            .column("updated_at", "timestamptz", CollectionAccount::updatedAt)
            .authenticated()
            .journaled();

    static final String EXISTS = "RESOURCE_EXISTS";
    private static final String EXISTS_MESSAGE =
            "A collection account with this number at this bank exists; change that account instead";

    private CollectionAccountStore() {}

    static List<CollectionAccount> list(Session session) {
        return session.sql("SELECT * FROM collection_account ORDER BY currency, collection_account_id")
                .list(CollectionAccountStore::account);
    }

    /** The accounts that receive new payins in these currencies, without altered rows. */
    static List<CollectionAccount> open(Session session, Collection<String> currencies) {
        var proof = ACCOUNTS.readingProof(session);
        return session
                .sql("""
                        SELECT * FROM collection_account
                        WHERE weight > 0 AND currency = ANY (cast(:currencies AS text[]))
                        """)
                .bindEach("currencies", currencies, currency -> currency)
                .list(row -> proof.holds(row) ? Optional.of(account(row)) : Optional.<CollectionAccount>empty())
                .stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * Reads an account to show it to payers or to change it.
     *
     * @param lock locks the account until the transaction ends
     * @throws io.tical.db.AlteredRow if the service did not write it
     */
    static Optional<CollectionAccount> find(Session session, UUID id, boolean lock) {
        var proof = lock ? ACCOUNTS.proof(session) : ACCOUNTS.readingProof(session);
        return session.sql("SELECT * FROM collection_account WHERE collection_account_id = cast(:id AS uuid)"
                        + (lock ? " FOR UPDATE" : ""))
                .bind("id", id)
                .first(row -> {
                    proof.requireUnaltered(row);
                    return account(row);
                });
    }

    static void insert(Session session, CollectionAccount account) {
        write(session, ACCOUNTS.insert(session, List.of(account)));
    }

    static void update(Session session, CollectionAccount account) {
        write(session, ACCOUNTS.update(session, List.of(account)));
    }

    /** @throws Problem.Conflict {@code RESOURCE_EXISTS} when another row has the same currency, bank and number */
    private static void write(Session session, Session.Statement statement) {
        statement
                .onDuplicate("collection_account_currency_bank_code_account_no_key", CollectionAccountStore::exists)
                .runLater();
        session.send();
    }

    private static Problem.Conflict exists() {
        return new Problem.Conflict(EXISTS, EXISTS_MESSAGE);
    }

    static Problem.Conflict exists(CollectionAccount other) {
        return new Problem.Conflict(
                EXISTS, EXISTS_MESSAGE, new Problem.About("existing", CollectionAccounts.RESOURCE, other.id(), null));
    }

    private static CollectionAccount account(Row row) {
        return new CollectionAccount(
                row.uuid("collection_account_id"),
                row.text("currency"),
                row.text("bank_code"),
                row.text("account_no"),
                row.text("holder_name"),
                row.textOrNull("promptpay_id"),
                row.integer("weight"),
                row.number("version"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
