package io.tical.server.bank;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.common.admin.BankOverview.Between;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.bank.AccountEntry.Category;
import io.tical.server.key.TransactionKey;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of the postings of entries. */
final class BankPostingStore {
    static final Table<BankPosting> POSTINGS = Table.of(BankPosting.TABLE, BankPostingStore::columns);

    private BankPostingStore() {}

    /** The postings of entries, also the reversed ones, in the order of their ids; {@code lock} locks them. */
    static List<BankPosting> ofEntries(Session session, Collection<UUID> entries, boolean lock) {
        return session.sql("""
                        SELECT p.* FROM bank_posting p JOIN unnest(cast(:ids AS uuid[])) AS k (id) ON p.bank_entry_id = k.id
                        ORDER BY p.organization_id, p.livemode, p.bank_posting_id
                        """ + (lock ? " FOR UPDATE OF p" : ""))
                .bindEach("ids", entries, id -> id)
                .list(lock ? POSTINGS.locked(session) : POSTINGS.proved(session));
    }

    static void insert(Session session, List<BankPosting> postings) {
        POSTINGS.insert(session, postings).run();
    }

    static void update(Session session, List<BankPosting> postings) {
        POSTINGS.update(session, postings).run();
    }

    /** What is on its way between two accounts of the operator, in each currency in which the sum is not zero. */
    static List<Between> between(Session session, boolean livemode) {
        // An amount that left as often as it came has its counterparts. The environment is a literal, so that the index
        // is used.
        return session.sql("""
                        SELECT currency, cast(sum(entries) AS bigint) AS entries, cast(sum(amount) AS bigint) AS amount FROM (
                            SELECT currency, abs(sum(sign(amount))) AS entries, sum(amount) AS amount FROM bank_posting
                            WHERE livemode = %s AND status = 'posted' AND category = 'own_transfer'
                            GROUP BY currency, abs(amount) HAVING sum(amount) <> 0) open
                        GROUP BY currency HAVING sum(amount) <> 0 ORDER BY currency
                        """.formatted(livemode))
                .list(row -> new Between(row.text("currency"), row.number("entries"), row.number("amount")));
    }

    private static Function<Row, BankPosting> columns(TableColumns<BankPosting> t) {
        var key = TransactionKey.columns(t, "bank_posting_id", BankPosting::key);
        var entryId = t.insertOnly("bank_entry_id", ID, BankPosting::entryId);
        var category = t.insertOnly("category", word(Category.class), BankPosting::category);
        var currency = t.insertOnly("currency", TEXT, BankPosting::currency);
        var amount = t.insertOnly("amount", NUMBER, BankPosting::amount);
        var status = t.column("status", word(BankPosting.Status.class), BankPosting::status);
        var postedBy = t.insertOnly("posted_by", TEXT, BankPosting::postedBy);
        var reversedBy = t.column("reversed_by", TEXT.orNull(), BankPosting::reversedBy);
        var updatedAt = t.column("updated_at", TIME, BankPosting::updatedAt);
        return row -> new BankPosting(
                key.of(row),
                entryId.of(row),
                category.of(row),
                currency.of(row),
                amount.of(row),
                status.of(row),
                postedBy.of(row),
                reversedBy.of(row),
                updatedAt.of(row));
    }
}
