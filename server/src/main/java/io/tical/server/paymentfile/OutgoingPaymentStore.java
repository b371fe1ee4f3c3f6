package io.tical.server.paymentfile;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.INTEGER;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.common.Word;
import io.tical.db.ColumnType;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.TransactionKey;
import io.tical.server.paymentfile.OutgoingPayment.Outcome;
import io.tical.server.paymentfile.OutgoingPayment.Payee;
import io.tical.server.paymentfile.OutgoingPayment.Said;
import io.tical.server.paymentfile.OutgoingPayment.Status;
import io.tical.server.paymentfile.OutgoingPayment.Warning;
import io.tical.server.rail.PayoutOutcome.FailureCode;
import io.tical.server.transaction.EventType;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The SQL of the payments of files. */
final class OutgoingPaymentStore {
    private static final ColumnType<List<Warning>> WARNINGS = TEXT.as(
            OutgoingPaymentStore::warnings,
            warnings -> warnings.stream().map(Warning::word).collect(Collectors.joining(",")));

    static final Table<OutgoingPayment> PAYMENTS = Table.of("payment_file_line", OutgoingPaymentStore::columns);

    private OutgoingPaymentStore() {}

    private static List<Warning> warnings(String text) {
        return text.isEmpty()
                ? List.of()
                : Stream.of(text.split(","))
                        .map(one -> Word.of(Warning.class, one))
                        .toList();
    }

    static void insert(Session session, Collection<OutgoingPayment> payments) {
        PAYMENTS.insert(session, payments).run();
        wrote(session, payments);
    }

    static void update(Session session, Collection<OutgoingPayment> payments) {
        if (!payments.isEmpty()) {
            PAYMENTS.update(session, payments).run();
            wrote(session, payments);
        }
    }

    /** The key of the table does not say the environment. */
    private static void wrote(Session session, Collection<OutgoingPayment> payments) {
        payments.stream()
                .map(payment -> payment.transaction().livemode())
                .distinct()
                .forEach(livemode -> session.wrote(PAYMENTS.table(), livemode));
    }

    /** The payments of a file, in its order. The transaction has locked the file. */
    static List<OutgoingPayment> ofFile(Session session, UUID file) {
        return session.sql(
                        "SELECT * FROM payment_file_line WHERE payment_file_id = cast(:file AS uuid) ORDER BY number")
                .bind("file", file)
                .list(PAYMENTS.locked(session));
    }

    /** The same, to show. */
    static List<OutgoingPayment> shown(Session session, UUID file, @Nullable Status status) {
        return session.sql("SELECT * FROM payment_file_line WHERE payment_file_id = cast(:file AS uuid)"
                        + (status == null ? "" : " AND status = '" + status.word() + "'") + " ORDER BY number")
                .bind("file", file)
                .list(PAYMENTS::read);
    }

    /** Payments of a file that have the same status and warnings. */
    record Alike(UUID fileId, Status status, List<Warning> warnings, Amounts amounts) {}

    /** The payments of these files, in groups, so that a list of files does not read all of them. */
    static List<Alike> alike(Session session, Collection<UUID> files) {
        return session.sql("""
                        SELECT payment_file_id, status, warnings, count(*) AS payments, cast(sum(amount) AS bigint) AS total FROM payment_file_line
                        WHERE payment_file_id = ANY (cast(:files AS uuid[])) GROUP BY payment_file_id, status, warnings
                        """)
                .bindEach("files", files, id -> id)
                .list(row -> new Alike(
                        row.uuid("payment_file_id"),
                        Word.of(Status.class, row.text("status")),
                        warnings(row.text("warnings")),
                        new Amounts(Math.toIntExact(row.number("payments")), row.number("total"))));
    }

    /** The payments with these references. */
    static List<OutgoingPayment> named(Session session, Collection<String> references) {
        return references.isEmpty()
                ? List.of()
                : session.sql("SELECT * FROM payment_file_line WHERE reference = ANY (cast(:references AS text[]))")
                        .bindEach("references", references, reference -> reference)
                        .list(PAYMENTS.proved(session));
    }

    /** The payments with these amounts of files that the bank may have, from these accounts, which no entry proves yet. */
    static List<OutgoingPayment> unproved(Session session, Collection<UUID> accounts, Collection<Long> amounts) {
        return session.sql("""
                        SELECT l.* FROM payment_file f JOIN payment_file_line l USING (payment_file_id)
                        WHERE f.status IN ('handed_out', 'closed') AND f.collection_account_id = ANY (cast(:accounts AS uuid[]))
                          AND f.bank_entry_id IS NULL AND l.bank_entry_id IS NULL AND l.status <> 'removed'
                          AND l.amount = ANY (cast(:amounts AS bigint[]))
                        """)
                .bindEach("accounts", accounts, id -> id)
                .bindEach("amounts", amounts, amount -> amount)
                .list(PAYMENTS.proved(session));
    }

