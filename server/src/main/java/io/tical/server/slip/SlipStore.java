package io.tical.server.slip;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.payin.Channel;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.Lease;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.transaction.TransactionList;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of uploaded slips. */
final class SlipStore {
    private static final String OF_KEY = TransactionKey.WHERE + "slip_id = cast(:slip AS uuid)";
    private static final String OF_PAYIN = TransactionKey.WHERE + "payin_id = cast(:payin AS uuid)";

    private SlipStore() {}

    static void insert(Session session, Slip slip) {
        var upload = slip.upload();
        var progress = slip.progress();
        var transfer = progress.transfer();
        slip.key()
                .bind(session.sql("""
                        INSERT INTO slip (organization_id, livemode, slip_id, payin_id, number, source, late, merchant_ref, amount,
                            currency, channel, width, height, picture_hash, picture_bands, qr_payload, request_id, status, stage,
                            due_at, checklist, sending_bank, reference, updated_at)
                        VALUES (cast(:organization AS uuid), :livemode, cast(:slip AS uuid), cast(:payin AS uuid), :number, :source,
                            :late, :ref, :amount, :currency, :channel, :width, :height, :hash, cast(:bands AS integer[]),
                            cast(:qr AS text), :request, :status, :stage, now(), '[]', cast(:bank AS text),
                            cast(:reference AS text), :updated)
                        """), "slip")
                .bind("payin", upload.payinId())
                .bind("number", upload.number())
                .bind("source", upload.source().word())
                .bind("late", upload.late())
                .bind("ref", upload.merchantRef())
                .bind("amount", upload.amount())
                .bind("currency", upload.currency())
                .bind("channel", upload.channel().word())
                .bind("width", upload.width())
                .bind("height", upload.height())
                .bind("hash", upload.hash().hex())
                .bindEach("bands", upload.hash().bands(), band -> band)
                .bind("qr", upload.qrPayload())
                .bind("request", upload.requestId())
                .bind("status", progress.status().word())
                .bind("stage", stage(progress.stage()))
                .bind("bank", transfer == null ? null : transfer.bank())
                .bind("reference", transfer == null ? null : transfer.reference())
                .bind("updated", progress.updatedAt())
                .run();
    }

    static void update(Session session, List<Changes.Changed<Slip>> changed) {
        changed.forEach(slip -> update(session, slip.after()));
    }

    private static void update(Session session, Slip slip) {
        var progress = slip.progress();
        var transfer = progress.transfer();
        var decision = progress.decision();
        var reason = decision == null ? null : decision.reason();
        var lease = progress.lease();
        slip.key()
                .bind(
                        session.sql("""
                        UPDATE slip SET status = :status, stage = cast(:stage AS text), asked = :asked,
                            due_at = cast(:due AS timestamptz), verdict = cast(:verdict AS jsonb),
                            checklist = cast(:checklist AS jsonb), sending_bank = cast(:bank AS text),
                            reference = cast(:reference AS text), paid = cast(:paid AS bigint), reason = cast(:reason AS text),
                            note = cast(:note AS text), decided_by = cast(:by AS text), decided_request = cast(:request AS text),
                            decided_at = cast(:decided AS timestamptz), review_at = cast(:review AS timestamptz),
                            claimed_by = cast(:claimed AS text), claimed_until = cast(:until AS timestamptz),
                            version = :version, updated_at = :updated
                        """ + OF_KEY)
                                .bind("status", progress.status().word())
                                .bind("stage", stage(progress.stage()))
                                .bind("asked", progress.asked())
                                .bind("due", progress.dueAt())
                                .bind("verdict", progress.verdict() == null ? null : json(progress.verdict()))
                                .bind("checklist", json(progress.checks()))
                                .bind("bank", transfer == null ? null : transfer.bank())
                                .bind("reference", transfer == null ? null : transfer.reference())
                                .bind("paid", decision == null ? null : decision.paid())
                                .bind("reason", reason == null ? null : reason.word())
                                .bind("note", decision == null ? null : decision.note())
                                .bind("by", decision == null ? null : decision.by())
                                .bind("request", decision == null ? null : decision.requestId())
                                .bind("decided", decision == null ? null : decision.at())
                                .bind("review", progress.reviewAt())
                                .bind("claimed", lease == null ? null : lease.operator())
                                .bind("until", lease == null ? null : lease.until())
                                .bind("version", progress.version())
                                .bind("updated", progress.updatedAt()),
                        "slip")
                .run();
    }

    /** @param lock whether to lock it until the transaction ends */
    static Optional<Slip> find(Session session, TransactionKey key, boolean lock) {
        return key.bind(session.sql("SELECT * FROM slip" + OF_KEY + (lock ? " FOR UPDATE" : "")), "slip")
                .first(SlipStore::slip);
    }

    /** The key of a slip by its id, for operators, who belong to no organization. */
    static Optional<TransactionKey> key(Session session, UUID slipId) {
        return session.sql("SELECT organization_id, livemode, slip_id FROM slip WHERE slip_id = cast(:slip AS uuid)")
                .bind("slip", slipId)
                .first(row -> TransactionKey.of(row, "slip_id"));
    }

