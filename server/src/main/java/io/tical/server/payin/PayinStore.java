package io.tical.server.payin;

import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.customer.CustomerSearch;
import io.tical.server.idempotency.IdempotencyRecords.ConcurrentDuplicate;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.AnyPart;
import io.tical.server.transaction.Dialect;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListFilter;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.PartSearch;
import io.tical.server.transaction.TransactionList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of payins: one statement per table for any number of payins. */
final class PayinStore {
    private static final TransactionList LIST = new TransactionList(
                    "payin",
                    "payin_id",
                    Arrays.stream(PayinStatus.values()).map(PayinStatus::word).toList())
            .of(Arrays.stream(Channel.values()).map(Channel::word).toList())
            .withHolders(CustomerSearch.ACCOUNTS);

    private static final String NEWEST = "SELECT * FROM %s p ORDER BY payin_id DESC";

    static final PartSearch<Payin> SEARCH = new PartSearch<>(
            LIST,
            new AnyPart.Places(
                    List.of("merchant_ref", "holder_name", "customer_name", "paid_reference", "notes"),
                    List.of("account_no"),
                    List.of("amount", "transfer_amount")),
            NEWEST,
            statement -> statement.list(PayinStore::payin),
            Payin::id);

    static final BulkWrite<Payin> PAYINS = TransactionKey.<Payin>write("payin", "payin_id", Payin::key)
            .column("status", "text", one -> one.status().word())
            .insertOnly("dialect", "text", one -> one.terms().dialect().word())
            .insertOnly("merchant_ref", "text", one -> one.terms().merchantRef())
            .insertOnly("currency", "text", one -> one.terms().currency())
            .insertOnly("amount", "bigint", one -> one.terms().amount())
            .insertOnly("transfer_amount", "bigint", one -> one.terms().transferAmount())
            .insertOnly("fee", "bigint", one -> one.terms().fee())
            .insertOnly("channel", "text", one -> one.terms().channel().word())
            .insertOnly("provider", "text", one -> one.terms().provider())
            .insertOnly("collection_account_id", "uuid", one -> one.terms().collectionAccountId())
            .insertOnly("promptpay_id", "text", one -> one.terms().promptpayId())
            .insertOnly("pay_token", "text", one -> one.terms().payToken())
            .insertOnly("theme", "text", one -> one.terms().theme().word())
            .insertOnly("redirect_url", "text", one -> one.terms().redirectUrl())
            .insertOnly("notes", "text", one -> one.terms().notes())
            .insertOnly("account_id", "uuid", one -> one.ofPayer(Payin.Payer::accountId))
            .insertOnly("customer_id", "uuid", one -> one.ofPayer(Payin.Payer::customerId))
            .insertOnly("customer_name", "text", one -> one.ofPayer(Payin.Payer::customerName))
            .insertOnly("bank_code", "text", one -> one.ofPayer(Payin.Payer::bankCode))
            .insertOnly("account_no", "text", one -> one.ofPayer(Payin.Payer::accountNo))
            .insertOnly("holder_name", "text", one -> one.ofPayer(Payin.Payer::holderName))
            .insertOnly("request_id", "text", one -> one.terms().requestId())
            .insertOnly("receiving_type", "text", one -> one.receiving().type().name())
            .insertOnly("receiving_platform", "text", one -> one.receiving().platform())
            .insertOnly("receiving_identifier", "text", one -> one.receiving().identifier())
            .insertOnly("receiving_holder_name", "text", one -> one.receiving().holderName())
            .updateOnly("paid", "bigint", one -> one.progress().settled().paid())
            .updateOnly("fee_charged", "bigint", one -> one.progress().settled().fee())
            .updateOnly(
                    "fee_returned", "bigint", one -> one.progress().settled().feeReturned())
            .updateOnly(
                    "paid_reference", "text", one -> one.progress().settled().reference())
            .updateOnly("failure_code", "text", one -> one.progress().failureCode())
            .updateOnly("version", "bigint", one -> one.progress().version())
            .outsideMac("due_at", "timestamptz", one -> one.progress().dueAt())
            .column("expires_at", "timestamptz", one -> one.progress().expiresAt())
            .column("updated_at", "timestamptz", one -> one.progress().updatedAt())
            .updateOnly("finalized_at", "timestamptz", one -> one.progress().finalizedAt())
            .updateOnly(
                    "refund_reference", "text", one -> one.progress().settled().refundReference())
            .authenticated()
            .journaled();

    static final BulkWrite<Payin> TOKENS = BulkWrite.<Payin>of("pay_token")
            .key("pay_token", "text", one -> one.terms().payToken())
            .column("organization_id", "uuid", one -> one.key().organizationId())
            .column("livemode", "boolean", one -> one.key().livemode())
            .column("payin_id", "uuid", one -> one.key().id())
            .authenticated()
            .journaled();

