package io.tical.server.payout;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toUnmodifiableList;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.customer.CustomerSearch;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.rail.AttemptTable;
import io.tical.server.transaction.AnyPart;
import io.tical.server.transaction.Changes.Changed;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.PartSearch;
import io.tical.server.transaction.TransactionList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The SQL of payouts, their legs and attempts: one statement per table for any number of payouts. */
final class PayoutStore {
    private static final String OF_KEYS =
            TransactionKey.table("payout_id") + "USING (organization_id, livemode, payout_id)";

    /** Payouts with their legs, one row per leg; {@code %s} is the payouts' table expression. */
    private static final String SELECT = """
            SELECT p.*, s.step_id, s.step, s.amount AS step_amount, s.transfer_amount, s.status AS step_status,
                   s.finalized_at AS step_finalized_at
            FROM %s p CROSS JOIN LATERAL (
                SELECT step_id, step, amount, transfer_amount, status, finalized_at FROM payout_step
                WHERE organization_id = p.organization_id AND livemode = p.livemode AND payout_id = p.payout_id
                OFFSET 0) s
            """;

    private static final TransactionList LIST = new TransactionList(
                    "payout",
                    "payout_id",
                    Stream.of(PayoutStatus.values()).map(PayoutStatus::word).toList())
            .withHolders(CustomerSearch.ACCOUNTS);

    private static final String NEWEST = SELECT + " ORDER BY p.payout_id DESC";

    static final PartSearch<Payout> SEARCH = new PartSearch<>(
            LIST,
            new AnyPart.Places(
                    List.of("merchant_ref", "holder_name", "customer_name", "slip_qr_ref", "notes"),
                    List.of("account_no"),
                    List.of("amount")),
            NEWEST,
            statement -> payouts(statement, PayoutRows::withoutLegs),
            Payout::id);

    private static final String FIND = SELECT.formatted("payout") + """
            WHERE p.organization_id = cast(:organization AS uuid) AND p.livemode = :livemode
              AND p.payout_id = cast(:id AS uuid)
            """;

    private static final String FIND_ALL = SELECT.formatted("payout") + " JOIN" + OF_KEYS + " ORDER BY p.payout_id";

    static final BulkWrite<Payout> PAYOUTS = TransactionKey.<Payout>write("payout", "payout_id", Payout::key)
            .column("status", "text", one -> one.status().word())
            .insertOnly("dialect", "text", one -> one.terms().dialect().word())
            .insertOnly("merchant_ref", "text", one -> one.terms().merchantRef())
            .insertOnly("currency", "text", one -> one.terms().currency())
            .insertOnly("amount", "bigint", one -> one.terms().amount())
            .insertOnly("fee", "bigint", one -> one.terms().fee())
            .updateOnly("delivered", "bigint", one -> one.progress().totals().delivered())
            .updateOnly("fee_returned", "bigint", one -> one.progress().totals().feeReturned())
            .updateOnly("returned", "bigint", one -> one.progress().totals().returned())
            .insertOnly("account_id", "uuid", one -> one.terms().accountId())
            .insertOnly("customer_id", "uuid", one -> one.terms().customerId())
            .insertOnly("customer_name", "text", one -> one.terms().customerName())
            .insertOnly("bank_code", "text", one -> one.terms().bankCode())
            .insertOnly("account_no", "text", one -> one.terms().accountNo())
            .insertOnly("holder_name", "text", one -> one.terms().holderName())
            .insertOnly("sender_type", "text", one -> one.terms().senderType())
            .updateOnly(
                    "sender_platform",
                    "text",
                    one -> one.progress().lastTransfer().platform())
            .updateOnly(
                    "sender_identifier",
                    "text",
                    one -> one.progress().lastTransfer().identifier())
            .updateOnly(
                    "sender_holder_name",
                    "text",
                    one -> one.progress().lastTransfer().holderName())
            .updateOnly(
                    "slip_qr_ref", "text", one -> one.progress().lastTransfer().slipQrRef())
            .updateOnly(
                    "slip_qr_string",
                    "text",
                    one -> one.progress().lastTransfer().slipQrString())
            .column("review_reason", "text", one -> one.progress().reviewReason())
            .updateOnly("failure_code", "text", one -> one.progress().failureCode())
            .updateOnly("failure_message", "text", one -> one.progress().failureMessage())
            .insertOnly("notes", "text", one -> one.terms().notes())
            .insertOnly("request_id", "text", one -> one.terms().requestId())
            .insertOnly("daily_date", "date", one -> one.terms().dailyDate())
            .updateOnly("version", "bigint", one -> one.progress().version())
            .outsideMac("due_at", "timestamptz", one -> one.progress().dueAt())
            .column("expired_at", "timestamptz", one -> one.progress().reviewExpiresAt())
            .column("updated_at", "timestamptz", one -> one.progress().updatedAt())
            .updateOnly("finalized_at", "timestamptz", one -> one.progress().finalizedAt())
            .updateOnly("refund_reference", "text", one -> one.progress().refundReference())
            .authenticated()
            .journaled();

