package io.tical.server.payin;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.word;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.customer.CustomerSearch;
import io.tical.server.idempotency.IdempotencyRecords.ConcurrentDuplicate;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.AnyPart;
import io.tical.server.transaction.Dialect;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.MerchantReference;
import io.tical.server.transaction.MerchantReferences;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.PartSearch;
import io.tical.server.transaction.TransactionList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The SQL of payins: one statement per table for any number of payins. */
final class PayinStore {
    /** The merchants' references of payins. */
    static final MerchantReferences REFERENCES = new MerchantReferences("payin");

    private static final TransactionList LIST = new TransactionList(
                    REFERENCES,
                    Arrays.stream(PayinStatus.values()).map(PayinStatus::word).toList())
            .of(Arrays.stream(Channel.values()).map(Channel::word).toList())
            .withHolders(CustomerSearch.ACCOUNTS);

    private static final String NEWEST = "SELECT * FROM %s p ORDER BY payin_id DESC";

    static final Table<Payin> PAYINS = Table.of("payin", PayinStore::columns);

    static final PartSearch<Payin> SEARCH = new PartSearch<>(
            LIST,
            new AnyPart.Places(
                    List.of("merchant_ref", "holder_name", "customer_name", "paid_reference", "notes"),
                    List.of("account_no"),
                    List.of("amount", "transfer_amount")),
            NEWEST,
            statement -> statement.list(PAYINS::read),
            Payin::id);

    static final BulkWrite<Payin> TOKENS = BulkWrite.<Payin>of("pay_token")
            .key("pay_token", "text", one -> one.terms().payToken())
            .column("organization_id", "uuid", one -> one.key().organizationId())
            .column("livemode", "boolean", one -> one.key().livemode())
            .column("payin_id", "uuid", one -> one.key().id())
            .authenticated()
            .journaled();

    private PayinStore() {}

    static Set<MerchantReference> taken(Session session, Collection<MerchantReference> references) {
        return Set.copyOf(REFERENCES.taken(session, references).list(MerchantReferences::read));
    }

    /** When the session sends, inserts new payins with their tokens, and fails if a reference has been taken. */
    static void insertLater(Session session, List<Payin> payins) {
        PAYINS.insert(session, payins)
                .onDuplicate("payin_organization_id_livemode_merchant_ref_key", ConcurrentDuplicate::new)
                .runLater();
        TOKENS.insert(session, payins).runLater();
    }

    /** Writes the progress of payins when the session sends. */
    static void updateLater(Session session, List<Payin> payins) {
        PAYINS.update(session, payins).runLater();
    }

    /** Reads payins in the order of their keys; {@code lock} locks them until the transaction ends. */
    static List<Payin> find(Session session, Collection<TransactionKey> keys, boolean lock) {
        return keys.isEmpty() ? List.of() : select(session, keys, "", lock ? " FOR UPDATE OF p" : "");
    }

    static Optional<Payin> find(Session session, TransactionKey key) {
        return find(session, List.of(key), false).stream().findFirst();
    }

    /** Locks payins that are still due, except those that another transaction has locked. */
    static List<Payin> lockDue(Session session, Collection<TransactionKey> keys) {
        return select(session, keys, " WHERE p.due_at <= now()", " FOR UPDATE OF p SKIP LOCKED");
    }

    /** Locks a payin; empty when another transaction has locked it. */
    static Optional<Payin> tryLock(Session session, TransactionKey key) {
        return select(session, List.of(key), "", " FOR UPDATE OF p SKIP LOCKED").stream()
                .findFirst();
    }

    /** Reads payins. Fails if the service did not write a row, because payers and merchants rely on it. */
    private static List<Payin> select(Session session, Collection<TransactionKey> keys, String where, String locking) {
        var sql = "SELECT p.* FROM payin p JOIN " + TransactionKey.table("payin_id")
                + " USING (organization_id, livemode, payin_id)" + where
                + " ORDER BY organization_id, livemode, payin_id" + locking;
        return TransactionKey.bind(session.sql(sql), keys)
                .list(locking.isEmpty() ? PAYINS.proved(session) : PAYINS.locked(session));
    }

    /** The words of the states that keep the room of a payin in the limit of its account. */
    private static final String ASKING = Arrays.stream(PayinStatus.values())
            .filter(status -> !status.unpaid())
            .map(status -> "'" + status.word() + "'")
            .collect(Collectors.joining(", "));

    /** The sum of the transfers that the payins of an account ask for, or had, whose ids are in a range; minor units. */
    static long asked(Session session, UUID account, boolean livemode, UUID from, UUID until) {
        return session.sql("""
                        SELECT cast(coalesce(sum(transfer_amount), 0) AS bigint) AS asked FROM payin
                        WHERE collection_account_id = cast(:account AS uuid) AND livemode = :livemode
                          AND payin_id >= cast(:from AS uuid) AND payin_id < cast(:until AS uuid) AND status IN (%s)
                        """.formatted(ASKING))
                .bind("account", account)
                .bind("livemode", livemode)
                .bind("from", from)
                .bind("until", until)
                .one(row -> row.number("asked"));
    }

