package io.tical.server.payin;

import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The SQL of payins: one statement per table for any number of payins. */
final class PayinStore {
    private static final String COLUMNS = """
            organization_id, livemode, payin_id, status, dialect, merchant_ref, currency, amount, transfer_amount, fee, channel,
            provider, collection_account_id, promptpay_id, pay_token, theme, redirect_url, notes, account_id, customer_id,
            customer_name, bank_code, account_no, holder_name, request_id, receiving_type, receiving_platform,
            receiving_identifier, receiving_holder_name, due_at, expires_at, updated_at
            """;

    private PayinStore() {}

    /** A used reference. */
    record TakenReference(UUID organizationId, boolean livemode, String merchantRef) {}

    static Set<TakenReference> taken(Session session, Collection<TakenReference> references) {
        return new HashSet<>(session.sql("""
                        SELECT p.organization_id, p.livemode, p.merchant_ref FROM payin p
                        JOIN unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:refs AS text[]))
                             AS r (organization_id, livemode, merchant_ref) USING (organization_id, livemode, merchant_ref)
                        """)
                .bindEach("organizations", references, TakenReference::organizationId)
                .bindEach("livemodes", references, TakenReference::livemode)
                .bindEach("refs", references, TakenReference::merchantRef)
                .list(row -> new TakenReference(
                        row.uuid("organization_id"), row.flag("livemode"), row.text("merchant_ref"))));
    }

    /** Inserts new payins with their tokens; returns false when another transaction has used one of the references. */
    static boolean insert(Session session, List<Payin> payins) {
        var statement = session.sql("""
                WITH new AS MATERIALIZED (
                    SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                        cast(:statuses AS text[]), cast(:dialects AS text[]), cast(:refs AS text[]), cast(:currencies AS text[]),
                        cast(:amounts AS bigint[]), cast(:transfers AS bigint[]), cast(:fees AS bigint[]),
                        cast(:channels AS text[]), cast(:providers AS text[]), cast(:collection_accounts AS uuid[]),
                        cast(:promptpays AS text[]), cast(:tokens AS text[]), cast(:themes AS text[]),
                        cast(:redirects AS text[]), cast(:notes AS text[]), cast(:accounts AS uuid[]),
                        cast(:customers AS uuid[]), cast(:customer_names AS text[]), cast(:banks AS text[]),
                        cast(:account_nos AS text[]), cast(:holders AS text[]), cast(:requests AS text[]),
                        cast(:types AS text[]), cast(:platforms AS text[]), cast(:identifiers AS text[]),
                        cast(:receivers AS text[]), cast(:due AS timestamptz[]), cast(:expires AS timestamptz[]),
                        cast(:updated AS timestamptz[])) AS n (%1$s)),
                tokens AS (
                    INSERT INTO pay_token (pay_token, organization_id, livemode, payin_id)
                    SELECT pay_token, organization_id, livemode, payin_id FROM new)
                INSERT INTO payin (%1$s) SELECT * FROM new
                ON CONFLICT (organization_id, livemode, merchant_ref) DO NOTHING
                RETURNING payin_id
                """.formatted(COLUMNS));
        return bindTerms(bindProgress(statement, payins), payins)
                        .list(row -> row.uuid("payin_id"))
                        .size()
                == payins.size();
    }

