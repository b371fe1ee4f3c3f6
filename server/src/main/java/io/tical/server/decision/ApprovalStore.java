package io.tical.server.decision;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of approvals. */
final class ApprovalStore {
    static final DueTable DUE =
            new DueTable("approval", "approval_id", "due_at", "status IN ('scheduled', 'approved')");

    static final BulkWrite<Approval> APPROVALS = TransactionKey.<Approval>write(
                    "approval", "approval_id", Approval::key)
            .insertOnly("object_type", "text", Approval::objectType)
            .insertOnly("object_id", "uuid", one -> one.object().id())
            .insertOnly("action", "text", one -> one.requested().action())
            .insertOnly("path", "json", one -> Json.text(one.requested().path()))
            .insertOnly("body", "json", one -> one.requested().body())
            .insertOnly(
                    "amount",
                    "bigint",
                    one -> stake(one).map(StaffAction.Stake::amount).orElse(null))
            .insertOnly(
                    "currency",
                    "text",
                    one -> stake(one).map(StaffAction.Stake::currency).orElse(null))
            .column("status", "text", one -> one.status().word())
            .insertOnly("maker", "text", one -> one.requested().maker())
            .insertOnly("request_id", "text", one -> one.requested().requestId())
            .insertOnly("note", "text", one -> one.requested().note())
            .column("checker", "text", one -> one.progress().checker())
            .column("checked_note", "text", one -> one.progress().note())
            .column(
                    "failure_code",
                    "text",
                    one -> failure(one).map(Approval.Failure::code).orElse(null))
            .column(
                    "failure_message",
                    "text",
                    one -> failure(one).map(Approval.Failure::message).orElse(null))
            .outsideMac("due_at", "timestamptz", one -> one.progress().dueAt())
            .insertOnly("created_at", "timestamptz", Approval::createdAt)
            .column("updated_at", "timestamptz", one -> one.progress().updatedAt())
            .insertOnly("grounds", "json", one -> Json.text(one.requested().grounds()))
            .insertOnly("seen_version", "bigint", one -> one.requested().seenVersion())
            .insertOnly(
                    "subject",
                    "text",
                    one -> control(one).map(ControlChange::subject).orElse(null))
            .insertOnly(
                    "before",
                    "json",
                    one -> control(one)
                            .map(ControlChange::before)
                            .map(Json::text)
                            .orElse(null))
            .insertOnly(
                    "after",
                    "json",
                    one -> control(one)
                            .map(ControlChange::after)
                            .map(Json::text)
                            .orElse(null))
            .insertOnly(
                    "wait_seconds",
                    "bigint",
                    one -> control(one)
                            .map(change -> change.waits().toSeconds())
                            .orElse(null))
            .column("effective_at", "timestamptz", one -> one.progress().effectiveAt())
            .authenticated()
            .journaled();

    private static final TextLookup SEARCHED = new TextLookup(
                    "approval", "approval_id", List.of("approval_id", "object_id"), List.of("a.maker LIKE :prefix"))
            .withService();

    private ApprovalStore() {}

    private static Optional<Approval.Failure> failure(Approval one) {
        return Optional.ofNullable(one.progress().failure());
    }

    private static Optional<StaffAction.Stake> stake(Approval one) {
        return Optional.ofNullable(one.requested().stake());
    }

    private static Optional<ControlChange> control(Approval one) {
        return Optional.ofNullable(one.requested().control());
    }

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
                .list(ApprovalStore::approval)
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
        return SEARCHED.ofStatus(session, environments, status, text, page).list(ApprovalStore::approval);
    }

    private static List<Approval> proved(Session session, Session.Statement statement) {
        var proof = APPROVALS.proof(session);
        return statement.list(row -> {
            proof.requireUnaltered(row);
            return approval(row);
        });
    }

    private static Approval approval(Row row) {
        var key = TransactionKey.of(row, "approval_id");
        var code = row.textOrNull("failure_code");
        return new Approval(
                key,
                new TransactionKey(key.organizationId(), key.livemode(), row.uuid("object_id")),
                row.text("object_type"),
                new Approval.Requested(
                        row.text("action"),
                        Json.read(row.text("path"), new TypeReference<Map<String, String>>() {}),
                        row.text("body"),
                        stake(row),
                        Json.read(row.text("grounds"), new TypeReference<Approval.Grounds>() {}),
                        control(row),
                        row.numberOrNull("seen_version"),
                        row.text("maker"),
                        row.text("request_id"),
                        row.textOrNull("note")),
                new Approval.Progress(
                        Word.of(ApprovalStatus.class, row.text("status")),
                        row.textOrNull("checker"),
                        row.textOrNull("checked_note"),
                        code == null ? null : new Approval.Failure(code, row.text("failure_message")),
                        row.instantOrNull("due_at"),
                        row.instant("updated_at"),
                        row.instantOrNull("effective_at")));
    }

    private static StaffAction.@Nullable Stake stake(Row row) {
        var amount = row.numberOrNull("amount");
        return amount == null ? null : new StaffAction.Stake(amount, row.text("currency"));
    }

    private static @Nullable ControlChange control(Row row) {
        var subject = row.textOrNull("subject");
        return subject == null
                ? null
                : new ControlChange(
                        subject,
                        json(row.textOrNull("before")),
                        json(row.textOrNull("after")),
                        true,
                        Duration.ofSeconds(row.number("wait_seconds")));
    }

    private static @Nullable JsonNode json(@Nullable String text) {
        return text == null ? null : Json.read(text, new TypeReference<JsonNode>() {});
    }
}