    /** The id of the organization's payin of a token. */
    static Optional<UUID> idOfToken(Session session, UUID organizationId, boolean livemode, String payToken) {
        return session.sql("SELECT payin_id FROM pay_token WHERE pay_token = :token"
                        + " AND organization_id = cast(:organization AS uuid) AND livemode = :livemode")
                .bind("token", payToken)
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .first(row -> row.uuid("payin_id"));
    }

    /** The payin of a token. The payin's row contains the token too, so a token that was moved to another payin finds nothing. */
    static Optional<Payin> findByToken(Session session, String payToken) {
        return session.sql("""
            SELECT p.* FROM pay_token t JOIN payin p USING (organization_id, livemode, payin_id)
            WHERE t.pay_token = :token AND p.pay_token = t.pay_token
            """).bind("token", payToken).first(PAYINS.proved(session));
    }

    /** The stages of these payins, unproved: callers read a payin before they act on it. */
    static Map<TransactionKey, Payins.Stage> stages(Session session, Collection<TransactionKey> keys) {
        var sql = "SELECT p.organization_id, p.livemode, p.payin_id, p.status, p.version FROM payin p JOIN "
                + TransactionKey.table("payin_id") + " USING (organization_id, livemode, payin_id)";
        return TransactionKey.bind(session.sql(sql), keys)
                .list(row -> Map.entry(
                        TransactionKey.of(row, "payin_id"),
                        new Payins.Stage(Word.of(PayinStatus.class, row.text("status")), row.number("version"))))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** One row more than the page's limit, when there are that many; newest first. */
    static List<Payin> list(Session session, UUID organizationId, boolean livemode, ListFilter filter, Page page) {
        var found = LIST.page(session, organizationId, livemode, filter, page, NEWEST)
                .list(PAYINS::read);
        return found.subList(0, Math.min(found.size(), page.limit() + 1));
    }

    /** Those of these payins, with these ids, of several environments. */
    static List<Payin> list(
            Session session, Environments environments, ListFilter filter, Collection<UUID> only, Page page) {
        return LIST.where("p.payin_id = ANY (cast(:only AS uuid[]))")
                .page(session, environments, filter, page)
                .bindEach("only", only, id -> id)
                .list(PAYINS::read);
    }

    /** The payins of several environments. */
    static List<Payin> list(Session session, Environments environments, ListFilter filter, Page page) {
        return LIST.page(session, environments, filter, page).list(PAYINS::read);
    }

    /**
     * Payins of this amount that accept a payment and have a receiving account of the operator's, newest first.
     *
     * @param since the smallest id
     */
    static List<Payin> payable(
            Session session,
            UUID organizationId,
            boolean livemode,
            String currency,
            long amount,
            UUID since,
            int rowsMax) {
        var statuses = Arrays.stream(PayinStatus.values())
                .filter(PayinStatus::takesPayment)
                .map(status -> "'" + status.word() + "'")
                .collect(Collectors.joining(", "));
        return session.sql("""
            SELECT * FROM payin
            WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode AND currency = :currency
              AND channel IN ('bank', 'qrcode', 'crypto') AND status IN (%s) AND payin_id >= cast(:since AS uuid)
              AND (transfer_amount = :amount OR amount = :amount)
              AND (collection_account_id IS NOT NULL OR channel = 'crypto')
            ORDER BY payin_id DESC LIMIT :rows
            """.formatted(statuses))
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("currency", currency)
                .bind("since", since)
                .bind("amount", amount)
                .bind("rows", rowsMax)
                .list(PAYINS::read);
    }

    /** A payin by its id alone, for operators, who belong to no organization. */
    static Optional<Payin> find(Session session, UUID id) {
        return LIST.find(session, id).first(PAYINS.proved(session));
    }

    private static Function<Row, Payin> columns(TableColumns<Payin> t) {
        var key = TransactionKey.columns(t, "payin_id", Payin::key);
        var terms = t.part(Payin::terms);
        var payer = terms.optional(Payin.Terms::payer);
        var progress = t.part(Payin::progress);
        var receiving = progress.part(Payin.Progress::receiving);
        var settled = progress.part(Payin.Progress::settled);
        var status = progress.column("status", word(PayinStatus.class), Payin.Progress::status);
        var dialect = terms.insertOnly("dialect", word(Dialect.class), Payin.Terms::dialect);
        var merchantRef = terms.insertOnly("merchant_ref", TEXT, Payin.Terms::merchantRef);
        var currency = terms.insertOnly("currency", TEXT, Payin.Terms::currency);
        var amount = terms.insertOnly("amount", NUMBER, Payin.Terms::amount);
        var transferAmount = terms.insertOnly("transfer_amount", NUMBER, Payin.Terms::transferAmount);
        var fee = terms.insertOnly("fee", NUMBER, Payin.Terms::fee);
        var channel = terms.insertOnly("channel", word(Channel.class), Payin.Terms::channel);
        var provider = terms.insertOnly("provider", TEXT.orNull(), Payin.Terms::provider);
        var collectionAccountId =
                terms.insertOnly("collection_account_id", ID.orNull(), Payin.Terms::collectionAccountId);
        var promptpayId = terms.insertOnly("promptpay_id", TEXT.orNull(), Payin.Terms::promptpayId);
        var payToken = terms.insertOnly("pay_token", TEXT, Payin.Terms::payToken);
        var theme = terms.insertOnly("theme", TEXT.as(Theme::of, Theme::word), Payin.Terms::theme);
        var redirectUrl = terms.insertOnly("redirect_url", TEXT.orNull(), Payin.Terms::redirectUrl);
        var notes = terms.insertOnly("notes", TEXT.orNull(), Payin.Terms::notes);
        var accountId = payer.insertOnly("account_id", ID, Payin.Payer::accountId);
        var customerId = payer.insertOnly("customer_id", ID, Payin.Payer::customerId);
        var customerName = payer.insertOnly("customer_name", TEXT, Payin.Payer::customerName);
        var bankCode = payer.insertOnly("bank_code", TEXT, Payin.Payer::bankCode);
        var accountNo = payer.insertOnly("account_no", TEXT, Payin.Payer::accountNo);
        var holderName = payer.insertOnly("holder_name", TEXT, Payin.Payer::holderName);
        var requestId = terms.insertOnly("request_id", TEXT, Payin.Terms::requestId);
        var receivingType = receiving.insertOnly(
                "receiving_type", TEXT.as(ReceivingType::valueOf, ReceivingType::name), Payin.Receiving::type);
        var receivingPlatform = receiving.insertOnly("receiving_platform", TEXT.orNull(), Payin.Receiving::platform);
        var receivingIdentifier =
                receiving.insertOnly("receiving_identifier", TEXT.orNull(), Payin.Receiving::identifier);
        var receivingHolderName =
                receiving.insertOnly("receiving_holder_name", TEXT.orNull(), Payin.Receiving::holderName);
        var paid = settled.updateOnly("paid", NUMBER, Payin.Settled::paid);
        var feeCharged = settled.updateOnly("fee_charged", NUMBER, Payin.Settled::fee);
        var feeReturned = settled.updateOnly("fee_returned", NUMBER, Payin.Settled::feeReturned);
        var paidReference = settled.updateOnly("paid_reference", TEXT.orNull(), Payin.Settled::reference);
        var failureCode = progress.updateOnly("failure_code", TEXT.orNull(), Payin.Progress::failureCode);
        var version = progress.updateOnly("version", NUMBER, Payin.Progress::version);
        var dueAt = progress.outsideMac("due_at", TIME.orNull(), Payin.Progress::dueAt);
        var expiresAt = progress.column("expires_at", TIME, Payin.Progress::expiresAt);
        var updatedAt = progress.column("updated_at", TIME, Payin.Progress::updatedAt);
        var finalizedAt = progress.updateOnly("finalized_at", TIME.orNull(), Payin.Progress::finalizedAt);
        var refundReference = settled.updateOnly("refund_reference", TEXT.orNull(), Payin.Settled::refundReference);
        return row -> {
            var payinKey = key.of(row);
            return new Payin(
                    payinKey.id(),
                    new Payin.Terms(
                            payinKey.organizationId(),
                            payinKey.livemode(),
                            dialect.of(row),
                            merchantRef.of(row),
                            currency.of(row),
                            amount.of(row),
                            transferAmount.of(row),
                            fee.of(row),
                            channel.of(row),
                            provider.of(row),
                            collectionAccountId.of(row),
                            promptpayId.of(row),
                            payToken.of(row),
                            theme.of(row),
                            redirectUrl.of(row),
                            notes.of(row),
                            payer.orNull(
                                    row,
                                    () -> new Payin.Payer(
                                            accountId.of(row),
                                            customerId.of(row),
                                            customerName.of(row),
                                            bankCode.of(row),
                                            accountNo.of(row),
                                            holderName.of(row))),
                            requestId.of(row)),
                    new Payin.Progress(
                            status.of(row),
                            new Payin.Receiving(
                                    receivingType.of(row),
                                    receivingPlatform.of(row),
                                    receivingIdentifier.of(row),
                                    receivingHolderName.of(row)),
                            new Payin.Settled(
                                    paid.of(row),
                                    feeCharged.of(row),
                                    feeReturned.of(row),
                                    paidReference.of(row),
                                    refundReference.of(row)),
                            failureCode.of(row),
                            version.of(row),
                            dueAt.of(row),
                            expiresAt.of(row),
                            updatedAt.of(row),
                            finalizedAt.of(row)));
        };
    }
}