    /** The delivered payments with this amount of files from an account, newest first. */
    static List<OutgoingPayment> delivered(Session session, UUID account, boolean livemode, long amount, int rowsMax) {
        return session.sql("""
                        SELECT l.* FROM payment_file f JOIN payment_file_line l USING (payment_file_id)
                        WHERE f.status IN ('handed_out', 'closed') AND f.collection_account_id = cast(:account AS uuid) AND l.livemode = :livemode
                          AND l.status = 'delivered' AND l.amount = :amount
                        ORDER BY l.payment_file_id DESC, l.number LIMIT :rows
                        """)
                .bind("account", account)
                .bind("livemode", livemode)
                .bind("amount", amount)
                .bind("rows", rowsMax)
                .list(PAYMENTS.proved(session));
    }

    /** When background work looks at payments of a file next; null if it need not. */
    static void due(Session session, UUID file, Collection<Integer> numbers, @Nullable Instant at) {
        session.sql("""
                        UPDATE payment_file_line SET due_at = :at
                        WHERE payment_file_id = cast(:file AS uuid) AND number = ANY (cast(:numbers AS int[]))
                        """)
                .bind("file", file)
                .bindEach("numbers", numbers, number -> number)
                .bind("at", at)
                .run();
    }

    /** Claims payments that background work is due to look at, for some time; those that another node has claimed are skipped. */
    static List<OutgoingPayment> claim(Session session, int rowsMax, Duration lease) {
        return session.sql("""
                        UPDATE payment_file_line l SET due_at = clock_timestamp() + :lease * interval '1 millisecond'
                        FROM (SELECT payment_file_id, number FROM payment_file_line WHERE due_at <= now()
                              ORDER BY due_at LIMIT :rows FOR UPDATE SKIP LOCKED) d
                        WHERE l.payment_file_id = d.payment_file_id AND l.number = d.number
                        RETURNING l.*
                        """)
                .bind("lease", lease.toMillis())
                .bind("rows", rowsMax)
                .list(PAYMENTS.proved(session));
    }

    private static Function<Row, OutgoingPayment> columns(TableColumns<OutgoingPayment> t) {
        var fileId = t.key("payment_file_id", ID, OutgoingPayment::fileId);
        var number = t.key("number", INTEGER, OutgoingPayment::number);
        var payee = t.part(OutgoingPayment::payee);
        var said = t.optional(OutgoingPayment::said);
        var transaction = t.part(OutgoingPayment::transaction);
        var subject = t.insertOnly("subject", word(EventType.Subject.class), OutgoingPayment::subject);
        var organizationId = transaction.insertOnly("organization_id", ID, TransactionKey::organizationId);
        var livemode = transaction.insertOnly("livemode", FLAG, TransactionKey::livemode);
        var transactionId = transaction.insertOnly("transaction_id", ID, TransactionKey::id);
        var attemptId = t.insertOnly("attempt_id", ID, OutgoingPayment::attemptId);
        var amount = t.insertOnly("amount", NUMBER, OutgoingPayment::amount);
        var bankCode = payee.insertOnly("bank_code", TEXT, Payee::bankCode);
        var accountNo = payee.insertOnly("account_no", TEXT, Payee::accountNo);
        var holderName = payee.insertOnly("holder_name", TEXT, Payee::holderName);
        var reference = t.insertOnly("reference", TEXT, OutgoingPayment::reference);
        var warnings = t.insertOnly("warnings", WARNINGS, OutgoingPayment::warnings);
        var status = t.column("status", word(Status.class), OutgoingPayment::status);
        var outcome = said.column("outcome", word(Outcome.class), Said::outcome);
        var code = said.column("code", TEXT, Said::code);
        var failure = said.column("failure", word(FailureCode.class).orNull(), Said::failure);
        var words = said.column("words", TEXT.orNull(), Said::words);
        var bankReference = said.column("bank_reference", TEXT.orNull(), Said::bankReference);
        var entryId = t.column("bank_entry_id", ID.orNull(), OutgoingPayment::entryId);
        var updatedAt = t.column("updated_at", TIME, OutgoingPayment::updatedAt);
        return row -> new OutgoingPayment(
                fileId.of(row),
                number.of(row),
                subject.of(row),
                new TransactionKey(organizationId.of(row), livemode.of(row), transactionId.of(row)),
                attemptId.of(row),
                amount.of(row),
                new Payee(bankCode.of(row), accountNo.of(row), holderName.of(row)),
                reference.of(row),
                warnings.of(row),
                status.of(row),
                said.orNull(
                        row,
                        () -> new Said(
                                outcome.of(row), code.of(row), failure.of(row), words.of(row), bankReference.of(row))),
                entryId.of(row),
                updatedAt.of(row));
    }
}
