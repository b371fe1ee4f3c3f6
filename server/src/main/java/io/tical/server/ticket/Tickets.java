package io.tical.server.ticket;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.access.Scope;
import io.tical.server.decision.Leases;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.key.RequestKey;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.By;
import io.tical.server.transaction.Command;
import io.tical.server.transaction.CommandOperation;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.Event;
import io.tical.server.transaction.Lease;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import io.tical.server.transaction.StaffTimeline;
import io.tical.server.transaction.TimelineItem;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** The use cases of issue tickets: of merchants, who open and cancel them, and of operators, who answer them. */
public record Tickets(
        Database database,
        IdempotencyRecords idempotency,
        TicketReferences references,
        Leases leases,
        AuditLog log,
        Clock clock) {
    /** The maximum number of open and claimed tickets of an organization in one environment. */
    static final int LIVE_MAX = 1_000;

    private static final CommandOperation<TicketAction, Ticket> OPERATION =
            new CommandOperation<>(Ticket.RESOURCE, new TicketStore(), (_, _) -> new TicketRules(), Event.Writer.NONE);

    /**
     * Opens a ticket about a request or a transaction. If the merchant names no transaction, the service searches for the transaction of
     * the request.
     *
     * @throws Problem.Refused {@code TRANSACTION_NOT_FOUND}; {@code ISSUE_LIMIT_REACHED} while the organization has {@link #LIVE_MAX}
     *     open or claimed tickets in this environment
     * @throws Problem.Invalid if two transactions are named, or a refund of something else than a payin
     * @throws Problem.Conflict {@code RESOURCE_EXISTS} while the organization has an open or claimed ticket of the request
     */
    public StoredAnswer open(
            UUID organizationId,
            boolean livemode,
            TicketRequest asked,
            Actor actor,
            IdempotentRequest<Ticket> request) {
        var about = new RequestKey(organizationId, livemode, asked.requestId());
        return idempotency.run(request, () -> reference(about, asked), (session, reference) -> {
            var ticket = Ticket.open(organizationId, livemode, reference.requestId(), reference.about(), asked.issue());
            insert(session, ticket, actor);
            return ticket;
        });
    }

    private TicketReferences.Reference reference(RequestKey about, TicketRequest asked) {
        var reference = references.of(about, asked.transactionId());
        var transaction = reference.about();
        if (asked.issue().type() == TicketType.REFUND
                && (transaction == null || !transaction.type().equals("payin"))) {
            throw new Problem.Invalid(
                    asked.transactionId() == null ? "request_id" : "transaction_id",
                    "payin",
                    "must be the id of the payin that the refund is of");
        }
        return reference;
    }

    private static void insert(Session session, Ticket ticket, Actor actor) {
        var key = ticket.key();
        TicketStore.serializeOpening(session, key);
        if (!TicketStore.insertIfAbsent(session, ticket)) {
            throw new Problem.Conflict(
                    "RESOURCE_EXISTS",
                    "You already have an open ticket about this request; read it with GET /v1/issues/"
                            + ticket.requestId());
        }
        if (TicketStore.hasMoreLive(session, key, LIVE_MAX)) {
            throw new Problem.Refused(
                    "ISSUE_LIMIT_REACHED",
                    "You have " + LIVE_MAX + " open tickets in this environment; cancel some, or wait for answers");
        }
        var act = new AuditEntry.Act(
                key.organizationId(), key.livemode(), "open", Ticket.RESOURCE, key.id(), null, ticket.logged(), null);
        AuditEntry.insertLater(session, actor, act, ticket.createdAt());
    }

    /**
     * Cancels the latest ticket of a request.
     *
     * @throws Problem.NotFound {@code ISSUE_NOT_FOUND}
     * @throws Problem.Conflict {@code ISSUE_STATUS_TRANSITION_INVALID} unless it is open
     */
    public StoredAnswer cancel(RequestKey request, Actor actor, IdempotentRequest<Ticket> idempotent) {
        return idempotency.run(idempotent, session -> cancelled(session, latest(session, request), actor));
    }

    /** Cancels a ticket for a user of the dashboard. */
    public Ticket cancel(Ticket ticket, Actor actor) {
        return database.transaction(session -> cancelled(session, ticket, actor));
    }

    private Ticket cancelled(Session session, Ticket ticket, Actor actor) {
        return within(session, new Command<>(ticket.key(), new TicketAction.Cancel(), By.of(actor)));
    }

    private Ticket within(Session session, Command<TicketAction> command) {
        return OPERATION.within(session, command, clock.instant());
    }

    /**
     * The latest ticket of a request.
     *
     * @throws Problem.NotFound {@code ISSUE_NOT_FOUND}
     */
    public Ticket latest(RequestKey request) {
        return database.run(session -> latest(session, request));
    }

    private static Ticket latest(Session session, RequestKey request) {
        return TicketStore.latest(session, request)
                // Tickets store the ids of transactions in lower case.
                .or(() -> Ids.parse(request.requestId())
                        .map(id -> new RequestKey(request.organizationId(), request.livemode(), id.toString()))
                        .flatMap(same -> TicketStore.latest(session, same)))
                .orElseThrow(Tickets::notFound);
    }

    private static Problem.NotFound notFound() {
        return Problem.NotFound.of(Ticket.RESOURCE);
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    public List<Ticket> list(Environments environments, TicketFilter filter, Page page) {
        return database.run(session -> TicketStore.list(session, environments, filter, page));
    }

    /**
     * A ticket by its id alone, for operators.
     *
     * @throws Problem.NotFound {@code ISSUE_NOT_FOUND}
     */
    public Ticket get(UUID id) {
        return database.run(session -> find(session, id));
    }

    /**
     * A ticket of an organization, in either environment.
     *
     * @throws Problem.NotFound {@code ISSUE_NOT_FOUND}
     */
    public Ticket ofEither(UUID organizationId, UUID id) {
        return database.run(session -> TicketStore.find(session, id))
                .filter(ticket -> ticket.key().organizationId().equals(organizationId))
                .orElseThrow(Tickets::notFound);
    }

    private static Ticket find(Session session, UUID id) {
        return TicketStore.find(session, id).orElseThrow(Tickets::notFound);
    }

    /** The comments of operators on a ticket, oldest first. The merchant can read only the visible ones. */
    public List<TicketComment> comments(Ticket ticket) {
        return database.run(session -> TicketStore.comments(session, ticket.key()));
    }

    /**
     * The timeline of the transaction that a ticket is about, for merchants.
     *
     * @param readable whether the reader of the ticket may read transactions that need this scope
     * @return empty without a transaction, or if it may not be read
     */
    public Optional<List<TimelineItem>> timeline(Ticket ticket, Predicate<Scope> readable) {
        var transaction = ticket.transaction();
        return transaction == null
                ? Optional.empty()
                : references
                        .kind(ticket)
                        .filter(kind -> readable.test(kind.readScope()))
                        .map(kind -> kind.timeline(transaction));
    }

    /** The timeline of the transaction for operators, with the actions and names of operators. Empty without a transaction. */
    List<TimelineItem> staffTimeline(Ticket ticket) {
        var transaction = ticket.transaction();
        var kind = references.kind(ticket);
        if (transaction == null || kind.isEmpty()) {
            return List.of();
        }
        return new StaffTimeline(log)
                .of(transaction, kind.get().decided(transaction), kind.get().timeline(transaction));
    }

    /**
     * An operator takes the lease of a ticket. An open ticket becomes claimed and can no longer be cancelled. It stays claimed when the
     * lease ends; any operator can then take it over.
     *
     * @throws Problem.Conflict {@code ALREADY_CLAIMED} while another operator has the lease; {@code
     *     ISSUE_STATUS_TRANSITION_INVALID} unless the ticket is open or claimed
     */
    public Lease claim(TransactionKey key, StaffDecision by) {
        return database.transaction(session -> {
            within(session, new Command<>(key, new TicketAction.Claim(), new By(by.actor(), null, by.note())));
            return leases.take(session, key, Ticket.RESOURCE, by.operator());
        });
    }

    /**
     * Comments on a ticket, resolves it or rejects it. A repeated decision with the same request id has no second effect.
     *
     * @throws Problem.NotFound {@code ISSUE_NOT_FOUND}
     * @throws Problem.Conflict {@code ISSUE_STATUS_TRANSITION_INVALID} unless it is claimed, or open for a comment; {@code
     *     VERSION_CONFLICT} when it has changed
     */
    public Ticket decide(TransactionKey key, TicketAction action, StaffDecision by) {
        var command = new Command<>(key, action, by.by());
        return IdempotencyRecords.run(
                database, command.recordKey(), session -> within(session, command), session -> find(session, key.id()));
    }
}
