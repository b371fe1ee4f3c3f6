package io.tical.server.decision;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.JSON;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.json;
import static io.tical.server.key.ColumnTypes.word;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TextLookup;
import io.tical.server.work.DueTable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The SQL of approvals. */
final class ApprovalStore {
    static final DueTable DUE =
            new DueTable("approval", "approval_id", "due_at", "status IN ('scheduled', 'approved')");

    static final Table<Approval> APPROVALS = Table.of("approval", ApprovalStore::columns);

    private static final TextLookup SEARCHED = new TextLookup(
                    "approval", "approval_id", List.of("approval_id", "object_id"), List.of("a.maker LIKE :prefix"))
            .withService();

    private ApprovalStore() {}

    /** Returns false without inserting the approval if another decision on its object is pending, or if the same request has one. */
    static boolean insertIfAbsent(Session session, Approval approval) {
        return APPROVALS.insertIfAbsent(session, approval);
    }

    /** Updates a locked approval. */
    static void update(Session session, Approval approval) {
        APPROVALS.update(session, List.of(approval)).run();
    }

    /** The undecided approval of an object, and the approval that this request of this operator asked for. */
    static List<Approval> ofObject(Session session, TransactionKey object, String maker, String requestId) {
        return proved(
                session,
                object.bind(session.sql("SELECT * FROM approval" + TransactionKey.WHERE + """
                                object_id = cast(:id AS uuid)
                                AND (status IN ('pending', 'scheduled', 'approved') OR maker = :maker AND request_id = :request) FOR UPDATE
                                """), "id")
                        .bind("maker", maker)
                        .bind("request", requestId));
    }

    /** The undecided and unexecuted approvals, by their objects. */
    static Map<TransactionKey, Approval> ofObjects(Session session, Collection<TransactionKey> objects) {
        return TransactionKey.bind(
                        session.sql(
                                "SELECT a.* FROM approval a JOIN" + TransactionKey.table("object_id")
                                        + "USING (organization_id, livemode, object_id) WHERE status IN ('pending', 'scheduled', 'approved')"),
                        objects)
                .list(APPROVALS::read)
                .stream()
                .collect(Collectors.toUnmodifiableMap(Approval::object, approval -> approval));
    }

    static Optional<Approval> find(Session session, UUID id) {
        return proved(
                        session,
                        session.sql("SELECT * FROM approval WHERE approval_id = cast(:id AS uuid)")
                                .bind("id", id))
                .stream()
                .findFirst();
    }

    static Optional<Approval> lock(Session session, TransactionKey key) {
        var sql = "SELECT * FROM approval" + TransactionKey.WHERE + "approval_id = cast(:id AS uuid) FOR UPDATE";
        return proved(session, key.bind(session.sql(sql), "id")).stream().findFirst();
    }

    static List<Approval> list(
            Session session, Environments environments, Optional<ApprovalStatus> status, String text, Page page) {
        return SEARCHED.ofStatus(session, environments, status, text, page).list(APPROVALS::read);
    }

    private static List<Approval> proved(Session session, Session.Statement statement) {
        return statement.list(APPROVALS.locked(session));
    }

    private static Function<Row, Approval> columns(TableColumns<Approval> t) {
        var key = TransactionKey.columns(t, "approval_id", Approval::key);
        var objectType = t.insertOnly("object_type", TEXT, Approval::objectType);
        var objectId = t.insertOnly("object_id", ID, one -> one.object().id());
        var requested = t.part(Approval::requested);
        var stake = requested.optional(Approval.Requested::stake);
        var control = requested.optional(Approval.Requested::control);
        var progress = t.part(Approval::progress);
        var failure = progress.optional(Approval.Progress::failure);
        var action = requested.insertOnly("action", TEXT, Approval.Requested::action);
        var path = requested.insertOnly(
                "path", json(new TypeReference<Map<String, String>>() {}), Approval.Requested::path);
        var body = requested.insertOnly("body", JSON, Approval.Requested::body);
        var amount = stake.insertOnly("amount", NUMBER, StaffAction.Stake::amount);
        var currency = stake.insertOnly("currency", TEXT, StaffAction.Stake::currency);
        var status = t.column("status", word(ApprovalStatus.class), Approval::status);
        var maker = requested.insertOnly("maker", TEXT, Approval.Requested::maker);
        var requestId = requested.insertOnly("request_id", TEXT, Approval.Requested::requestId);
        var note = requested.insertOnly("note", TEXT.orNull(), Approval.Requested::note);
        var checker = progress.column("checker", TEXT.orNull(), Approval.Progress::checker);
        var checkedNote = progress.column("checked_note", TEXT.orNull(), Approval.Progress::note);
        var failureCode = failure.column("failure_code", TEXT, Approval.Failure::code);
        var failureMessage = failure.column("failure_message", TEXT, Approval.Failure::message);
        var dueAt = progress.outsideMac("due_at", TIME.orNull(), Approval.Progress::dueAt);
        t.insertOnly("created_at", TIME, Approval::createdAt);
        var updatedAt = progress.column("updated_at", TIME, Approval.Progress::updatedAt);
        var grounds = requested.insertOnly(
                "grounds", json(new TypeReference<Approval.Grounds>() {}), Approval.Requested::grounds);
        var seenVersion = requested.insertOnly("seen_version", NUMBER.orNull(), Approval.Requested::seenVersion);
        var subject = control.insertOnly("subject", TEXT, ControlChange::subject);
        var before = control.insertOnly(
                "before", json(new TypeReference<JsonNode>() {}).orNull(), ControlChange::before);
        var after = control.insertOnly(
                "after", json(new TypeReference<JsonNode>() {}).orNull(), ControlChange::after);
        var waitSeconds = control.insertOnly(
                "wait_seconds", NUMBER.as(Duration::ofSeconds, Duration::toSeconds), ControlChange::waits);
        var effectiveAt = progress.column("effective_at", TIME.orNull(), Approval.Progress::effectiveAt);
        return row -> {
            var approvalKey = key.of(row);
            return new Approval(
                    approvalKey,
                    approvalKey.other(objectId.of(row)),
                    objectType.of(row),
                    new Approval.Requested(
                            action.of(row),
                            path.of(row),
                            body.of(row),
                            stake.orNull(row, () -> new StaffAction.Stake(amount.of(row), currency.of(row))),
                            grounds.of(row),
                            control.orNull(
                                    row,
                                    () -> new ControlChange(
                                            subject.of(row), before.of(row), after.of(row), true, waitSeconds.of(row))),
                            seenVersion.of(row),
                            maker.of(row),
                            requestId.of(row),
                            note.of(row)),
                    new Approval.Progress(
                            status.of(row),
                            checker.of(row),
                            checkedNote.of(row),
                            failure.orNull(
                                    row, () -> new Approval.Failure(failureCode.of(row), failureMessage.of(row))),
                            dueAt.of(row),
                            updatedAt.of(row),
                            effectiveAt.of(row)));
        };
    }
}
