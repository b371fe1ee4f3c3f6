package io.tical.server.slip;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.INTEGER;
import static io.tical.db.ColumnType.INTEGERS;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.json;
import static io.tical.server.key.ColumnTypes.word;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.Channel;
import io.tical.server.rail.BankTransfer;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.ListSql;
import io.tical.server.transaction.Page;
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

    static final Table<Slip> SLIPS = Table.of("slip", SlipStore::columns);

    private static final String UNDECIDED = Arrays.stream(SlipStage.values())
            .filter(SlipStage::undecided)
            .map(stage -> "'" + stage.word() + "'")
            .collect(Collectors.joining(", "));

    private SlipStore() {}

    static void insert(Session session, Slip slip) {
        SLIPS.insert(session, List.of(slip)).run();
    }

    /** Writes changed slips when the session sends. */
    static void updateLater(Session session, List<Changes.Changed<Slip>> changed) {
        SLIPS.update(session, changed.stream().map(Changes.Changed::after).toList())
                .runLater();
    }

    static Optional<Slip> find(Session session, TransactionKey key) {
        return key.bind(session.sql("SELECT * FROM slip" + OF_KEY), "slip").first(SLIPS::read);
    }

    /** Locks a slip until the transaction ends. */
    static Optional<Slip> lock(Session session, TransactionKey key) {
        return key.bind(session.sql("SELECT * FROM slip" + OF_KEY + " FOR UPDATE"), "slip")
                .first(SLIPS.locked(session));
    }

    /** Finds a slip for operators, who belong to no organization. */
    static Optional<Slip> find(Session session, UUID slipId) {
        return session.sql("SELECT * FROM slip WHERE slip_id = cast(:slip AS uuid)")
                .bind("slip", slipId)
                .first(SLIPS::read);
    }

    /** A payin's slips in upload order. */
    static List<Slip> ofPayin(Session session, TransactionKey payin) {
        return payin.bind(session.sql("SELECT * FROM slip" + OF_PAYIN + " ORDER BY number"), "payin")
                .list(SLIPS::read);
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
        var list = (filter.order() == SlipReview.Order.NEWEST
                        ? ListSql.newestFirst("slip_id", page)
                        : ListSql.oldestFirst("slip_id", page))
                .where("stage IS DISTINCT FROM 'checking'")
                .within(filter.environments(), "");
        var id = Ids.parse(filter.text());
        if (id.isPresent()) {
            list.where("(slip_id = cast(:id AS uuid) OR payin_id = cast(:id AS uuid))", "id", id.get());
        } else if (!filter.text().isEmpty()) {
            list.where("merchant_ref LIKE :prefix").bindText(filter.text());
        }
        // The index of status and id has this order for one status, so the page is made of those of each. A status is a
        // literal and not a parameter, so that the planner knows how rare it is.
        var statuses = filter.status() == null ? List.of(SlipStatus.values()) : List.of(filter.status());
        var walks = statuses.stream()
                .map(status -> "(" + list.walk("SELECT * FROM slip", "status = '" + status.word() + "'") + ")")
                .collect(Collectors.joining(" UNION ALL "));
        // The best plan depends on the text, and on how few rows a page has.
        return list.pageOf(session, "SELECT * FROM (" + walks + ") s").list(SLIPS::read);
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
                .list(SLIPS.locked(session));
    }

    /** Raises the versions of the undecided slips of these payins. */
    static void raiseVersions(Session session, Collection<TransactionKey> payins) {
        var sql = "SELECT s.* FROM slip s JOIN " + TransactionKey.table("payin_id")
                + " USING (organization_id, livemode, payin_id) WHERE s.stage IN (" + UNDECIDED
                + ") ORDER BY s.organization_id, s.livemode, s.slip_id FOR UPDATE OF s";
        var raised = TransactionKey.bind(session.sql(sql), payins).list(SLIPS.locked(session)).stream()
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

    private static Function<Row, Slip> columns(TableColumns<Slip> t) {
        var key = TransactionKey.columns(t, "slip_id", Slip::key);
        var upload = t.part(Slip::upload);
        var progress = t.part(Slip::progress);
        var transfer = progress.optional(Slip.Progress::transfer);
        var decision = progress.optional(Slip.Progress::decision);
        var payinId = upload.insertOnly("payin_id", ID, Slip.Upload::payinId);
        var number = upload.insertOnly("number", INTEGER, Slip.Upload::number);
        var source = upload.insertOnly("source", word(Slip.Source.class), Slip.Upload::source);
        var late = upload.insertOnly("late", FLAG, Slip.Upload::late);
        var merchantRef = upload.insertOnly("merchant_ref", TEXT, Slip.Upload::merchantRef);
        var amount = upload.insertOnly("amount", NUMBER, Slip.Upload::amount);
        var currency = upload.insertOnly("currency", TEXT, Slip.Upload::currency);
        var channel = upload.insertOnly("channel", word(Channel.class), Slip.Upload::channel);
        var width = upload.insertOnly("width", INTEGER, Slip.Upload::width);
        var height = upload.insertOnly("height", INTEGER, Slip.Upload::height);
        var pictureHash =
                upload.insertOnly("picture_hash", TEXT.as(PictureHash::new, PictureHash::hex), Slip.Upload::hash);
        upload.insertOnly("picture_bands", INTEGERS, SlipStore::bands);
        var qrPayload = upload.insertOnly("qr_payload", TEXT.orNull(), Slip.Upload::qrPayload);
        var requestId = upload.insertOnly("request_id", TEXT, Slip.Upload::requestId);
        var status = progress.column("status", TEXT, one -> one.status().word());
        var stage = progress.column("stage", word(SlipStage.class).orNull(), SlipStore::pendingStage);
        var asked = progress.updateOnly("asked", INTEGER, Slip.Progress::asked);
        var dueAt = progress.outsideMac("due_at", TIME.orNull(), Slip.Progress::dueAt);
        var verdict =
                progress.column("verdict", json(new TypeReference<Verdict>() {}).orNull(), Slip.Progress::verdict);
        var checklist = progress.column("checklist", json(new TypeReference<List<Check>>() {}), Slip.Progress::checks);
        var sendingBank = transfer.column("sending_bank", TEXT, Slip.Transfer::bank);
        var reference = transfer.column("reference", TEXT, Slip.Transfer::reference);
        var paid = decision.updateOnly("paid", NUMBER.orNull(), Slip.Decision::paid);
        var reason = decision.updateOnly("reason", word(Slip.Reason.class).orNull(), Slip.Decision::reason);
        var note = decision.updateOnly("note", TEXT.orNull(), Slip.Decision::note);
        var decidedBy = decision.updateOnly("decided_by", TEXT.orNull(), Slip.Decision::by);
        var decidedRequest = decision.updateOnly("decided_request", TEXT.orNull(), Slip.Decision::requestId);
        var decidedAt = decision.updateOnly("decided_at", TIME, Slip.Decision::at);
        var reviewAt = progress.updateOnly("review_at", TIME.orNull(), Slip.Progress::reviewAt);
        var version = t.updateOnly("version", NUMBER, Slip::version);
        var updatedAt = progress.column("updated_at", TIME, Slip.Progress::updatedAt);
        var pictureSha256 = upload.insertOnly("picture_sha256", TEXT, Slip.Upload::pictureSha256);
        return row -> {
            var pending = stage.of(row);
            return new Slip(
                    key.of(row),
                    new Slip.Upload(
                            payinId.of(row),
                            number.of(row),
                            source.of(row),
                            late.of(row),
                            merchantRef.of(row),
                            amount.of(row),
                            currency.of(row),
                            channel.of(row),
                            width.of(row),
                            height.of(row),
                            pictureHash.of(row),
                            qrPayload.of(row),
                            requestId.of(row),
                            pictureSha256.of(row)),
                    new Slip.Progress(
                            pending == null ? Word.of(SlipStage.class, status.of(row)) : pending,
                            asked.of(row),
                            dueAt.of(row),
                            verdict.of(row),
                            checklist.of(row),
                            transfer.orNull(row, () -> new Slip.Transfer(sendingBank.of(row), reference.of(row))),
                            decision.orNull(
                                    row,
                                    () -> new Slip.Decision(
                                            paid.of(row),
                                            reason.of(row),
                                            note.of(row),
                                            decidedBy.of(row),
                                            decidedRequest.of(row),
                                            decidedAt.of(row))),
                            reviewAt.of(row),
                            version.of(row),
                            updatedAt.of(row)));
        };
    }

    private static String bands(Slip.Upload upload) {
        return upload.hash().bands().stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }

    /** The stage of a pending slip. Those of other slips have the name of their status. */
    private static @Nullable SlipStage pendingStage(Slip.Progress progress) {
        return progress.status() == SlipStatus.PENDING ? progress.stage() : null;
    }
}
