package io.tical.server.interorg;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.idempotency.IdempotencyRecords.ConcurrentDuplicate;
import io.tical.server.interorg.OrganizationTransfer.Direction;
import io.tical.server.interorg.OrganizationTransfer.Party;
import io.tical.server.interorg.OrganizationTransferRules.Sent;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.AnyPart;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.ListSql;
import io.tical.server.transaction.MerchantReference;
import io.tical.server.transaction.MerchantReferences;
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
    /** The merchants' references of transfers. */
    static final MerchantReferences REFERENCES = new MerchantReferences("organization_transfer");

    static final Table<OrganizationTransfer> TRANSFERS =
            Table.of("organization_transfer", OrganizationTransferStore::columns);

    private static final TransactionList LIST = new TransactionList(
                    REFERENCES,
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
            statement -> statement.list(TRANSFERS::read),
            side -> side.key().id());

    /** The order of insertions: two nodes that insert the same references wait for each other in one direction. */
    private static final Comparator<OrganizationTransfer> BY_REFERENCE =
            Comparator.<OrganizationTransfer, UUID>comparing(side -> side.key().organizationId())
                    .thenComparing(side -> side.key().livemode())
                    .thenComparing(side -> String.valueOf(side.merchantRef()));

    private OrganizationTransferStore() {}

    /** When the session sends, adds the references that existing transfers have. */
    static void takenLater(Session session, Collection<MerchantReference> references, Set<MerchantReference> taken) {
        REFERENCES.taken(session, references).listLater(MerchantReferences::read, taken::addAll);
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
        return key.bind(session.sql(sql), "id").first(TRANSFERS.proved(session));
    }

    /** At least one row more than the page's limit, when there are that many; newest first. */
    static List<OrganizationTransfer> list(
            Session session, UUID organizationId, boolean livemode, ListFilter filter, Page page) {
        return LIST.page(session, organizationId, livemode, filter, page, "SELECT p.* FROM %s p")
                .list(TRANSFERS::read);
    }

    /**
     * The outgoing sides of the transfers of all organizations, or of those that one organization sent or received; one row more than the
     * page's limit, when there are that many.
     */
    static List<OrganizationTransfer> list(Session session, Environments environments, Page page) {
        var list = ListSql.newestFirst("organization_transfer_id", page);
        // Each environment has one side of a transfer, so the newest rows of each are enough.
        var ofOne = list.walk("SELECT * FROM organization_transfer", Environments.ONE + "true");
        var sql = "SELECT t.* FROM (SELECT DISTINCT p.livemode, p.organization_transfer_id,"
                + " CASE p.direction WHEN 'outgoing' THEN p.organization_id ELSE p.counterparty_id END AS organization_id"
                + environments.each(ofOne)
                + ") sent JOIN organization_transfer t USING (organization_id, livemode, organization_transfer_id)";
        return environments.bind(list.pageOf(session, sql)).list(TRANSFERS::read);
    }

    /** Both sides of a transfer by its id alone, for operators, who belong to no organization. */
    static List<OrganizationTransfer> sides(Session session, UUID id) {
        return LIST.find(session, id).list(TRANSFERS.proved(session));
    }

    private static Function<Row, OrganizationTransfer> columns(TableColumns<OrganizationTransfer> t) {
        var key = TransactionKey.columns(t, "organization_transfer_id", OrganizationTransfer::key);
        var direction = t.column("direction", word(Direction.class), OrganizationTransfer::direction);
        var counterparty = t.part(OrganizationTransfer::counterparty);
        var counterpartyId = counterparty.column("counterparty_id", ID, Party::organizationId);
        var counterpartyCode = counterparty.column("counterparty_code", TEXT, Party::code);
        var counterpartyName = counterparty.column("counterparty_name", TEXT, Party::name);
        var merchantRef = t.column("merchant_ref", TEXT.orNull(), OrganizationTransfer::merchantRef);
        var currency = t.column("currency", TEXT, OrganizationTransfer::currency);
        var amount = t.column("amount", NUMBER, OrganizationTransfer::amount);
        var notes = t.column("notes", TEXT.orNull(), OrganizationTransfer::notes);
        var requestId = t.column("request_id", TEXT.orNull(), OrganizationTransfer::requestId);
        return row -> new OrganizationTransfer(
                key.of(row),
                direction.of(row),
                new Party(counterpartyId.of(row), counterpartyCode.of(row), counterpartyName.of(row)),
                merchantRef.of(row),
                currency.of(row),
                amount.of(row),
                notes.of(row),
                requestId.of(row));
    }
}