    private PayinStore() {}

    /** The merchant's reference of a payin, unique in its organization and environment. */
    record MerchantReference(UUID organizationId, boolean livemode, String merchantRef) {}

    static Set<MerchantReference> taken(Session session, Collection<MerchantReference> references) {
        return new HashSet<>(session.sql("""
            SELECT p.organization_id, p.livemode, p.merchant_ref FROM payin p
            JOIN unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:refs AS text[]))
                 AS r (organization_id, livemode, merchant_ref) USING (organization_id, livemode, merchant_ref)
            """)
                .bindEach("organizations", references, MerchantReference::organizationId)
                .bindEach("livemodes", references, MerchantReference::livemode)
                .bindEach("refs", references, MerchantReference::merchantRef)
                .list(row -> new MerchantReference(
                        row.uuid("organization_id"), row.flag("livemode"), row.text("merchant_ref"))));
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
        var proof = locking.isEmpty() ? PAYINS.readingProof(session) : PAYINS.proof(session);
        return TransactionKey.bind(session.sql(sql), keys).list(row -> {
            proof.requireUnaltered(row);
            return payin(row);
        });
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
        var proof = PAYINS.readingProof(session);
        return session.sql("""
            SELECT p.* FROM pay_token t JOIN payin p USING (organization_id, livemode, payin_id)
            WHERE t.pay_token = :token AND p.pay_token = t.pay_token
            """).bind("token", payToken).first(row -> {
            proof.requireUnaltered(row);
            return payin(row);
        });
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
                .list(PayinStore::payin);
        return found.subList(0, Math.min(found.size(), page.limit() + 1));
    }

    /** Those of these payins, with these ids, of several environments. */
    static List<Payin> list(
            Session session, Environments environments, ListFilter filter, Collection<UUID> only, Page page) {
        return LIST.where("p.payin_id = ANY (cast(:only AS uuid[]))")
                .page(session, environments, filter, page)
                .bindEach("only", only, id -> id)
                .list(PayinStore::payin);
    }

    /** The payins of several environments. */
    static List<Payin> list(Session session, Environments environments, ListFilter filter, Page page) {
        return LIST.page(session, environments, filter, page).list(PayinStore::payin);
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
                .list(PayinStore::payin);
    }

    /** A payin by its id alone, for operators, who belong to no organization. */
    static Optional<Payin> find(Session session, UUID id) {
        var proof = PAYINS.readingProof(session);
        return LIST.find(session, id).first(row -> {
            proof.requireUnaltered(row);
            return payin(row);
        });
    }

    private static Payin payin(Row row) {
        var terms = new Payin.Terms(
                row.uuid("organization_id"),
                row.flag("livemode"),
                Word.of(Dialect.class, row.text("dialect")),
                row.text("merchant_ref"),
                row.text("currency"),
                row.number("amount"),
                row.number("transfer_amount"),
                row.number("fee"),
                Word.of(Channel.class, row.text("channel")),
                row.textOrNull("provider"),
                row.uuidOrNull("collection_account_id"),
                row.textOrNull("promptpay_id"),
                row.text("pay_token"),
                Theme.of(row.text("theme")),
                row.textOrNull("redirect_url"),
                row.textOrNull("notes"),
                payer(row),
                row.text("request_id"));
        var progress = new Payin.Progress(
                Word.of(PayinStatus.class, row.text("status")),
                new Payin.Receiving(
                        ReceivingType.valueOf(row.text("receiving_type")),
                        row.textOrNull("receiving_platform"),
                        row.textOrNull("receiving_identifier"),
                        row.textOrNull("receiving_holder_name")),
                new Payin.Settled(
                        row.number("paid"),
                        row.number("fee_charged"),
                        row.number("fee_returned"),
                        row.textOrNull("paid_reference"),
                        row.textOrNull("refund_reference")),
                row.textOrNull("failure_code"),
                row.number("version"),
                row.instantOrNull("due_at"),
                row.instant("expires_at"),
                row.instant("updated_at"),
                row.instantOrNull("finalized_at"));
        return new Payin(row.uuid("payin_id"), terms, progress);
    }

    private static Payin.@Nullable Payer payer(Row row) {
        var accountId = row.uuidOrNull("account_id");
        return accountId == null
                ? null
                : new Payin.Payer(
                        accountId,
                        row.uuid("customer_id"),
                        row.text("customer_name"),
                        row.text("bank_code"),
                        row.text("account_no"),
                        row.text("holder_name"));
    }
}