    static final BulkWrite<StoredLeg> LEGS = TransactionKey.<StoredLeg>write("payout_step", "payout_id", StoredLeg::key)
            .key("step", "int", leg -> leg.leg().number())
            .insertOnly("step_id", "uuid", leg -> leg.leg().id())
            .insertOnly("amount", "bigint", leg -> leg.leg().amount())
            .updateOnly("transfer_amount", "bigint", leg -> leg.leg().delivered())
            .column("status", "text", leg -> leg.leg().status().word())
            .updateOnly("finalized_at", "timestamptz", leg -> leg.leg().finalizedAt())
            .authenticated()
            .journaled();

    static final AttemptTable ATTEMPTS = new AttemptTable("payout_attempt", "payout_id");

    /** The order of insertions: two nodes that insert the same references wait for each other in one direction. */
    private static final Comparator<Payout> BY_REFERENCE = Comparator.<Payout, UUID>comparing(
                    payout -> payout.terms().organizationId())
            .thenComparing(payout -> payout.terms().livemode())
            .thenComparing(payout -> payout.terms().merchantRef());

    private PayoutStore() {}

    /** The merchant's reference of a payout, unique in its organization and environment. */
    record MerchantReference(UUID organizationId, boolean livemode, String merchantRef) {}

    /** When the session sends, adds the references that existing payouts have, with the status of the payout. */
    static void takenLater(
            Session session, Collection<MerchantReference> references, Map<MerchantReference, PayoutStatus> taken) {
        session.sql("""
                        SELECT p.organization_id, p.livemode, p.merchant_ref, p.status FROM payout p
                        JOIN unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:refs AS text[]))
                             AS r (organization_id, livemode, merchant_ref) USING (organization_id, livemode, merchant_ref)
                        """)
                .bindEach("organizations", references, MerchantReference::organizationId)
                .bindEach("livemodes", references, MerchantReference::livemode)
                .bindEach("refs", references, MerchantReference::merchantRef)
                .listLater(
                        row -> Map.entry(
                                new MerchantReference(
                                        row.uuid("organization_id"), row.flag("livemode"), row.text("merchant_ref")),
                                PayoutRows.status(row)),
                        rows -> rows.forEach(row -> taken.put(row.getKey(), row.getValue())));
    }

    /** Inserts new payouts with their legs, when the session sends, and fails if a reference is taken by then. */
    static void insertLater(Session session, List<Payout> created) {
        var payouts = created.stream().sorted(BY_REFERENCE).toList();
        PAYOUTS.insert(session, payouts)
                .onDuplicate(
                        "payout_organization_id_livemode_merchant_ref_key", IdempotencyRecords.ConcurrentDuplicate::new)
                .runLater();
        LEGS.insert(session, payouts.stream().flatMap(PayoutStore::legs).toList())
                .runLater();
    }

    /** A leg with the key of its payout. */
    record StoredLeg(TransactionKey key, Payout.Leg leg) {}

    private static Stream<StoredLeg> legs(Payout payout) {
        return payout.legs().stream().map(leg -> new StoredLeg(payout.key(), leg));
    }

