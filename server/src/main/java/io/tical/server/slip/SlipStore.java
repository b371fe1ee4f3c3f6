package io.tical.server.slip;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.Channel;
import io.tical.server.rail.BankTransfer;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of uploaded slips. */
final class SlipStore {
    private static final String OF_KEY = TransactionKey.WHERE + "slip_id = cast(:slip AS uuid)";
    private static final String OF_PAYIN = TransactionKey.WHERE + "payin_id = cast(:payin AS uuid)";

    static final BulkWrite<Slip> SLIPS = TransactionKey.<Slip>write("slip", "slip_id", Slip::key)
            .insertOnly("payin_id", "uuid", slip -> slip.upload().payinId())
            .insertOnly("number", "integer", slip -> slip.upload().number())
            .insertOnly("source", "text", slip -> slip.upload().source().word())
            .insertOnly("late", "boolean", slip -> slip.upload().late())
            .insertOnly("merchant_ref", "text", slip -> slip.upload().merchantRef())
            .insertOnly("amount", "bigint", slip -> slip.upload().amount())
            .insertOnly("currency", "text", slip -> slip.upload().currency())
            .insertOnly("channel", "text", slip -> slip.upload().channel().word())
            .insertOnly("width", "integer", slip -> slip.upload().width())
            .insertOnly("height", "integer", slip -> slip.upload().height())
            .insertOnly("picture_hash", "text", slip -> slip.upload().hash().hex())
            .insertOnly("picture_bands", "integer[]", SlipStore::bands)
            .insertOnly("qr_payload", "text", slip -> slip.upload().qrPayload())
            .insertOnly("request_id", "text", slip -> slip.upload().requestId())
            .column("status", "text", slip -> slip.progress().status().word())
            .column("stage", "text", slip -> stage(slip.progress().stage()))
            .updateOnly("asked", "integer", slip -> slip.progress().asked())
            .outsideMac("due_at", "timestamptz", slip -> slip.progress().dueAt())
            .column("verdict", "json", known(Slip.Progress::verdict, Json::text))
            .column("checklist", "json", slip -> Json.text(slip.progress().checks()))
            .column("sending_bank", "text", known(Slip.Progress::transfer, Slip.Transfer::bank))
            .column("reference", "text", known(Slip.Progress::transfer, Slip.Transfer::reference))
            .updateOnly("paid", "bigint", known(Slip.Progress::decision, Slip.Decision::paid))
            .updateOnly("reason", "text", known(Slip.Progress::decision, SlipStore::reason))
            .updateOnly("note", "text", known(Slip.Progress::decision, Slip.Decision::note))
            .updateOnly("decided_by", "text", known(Slip.Progress::decision, Slip.Decision::by))
            .updateOnly("decided_request", "text", known(Slip.Progress::decision, Slip.Decision::requestId))
            .updateOnly("decided_at", "timestamptz", known(Slip.Progress::decision, Slip.Decision::at))
            .updateOnly("review_at", "timestamptz", slip -> slip.progress().reviewAt())
            .updateOnly("version", "bigint", Slip::version)
            .column("updated_at", "timestamptz", slip -> slip.progress().updatedAt())
            .insertOnly("picture_sha256", "text", slip -> slip.upload().pictureSha256())
            .authenticated()
            .journaled();

    private static final String UNDECIDED = Arrays.stream(SlipStage.values())
            .filter(SlipStage::undecided)
            .map(stage -> "'" + stage.word() + "'")
            .collect(Collectors.joining(", "));

    private SlipStore() {}

    /** A value of an optional part of the progress; null without that part. */
    private static <P, V> Function<Slip, @Nullable V> known(
            Function<Slip.Progress, @Nullable P> part, Function<P, @Nullable V> value) {
        return slip -> {
            var found = part.apply(slip.progress());
            return found == null ? null : value.apply(found);
        };
    }

    private static String bands(Slip slip) {
        return slip.upload().hash().bands().stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }

    private static @Nullable String reason(Slip.Decision decision) {
        return decision.reason() == null ? null : decision.reason().word();
    }

    static void insert(Session session, Slip slip) {
        SLIPS.insert(session, List.of(slip)).run();
    }

    /** Writes changed slips when the session sends. */
    static void updateLater(Session session, List<Changes.Changed<Slip>> changed) {
        SLIPS.update(session, changed.stream().map(Changes.Changed::after).toList())
                .runLater();
    }

    static Optional<Slip> find(Session session, TransactionKey key) {
        return key.bind(session.sql("SELECT * FROM slip" + OF_KEY), "slip").first(SlipStore::slip);
    }

    /** Locks a slip until the transaction ends. */
    static Optional<Slip> lock(Session session, TransactionKey key) {
        return key.bind(session.sql("SELECT * FROM slip" + OF_KEY + " FOR UPDATE"), "slip")
                .first(proved(session));
    }

    private static Function<Row, Slip> proved(Session session) {
        var proof = SLIPS.proof(session);
        return row -> {
            proof.requireUnaltered(row);
            return slip(row);
        };
    }

    /** Finds a slip for operators, who belong to no organization. */
    static Optional<Slip> find(Session session, UUID slipId) {
        return session.sql("SELECT * FROM slip WHERE slip_id = cast(:slip AS uuid)")
                .bind("slip", slipId)
                .first(SlipStore::slip);
    }