    /** A payin's slips in upload order. */
    static List<Slip> ofPayin(Session session, TransactionKey payin) {
        return payin.bind(session.sql("SELECT * FROM slip" + OF_PAYIN + " ORDER BY number"), "payin")
                .list(SlipStore::slip);
    }

    /**
     * The review queue across organizations, newest first: one row more than the page's limit, when there are that many.
     * Slips that are being verified are not listed.
     */
    static List<Slip> list(Session session, SlipReview.Filter filter, Page page) {
        var conditions = new ArrayList<>(List.of("stage IS DISTINCT FROM 'checking'"));
        // A literal and not a parameter, so that the planner knows how rare the status is.
        filter.status().ifPresent(status -> conditions.add("status = '" + status.word() + "'"));
        var id = filter.text().flatMap(Ids::parse);
        if (id.isPresent()) {
            conditions.add("(slip_id = cast(:id AS uuid) OR payin_id = cast(:id AS uuid))");
        } else if (filter.text().isPresent()) {
            conditions.add("merchant_ref LIKE :prefix");
        }
        if (page.before() != null) {
            conditions.add("slip_id < cast(:before AS uuid)");
        }
        // A parameter that the conditions do not name is ignored.
        return session.sql("SELECT * FROM slip WHERE " + String.join(" AND ", conditions)
                        + " ORDER BY slip_id DESC LIMIT :rows OFFSET :offset")
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .bind("id", id.orElse(null))
                .bind("prefix", TransactionList.prefix(filter.text().orElse("")))
                .bind("before", page.before())
                .list(SlipStore::slip);
    }

    /** Locks the payin's other undecided slips of this transfer. */
    static List<Slip> lockDuplicates(Session session, Slip slip, Slip.Transfer transfer) {
        return slip.payin()
                .bind(session.sql("SELECT * FROM slip" + OF_PAYIN + """
                         AND stage <> 'confirming' AND reference = :reference AND sending_bank = :bank
                         AND slip_id <> cast(:slip AS uuid) ORDER BY slip_id FOR UPDATE
                        """), "payin")
                .bind("slip", slip.key().id())
                .bind("reference", transfer.reference())
                .bind("bank", transfer.bank())
                .list(SlipStore::slip);
    }

    static int count(Session session, TransactionKey payin) {
        return payin.bind(session.sql("SELECT count(*) AS uploads FROM slip" + OF_PAYIN), "payin")
                .one(row -> row.integer("uploads"));
    }

    static Slip slip(Row row) {
        var stage = row.textOrNull("stage");
        return new Slip(
                TransactionKey.of(row, "slip_id"),
                new Slip.Upload(
                        row.uuid("payin_id"),
                        row.integer("number"),
                        Word.of(Slip.Source.class, row.text("source")),
                        row.flag("late"),
                        row.text("merchant_ref"),
                        row.number("amount"),
                        row.text("currency"),
                        Channel.of(row.text("channel")).orElseThrow(),
                        row.integer("width"),
                        row.integer("height"),
                        new PictureHash(row.text("picture_hash")),
                        row.textOrNull("qr_payload"),
                        row.text("request_id")),
                new Slip.Progress(
                        Word.of(SlipStage.class, stage == null ? row.text("status") : stage),
                        row.integer("asked"),
                        row.instantOrNull("due_at"),
                        verdict(row.textOrNull("verdict")),
                        read(row.text("checklist"), new TypeReference<List<Check>>() {}),
                        transfer(row.textOrNull("sending_bank"), row.textOrNull("reference")),
                        decision(row),
                        row.instantOrNull("review_at"),
                        lease(row),
                        row.number("version"),
                        row.instant("updated_at")));
    }

    private static @Nullable Verdict verdict(@Nullable String json) {
        return json == null ? null : read(json, new TypeReference<Verdict>() {});
    }

    private static Slip.@Nullable Transfer transfer(@Nullable String bank, @Nullable String reference) {
        return bank == null || reference == null ? null : new Slip.Transfer(bank, reference);
    }

    private static Slip.@Nullable Decision decision(Row row) {
        var at = row.instantOrNull("decided_at");
        var reason = row.textOrNull("reason");
        return at == null
                ? null
                : new Slip.Decision(
                        row.numberOrNull("paid"),
                        reason == null ? null : Word.of(Slip.Reason.class, reason),
                        row.textOrNull("note"),
                        row.textOrNull("decided_by"),
                        row.textOrNull("decided_request"),
                        at);
    }

    private static @Nullable String stage(SlipStage stage) {
        return stage.status() == SlipStatus.PENDING ? stage.word() : null;
    }

    private static @Nullable Lease lease(Row row) {
        var by = row.textOrNull("claimed_by");
        var until = row.instantOrNull("claimed_until");
        return by == null || until == null ? null : new Lease(by, until);
    }

    private static String json(Object value) {
        return new String(Json.bytes(value), StandardCharsets.UTF_8);
    }

    private static <T> T read(String json, TypeReference<T> type) {
        try {
            return Json.mapper().readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stored slip is not readable", e);
        }
    }
}
