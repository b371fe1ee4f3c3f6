package io.tical.server.interorg;

import io.tical.common.CurrencyProfile;
import io.tical.common.Word;
import io.tical.db.Database;
import io.tical.server.currency.Currencies;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.input.Query;
import io.tical.server.interorg.OrganizationTransfer.Direction;
import io.tical.server.key.TransactionKey;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.ledger.Ledger;
import io.tical.server.ledger.Transfer;
import io.tical.server.merchant.Organization;
import io.tical.server.merchant.OrganizationCodes;
import io.tical.server.merchant.Organizations;
import io.tical.server.merchant.Policies;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Narrowing;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.Timeline;
import io.tical.server.transaction.TimelineItem;
import io.tical.server.transaction.TransactionReads;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;

/** The use cases of transfers between organizations. */
public record OrganizationTransfers(
        Database database,
        Ledger ledger,
        GroupCommit groupCommit,
        Organizations organizations,
        Currencies currencies,
        OrganizationTransferCreation creation) {
    public OrganizationTransfers(
            Database database,
            Ledger ledger,
            GroupCommit groupCommit,
            Organizations organizations,
            Policies policies,
            Currencies currencies) {
        this(
                database,
                ledger,
                groupCommit,
                organizations,
                currencies,
                new OrganizationTransferCreation(new OrganizationCodes(), policies, currencies));
    }

    /**
     * Finds the organization to which another one wants to send money, by its code.
     *
     * @param organizationId the sender
     * @param code as the sender wrote it
     * @throws Problem.Invalid for a malformed code
     * @throws Problem.NotFound {@code TRANSFER_TARGET_NOT_FOUND}
     * @throws Problem.Refused {@code TRANSFER_TARGET_OWN}
     */
    Organization target(UUID organizationId, String code) {
        var parsed = OrganizationCodes.parse(code)
                .orElseThrow(() -> new Problem.Invalid(
                        "code", "format", "must be the code of an organization: ten letters and digits"));
        var target = organizations
                .byCode(parsed)
                .orElseThrow(() ->
                        new Problem.NotFound("TRANSFER_TARGET_NOT_FOUND", OrganizationTransferRules.UNKNOWN_TARGET));
        OrganizationTransferRules.requireOther(organizationId, target.id());
        return target;
    }

    /** The codes of the currencies that every organization can send and receive. */
    List<String> activeCurrencies() {
        return currencies.active().stream().map(CurrencyProfile::code).toList();
    }

    /** Moves money from one organization to another in one commit, and returns the sender's side. */
    public StoredAnswer send(OrganizationTransferRequest request, IdempotentRequest<OrganizationTransfer> idempotent) {
        return groupCommit.answer(creation, request, idempotent);
    }

    /**
     * Reads the filters of a query.
     *
     * @throws Problem.Invalid when the direction is neither {@code incoming} nor {@code outgoing}
     */
    public static ListFilter filter(Query query) {
        var direction = query.text("direction");
        if (direction.isPresent() && Word.find(Direction.class, direction.get()).isEmpty()) {
            throw new Problem.Invalid("direction", "unknown", "must be incoming or outgoing");
        }
        var currency = query.text("currency").map(code -> code.toUpperCase(Locale.ROOT));
        var reference = query.text("merchant_ref_id");
        return new ListFilter(direction.orElse(null), currency.orElse(null), reference.orElse(null), "");
    }

    /**
     * The filters of {@link #filter(Query)} with a search text, days and amounts ({@link Narrowing}).
     *
     * @param zone in which days begin
     */
    public static ListFilter filter(Query query, ZoneId zone) {
        var filter = filter(query);
        return new ListFilter(
                filter.status(),
                filter.currency(),
                filter.reference(),
                query.search(),
                Narrowing.of(query, zone).withoutAccount());
    }

    /** Reads sides of transfers: an organization's own one, in each transfer that it sent or received. */
    public TransactionReads<OrganizationTransfer> reads() {
        return new TransactionReads<>(
                database,
                currencies,
                OrganizationTransfer.RESOURCE,
                OrganizationTransferStore::find,
                (session, organizationId, livemode, filter, page) ->
                        OrganizationTransferStore.list(session, organizationId, livemode, withCurrencies(filter), page),
                OrganizationTransferStore.SEARCH);
    }

    /** Adds the active currencies, because the index of directions has the currency before the id. */
    private ListFilter withCurrencies(ListFilter filter) {
        if (filter.status() == null || filter.currency() != null) {
            return filter;
        }
        var all = currencies.all().stream().map(CurrencyProfile::code).toList();
        return filter.with(filter.narrowing().of(null, all));
    }

    /** The timeline of one side, oldest first. */
    public List<TimelineItem> timeline(OrganizationTransfer side) {
        return timeline(side, postings(side.key()));
    }

    private List<Transfer> postings(TransactionKey key) {
        return ledger.transfersOf(key.organizationId(), key.livemode(), key.id());
    }

    private static List<TimelineItem> timeline(OrganizationTransfer side, List<Transfer> postings) {
        return new Timeline(side.createdAt())
                .postings(postings)
                .afterCreation(new Created(side.direction(), side.amount(), side.currency()), side.requestId());
    }

    /** The detail of the creation; the amount is minor units. */
    private record Created(Direction direction, long amount, String currency) implements Timeline.Created {}

    /**
     * The sender's side of a transfer, for operators.
     *
     * @throws Problem.NotFound {@code ORGANIZATION_TRANSFER_NOT_FOUND}
     */
    OrganizationTransfer outgoing(UUID id) {
        return sides(id).stream()
                .filter(side -> side.direction() == Direction.OUTGOING)
                .findFirst()
                .orElseThrow(reads()::notFound);
    }

    /** Both sides of a transfer; none if it does not exist. */
    List<OrganizationTransfer> sides(UUID id) {
        return database.run(session -> OrganizationTransferStore.sides(session, id));
    }

    /**
     * The senders' sides of the transfers that these organizations sent or received, for operators. One row more than the page's
     * limit, when there are that many; newest first.
     */
    List<OrganizationTransfer> outgoing(Environments environments, Page page) {
        return database.run(session -> OrganizationTransferStore.list(session, environments, page));
    }

    /** The timeline of both sides, oldest first, for operators. */
    List<TimelineItem> wholeTimeline(OrganizationTransfer outgoing) {
        var key = outgoing.key();
        var incoming = new TransactionKey(outgoing.counterparty().organizationId(), key.livemode(), key.id());
        return timeline(
                outgoing,
                Stream.of(key, incoming)
                        .flatMap(side -> postings(side).stream())
                        .toList());
    }
}