    /** A payin's slips in upload order. */
    static List<Slip> ofPayin(Session session, TransactionKey payin) {
        return payin.bind(session.sql("SELECT * FROM slip" + OF_PAYIN + " ORDER BY number"), "payin")
                .list(SlipStore::slip);
    }

    /** The payins of an organization with a slip of a transfer with this reference, as it is written or in upper case. */
    static List<UUID> payinsOfReference(
            Session session, UUID organizationId, boolean livemode, String reference, int rowsMax) {
        // In the order of the index of references, so that the planner uses no other one.
        return session.sql("""
                SELECT payin_id FROM slip WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                  AND reference IS NOT NULL AND reference = ANY (cast(:references AS text[]))
                ORDER BY reference LIMIT :rows
                """)
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bindEach("references", List.of(reference, BankTransfer.compared(reference)), Function.identity())
                .bind("rows", rowsMax)
                .withCustomPlan()
                .list(row -> row.uuid("payin_id"));
    }

    /**
     * The review queue across organizations: one row more than the page's limit, when there are that many.
     * Slips that are being verified are not listed.
     */
    static List<Slip> list(Session session, SlipReview.Filter filter, Page page) {
        var conditions = new ArrayList<>(List.of(
                "stage IS DISTINCT FROM 'checking'", filter.environments().condition("")));
        var id = Ids.parse(filter.text());
        if (id.isPresent()) {
            conditions.add("(slip_id = cast(:id AS uuid) OR payin_id = cast(:id AS uuid))");
        } else if (!filter.text().isEmpty()) {
            conditions.add("merchant_ref LIKE :prefix");
        }
        var newest = filter.order() == SlipReview.Order.NEWEST;
        if (page.before() != null) {
            conditions.add("slip_id " + (newest ? "<" : ">") + " cast(:before AS uuid)");
        }
        var order = " ORDER BY slip_id" + (newest ? " DESC" : "");
        var condition = String.join(" AND ", conditions);
        // The index of status and id has this order for one status, so the page is made of those of each. A status is a
        // literal and
        // not a parameter, so that the planner knows how rare it is.
        var statuses = filter.status() == null ? List.of(SlipStatus.values()) : List.of(filter.status());
        var walks = statuses.stream()
                .map(status -> "(SELECT * FROM slip WHERE status = '" + status.word() + "' AND " + condition + order
                        + " LIMIT :reach)")
                .collect(Collectors.joining(" UNION ALL "));
        // A parameter that the statement does not contain is ignored.
        return filter.environments()
                .bind(session.sql("SELECT * FROM (" + walks + ") s" + order + " LIMIT :rows OFFSET :offset"))
                .bind("reach", page.limit() + 1 + page.offset())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .bind("id", id.orElse(null))
                .bind("prefix", TransactionList.prefix(filter.text()))
                .bind("before", page.before())
                // The best plan depends on the text, and on how few rows a page has.
                .withCustomPlan()
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
                .list(proved(session));
    }

    /** Raises the versions of the undecided slips of these payins. */
    static void raiseVersions(Session session, Collection<TransactionKey> payins) {
        var sql = "SELECT s.* FROM slip s JOIN " + TransactionKey.table("payin_id")
                + " USING (organization_id, livemode, payin_id) WHERE s.stage IN (" + UNDECIDED
                + ") ORDER BY s.organization_id, s.livemode, s.slip_id FOR UPDATE OF s";
        var raised = TransactionKey.bind(session.sql(sql), payins).list(proved(session)).stream()
                .map(slip -> slip.withVersion(slip.version() + 1))
                .toList();
        if (!raised.isEmpty()) {
            SLIPS.update(session, raised).runLater();
        }
    }

    /** The sum of the versions of each payin's slips. */
    static Map<TransactionKey, Long> versions(Session session, Collection<TransactionKey> payins) {
        var sql =
                "SELECT organization_id, livemode, payin_id, cast(sum(s.version) AS bigint) AS versions FROM slip s JOIN "
                        + TransactionKey.table("payin_id") + " USING (organization_id, livemode, payin_id)"
                        + " GROUP BY organization_id, livemode, payin_id";
        return TransactionKey.bind(session.sql(sql), payins)
                .list(row -> Map.entry(TransactionKey.of(row, "payin_id"), row.number("versions")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
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
                        Word.of(Channel.class, row.text("channel")),
                        row.integer("width"),
                        row.integer("height"),
                        new PictureHash(row.text("picture_hash")),
                        row.textOrNull("qr_payload"),
                        row.text("request_id"),
                        row.text("picture_sha256")),
                new Slip.Progress(
                        Word.of(SlipStage.class, stage == null ? row.text("status") : stage),
                        row.integer("asked"),
                        row.instantOrNull("due_at"),
                        verdict(row.textOrNull("verdict")),
                        Json.read(row.text("checklist"), new TypeReference<List<Check>>() {}),
                        transfer(row.textOrNull("sending_bank"), row.textOrNull("reference")),
                        decision(row),
                        row.instantOrNull("review_at"),
                        row.number("version"),
                        row.instant("updated_at")));
    }

    private static @Nullable Verdict verdict(@Nullable String json) {
        return json == null ? null : Json.read(json, new TypeReference<Verdict>() {});
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
}
