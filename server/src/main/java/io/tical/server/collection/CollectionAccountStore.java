package io.tical.server.collection;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of collection accounts. */
final class CollectionAccountStore {
    private CollectionAccountStore() {}

    static List<CollectionAccount> list(Session session) {
        return session.sql("SELECT * FROM collection_account ORDER BY currency, collection_account_id")
                .list(CollectionAccountStore::account);
    }

    /** The accounts that receive new payins in these currencies. */
    static List<CollectionAccount> open(Session session, Collection<String> currencies) {
        return session.sql("""
                        SELECT * FROM collection_account
                        WHERE weight > 0 AND currency = ANY (cast(:currencies AS text[]))
                        """)
                .bindEach("currencies", currencies, currency -> currency)
                .list(CollectionAccountStore::account);
    }

    /** @param lock locks the account until the transaction ends */
    static Optional<CollectionAccount> find(Session session, UUID id, boolean lock) {
        return session.sql("SELECT * FROM collection_account WHERE collection_account_id = cast(:id AS uuid)"
                        + (lock ? " FOR UPDATE" : ""))
                .bind("id", id)
                .first(CollectionAccountStore::account);
    }

    static void insert(Session session, CollectionAccount account) {
        write(session, account, """
                INSERT INTO collection_account (collection_account_id, currency, bank_code, account_no, holder_name,
                                                promptpay_id, weight, version, created_at, updated_at)
                VALUES (cast(:id AS uuid), :currency, :bank, :number, :holder, :promptpay, :weight, :version, :created, :updated)
                """);
    }

    static void update(Session session, CollectionAccount account) {
        write(session, account, """
                UPDATE collection_account SET bank_code = :bank, account_no = :number, holder_name = :holder,
                    promptpay_id = :promptpay, weight = :weight, version = :version, updated_at = :updated
                WHERE collection_account_id = cast(:id AS uuid)
                """);
    }

    /** @throws Problem.Conflict {@code RESOURCE_EXISTS} when another row has the same currency, bank and number */
    private static void write(Session session, CollectionAccount account, String sql) {
        session.sql(sql)
                .bind("id", account.id())
                .bind("currency", account.currency())
                .bind("bank", account.bankCode())
                .bind("number", account.accountNo())
                .bind("holder", account.holderName())
                .bind("promptpay", account.promptpayId())
                .bind("weight", account.weight())
                .bind("version", account.version())
                .bind("created", account.createdAt())
                .bind("updated", account.updatedAt())
                .onDuplicate(
                        "collection_account_currency_bank_code_account_no_key",
                        () -> new Problem.Conflict(
                                "RESOURCE_EXISTS", "A collection account with this number at this bank exists"))
                .runLater();
        session.send();
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