    /** The merchant's reference as it is stored, which proves nothing. */
    static Optional<String> reference(Session session, TransactionKey payout) {
        return payout.bind(
                        session.sql("SELECT merchant_ref FROM payout" + TransactionKey.WHERE
                                + "payout_id = cast(:id AS uuid)"),
                        "id")
                .first(row -> row.text("merchant_ref"));
    }

    /** Writes the changes of payouts, legs and attempts, when the session sends, and inserts the transfers that staff name. */
    static void write(Session session, List<Changed<PayoutAggregate>> changed) {
        var payouts = changed.stream()
                .filter(one -> !one.before()
                        .payout()
                        .progress()
                        .equals(one.after().payout().progress()))
                .map(one -> one.after().payout())
                .toList();
        if (!payouts.isEmpty()) {
            PAYOUTS.update(session, payouts).runLater();
        }
        var legs = changed.stream()
                .flatMap(one -> legs(one.after().payout())
                        .filter(leg -> !one.before().legs().contains(leg.leg())))
                .toList();
        if (!legs.isEmpty()) {
            LEGS.update(session, legs).runLater();
        }
        ATTEMPTS.write(session, changed);
    }

    static Collection<WalletKey> wallets(Session session, Collection<TransactionKey> keys) {
        var sql = "SELECT p.organization_id, p.livemode, p.payout_id, p.currency FROM payout p JOIN" + OF_KEYS;
        return TransactionKey.bind(session.sql(sql), keys)
                .list(row -> TransactionKey.of(row, "payout_id").wallet(row.text("currency")));
    }

    /** Payouts with their legs and attempts. */
    static List<PayoutAggregate> find(Session session, Collection<TransactionKey> keys) {
        if (keys.isEmpty()) {
            return List.of();
        }
        var attempts = ATTEMPTS.find(session, keys);
        return payouts(TransactionKey.bind(session.sql(FIND_ALL), keys), provedWithoutLegs(session)).stream()
                .map(payout -> PayoutAggregate.of(payout, attempts.getOrDefault(payout.key(), List.of())))
                .toList();
    }

    /** Locks payouts in the order of their keys until the transaction ends, and reads them with legs and attempts to decide on. */
    static List<PayoutAggregate> lock(Session session, Collection<TransactionKey> keys) {
        if (keys.isEmpty()) {
            return List.of();
        }
        var order = " ORDER BY organization_id, livemode, payout_id FOR UPDATE OF r";
        var payouts = proved(session, PAYOUTS, keys, order, PayoutRows::withoutLegs);
        // Read after locking, because they may have changed before.
        var legs = proved(
                        session,
                        LEGS,
                        keys,
                        " ORDER BY step",
                        row -> new StoredLeg(TransactionKey.of(row, "payout_id"), PayoutRows.leg(row)))
                .stream()
                .collect(groupingBy(StoredLeg::key, mapping(StoredLeg::leg, toUnmodifiableList())));
        var attempts = ATTEMPTS.proved(session, keys);
        return payouts.stream()
                .map(payout -> payout.with(legs.getOrDefault(payout.key(), List.of())))
                .map(payout -> requireAllLegs(session, payout))
                .map(payout -> PayoutAggregate.of(payout, attempts.getOrDefault(payout.key(), List.of())))
                .toList();
    }

    /** Fails unless the payout has all of its legs. */
    private static Payout requireAllLegs(Session session, Payout payout) {
        var amount = payout.legs().stream().mapToLong(Payout.Leg::amount).sum();
        if (amount != payout.terms().amount()) {
            throw session.rowMac()
                    .altered("In payout_step, organization_id " + payout.terms().organizationId() + ", payout_id "
                            + payout.id() + ": the legs have the amount " + amount + " and the payout "
                            + payout.terms().amount() + ", so a leg was deleted. Run ./tical audit.");
        }
        return payout;
    }

