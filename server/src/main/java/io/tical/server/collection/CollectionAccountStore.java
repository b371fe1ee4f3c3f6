package io.tical.server.collection;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.INTEGER;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.ColumnType;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.collection.AccountTerms.Limits;
import io.tical.server.collection.AccountTerms.Purpose;
import io.tical.server.collection.AccountTerms.Statements;
import io.tical.server.problem.Problem;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of collection accounts. */
final class CollectionAccountStore {
    private static final ColumnType<ZoneId> ZONE = TEXT.as(ZoneId::of, ZoneId::getId);

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
                        WHERE weight > 0 AND purpose IS DISTINCT FROM 'paying' AND currency = ANY (cast(:currencies AS text[]))
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

    /** Locks accounts until the transaction ends. */
    static List<CollectionAccount> lock(Session session, Collection<UUID> ids) {
        return session.sql("""
                        SELECT * FROM collection_account WHERE collection_account_id = ANY (cast(:ids AS uuid[]))
                        ORDER BY collection_account_id FOR UPDATE
                        """).bindEach("ids", ids, id -> id).list(ACCOUNTS.locked(session));
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
        var terms = t.part(CollectionAccount::terms);
        var limits = terms.part(AccountTerms::limits);
        var purpose = terms.column("purpose", word(Purpose.class).orNull(), AccountTerms::purpose);
        var zone = terms.column("zone", ZONE.orNull(), AccountTerms::zone);
        var statements = terms.column("statements", word(Statements.class).orNull(), AccountTerms::statements);
        var statementHours = terms.column("statement_hours", INTEGER.orNull(), AccountTerms::statementHours);
        var payinMax = limits.column("payin_max", NUMBER.orNull(), Limits::payinMax);
        var dayInMax = limits.column("day_in_max", NUMBER.orNull(), Limits::dayInMax);
        var paymentMax = limits.column("payment_max", NUMBER.orNull(), Limits::paymentMax);
        var dayOutMax = limits.column("day_out_max", NUMBER.orNull(), Limits::dayOutMax);
        var dayOutPayments = limits.column("day_out_payments", INTEGER.orNull(), Limits::dayOutPayments);
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
                updatedAt.of(row),
                new AccountTerms(
                        purpose.of(row),
                        zone.of(row),
                        statements.of(row),
                        statementHours.of(row),
                        new Limits(
                                payinMax.of(row),
                                dayInMax.of(row),
                                paymentMax.of(row),
                                dayOutMax.of(row),
                                dayOutPayments.of(row))));
    }
}
