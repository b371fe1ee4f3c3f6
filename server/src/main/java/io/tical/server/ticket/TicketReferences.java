package io.tical.server.ticket;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.problem.Problem;
import io.tical.server.ticket.Ticket.About;
import io.tical.server.transaction.RequestKey;
import io.tical.server.transaction.StateChange;
import io.tical.server.transaction.TransactionKey;
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
     * @throws Problem.Refused {@code TRANSACTION_NOT_FOUND} if one of the ids belongs to a transaction, but not of this organization
     *     and environment, or {@code transactionId} belongs to none
     * @throws Problem.Invalid if they are two transactions
     */
    Reference of(RequestKey request, @Nullable UUID transactionId) {
        var said = transactionId == null ? null : own(request, ofAnyOrganization(transactionId));
        var named = Ids.parse(request.requestId()).map(this::ofAnyOrganization).orElse(List.of());
        if (named.isEmpty()) {
            return new Reference(request.requestId(), said == null ? traced(request) : said);
        }
        var about = own(request, named);
        if (said != null && !said.equals(about)) {
            throw new Problem.Invalid(
                    "transaction_id",
                    "mismatch",
                    "names another transaction than request_id; send only one of them, or the same transaction in both");
        }
        return new Reference(about.transactionId().toString(), about);
    }

    /** A transaction of one organization. */
    private record Named(String type, TransactionKey key) {
        boolean isOf(RequestKey request) {
            return key.organizationId().equals(request.organizationId()) && key.livemode() == request.livemode();
        }
    }

    /** The transactions with this id, in any organization. */
    private List<Named> ofAnyOrganization(UUID id) {
        return kinds.stream()
                .map(kind -> kind.find(id).stream()
                        .map(key -> new Named(kind.type(), key))
                        .toList())
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private static About own(RequestKey request, List<Named> found) {
        return found.stream()
                .filter(one -> one.isOf(request))
                .map(one -> new About(one.type(), one.key().id()))
                .findFirst()
                .orElseThrow(TicketReferences::notFound);
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
                    .map(this::ofAnyOrganization)
                    .filter(named -> !named.isEmpty())
                    .ifPresent(named -> found.add(own(request, named)));
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
