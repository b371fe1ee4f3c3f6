package io.tical.server.paymentfile;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of results. */
final class BankAnswerStore {
    static final Table<BankAnswer> ANSWERS = Table.of("payment_result", BankAnswerStore::columns);

    private BankAnswerStore() {}

    /** @throws Problem.Conflict {@code PAYMENT_RESULT_KNOWN} when the same bytes wait or count */
    static void insert(Session session, BankAnswer answer) {
        ANSWERS.insert(session, List.of(answer))
                .onDuplicate(
                        "payment_result_hash",
                        () -> new Problem.Conflict(
                                ArrivedResults.KNOWN,
                                "This result was received before. Look for it among the results of the file."))
                .runLater();
        session.send();
        session.wrote(ANSWERS.table(), answer.livemode());
    }

    static void update(Session session, BankAnswer answer) {
        ANSWERS.update(session, List.of(answer)).run();
        session.wrote(ANSWERS.table(), answer.livemode());
    }

    static Optional<BankAnswer> find(Session session, UUID id, boolean lock) {
        return session.sql("SELECT * FROM payment_result WHERE payment_result_id = cast(:id AS uuid)"
                        + (lock ? " FOR UPDATE" : ""))
                .bind("id", id)
                .first(lock ? ANSWERS.locked(session) : ANSWERS.proved(session));
    }

    /** The results of a file, newest first. */
    static List<BankAnswer> ofFile(Session session, UUID file) {
        return session.sql(
                        "SELECT * FROM payment_result WHERE payment_file_id = cast(:file AS uuid) ORDER BY payment_result_id DESC")
                .bind("file", file)
                .list(ANSWERS.proved(session));
    }

    private static Function<Row, BankAnswer> columns(TableColumns<BankAnswer> t) {
        var id = t.key("payment_result_id", ID, BankAnswer::id);
        var fileId = t.insertOnly("payment_file_id", ID, BankAnswer::fileId);
        var livemode = t.insertOnly("livemode", FLAG, BankAnswer::livemode);
        var name = t.insertOnly("name", TEXT, BankAnswer::name);
        var hash = t.insertOnly("hash", TEXT, BankAnswer::hash);
        var status = t.column("status", word(BankAnswer.Status.class), BankAnswer::status);
        var receivedBy = t.insertOnly("received_by", TEXT, BankAnswer::receivedBy);
        var version = t.column("version", NUMBER, BankAnswer::version);
        var receivedAt = t.insertOnly("received_at", TIME, BankAnswer::receivedAt);
        var updatedAt = t.column("updated_at", TIME, BankAnswer::updatedAt);
        return row -> new BankAnswer(
                id.of(row),
                fileId.of(row),
                livemode.of(row),
                name.of(row),
                hash.of(row),
                status.of(row),
                receivedBy.of(row),
                version.of(row),
                receivedAt.of(row),
                updatedAt.of(row));
    }
}
