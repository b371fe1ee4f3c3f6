package io.tical.server.ticket;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.RowProof;
import io.tical.db.Session;
import io.tical.server.key.RequestKey;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of tickets and comments. */
final class TicketStore implements CommandOperation.Storage<Ticket> {
    static final BulkWrite<Ticket> TICKETS = TransactionKey.<Ticket>write("issue", "issue_id", Ticket::key)
            .insertOnly("request_id", "text", Ticket::requestId)
            .insertOnly("transaction_type", "text", about(Ticket.About::type))
            .insertOnly("transaction_id", "uuid", about(Ticket.About::transactionId))
            .insertOnly("issue_type", "text", one -> one.issue().type().word())
            .insertOnly("issue_sub_type", "text", one -> one.issue().subType().word())
            .insertOnly("description", "text", one -> one.issue().description())
            .column("status", "text", one -> one.status().word())
            .updateOnly("resolution", "text", closed(Ticket.Closing::resolution))
            .updateOnly("resolved_at", "timestamptz", closed(Ticket.Closing::at))
            .updateOnly("version", "bigint", Ticket::version)
            .column("updated_at", "timestamptz", Ticket::updatedAt)
            .authenticated()
            .journaled();

    static final BulkWrite<TicketComment> COMMENTS = TransactionKey.<TicketComment>write(
                    "issue_comment", "issue_id", TicketComment::ticket)
            .key("comment_id", "uuid", TicketComment::id)
            .column("operator", "text", TicketComment::operator)
            .column("public", "boolean", TicketComment::visible)
            .column("text", "text", TicketComment::text)
            .authenticated()
            .journaled();

    /** Inserts a ticket; returns false if the organization has a live ticket of the same request. */
    static boolean insertIfAbsent(Session session, Ticket ticket) {
        return TICKETS.insertIfAbsent(session, ticket);
    }

    @Override
    public void write(Session session, List<Changes.Changed<Ticket>> changed) {
        TICKETS.update(session, changed.stream().map(Changes.Changed::after).toList())
                .run();
    }

    static void insert(Session session, TicketComment comment) {
        COMMENTS.insert(session, List.of(comment)).run();
    }

    @Override
    public List<Ticket> find(Session session, Collection<TransactionKey> keys, boolean lock) {
        var sql = "SELECT i.* FROM issue i JOIN" + TransactionKey.table("issue_id")
                + "USING (organization_id, livemode, issue_id) ORDER BY organization_id, livemode, issue_id"
                + (lock ? " FOR UPDATE OF i" : "");
        return TransactionKey.bind(session.sql(sql), keys)
                .list(proved(lock ? TICKETS.proof(session) : TICKETS.readingProof(session)));
    }

    /** The newest ticket of a request. */
    static Optional<Ticket> latest(Session session, RequestKey request) {
        var sql = "SELECT * FROM issue" + TransactionKey.WHERE + "request_id = :request ORDER BY issue_id DESC LIMIT 1";
        return request.bind(session.sql(sql)).first(proved(TICKETS.readingProof(session)));
    }

    /** A ticket by its id alone, for operators, who belong to no organization. */
    static Optional<Ticket> find(Session session, UUID id) {
        return session.sql("SELECT * FROM issue WHERE issue_id = cast(:id AS uuid)")
                .bind("id", id)
                .first(proved(TICKETS.readingProof(session)));
    }

    /** The comments on a ticket, oldest first. */
    static List<TicketComment> comments(Session session, TransactionKey ticket) {
        var proof = COMMENTS.readingProof(session);
        var sql = "SELECT * FROM issue_comment" + TransactionKey.WHERE
                + "issue_id = cast(:id AS uuid) ORDER BY comment_id";
        return ticket.bind(session.sql(sql), "id").list(row -> {
            proof.requireUnaltered(row);
            return new TicketComment(
                    ticket, row.uuid("comment_id"), row.text("operator"), row.flag("public"), row.text("text"));
        });
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<Ticket> list(Session session, Environments environments, TicketFilter filter, Page page) {
        var ids = Ids.withPrefix(filter.text());
        // An offset keeps the planner from joining before it knows the few rows of the page.
        var sql = "SELECT t.* FROM (" + new TicketRows(environments, filter, page).sql() + ") page CROSS JOIN LATERAL ("
                + "SELECT * FROM issue WHERE organization_id = page.organization_id AND livemode = page.livemode"
                + " AND issue_id = page.issue_id OFFSET 0) t ORDER BY issue_id DESC";
        return environments
                .bind(session.sql(sql))
                .bind("organization", environments.organizationId())
                .bind("transaction", filter.transactionId())
                .bind("prefix", TransactionList.prefix(filter.text()))
                .bind("low", ids.map(Ids.Range::from).orElse(null))
                .bind("high", ids.map(Ids.Range::to).orElse(null))
                .bind("before", page.before())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .bind("reach", page.limit() + 1 + page.offset())
                .withCustomPlan()
                .list(TicketStore::ticket);
    }

    /**
     * Serializes the opening of tickets of an organization in this environment, until the transaction ends.
     */
    static void serializeOpening(Session session, TransactionKey key) {
        session.sql("SELECT pg_advisory_xact_lock(hashtextextended('issue ' || :organization || ' ' || :livemode, 0))")
                .bind("organization", key.organizationId().toString())
                .bind("livemode", Boolean.toString(key.livemode()))
                .list(row -> true);
    }

    /** Whether an organization has more than {@code most} open and claimed tickets in this environment. */
    static boolean hasMoreLive(Session session, TransactionKey key, int most) {
        return session.sql("""
                        SELECT count(*) > :most AS more FROM (
                            SELECT 1 FROM issue
                            WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND status IN ('open', 'claimed')
                            LIMIT :most + 1) live
                        """)
                .bind("organization", key.organizationId())
                .bind("livemode", key.livemode())
                .bind("most", most)
                .one(row -> row.flag("more"));
    }

    private static Function<Row, Ticket> proved(RowProof proof) {
        return row -> {
            proof.requireUnaltered(row);
            return ticket(row);
        };
    }

    private static <T> Function<Ticket, @Nullable T> about(Function<Ticket.About, T> field) {
        return one -> one.about() == null ? null : field.apply(one.about());
    }

    private static <T> Function<Ticket, @Nullable T> closed(Function<Ticket.Closing, T> field) {
        return one -> one.closing() == null ? null : field.apply(one.closing());
    }

    private static Ticket ticket(Row row) {
        var type = row.textOrNull("transaction_type");
        var resolution = row.textOrNull("resolution");
        return new Ticket(
                TransactionKey.of(row, "issue_id"),
                row.text("request_id"),
                type == null ? null : new Ticket.About(type, row.uuid("transaction_id")),
                new Ticket.Issue(
                        Word.of(TicketType.class, row.text("issue_type")),
                        Word.of(TicketSubType.class, row.text("issue_sub_type")),
                        row.textOrNull("description")),
                Word.of(TicketStatus.class, row.text("status")),
                resolution == null ? null : new Ticket.Closing(resolution, row.instant("resolved_at")),
                row.number("version"),
                row.instant("updated_at"));
    }
}
