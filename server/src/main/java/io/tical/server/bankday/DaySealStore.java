package io.tical.server.bankday;

import static io.tical.db.ColumnType.BYTES;
import static io.tical.db.ColumnType.DAY;
import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.json;
import static io.tical.server.key.ColumnTypes.word;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.bank.AccountDay.Account;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The SQL of the chains of closed days, and of their documents. */
final class DaySealStore {
    static final Table<DaySeal> SEALS = Table.of("bank_day_seal", DaySealStore::columns);

    private static final String OF_ACCOUNT = """
            SELECT * FROM bank_day_seal WHERE collection_account_id = cast(:account AS uuid) AND livemode = :livemode
            """;

    private DaySealStore() {}

    private static Session.Statement ofAccount(Session session, Account account, String more) {
        return session.sql(OF_ACCOUNT + more).bind("account", account.id()).bind("livemode", account.livemode());
    }

    /** Appends a line to its chain; another one with its number fails the transaction. */
    static void insert(Session session, DaySeal seal) {
        SEALS.insert(session, List.of(seal)).run();
        session.wrote(SEALS.table(), seal.account().livemode());
    }

    static Optional<DaySeal> last(Session session, Account account) {
        return ofAccount(session, account, "ORDER BY number DESC LIMIT 1").first(SEALS.proved(session));
    }

    static Optional<DaySeal> find(Session session, Account account, long number) {
        return ofAccount(session, account, "AND number = :number")
                .bind("number", number)
                .first(SEALS.proved(session));
    }

    /** What concerns a day, the newest first. */
    static List<DaySeal> ofDay(Session session, Account account, LocalDate day, int rowsMax) {
        return ofAccount(session, account, "AND day <= :day AND until_day >= :day ORDER BY number DESC LIMIT :rows")
                .bind("day", day)
                .bind("rows", rowsMax)
                .list(SEALS.proved(session));
    }

    /** At most {@code rowsMax} lines after one, of all accounts in the order of their chains, as they are stored; for an audit. */
    static List<DaySeal> after(Session session, Account account, long number, int rowsMax) {
        return session.sql("""
                        SELECT * FROM bank_day_seal
                        WHERE (collection_account_id, livemode, number) > (cast(:account AS uuid), :livemode, :number)
                        ORDER BY collection_account_id, livemode, number LIMIT :rows
                        """)
                .bind("account", account.id())
                .bind("livemode", account.livemode())
                .bind("number", number)
                .bind("rows", rowsMax)
                .list(row -> SEALS.read(row.withZeros()));
    }

    static void append(Session session, Account account, long number, int part, byte[] content) {
        session.sql("""
                        INSERT INTO bank_day_part (collection_account_id, livemode, number, part, content)
                        VALUES (cast(:account AS uuid), :livemode, :number, :part, :content)
                        """)
                .bind("account", account.id())
                .bind("livemode", account.livemode())
                .bind("number", number)
                .bind("part", part)
                .bind("content", content)
                .run();
    }

    static Optional<byte[]> part(Session session, Account account, long number, int part) {
        return session.sql("""
                        SELECT content FROM bank_day_part
                        WHERE collection_account_id = cast(:account AS uuid) AND livemode = :livemode AND number = :number AND part = :part
                        """)
                .bind("account", account.id())
                .bind("livemode", account.livemode())
                .bind("number", number)
                .bind("part", part)
                .first(row -> row.bytes("content"));
    }

    private static Function<Row, DaySeal> columns(TableColumns<DaySeal> t) {
        var accountId = t.key(
                "collection_account_id", ID, (DaySeal seal) -> seal.account().id());
        var livemode = t.key("livemode", FLAG, seal -> seal.account().livemode());
        var number = t.key("number", NUMBER, DaySeal::number);
        var kind = t.column("kind", word(DaySeal.Kind.class), DaySeal::kind);
        var day = t.column("day", DAY, DaySeal::day);
        var until = t.column("until_day", DAY, DaySeal::until);
        var first = t.column("first_day", DAY.orNull(), DaySeal::first);
        var ledger = t.column("ledger", NUMBER.orNull(), DaySeal::ledger);
        var carried = t.column(
                "carried",
                json(new TypeReference<TreeMap<String, Carried.Sum>>() {}),
                seal -> new TreeMap<>(seal.carried().kinds()));
        var previous = t.column("previous", BYTES, DaySeal::previous);
        var digest = t.column("digest", BYTES, DaySeal::digest);
        var head = t.column("head", BYTES, DaySeal::head);
        var size = t.column("size", NUMBER, DaySeal::size);
        var madeBy = t.column("made_by", TEXT, DaySeal::madeBy);
        var askedBy = t.column("asked_by", TEXT.orNull(), DaySeal::askedBy);
        var note = t.column("note", TEXT.orNull(), DaySeal::note);
        var sealedAt = t.column("sealed_at", TIME, DaySeal::sealedAt);
        return row -> new DaySeal(
                new Account(accountId.of(row), livemode.of(row)),
                number.of(row),
                kind.of(row),
                day.of(row),
                until.of(row),
                first.of(row),
                ledger.of(row),
                new Carried(carried.of(row)),
                previous.of(row),
                digest.of(row),
                head.of(row),
                size.of(row),
                madeBy.of(row),
                askedBy.of(row),
                note.of(row),
                sealedAt.of(row));
    }
}
