package io.tical.server.webhook;

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
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.ListSql;
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

/** The SQL of sending the failed deliveries of a merchant again. */
final class RedeliveryStore {
    private static final String OF_KEY = TransactionKey.WHERE + "redelivery_id = cast(:redelivery AS uuid)";

    /** Not in the journal: rows are forgotten after 30 days. */
    static final Table<MerchantRedelivery> REDELIVERIES = Table.unjournaled("redelivery", RedeliveryStore::columns);

    private RedeliveryStore() {}

    private static String joined(List<UUID> ids) {
        return ids.stream().map(UUID::toString).collect(Collectors.joining(" "));
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
                .first(REDELIVERIES::read);
    }

    /** Locks an order until the transaction ends. */
    static Optional<MerchantRedelivery> lock(Session session, TransactionKey key) {
        return key.bind(session.sql("SELECT * FROM redelivery" + OF_KEY + " FOR UPDATE"), "redelivery")
                .first(REDELIVERIES.locked(session));
    }

    /** Locks an order whose next batch is due; empty if another transaction has locked it. */
    static Optional<MerchantRedelivery> lockDue(Session session, TransactionKey key) {
        return key.bind(
                        session.sql(
                                "SELECT * FROM redelivery" + OF_KEY + " AND due_at <= now() FOR UPDATE SKIP LOCKED"),
                        "redelivery")
                .first(REDELIVERIES.locked(session));
    }

    static List<MerchantRedelivery> list(Session session, UUID organizationId, boolean livemode, Page page) {
        return ListSql.newestFirst("redelivery_id", page)
                .of(organizationId, livemode)
                .page(session, "SELECT * FROM redelivery")
                .list(REDELIVERIES::read);
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
            """ + " AND " + matching(order).conditions("true");
    }

    private static ListSql matching(MerchantRedelivery order) {
        return DeliveryStore.matching(order.selection().filter(), new Page(1, 0, null));
    }

    private static Session.Statement bind(Session.Statement statement, MerchantRedelivery order) {
        var key = order.key();
        return matching(order)
                .bindTo(statement)
                .bind("organization", key.organizationId())
                .bind("livemode", key.livemode())
                .bind("after", order.progress().position())
                .bind("until", order.until())
                .withCustomPlan();
    }

    private static Function<Row, MerchantRedelivery> columns(TableColumns<MerchantRedelivery> t) {
        var selection = t.part(MerchantRedelivery::selection);
        var key = TransactionKey.columns(t, "redelivery_id", MerchantRedelivery::key);
        var endpoint = selection.insertOnly("endpoint", word(Kind.class).orNull(), Selection::endpoint);
        var type = selection.insertOnly("type", word(EventType.class).orNull(), Selection::event);
        var code = selection.insertOnly("code", INTEGER.orNull(), Selection::code);
        var transactionId = selection.insertOnly("transaction_id", ID.orNull(), Selection::transactionId);
        var reference = selection.insertOnly("reference", TEXT.orNull(), Selection::reference);
        var transactions = selection.insertOnly(
                "transactions",
                TEXT.as(RedeliveryStore::ids, RedeliveryStore::joined).orNull(),
                Selection::transactions);
        var createdBefore = t.insertOnly("created_before", ID, MerchantRedelivery::until);
        var matched = t.insertOnly("matched", NUMBER, MerchantRedelivery::matched);
        var by = t.part(MerchantRedelivery::by);
        var startedBy = by.insertOnly("started_by", TEXT.orNull(), Actor::id);
        var requestId = by.insertOnly("request_id", TEXT.orNull(), Actor::requestId);
        var source = by.insertOnly("source", TEXT.orNull(), Actor::source);
        var createdAt = t.insertOnly("created_at", TIME, MerchantRedelivery::createdAt);
        var progress = t.part(MerchantRedelivery::progress);
        var status = progress.column("status", word(Status.class), Progress::status);
        var position = progress.column("position", ID, Progress::position);
        var redelivered = progress.column("redelivered", NUMBER, Progress::redelivered);
        var dueAt = progress.outsideMac("due_at", TIME.orNull(), Progress::dueAt);
        var updatedAt = progress.column("updated_at", TIME, Progress::updatedAt);
        return row -> new MerchantRedelivery(
                key.of(row),
                new Selection(
                        endpoint.of(row),
                        type.of(row),
                        code.of(row),
                        transactionId.of(row),
                        reference.of(row),
                        transactions.of(row)),
                createdBefore.of(row),
                matched.of(row),
                new Actor(Actor.Kind.USER, startedBy.of(row), requestId.of(row), source.of(row)),
                createdAt.of(row),
                new Progress(status.of(row), position.of(row), redelivered.of(row), dueAt.of(row), updatedAt.of(row)));
    }

    private static List<UUID> ids(String joined) {
        return Arrays.stream(joined.split(" "))
                .filter(id -> !id.isEmpty())
                .map(UUID::fromString)
                .toList();
    }
}
