package io.tical.server.ticket;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.key.RequestKey;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.ticket.Ticket.About;
import io.tical.server.transaction.StateChange;
import io.tical.server.transaction.TransactionKind;
import io.tical.server.webhook.Deliveries;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds the transactions that tickets are about. The service keeps no record of refused requests, so it accepts every request id. It does
 * not disclose what the ids of another organization or environment refer to.
 *
 * @param kinds the transactions of each type
 */
record TicketReferences(Database database, List<TransactionKind> kinds, Deliveries deliveries) {
    /**
     * What a ticket is about.
     *
     * @param requestId as stored; the id of a transaction is in lower case
     * @param about null if unknown
     */
    record Reference(String requestId, @Nullable About about) {}

    /**
     * @param transactionId the transaction that the merchant names, or null
     * @throws Problem.Refused {@code TRANSACTION_NOT_FOUND} if {@code transactionId} is no transaction of this organization and environment
     * @throws Problem.Invalid if they are two transactions
     */
    Reference of(RequestKey request, @Nullable UUID transactionId) {
        var said = transactionId == null ? null : own(request, transactionId).orElseThrow(TicketReferences::notFound);
        // The id of a transaction of others is answered as an id that is not in use.
        var named = Ids.parse(request.requestId()).flatMap(id -> own(request, id));
        if (named.isEmpty()) {
            return new Reference(request.requestId(), said == null ? traced(request) : said);
        }
        var about = named.get();
        if (said != null && !said.equals(about)) {
            throw new Problem.Invalid(
                    "transaction_id",
                    "mismatch",
                    "names another transaction than request_id; send only one of them, or the same transaction in both");
        }
        return new Reference(about.transactionId().toString(), about);
    }

    /** The transaction with this id, if it belongs to the organization and the environment of the request. */
    private Optional<About> own(RequestKey request, UUID id) {
        var key = new TransactionKey(request.organizationId(), request.livemode(), id);
        return kinds.stream()
                .filter(kind -> kind.find(id).contains(key))
                .map(kind -> new About(kind.type(), id))
                .findFirst();
    }

    private static Problem.Refused notFound() {
        return new Problem.Refused(
                "TRANSACTION_NOT_FOUND",
                "You have no such transaction in this environment; check the id, and whether the key is a test or a live key");
    }

    /** The only transaction that the request concerned; null if there is none, or if there are several. */
    private @Nullable About traced(RequestKey request) {
        var found = database.run(session -> {
            var all = new HashSet<About>();
            kinds.forEach(kind -> ofKind(session, kind, request).forEach(id -> all.add(new About(kind.type(), id))));
            return all;
        });
        if (found.isEmpty()) {
            database.run(session -> deliveries.transactionOfAttempt(session, request))
                    .flatMap(id -> own(request, id))
                    .ifPresent(found::add);
        }
        return found.size() == 1 ? found.iterator().next() : null;
    }

    private static Set<UUID> ofKind(Session session, TransactionKind kind, RequestKey request) {
        var found = new HashSet<>(kind.ofRequest(session, request));
        found.addAll(StateChange.objectsOfRequest(session, request, kind.type()));
        return found;
    }

    /** The transactions of the type of what a ticket is about; empty if it is about none. */
    Optional<TransactionKind> kind(Ticket ticket) {
        return Optional.ofNullable(ticket.about())
                .flatMap(about -> kinds.stream()
                        .filter(kind -> kind.type().equals(about.type()))
                        .findFirst());
    }
}
