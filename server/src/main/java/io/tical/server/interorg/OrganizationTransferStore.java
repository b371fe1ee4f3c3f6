package io.tical.server.interorg;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.RowProof;
import io.tical.db.Session;
import io.tical.server.idempotency.IdempotencyRecords.ConcurrentDuplicate;
import io.tical.server.interorg.OrganizationTransfer.Direction;
import io.tical.server.interorg.OrganizationTransfer.Party;
import io.tical.server.interorg.OrganizationTransferRequest.Reference;
import io.tical.server.interorg.OrganizationTransferRules.Sent;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.AnyPart;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.PartSearch;
import io.tical.server.transaction.TransactionList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** The SQL of transfers between organizations. */
final class OrganizationTransferStore {
    static final BulkWrite<OrganizationTransfer> TRANSFERS = TransactionKey.<OrganizationTransfer>write(
                    "organization_transfer", "organization_transfer_id", OrganizationTransfer::key)
            .column("direction", "text", side -> side.direction().word())
            .column("counterparty_id", "uuid", side -> side.counterparty().organizationId())
            .column("counterparty_code", "text", side -> side.counterparty().code())
            .column("counterparty_name", "text", side -> side.counterparty().name())
            .column("merchant_ref", "text", OrganizationTransfer::merchantRef)
            .column("currency", "text", OrganizationTransfer::currency)
            .column("amount", "bigint", OrganizationTransfer::amount)
            .column("notes", "text", OrganizationTransfer::notes)
            .column("request_id", "text", OrganizationTransfer::requestId)
            .authenticated()
            .journaled();

    private static final TransactionList LIST = new TransactionList(
                    "organization_transfer",
                    "organization_transfer_id",
                    Stream.of(Direction.values()).map(Direction::word).toList())
            .by("direction");

    private static final String NEWEST = " ORDER BY organization_transfer_id DESC";

    static final PartSearch<OrganizationTransfer> SEARCH = new PartSearch<>(
            LIST,
            new AnyPart.Places(
                    List.of("merchant_ref", "counterparty_name", "counterparty_code", "notes"),
                    List.of(),
                    List.of("amount")),
            "SELECT p.* FROM %s p" + NEWEST,
            statement -> statement.list(OrganizationTransferStore::transfer),
            side -> side.key().id());

    /** The order of insertions: two nodes that insert the same references wait for each other in one direction. */
    private static final Comparator<OrganizationTransfer> BY_REFERENCE =
            Comparator.<OrganizationTransfer, UUID>comparing(side -> side.key().organizationId())
                    .thenComparing(side -> side.key().livemode())
                    .thenComparing(side -> String.valueOf(side.merchantRef()));

    private static final String ROWS = " LIMIT :rows OFFSET :offset";

    private OrganizationTransferStore() {}

    /** When the session sends, adds the references that existing transfers have. */
    static void takenLater(Session session, Collection<Reference> references, Set<Reference> taken) {
        session.sql("""
                        SELECT p.organization_id, p.livemode, p.merchant_ref FROM organization_transfer p
                        JOIN unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:refs AS text[]))
                             AS r (organization_id, livemode, merchant_ref) USING (organization_id, livemode, merchant_ref)
                        WHERE p.merchant_ref IS NOT NULL
                        """)
                .bindEach("organizations", references, Reference::organizationId)
                .bindEach("livemodes", references, Reference::livemode)
                .bindEach("refs", references, Reference::merchantRef)
                .listLater(
                        row -> new Reference(
                                row.uuid("organization_id"), row.flag("livemode"), row.text("merchant_ref")),
                        taken::addAll);
    }

    /** When the session sends, inserts both sides of new transfers, and fails if a reference has been taken. */
    static void insertLater(Session session, List<Sent> created) {
        var sides = Stream.concat(
                        created.stream().map(Sent::outgoing).sorted(BY_REFERENCE),
                        created.stream().map(Sent::incoming))
                .toList();
        TRANSFERS
                .insert(session, sides)
                .onDuplicate("organization_transfer_reference", ConcurrentDuplicate::new)
                .runLater();
    }

    /** One side. Fails if the service did not write it. */
    static Optional<OrganizationTransfer> find(Session session, TransactionKey key) {
        var sql = "SELECT * FROM organization_transfer" + TransactionKey.WHERE
                + "organization_transfer_id = cast(:id AS uuid)";
        return key.bind(session.sql(sql), "id").first(proved(TRANSFERS.readingProof(session)));
    }

    /** At least one row more than the page's limit, when there are that many; newest first. */
    static List<OrganizationTransfer> list(
            Session session, UUID organizationId, boolean livemode, ListFilter filter, Page page) {
        return LIST.page(session, organizationId, livemode, filter, page, "SELECT p.* FROM %s p")
                .list(OrganizationTransferStore::transfer);
    }

    /**
     * The outgoing sides of the transfers of all organizations, or of those that one organization sent or received; one row more than the
     * page's limit, when there are that many.
     */
    static List<OrganizationTransfer> list(Session session, Environments environments, Page page) {
        // Each environment has one side of a transfer, so the newest rows of each are enough.
        var ofOne = "SELECT * FROM organization_transfer WHERE" + Environments.ONE
                + (page.before() == null ? "true" : "organization_transfer_id < cast(:before AS uuid)") + NEWEST
                + " LIMIT :reach";
        var sql = "SELECT t.* FROM (SELECT DISTINCT p.livemode, p.organization_transfer_id,"
                + " CASE p.direction WHEN 'outgoing' THEN p.organization_id ELSE p.counterparty_id END AS organization_id"
                + environments.each(ofOne)
                + ") sent JOIN organization_transfer t USING (organization_id, livemode, organization_transfer_id)"
                + NEWEST
                + ROWS;
        return environments
                .bind(session.sql(sql))
                .bind("before", page.before())
                .bind("reach", page.limit() + 1 + page.offset())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .withCustomPlan()
                .list(OrganizationTransferStore::transfer);
    }

    /** Both sides of a transfer by its id alone, for operators, who belong to no organization. */
    static List<OrganizationTransfer> sides(Session session, UUID id) {
        return LIST.find(session, id).list(proved(TRANSFERS.readingProof(session)));
    }

    private static Function<Row, OrganizationTransfer> proved(RowProof proof) {
        return row -> {
            proof.requireUnaltered(row);
            return transfer(row);
        };
    }

    private static OrganizationTransfer transfer(Row row) {
        return new OrganizationTransfer(
                TransactionKey.of(row, "organization_transfer_id"),
                Word.of(Direction.class, row.text("direction")),
                new Party(row.uuid("counterparty_id"), row.text("counterparty_code"), row.text("counterparty_name")),
                row.textOrNull("merchant_ref"),
                row.text("currency"),
                row.number("amount"),
                row.textOrNull("notes"),
                row.textOrNull("request_id"));
    }
}