    private static Session.Statement bindTerms(Session.Statement statement, List<Payin> payins) {
        return statement
                .bindEach("dialects", payins, payin -> payin.terms().dialect().word())
                .bindEach("refs", payins, payin -> payin.terms().merchantRef())
                .bindEach("currencies", payins, payin -> payin.terms().currency())
                .bindEach("amounts", payins, payin -> payin.terms().amount())
                .bindEach("transfers", payins, payin -> payin.terms().transferAmount())
                .bindEach("fees", payins, payin -> payin.terms().fee())
                .bindEach("channels", payins, payin -> payin.terms().channel().word())
                .bindEach("providers", payins, payin -> payin.terms().provider())
                .bindEach("collection_accounts", payins, payin -> payin.terms().collectionAccountId())
                .bindEach("promptpays", payins, payin -> payin.terms().promptpayId())
                .bindEach("tokens", payins, payin -> payin.terms().payToken())
                .bindEach("themes", payins, payin -> payin.terms().theme().word())
                .bindEach("redirects", payins, payin -> payin.terms().redirectUrl())
                .bindEach("notes", payins, payin -> payin.terms().notes())
                .bindEach("accounts", payins, payin -> PayinView.ofPayer(payin, Payin.Payer::accountId))
                .bindEach("customers", payins, payin -> PayinView.ofPayer(payin, Payin.Payer::customerId))
                .bindEach("customer_names", payins, payin -> PayinView.ofPayer(payin, Payin.Payer::customerName))
                .bindEach("banks", payins, payin -> PayinView.ofPayer(payin, Payin.Payer::bankCode))
                .bindEach("account_nos", payins, payin -> PayinView.ofPayer(payin, Payin.Payer::accountNo))
                .bindEach("holders", payins, payin -> PayinView.ofPayer(payin, Payin.Payer::holderName))
                .bindEach("requests", payins, payin -> payin.terms().requestId())
                .bindEach("types", payins, payin -> receiving(payin).type().name())
                .bindEach("platforms", payins, payin -> receiving(payin).platform())
                .bindEach("identifiers", payins, payin -> receiving(payin).identifier())
                .bindEach("receivers", payins, payin -> receiving(payin).holderName());
    }

    private static Payin.Receiving receiving(Payin payin) {
        return payin.progress().receiving();
    }

    private static Session.Statement bindProgress(Session.Statement statement, List<Payin> payins) {
        return TransactionKey.bind(statement, payins.stream().map(Payin::key).toList())
                .bindEach("statuses", payins, payin -> payin.status().word())
                .bindEach("due", payins, payin -> payin.progress().dueAt())
                .bindEach("expires", payins, payin -> payin.progress().expiresAt())
                .bindEach("updated", payins, payin -> payin.progress().updatedAt());
    }

    /** Writes the progress of payins. */
    static void update(Session session, List<Payin> payins) {
        var statement = session.sql("""
                UPDATE payin p SET status = n.status, paid = n.paid, fee_charged = n.fee_charged,
                    fee_returned = n.fee_returned, paid_reference = n.paid_reference, failure_code = n.failure_code,
                    version = n.version, due_at = n.due_at, expires_at = n.expires_at, updated_at = n.updated_at,
                    finalized_at = n.finalized_at
                FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                    cast(:statuses AS text[]), cast(:paid AS bigint[]), cast(:fees AS bigint[]), cast(:fees_returned AS bigint[]),
                    cast(:paid_references AS text[]), cast(:failures AS text[]), cast(:due AS timestamptz[]),
                    cast(:expires AS timestamptz[]), cast(:updated AS timestamptz[]), cast(:finalized AS timestamptz[]),
                    cast(:versions AS bigint[]))
                    AS n (organization_id, livemode, payin_id, status, paid, fee_charged, fee_returned, paid_reference,
                        failure_code, due_at, expires_at, updated_at, finalized_at, version)
                WHERE p.organization_id = n.organization_id AND p.livemode = n.livemode AND p.payin_id = n.payin_id
                """);
        bindProgress(statement, payins)
                .bindEach("paid", payins, payin -> settled(payin).paid())
                .bindEach("fees", payins, payin -> settled(payin).fee())
                .bindEach("fees_returned", payins, payin -> settled(payin).feeReturned())
                .bindEach("paid_references", payins, payin -> settled(payin).reference())
                .bindEach("failures", payins, payin -> payin.progress().failureCode())
                .bindEach("finalized", payins, payin -> payin.progress().finalizedAt())
                .bindEach("versions", payins, Payin::version)
                .run();
    }

    private static Payin.Settled settled(Payin payin) {
        return payin.progress().settled();
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

    private static List<Payin> select(Session session, Collection<TransactionKey> keys, String where, String locking) {
        var sql = "SELECT p.* FROM payin p JOIN " + TransactionKey.table("payin_id")
                + " USING (organization_id, livemode, payin_id)" + where
                + " ORDER BY organization_id, livemode, payin_id" + locking;
        return TransactionKey.bind(session.sql(sql), keys).list(PayinRows::payin);
    }

    static Optional<Payin> findByToken(Session session, String payToken) {
        return session.sql("""
                        SELECT p.* FROM pay_token t JOIN payin p USING (organization_id, livemode, payin_id)
                        WHERE t.pay_token = :token
                        """).bind("token", payToken).first(PayinRows::payin);
    }
}
