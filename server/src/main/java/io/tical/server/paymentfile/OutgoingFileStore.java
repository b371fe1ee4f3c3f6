package io.tical.server.paymentfile;

import static io.tical.db.ColumnType.DAY;
import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.INTEGER;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.paymentfile.OutgoingFile.Progress;
import io.tical.server.paymentfile.OutgoingFile.Status;
import io.tical.server.paymentfile.OutgoingFile.Terms;
import io.tical.server.transaction.Page;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of payment files. */
final class OutgoingFileStore {
    static final Table<OutgoingFile> FILES = Table.of("payment_file", OutgoingFileStore::columns);

    private OutgoingFileStore() {}

    static void insert(Session session, OutgoingFile file) {
        FILES.insert(session, List.of(file)).run();
        wrote(session, file);
    }

    static void update(Session session, OutgoingFile file) {
        FILES.update(session, List.of(file)).run();
        wrote(session, file);
    }

    /** The key of the table does not say the environment. */
    private static void wrote(Session session, OutgoingFile file) {
        session.wrote(FILES.table(), file.livemode());
    }

    static Optional<OutgoingFile> find(Session session, UUID id, boolean lock) {
        return session.sql("SELECT * FROM payment_file WHERE payment_file_id = cast(:id AS uuid)"
                        + (lock ? " FOR UPDATE" : ""))
                .bind("id", id)
                .first(lock ? FILES.locked(session) : FILES.proved(session));
    }

    static Optional<OutgoingFile> named(Session session, String name) {
        return session.sql("SELECT * FROM payment_file WHERE name = :name")
                .bind("name", name)
                .first(FILES.proved(session));
    }

    /** The files that the bank pays from an account on a day, whatever their state is. */
    static List<OutgoingFile> ofDay(Session session, UUID account, boolean livemode, LocalDate day) {
        return session.sql("""
            SELECT * FROM payment_file WHERE collection_account_id = cast(:account AS uuid) AND livemode = :livemode AND execution_day = :day
            """)
                .bind("account", account)
                .bind("livemode", livemode)
                .bind("day", day)
                .list(FILES.proved(session));
    }

    /** These files. */
    static List<OutgoingFile> find(Session session, Collection<UUID> ids) {
        return session.sql("""
            SELECT f.* FROM payment_file f JOIN unnest(cast(:ids AS uuid[])) AS k (id) ON f.payment_file_id = k.id
            """).bindEach("ids", ids, id -> id).list(FILES.proved(session));
    }

    /** The files of accounts that the bank may have, with these sums, which no entry debits yet. */
    static List<OutgoingFile> handedOut(Session session, Collection<UUID> accounts, Collection<Long> totals) {
        return session.sql("""
            SELECT * FROM payment_file WHERE status IN ('handed_out', 'closed') AND bank_entry_id IS NULL
              AND collection_account_id = ANY (cast(:accounts AS uuid[])) AND total = ANY (cast(:totals AS bigint[]))
            """)
                .bindEach("accounts", accounts, id -> id)
                .bindEach("totals", totals, total -> total)
                .list(FILES.proved(session));
    }

    /** The test files from an account that were handed out since a time, and came to the simulator; in that order. */
    static List<UUID> testFilesSince(Session session, UUID account, Instant since) {
        return session.sql("""
            SELECT payment_file_id FROM payment_file
            WHERE collection_account_id = :account AND NOT livemode AND status IN ('handed_out', 'closed') AND handed_out_at >= :since
            ORDER BY handed_out_at, payment_file_id
            """).bind("account", account).bind("since", since).list(row -> row.uuid("payment_file_id"));
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<OutgoingFile> list(
            Session session, boolean livemode, @Nullable Status status, boolean waiting, Page page) {
        return session.sql("SELECT * FROM payment_file WHERE livemode = :livemode"
                        + (status == null ? "" : " AND status = '" + status.word() + "'")
                        + (waiting ? " AND status IN ('draft', 'released')" : "")
                        + (page.before() == null ? "" : " AND payment_file_id < cast(:before AS uuid)")
                        + " ORDER BY payment_file_id DESC LIMIT :rows OFFSET :offset")
                .bind("livemode", livemode)
                .bind("before", page.before())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .list(FILES::read);
    }

    /** @param content compressed */
    static void store(Session session, UUID id, byte[] content) {
        session.sql("INSERT INTO payment_file_content (content_id, content) VALUES (cast(:id AS uuid), :content)")
                .bind("id", id)
                .bind("content", content)
                .run();
    }

    static Optional<byte[]> content(Session session, UUID id) {
        return session.sql("SELECT content FROM payment_file_content WHERE content_id = cast(:id AS uuid)")
                .bind("id", id)
                .first(row -> row.bytes("content"));
    }

    private static Function<Row, OutgoingFile> columns(TableColumns<OutgoingFile> t) {
        var id = t.key("payment_file_id", ID, OutgoingFile::id);
        var livemode = t.insertOnly("livemode", FLAG, OutgoingFile::livemode);
        var terms = t.part(OutgoingFile::terms);
        var progress = t.part(OutgoingFile::progress);
        var accountId = terms.insertOnly("collection_account_id", ID, Terms::accountId);
        var name = terms.insertOnly("name", TEXT, Terms::name);
        var format = terms.insertOnly("format", TEXT, Terms::format);
        var settings = terms.insertOnly("settings", PayingAccountStore.SETTINGS, Terms::settings);
        var zone = terms.insertOnly("zone", PayingAccountStore.ZONE, Terms::zone);
        var currency = terms.insertOnly("currency", TEXT, Terms::currency);
        var executionDay = terms.insertOnly("execution_day", DAY, Terms::executionDay);
        var payments = t.column("payments", INTEGER, OutgoingFile::payments);
        var total = t.column("total", NUMBER, OutgoingFile::total);
        var status = progress.column("status", word(Status.class), Progress::status);
        var hash = progress.column("hash", TEXT.orNull(), Progress::hash);
        var createdBy = terms.insertOnly("created_by", TEXT, Terms::createdBy);
        var releasedBy = progress.column("released_by", TEXT.orNull(), Progress::releasedBy);
        var handedOutBy = progress.column("handed_out_by", TEXT.orNull(), Progress::handedOutBy);
        var handedOutAt = progress.column("handed_out_at", TIME.orNull(), Progress::handedOutAt);
        var answerBy = progress.column("answer_by", TIME.orNull(), Progress::answerBy);
        var entryId = progress.column("bank_entry_id", ID.orNull(), Progress::entryId);
        var version = t.column("version", NUMBER, OutgoingFile::version);
        var createdAt = terms.insertOnly("created_at", TIME, Terms::createdAt);
        var updatedAt = t.column("updated_at", TIME, OutgoingFile::updatedAt);
        return row -> new OutgoingFile(
                id.of(row),
                livemode.of(row),
                new Terms(
                        accountId.of(row),
                        name.of(row),
                        format.of(row),
                        settings.of(row),
                        zone.of(row),
                        currency.of(row),
                        executionDay.of(row),
                        createdBy.of(row),
                        createdAt.of(row)),
                payments.of(row),
                total.of(row),
                new Progress(
                        status.of(row),
                        hash.of(row),
                        releasedBy.of(row),
                        handedOutBy.of(row),
                        handedOutAt.of(row),
                        answerBy.of(row),
                        entryId.of(row)),
                version.of(row),
                updatedAt.of(row));
    }
}
