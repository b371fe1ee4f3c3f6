package io.tical.server.webhook;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.Page;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.Delivery.Status.Trigger;
import io.tical.server.webhook.MerchantRedelivery.Progress;
import io.tical.server.webhook.MerchantRedelivery.Selection;
import io.tical.server.webhook.MerchantRedelivery.Status;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of sending the failed deliveries of a merchant again. */
final class RedeliveryStore {
    private static final String OF_KEY = TransactionKey.WHERE + "redelivery_id = cast(:redelivery AS uuid)";

    /** Not in the journal: rows are forgotten after 30 days. */
    static final BulkWrite<MerchantRedelivery> REDELIVERIES = TransactionKey.<MerchantRedelivery>write(
                    "redelivery", "redelivery_id", MerchantRedelivery::key)
            .insertOnly("endpoint", "text", one -> word(one.selection().endpoint()))
            .insertOnly("type", "text", one -> word(one.selection().event()))
            .insertOnly("code", "integer", one -> one.selection().code())
            .insertOnly("transaction_id", "uuid", one -> one.selection().transactionId())
            .insertOnly("reference", "text", one -> one.selection().reference())
            .insertOnly("transactions", "text", one -> joined(one.selection().transactions()))
            .insertOnly("created_before", "uuid", MerchantRedelivery::until)
            .insertOnly("matched", "bigint", MerchantRedelivery::matched)
            .insertOnly("started_by", "text", one -> one.by().id())
            .insertOnly("request_id", "text", one -> one.by().requestId())
            .insertOnly("source", "text", one -> one.by().source())
            .insertOnly("created_at", "timestamptz", MerchantRedelivery::createdAt)
            .column("status", "text", one -> one.progress().status().word())
            .column("position", "uuid", one -> one.progress().position())
            .column("redelivered", "bigint", one -> one.progress().redelivered())
            .outsideMac("due_at", "timestamptz", one -> one.progress().dueAt())
            .column("updated_at", "timestamptz", one -> one.progress().updatedAt())
            .authenticated();

    private RedeliveryStore() {}

    private static @Nullable String word(@Nullable Word word) {
        return word == null ? null : word.word();
    }

    private static @Nullable String joined(@Nullable List<UUID> ids) {
        return ids == null ? null : ids.stream().map(UUID::toString).collect(Collectors.joining(" "));
    }

    /** Inserts an order; returns false while another one of its organization and environment runs. */
    static boolean insertIfNoneRuns(Session session, MerchantRedelivery order) {
        return REDELIVERIES.insertIfAbsent(session, order);
    }

    static void update(Session session, MerchantRedelivery order) {
        REDELIVERIES.update(session, List.of(order)).run();
    }

    static Optional<MerchantRedelivery> find(Session session, TransactionKey key) {
        return key.bind(session.sql("SELECT * FROM redelivery" + OF_KEY), "redelivery")
                .first(RedeliveryStore::order);
    }

    /** Locks an order until the transaction ends. */
    static Optional<MerchantRedelivery> lock(Session session, TransactionKey key) {
        return key.bind(session.sql("SELECT * FROM redelivery" + OF_KEY + " FOR UPDATE"), "redelivery")
                .first(proved(session));
    }

    /** Locks an order whose next batch is due; empty if another transaction has locked it. */
    static Optional<MerchantRedelivery> lockDue(Session session, TransactionKey key) {
        return key.bind(
                        session.sql(
                                "SELECT * FROM redelivery" + OF_KEY + " AND due_at <= now() FOR UPDATE SKIP LOCKED"),
                        "redelivery")
                .first(proved(session));
    }

    private static Function<Row, MerchantRedelivery> proved(Session session) {
        var proof = REDELIVERIES.proof(session);
        return row -> {
            proof.requireUnaltered(row);
            return order(row);
        };
    }

