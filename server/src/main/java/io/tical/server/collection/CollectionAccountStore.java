package io.tical.server.collection;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.INTEGER;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.problem.Problem;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of collection accounts. */
final class CollectionAccountStore {
    static final Table<CollectionAccount> ACCOUNTS = Table.of("collection_account", CollectionAccountStore::columns);

    static final String EXISTS = "RESOURCE_EXISTS";
    private static final String EXISTS_MESSAGE =
            "A collection account with this number at this bank exists; change that account instead";

    private CollectionAccountStore() {}

    static List<CollectionAccount> list(Session session) {
        return session.sql("SELECT * FROM collection_account ORDER BY currency, collection_account_id")
                .list(ACCOUNTS::read);
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
                .list(row -> proof.holds(row) ? Optional.of(ACCOUNTS.read(row)) : Optional.<CollectionAccount>empty())
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
        return session.sql("SELECT * FROM collection_account WHERE collection_account_id = cast(:id AS uuid)"
                        + (lock ? " FOR UPDATE" : ""))
                .bind("id", id)
                .first(lock ? ACCOUNTS.locked(session) : ACCOUNTS.proved(session));
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

    private static Function<Row, CollectionAccount> columns(TableColumns<CollectionAccount> t) {
        var collectionAccountId = t.key("collection_account_id", ID, CollectionAccount::id);
        var currency = t.column("currency", TEXT, CollectionAccount::currency);
        var bankCode = t.column("bank_code", TEXT, CollectionAccount::bankCode);
        var accountNo = t.column("account_no", TEXT, CollectionAccount::accountNo);
        var holderName = t.column("holder_name", TEXT, CollectionAccount::holderName);
        var promptpayId = t.column("promptpay_id", TEXT.orNull(), CollectionAccount::promptpayId);
        var weight = t.column("weight", INTEGER, CollectionAccount::weight);
        var version = t.column("version", NUMBER, CollectionAccount::version);
        var createdAt = t.column("created_at", TIME, CollectionAccount::createdAt);
        var updatedAt = t.column("updated_at", TIME, CollectionAccount::updatedAt);
        return row -> new CollectionAccount(
                collectionAccountId.of(row),
                currency.of(row),
                bankCode.of(row),
                accountNo.of(row),
                holderName.of(row),
                promptpayId.of(row),
                weight.of(row),
                version.of(row),
                createdAt.of(row),
                updatedAt.of(row));
    }
}
