package io.tical.server.ticket;

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
import io.tical.server.key.RequestKey;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Changes;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListSql;
import io.tical.server.transaction.Page;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of tickets and comments. */
final class TicketStore implements CommandOperation.Storage<Ticket> {
    static final Table<Ticket> TICKETS = Table.of("issue", TicketStore::ticketColumns);

    static final Table<TicketComment> COMMENTS = Table.of("issue_comment", TicketStore::commentColumns);

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
                .list(lock ? TICKETS.locked(session) : TICKETS.proved(session));
    }

    /** The newest ticket of a request. */
    static Optional<Ticket> latest(Session session, RequestKey request) {
        var sql = "SELECT * FROM issue" + TransactionKey.WHERE + "request_id = :request ORDER BY issue_id DESC LIMIT 1";
        return request.bind(session.sql(sql)).first(TICKETS.proved(session));
    }

    /** A ticket by its id alone, for operators, who belong to no organization. */
    static Optional<Ticket> find(Session session, UUID id) {
        return session.sql("SELECT * FROM issue WHERE issue_id = cast(:id AS uuid)")
                .bind("id", id)
                .first(TICKETS.proved(session));
    }

    /** The comments on a ticket, oldest first. */
    static List<TicketComment> comments(Session session, TransactionKey ticket) {
        var sql = "SELECT * FROM issue_comment" + TransactionKey.WHERE
                + "issue_id = cast(:id AS uuid) ORDER BY comment_id";
        return ticket.bind(session.sql(sql), "id").list(COMMENTS.proved(session));
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<Ticket> list(Session session, Environments environments, TicketFilter filter, Page page) {
        var list = ListSql.newestFirst("issue_id", page)
                .bindText(filter.text())
                .bind("organization", environments.organizationId())
                .bind("transaction", filter.transactionId());
        // An offset keeps the planner from joining before it knows the few rows of the page.
        var sql = "SELECT t.* FROM (" + new TicketRows(environments, filter, list).sql() + ") page CROSS JOIN LATERAL ("
                + "SELECT * FROM issue WHERE organization_id = page.organization_id AND livemode = page.livemode"
                + " AND issue_id = page.issue_id OFFSET 0) t ORDER BY issue_id DESC";
        return environments.bind(list.bindTo(session.sql(sql))).withCustomPlan().list(TICKETS::read);
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

    private static Function<Row, Ticket> ticketColumns(TableColumns<Ticket> t) {
        var key = TransactionKey.columns(t, "issue_id", Ticket::key);
        var requestId = t.insertOnly("request_id", TEXT, Ticket::requestId);
        var about = t.optional(Ticket::about);
        var transactionType = about.insertOnly("transaction_type", TEXT, Ticket.About::type);
        var transactionId = about.insertOnly("transaction_id", ID, Ticket.About::transactionId);
        var issue = t.part(Ticket::issue);
        var issueType = issue.insertOnly("issue_type", word(TicketType.class), Ticket.Issue::type);
        var issueSubType = issue.insertOnly("issue_sub_type", word(TicketSubType.class), Ticket.Issue::subType);
        var description = issue.insertOnly("description", TEXT.orNull(), Ticket.Issue::description);
        var status = t.column("status", word(TicketStatus.class), Ticket::status);
        var closing = t.optional(Ticket::closing);
        var resolution = closing.updateOnly("resolution", TEXT, Ticket.Closing::resolution);
        var resolvedAt = closing.updateOnly("resolved_at", TIME, Ticket.Closing::at);
        var version = t.updateOnly("version", NUMBER, Ticket::version);
        var updatedAt = t.column("updated_at", TIME, Ticket::updatedAt);
        return row -> new Ticket(
                key.of(row),
                requestId.of(row),
                about.orNull(row, () -> new Ticket.About(transactionType.of(row), transactionId.of(row))),
                new Ticket.Issue(issueType.of(row), issueSubType.of(row), description.of(row)),
                status.of(row),
                closing.orNull(row, () -> new Ticket.Closing(resolution.of(row), resolvedAt.of(row))),
                version.of(row),
                updatedAt.of(row));
    }

    private static Function<Row, TicketComment> commentColumns(TableColumns<TicketComment> t) {
        var key = TransactionKey.columns(t, "issue_id", TicketComment::ticket);
        var commentId = t.key("comment_id", ID, TicketComment::id);
        var operator = t.column("operator", TEXT, TicketComment::operator);
        var visible = t.column("public", FLAG, TicketComment::visible);
        var text = t.column("text", TEXT, TicketComment::text);
        return row ->
                new TicketComment(key.of(row), commentId.of(row), operator.of(row), visible.of(row), text.of(row));
    }
}
