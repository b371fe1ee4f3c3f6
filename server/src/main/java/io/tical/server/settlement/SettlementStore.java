package io.tical.server.settlement;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
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
import io.tical.server.transaction.MerchantReference;
import io.tical.server.transaction.MerchantReferences;
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
import java.util.function.Function;
import java.util.stream.Stream;

/** The SQL of settlements and their attempts: one statement per table for any number of settlements. */
final class SettlementStore {
    /** The merchants' references of settlements. */
    static final MerchantReferences REFERENCES = new MerchantReferences("settlement", "client_operation_id");

    static final Table<Settlement> SETTLEMENTS = Table.of("settlement", SettlementStore::columns);

    static final AttemptTable ATTEMPTS = new AttemptTable("settlement_attempt", "settlement_id");

    private static final String OF_KEYS =
            TransactionKey.table("settlement_id") + "USING (organization_id, livemode, settlement_id)";

    private static final TransactionList LIST = new TransactionList(
                    REFERENCES,
                    Stream.of(SettlementStatus.values())
                            .map(SettlementStatus::word)
                            .toList())
            .withHolders(CustomerSearch.ACCOUNTS);

    private static final String NEWEST = "SELECT p.* FROM %s p ORDER BY p.settlement_id DESC";

    static final PartSearch<Settlement> SEARCH = new PartSearch<>(
            LIST,
            new AnyPart.Places(List.of("client_operation_id", "holder_name"), List.of("account_no"), List.of("amount")),
            NEWEST,
            statement -> statement.list(SETTLEMENTS::read),
            Settlement::id);

    /** The order of insertions: two nodes that insert the same ids wait for each other in one direction. */
    private static final Comparator<Settlement> BY_OPERATION = Comparator.<Settlement, UUID>comparing(
                    one -> one.terms().organizationId())
            .thenComparing(one -> one.terms().livemode())
            .thenComparing(
                    one -> one.terms().clientOperationId(), Comparator.nullsFirst(Comparator.<String>naturalOrder()));

    private SettlementStore() {}

    /** When the session sends, adds the ids that existing settlements have. */
    static void takenLater(Session session, Collection<MerchantReference> operations, Set<MerchantReference> taken) {
        if (!operations.isEmpty()) {
            REFERENCES.taken(session, operations).listLater(MerchantReferences::read, taken::addAll);
        }
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
        return whole(session, rows(session, keys, SETTLEMENTS.proved(session), ""), ATTEMPTS.find(session, keys));
    }

    /** Locks settlements in the order of their keys until the transaction ends, and reads them with their attempts to decide on. */
    static List<SettlementAggregate> lock(Session session, Collection<TransactionKey> keys) {
        var locked = rows(session, keys, SETTLEMENTS.locked(session), " FOR UPDATE OF r");
        // Read after locking, because they may have changed before.
        return whole(session, locked, ATTEMPTS.proved(session, keys));
    }

    private static List<Settlement> rows(
            Session session, Collection<TransactionKey> keys, Function<Row, Settlement> proved, String end) {
        var sql = "SELECT r.* FROM settlement r JOIN" + OF_KEYS
                + " ORDER BY r.organization_id, r.livemode, r.settlement_id" + end;
        return TransactionKey.bind(session.sql(sql), keys).list(proved);
    }

    /** A settlement of a merchant. */
    static Optional<Settlement> find(Session session, TransactionKey key) {
        var sql = "SELECT * FROM settlement" + TransactionKey.WHERE + "settlement_id = cast(:id AS uuid)";
        return key.bind(session.sql(sql), "id").first(SETTLEMENTS.proved(session));
    }

    /** A settlement by its id alone, for operators, who belong to no organization. */
    static Optional<SettlementAggregate> find(Session session, UUID id) {
        var found = LIST.find(session, id).list(SETTLEMENTS.proved(session));
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
                .list(SETTLEMENTS::read);
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
                .list(SETTLEMENTS::read);
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

    private static Function<Row, Settlement> columns(TableColumns<Settlement> t) {
        var key = TransactionKey.columns(t, "settlement_id", Settlement::key);
        var terms = t.part(Settlement::terms);
        var progress = t.part(Settlement::progress);
        var failure = progress.optional(Settlement.Progress::failure);
        var status = progress.column("status", word(SettlementStatus.class), Settlement.Progress::status);
        var dialect = terms.insertOnly("dialect", word(Dialect.class), Settlement.Terms::dialect);
        var clientOperationId =
                terms.insertOnly("client_operation_id", TEXT.orNull(), Settlement.Terms::clientOperationId);
        var currency = terms.insertOnly("currency", TEXT, Settlement.Terms::currency);
        var amount = terms.insertOnly("amount", NUMBER, Settlement.Terms::amount);
        var fee = terms.insertOnly("fee", NUMBER, Settlement.Terms::fee);
        var accountId = terms.insertOnly("account_id", ID, Settlement.Terms::accountId);
        var bankCode = terms.insertOnly("bank_code", TEXT, Settlement.Terms::bankCode);
        var accountNo = terms.insertOnly("account_no", TEXT, Settlement.Terms::accountNo);
        var holderName = terms.insertOnly("holder_name", TEXT, Settlement.Terms::holderName);
        var requestId = terms.insertOnly("request_id", TEXT, Settlement.Terms::requestId);
        var slipQrString = progress.updateOnly("slip_qr_string", TEXT.orNull(), Settlement.Progress::slipQrString);
        var reviewReason = progress.updateOnly("review_reason", TEXT.orNull(), Settlement.Progress::reviewReason);
        var failureCode = failure.updateOnly("failure_code", TEXT, Settlement.Failure::code);
        var failureMessage = failure.updateOnly("failure_message", TEXT, Settlement.Failure::message);
        var version = progress.updateOnly("version", NUMBER, Settlement.Progress::version);
        var dueAt = progress.outsideMac("due_at", TIME.orNull(), Settlement.Progress::dueAt);
        var updatedAt = progress.column("updated_at", TIME, Settlement.Progress::updatedAt);
        var finalizedAt = progress.updateOnly("finalized_at", TIME.orNull(), Settlement.Progress::finalizedAt);
        return row -> {
            var settlementKey = key.of(row);
            return new Settlement(
                    settlementKey.id(),
                    new Settlement.Terms(
                            settlementKey.organizationId(),
                            settlementKey.livemode(),
                            dialect.of(row),
                            clientOperationId.of(row),
                            currency.of(row),
                            amount.of(row),
                            fee.of(row),
                            accountId.of(row),
                            bankCode.of(row),
                            accountNo.of(row),
                            holderName.of(row),
                            requestId.of(row)),
                    new Settlement.Progress(
                            status.of(row),
                            slipQrString.of(row),
                            reviewReason.of(row),
                            failure.orNull(
                                    row, () -> new Settlement.Failure(failureCode.of(row), failureMessage.of(row))),
                            version.of(row),
                            dueAt.of(row),
                            updatedAt.of(row),
                            finalizedAt.of(row)));
        };
    }
}
