package io.tical.server.payout;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toUnmodifiableList;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.server.customer.CustomerSearch;
import io.tical.server.customer.Destination;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.key.TransactionKey;
import io.tical.server.key.WalletKey;
import io.tical.server.rail.AttemptTable;
import io.tical.server.transaction.AnyPart;
import io.tical.server.transaction.Changes.Changed;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.MerchantReference;
import io.tical.server.transaction.MerchantReferences;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.PartSearch;
import io.tical.server.transaction.TransactionList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The SQL of payouts, their legs and attempts: one statement per table for any number of payouts. */
final class PayoutStore {
    /** The merchants' references of payouts. */
    static final MerchantReferences REFERENCES = new MerchantReferences("payout");

    static final Table<Payout> PAYOUTS = Table.of("payout", PayoutRows::ofPayout);

    static final Table<StoredLeg> LEGS = Table.of("payout_step", PayoutRows::ofLeg);

    static final AttemptTable ATTEMPTS = new AttemptTable("payout_attempt", "payout_id");

    private static final String LEG = "leg_";
    private static final Function<Row, StoredLeg> JOINED_LEG = LEGS.labelled(LEG);

    private static final String OF_KEYS =
            TransactionKey.table("payout_id") + "USING (organization_id, livemode, payout_id)";

    /** Payouts with their legs, one row per leg; {@code %s} is the payouts' table expression. */
    private static final String SELECT = """
            SELECT p.*, s.step, %s
            FROM %s p CROSS JOIN LATERAL (
                SELECT step_id, step, amount, transfer_amount, status, finalized_at FROM payout_step
                WHERE organization_id = p.organization_id AND livemode = p.livemode AND payout_id = p.payout_id
                OFFSET 0) s
            """.formatted(LEGS.selected("s", LEG), "%s");

    private static final TransactionList LIST = new TransactionList(
                    REFERENCES,
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
            statement -> payouts(statement, PAYOUTS::read),
            Payout::id);

    private static final String FIND = SELECT.formatted("payout") + """
            WHERE p.organization_id = cast(:organization AS uuid) AND p.livemode = :livemode
              AND p.payout_id = cast(:id AS uuid)
            """;

    private static final String FIND_ALL = SELECT.formatted("payout") + " JOIN" + OF_KEYS + " ORDER BY p.payout_id";

    /** The order of insertions: two nodes that insert the same references wait for each other in one direction. */
    private static final Comparator<Payout> BY_REFERENCE = Comparator.<Payout, UUID>comparing(
                    payout -> payout.terms().organizationId())
            .thenComparing(payout -> payout.terms().livemode())
            .thenComparing(payout -> payout.terms().merchantRef());

    private PayoutStore() {}

    /** When the session sends, adds the references that existing payouts have, with the status of the payout. */
    static void takenLater(
            Session session, Collection<MerchantReference> references, Map<MerchantReference, PayoutStatus> taken) {
        REFERENCES
                .taken(session, references, "status")
                .listLater(
                        row -> Map.entry(MerchantReferences.read(row), Word.of(PayoutStatus.class, row.text("status"))),
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
        return payouts(TransactionKey.bind(session.sql(FIND_ALL), keys), PAYOUTS.proved(session)).stream()
                .map(payout -> PayoutAggregate.of(payout, attempts.getOrDefault(payout.key(), List.of())))
                .toList();
    }

    /** Locks payouts in the order of their keys until the transaction ends, and reads them with legs and attempts to decide on. */
    static List<PayoutAggregate> lock(Session session, Collection<TransactionKey> keys) {
        if (keys.isEmpty()) {
            return List.of();
        }
        var order = " ORDER BY organization_id, livemode, payout_id FOR UPDATE OF r";
        var payouts = locked(session, PAYOUTS, keys, order);
        // Read after locking, because they may have changed before.
        var legs = locked(session, LEGS, keys, " ORDER BY step").stream()
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

    /** Rows of these payouts, which the service must have written, to decide on. */
    private static <T> List<T> locked(Session session, Table<T> table, Collection<TransactionKey> keys, String end) {
        return TransactionKey.bind(session.sql("SELECT r.* FROM " + table.table() + " r JOIN" + OF_KEYS + end), keys)
                .list(table.locked(session));
    }

    /** A payout with its legs; its own row is proved. */
    static Optional<Payout> payout(Session session, TransactionKey key) {
        return payouts(key.bind(session.sql(FIND), "id"), PAYOUTS.proved(session)).stream()
                .findFirst();
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<Payout> list(Session session, UUID organizationId, boolean livemode, ListFilter filter, Page page) {
        var found = payouts(LIST.page(session, organizationId, livemode, filter, page, NEWEST), PAYOUTS::read);
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
                        Word.of(PayoutStatus.class, row.text("status")),
                        row.number("delivered"),
                        row.text("account_no"),
                        row.instantOrNull("finalized_at")));
    }

    /** To whom a payout goes. */
    record Payee(TransactionKey account, String bankCode, String accountNo, String holderName) {
        /** Whether this is the account as it was verified. */
        boolean is(@Nullable Destination known) {
            return known != null
                    && known.verified()
                    && known.bankCode().equals(bankCode)
                    && known.accountNo().equals(accountNo)
                    && known.holderName().equals(holderName);
        }
    }

    static Map<TransactionKey, Payee> payees(Session session, Collection<TransactionKey> keys) {
        var sql =
                "SELECT p.organization_id, p.livemode, p.payout_id, p.account_id, p.bank_code, p.account_no, p.holder_name"
                        + " FROM payout p JOIN" + OF_KEYS;
        return TransactionKey.bind(session.sql(sql), keys)
                .list(row -> {
                    var key = TransactionKey.of(row, "payout_id");
                    return Map.entry(
                            key,
                            new Payee(
                                    key.other(row.uuid("account_id")),
                                    row.text("bank_code"),
                                    row.text("account_no"),
                                    row.text("holder_name")));
                })
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Those of these payouts to whose account an earlier one was delivered. */
    static Set<TransactionKey> toKnownAccounts(Session session, Collection<TransactionKey> keys) {
        var sql = "SELECT p.organization_id, p.livemode, p.payout_id FROM payout p JOIN" + OF_KEYS + """
                 WHERE EXISTS (SELECT FROM payout o WHERE o.organization_id = p.organization_id AND o.livemode = p.livemode
                    AND o.account_id = p.account_id AND o.payout_id < p.payout_id AND o.status IN ('success', 'partial_success'))
                """;
        return new HashSet<>(
                TransactionKey.bind(session.sql(sql), keys).list(row -> TransactionKey.of(row, "payout_id")));
    }

    /** Combines the consecutive rows of each payout's legs, and sorts them: PostgreSQL would take longer to sort wide rows. */
    private static List<Payout> payouts(Session.Statement statement, Function<Row, Payout> withoutLegs) {
        var payouts = new ArrayList<Payout>();
        var legs = new ArrayList<List<Payout.Leg>>();
        statement.list(row -> {
            var leg = JOINED_LEG.apply(row);
            if (payouts.isEmpty() || !payouts.getLast().id().equals(leg.key().id())) {
                payouts.add(withoutLegs.apply(row));
                legs.add(new ArrayList<>(1));
            }
            return legs.getLast().add(leg.leg());
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