    /** Rows of these payouts, which the service must have written. */
    private static <T> List<T> proved(
            Session session, BulkWrite<?> table, Collection<TransactionKey> keys, String end, Function<Row, T> mapper) {
        var proof = table.proof(session);
        return TransactionKey.bind(session.sql("SELECT r.* FROM " + table.table() + " r JOIN" + OF_KEYS + end), keys)
                .list(row -> {
                    proof.requireUnaltered(row);
                    return mapper.apply(row);
                });
    }

    /** A payout with its legs; its own row is proved. */
    static Optional<Payout> payout(Session session, TransactionKey key) {
        return payouts(key.bind(session.sql(FIND), "id"), provedWithoutLegs(session)).stream()
                .findFirst();
    }

    private static Function<Row, Payout> provedWithoutLegs(Session session) {
        var proof = PAYOUTS.readingProof(session);
        return row -> {
            proof.requireUnaltered(row);
            return PayoutRows.withoutLegs(row);
        };
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<Payout> list(Session session, UUID organizationId, boolean livemode, ListFilter filter, Page page) {
        var found =
                payouts(LIST.page(session, organizationId, livemode, filter, page, NEWEST), PayoutRows::withoutLegs);
        return found.subList(0, Math.min(found.size(), page.limit() + 1));
    }

    /**
     * The payouts of several environments, with their attempts.
     *
     * @param rail the name of a rail that has an attempt; null for any
     */
    static List<PayoutAggregate> list(
            Session session, Environments environments, ListFilter filter, @Nullable String rail, Page page) {
        var keys = ATTEMPTS.page(session, LIST.withAccountNumbers(), environments, filter, rail, page)
                .list(row -> TransactionKey.of(row, "payout_id"));
        return find(session, keys).reversed();
    }

    /** A payout by its id alone, for operators, who belong to no organization. */
    static Optional<PayoutAggregate> find(Session session, UUID id) {
        return find(session, LIST.find(session, id).list(row -> TransactionKey.of(row, "payout_id"))).stream()
                .findFirst();
    }

    /** The last payouts to the same account before this one that were delivered, newest first. */
    static List<EarlierDelivery> earlierDeliveries(Session session, Payout payout, int rowsMax) {
        return payout.key()
                .bind(session.sql("SELECT * FROM payout" + TransactionKey.WHERE + """
                        account_id = cast(:account AS uuid) AND payout_id < cast(:id AS uuid)
                        AND status IN ('success', 'partial_success') ORDER BY payout_id DESC LIMIT :rows
                        """), "id")
                .bind("account", payout.terms().accountId())
                .bind("rows", rowsMax)
                .list(row -> new EarlierDelivery(
                        row.uuid("payout_id"),
                        row.text("merchant_ref"),
                        PayoutRows.status(row),
                        row.number("delivered"),
                        row.text("account_no"),
                        row.instantOrNull("finalized_at")));
    }

    /** Combines the consecutive rows of each payout's legs, and sorts them: PostgreSQL would take longer to sort wide rows. */
    private static List<Payout> payouts(Session.Statement statement, Function<Row, Payout> withoutLegs) {
        var payouts = new ArrayList<Payout>();
        var legs = new ArrayList<List<Payout.Leg>>();
        statement.list(row -> {
            if (payouts.isEmpty() || !payouts.getLast().id().equals(row.uuid("payout_id"))) {
                payouts.add(withoutLegs.apply(row));
                legs.add(new ArrayList<>(1));
            }
            return legs.getLast().add(PayoutRows.legOfJoin(row));
        });
        legs.forEach(each -> each.sort(Comparator.comparing(Payout.Leg::number)));
        return IntStream.range(0, payouts.size())
                .mapToObj(i -> payouts.get(i).with(Collections.unmodifiableList(legs.get(i))))
                .toList();
    }

    /** Locks a payout; returns false when another transaction has locked it. */
    static boolean tryLock(Session session, TransactionKey key) {
        var sql = "SELECT p.payout_id FROM payout p JOIN" + OF_KEYS + " FOR UPDATE OF p SKIP LOCKED";
        return !TransactionKey.bind(session.sql(sql), List.of(key))
                .list(row -> true)
                .isEmpty();
    }
}
