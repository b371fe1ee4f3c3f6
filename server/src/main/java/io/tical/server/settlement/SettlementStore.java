package io.tical.server.settlement;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.RowProof;
import io.tical.db.Session;
import io.tical.server.customer.CustomerSearch;
import io.tical.server.idempotency.IdempotencyRecords.ConcurrentDuplicate;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.rail.Attempt;
import io.tical.server.rail.AttemptTable;
import io.tical.server.transaction.AnyPart;
import io.tical.server.transaction.Changes.Changed;
import io.tical.server.transaction.Dialect;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.PartSearch;
import io.tical.server.transaction.TransactionList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** The SQL of settlements and their attempts: one statement per table for any number of settlements. */
final class SettlementStore {
    static final BulkWrite<Settlement> SETTLEMENTS = TransactionKey.<Settlement>write(
                    "settlement", "settlement_id", Settlement::key)
            .column("status", "text", one -> one.status().word())
            .insertOnly("dialect", "text", one -> one.terms().dialect().word())
            .insertOnly("client_operation_id", "text", one -> one.terms().clientOperationId())
            .insertOnly("currency", "text", one -> one.terms().currency())
            .insertOnly("amount", "bigint", one -> one.terms().amount())
            .insertOnly("fee", "bigint", one -> one.terms().fee())
            .insertOnly("account_id", "uuid", one -> one.terms().accountId())
            .insertOnly("bank_code", "text", one -> one.terms().bankCode())
            .insertOnly("account_no", "text", one -> one.terms().accountNo())
            .insertOnly("holder_name", "text", one -> one.terms().holderName())
            .insertOnly("request_id", "text", one -> one.terms().requestId())
            .updateOnly("slip_qr_string", "text", one -> one.progress().slipQrString())
            .updateOnly("review_reason", "text", one -> one.progress().reviewReason())
            .updateOnly("failure_code", "text", one -> one.progress().failureCode())
            .updateOnly("failure_message", "text", one -> one.progress().failureMessage())
            .updateOnly("version", "bigint", one -> one.progress().version())
            .outsideMac("due_at", "timestamptz", one -> one.progress().dueAt())
            .column("updated_at", "timestamptz", one -> one.progress().updatedAt())
            .updateOnly("finalized_at", "timestamptz", one -> one.progress().finalizedAt())
            .authenticated()
            .journaled();

    static final AttemptTable ATTEMPTS = new AttemptTable("settlement_attempt", "settlement_id");

    private static final String OF_KEYS =
            TransactionKey.table("settlement_id") + "USING (organization_id, livemode, settlement_id)";

    private static final TransactionList LIST = new TransactionList(
                    "settlement",
                    "settlement_id",
                    "client_operation_id",
                    Stream.of(SettlementStatus.values())
                            .map(SettlementStatus::word)
                            .toList())
            .withHolders(CustomerSearch.ACCOUNTS);

    private static final String NEWEST = "SELECT p.* FROM %s p ORDER BY p.settlement_id DESC";

    static final PartSearch<Settlement> SEARCH = new PartSearch<>(
            LIST,
            new AnyPart.Places(List.of("client_operation_id", "holder_name"), List.of("account_no"), List.of("amount")),
            NEWEST,
            statement -> statement.list(SettlementStore::settlement),
            Settlement::id);

    /** The order of insertions: two nodes that insert the same ids wait for each other in one direction. */
    private static final Comparator<Settlement> BY_OPERATION = Comparator.<Settlement, UUID>comparing(
                    one -> one.terms().organizationId())
            .thenComparing(one -> one.terms().livemode())
            .thenComparing(
                    one -> one.terms().clientOperationId(), Comparator.nullsFirst(Comparator.<String>naturalOrder()));

    private SettlementStore() {}

    /** A merchant's own id of an operation. */
    record Operation(UUID organizationId, boolean livemode, String clientOperationId) {}

    /** When the session sends, adds the ids that existing settlements have. */
    static void takenLater(Session session, Collection<Operation> operations, Set<Operation> taken) {
        if (operations.isEmpty()) {
            return;
        }
        session.sql("""
                        SELECT s.organization_id, s.livemode, s.client_operation_id FROM settlement s
                        JOIN unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS text[]))
                             AS r (organization_id, livemode, client_operation_id)
                             USING (organization_id, livemode, client_operation_id)
                        """)
                .bindEach("organizations", operations, Operation::organizationId)
                .bindEach("livemodes", operations, Operation::livemode)
                .bindEach("ids", operations, Operation::clientOperationId)
                .listLater(
                        row -> new Operation(
                                row.uuid("organization_id"), row.flag("livemode"), row.text("client_operation_id")),
                        taken::addAll);
    }

    /** When the session sends, inserts new settlements, and fails if a {@code client_operation_id} has been taken. */
    static void insertLater(Session session, List<Settlement> created) {
        SETTLEMENTS
                .insert(session, created.stream().sorted(BY_OPERATION).toList())
                .onDuplicate("settlement_organization_id_livemode_client_operation_id_key", ConcurrentDuplicate::new)
                .runLater();
    }

    /** Writes the changes of settlements and attempts, when the session sends, with the transfers that paid them. */
    static void write(Session session, List<Changed<SettlementAggregate>> changed) {
        var settlements = changed.stream()
                .filter(one -> !one.before().settlement().equals(one.after().settlement()))
                .map(one -> one.after().settlement())
                .toList();
        if (!settlements.isEmpty()) {
            SETTLEMENTS.update(session, settlements).runLater();
        }
        ATTEMPTS.write(session, changed);
    }