    static List<MerchantRedelivery> list(Session session, UUID organizationId, boolean livemode, Page page) {
        return session.sql("SELECT * FROM redelivery" + TransactionKey.WHERE
                        + "(cast(:before AS uuid) IS NULL OR redelivery_id < cast(:before AS uuid))"
                        + " ORDER BY redelivery_id DESC LIMIT :rows OFFSET :offset")
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("before", page.before())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .list(RedeliveryStore::order);
    }

    /** Deletes at most {@code rowsMax} orders that have ended, except altered ones; returns how many. */
    static long forget(Session session, Instant before, int rowsMax) {
        var old = session.sql("SELECT * FROM redelivery WHERE created_at < :before AND status <> 'running' LIMIT :rows")
                .bind("before", before)
                .bind("rows", rowsMax);
        return REDELIVERIES.readingProof(session).forget(session, old);
    }

    /** Sends the next deliveries of an order again; skips rows that another transaction has locked. */
    static List<UUID> next(Session session, MerchantRedelivery order) {
        var sql = DeliveryStore.transition(Trigger.REDELIVER) + """
                 AND (organization_id, livemode, delivery_id) IN (
                    SELECT organization_id, livemode, delivery_id FROM delivery
                    WHERE %s ORDER BY delivery_id LIMIT :rows FOR UPDATE SKIP LOCKED)
                RETURNING delivery_id
                """.formatted(failed(order));
        session.wrote(Events.DELIVERIES.table(), order.key().livemode());
        return bind(session.sql(sql), order)
                .bind("rows", MerchantRedeliveries.BATCH)
                .list(row -> row.uuid("delivery_id"));
    }

    /** Counts the failed deliveries that match and that the order has not come to yet. */
    static long remaining(Session session, MerchantRedelivery order) {
        var sql = "SELECT count(*) AS count FROM (SELECT FROM delivery WHERE " + failed(order) + " LIMIT :rows) found";
        return bind(session.sql(sql), order)
                .bind("rows", MerchantRedelivery.COUNTED_MAX)
                .one(row -> row.number("count"));
    }

    /** The condition of failed deliveries with a callback URL. */
    private static String failed(MerchantRedelivery order) {
        return """
            organization_id = cast(:organization AS uuid) AND livemode = :livemode
              AND delivery_id > cast(:after AS uuid) AND delivery_id < cast(:until AS uuid)
              AND endpoint IN (SELECT c.kind FROM callback_endpoint c
                               WHERE c.organization_id = cast(:organization AS uuid) AND c.url IS NOT NULL)
            """ + DeliveryStore.conditions(order.selection().filter(), null);
    }

    private static Session.Statement bind(Session.Statement statement, MerchantRedelivery order) {
        var key = order.key();
        return DeliveryStore.bind(statement, order.selection().filter(), new Page(1, 0, null))
                .bind("organization", key.organizationId())
                .bind("livemode", key.livemode())
                .bind("after", order.progress().position())
                .bind("until", order.until())
                .withCustomPlan();
    }

    private static MerchantRedelivery order(Row row) {
        var endpoint = row.textOrNull("endpoint");
        var event = row.textOrNull("type");
        var transactions = row.textOrNull("transactions");
        return new MerchantRedelivery(
                TransactionKey.of(row, "redelivery_id"),
                new Selection(
                        endpoint == null ? null : Word.of(Kind.class, endpoint),
                        event == null ? null : Word.of(EventType.class, event),
                        DeliveryStore.integerOrNull(row, "code"),
                        row.uuidOrNull("transaction_id"),
                        row.textOrNull("reference"),
                        transactions == null ? null : ids(transactions)),
                row.uuid("created_before"),
                row.number("matched"),
                Actor.user(row.text("started_by"), row.text("request_id"), row.text("source")),
                row.instant("created_at"),
                new Progress(
                        Word.of(Status.class, row.text("status")),
                        row.uuid("position"),
                        row.number("redelivered"),
                        row.instantOrNull("due_at"),
                        row.instant("updated_at")));
    }

    private static List<UUID> ids(String joined) {
        return Arrays.stream(joined.split(" "))
                .filter(id -> !id.isEmpty())
                .map(UUID::fromString)
                .toList();
    }
}