    /** The wallets of settlements, and of the currencies that they are converted into. */
    static Collection<WalletKey> wallets(Session session, Collection<TransactionKey> keys) {
        var wallets = new HashSet<WalletKey>();
        var sql =
                "SELECT s.organization_id, s.livemode, s.settlement_id, s.currency, c.currency AS target FROM settlement s JOIN"
                        + OF_KEYS
                        + " LEFT JOIN conversion c ON c.organization_id = s.organization_id AND c.livemode = s.livemode"
                        + " AND c.settlement_id = s.settlement_id";
        TransactionKey.bind(session.sql(sql), keys).list(row -> {
            var key = TransactionKey.of(row, "settlement_id");
            var target = row.textOrNull("target");
            if (target != null) {
                wallets.add(key.wallet(target));
            }
            return wallets.add(key.wallet(row.text("currency")));
        });
        return wallets;
    }

    /** Whether a settlement to this account is pending or processing. */
    static boolean isOpenTo(Session session, TransactionKey account) {
        var sql = "SELECT EXISTS (SELECT FROM settlement" + TransactionKey.WHERE
                + "account_id = cast(:account AS uuid) AND status IN ('pending', 'processing')) AS open";
        return account.bind(session.sql(sql), "account").one(row -> row.flag("open"));
    }

    /** Settlements with their attempts. */
    static List<SettlementAggregate> find(Session session, Collection<TransactionKey> keys) {
        return whole(session, rows(session, keys, SETTLEMENTS.readingProof(session), ""), ATTEMPTS.find(session, keys));
    }

    /** Locks settlements in the order of their keys until the transaction ends, and reads them with their attempts to decide on. */
    static List<SettlementAggregate> lock(Session session, Collection<TransactionKey> keys) {
        var locked = rows(session, keys, SETTLEMENTS.proof(session), " FOR UPDATE OF r");
        // Read after locking, because they may have changed before.
        return whole(session, locked, ATTEMPTS.proved(session, keys));
    }

    private static List<Settlement> rows(Session session, Collection<TransactionKey> keys, RowProof proof, String end) {
        var sql = "SELECT r.* FROM settlement r JOIN" + OF_KEYS
                + " ORDER BY r.organization_id, r.livemode, r.settlement_id" + end;
        return TransactionKey.bind(session.sql(sql), keys).list(row -> proved(row, proof));
    }

    /** A settlement of a merchant. */
    static Optional<Settlement> find(Session session, TransactionKey key) {
        var sql = "SELECT * FROM settlement" + TransactionKey.WHERE + "settlement_id = cast(:id AS uuid)";
        var proof = SETTLEMENTS.readingProof(session);
        return key.bind(session.sql(sql), "id").first(row -> proved(row, proof));
    }

    /** A settlement by its id alone, for operators, who belong to no organization. */
    static Optional<SettlementAggregate> find(Session session, UUID id) {
        var proof = SETTLEMENTS.readingProof(session);
        var found = LIST.find(session, id).list(row -> proved(row, proof));
        return whole(
                        session,
                        found,
                        ATTEMPTS.find(
                                session, found.stream().map(Settlement::key).toList()))
                .stream()
                .findFirst();
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<Settlement> list(Session session, UUID organizationId, boolean livemode, ListFilter filter, Page page) {
        var found = LIST.page(session, organizationId, livemode, filter, page, NEWEST)
                .list(SettlementStore::settlement);
        return found.subList(0, Math.min(found.size(), page.limit() + 1));
    }

    /**
     * The settlements of several environments, with their attempts.
     *
     * @param sending how they are sent
     */
    static List<SettlementAggregate> list(
            Session session, Environments environments, ListFilter filter, Settlements.Sending sending, Page page) {
        var list = sending.inReview() ? LIST.where("p.status = 'processing' AND p.review_reason IS NOT NULL") : LIST;
        var found = ATTEMPTS.page(session, list, environments, filter, sending.rail(), page)
                .list(SettlementStore::settlement);
        return whole(
                session,
                found,
                ATTEMPTS.find(session, found.stream().map(Settlement::key).toList()));
    }

    private static List<SettlementAggregate> whole(
            Session session, List<Settlement> settlements, Map<TransactionKey, List<Attempt>> attempts) {
        // Only those to accounts of the organization may be converted.
        var conversions = ConversionStore.find(
                session,
                settlements.stream()
                        .filter(one -> one.terms().dialect() == Dialect.GUIDE)
                        .map(Settlement::key)
                        .toList());
        return settlements.stream()
                .map(one -> SettlementAggregate.of(
                        one, conversions.get(one.key()), attempts.getOrDefault(one.key(), List.of())))
                .toList();
    }

    private static Settlement proved(Row row, RowProof proof) {
        proof.requireUnaltered(row);
        return settlement(row);
    }

    private static Settlement settlement(Row row) {
        return new Settlement(row.uuid("settlement_id"), terms(row), progress(row));
    }

    private static Settlement.Terms terms(Row row) {
        return new Settlement.Terms(
                row.uuid("organization_id"),
                row.flag("livemode"),
                Word.of(Dialect.class, row.text("dialect")),
                row.textOrNull("client_operation_id"),
                row.text("currency"),
                row.number("amount"),
                row.number("fee"),
                row.uuid("account_id"),
                row.text("bank_code"),
                row.text("account_no"),
                row.text("holder_name"),
                row.text("request_id"));
    }

    private static Settlement.Progress progress(Row row) {
        var code = row.textOrNull("failure_code");
        return new Settlement.Progress(
                Word.of(SettlementStatus.class, row.text("status")),
                row.textOrNull("slip_qr_string"),
                row.textOrNull("review_reason"),
                code == null ? null : new Settlement.Failure(code, row.text("failure_message")),
                row.number("version"),
                row.instantOrNull("due_at"),
                row.instant("updated_at"),
                row.instantOrNull("finalized_at"));
    }
}
