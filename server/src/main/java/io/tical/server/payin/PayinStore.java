package io.tical.server.payin;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.transaction.TransactionKey;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL of payins: one statement a table, however many payins. */
final class PayinStore {
    private static final String OF_TARGETS = """
            unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]))
                AS t (organization_id, livemode, payin_id)
            """;

    private PayinStore() {}

    /** A reference that is taken. */
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

    /** Inserts new payins with their tokens; answers false when another transaction took one of the references first. */
    static boolean insert(Session session, List<Payin> payins) {
        var inserted = session.sql("""
                        WITH new AS MATERIALIZED (
                            SELECT * FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                                cast(:statuses AS text[]), cast(:dialects AS text[]), cast(:refs AS text[]), cast(:currencies AS text[]),
                                cast(:amounts AS bigint[]), cast(:transfers AS bigint[]), cast(:fees AS bigint[]),
                                cast(:channels AS text[]), cast(:providers AS text[]), cast(:pools AS uuid[]),
                                cast(:promptpays AS text[]), cast(:tokens AS text[]), cast(:themes AS text[]),
                                cast(:redirects AS text[]), cast(:notes AS text[]), cast(:accounts AS uuid[]),
                                cast(:customers AS uuid[]), cast(:customer_names AS text[]), cast(:banks AS text[]),
                                cast(:account_nos AS text[]), cast(:holders AS text[]), cast(:requests AS text[]),
                                cast(:types AS text[]), cast(:platforms AS text[]), cast(:identifiers AS text[]),
                                cast(:receivers AS text[]), cast(:due AS timestamptz[]), cast(:expires AS timestamptz[]),
                                cast(:updated AS timestamptz[]))
                            AS n (organization_id, livemode, payin_id, status, dialect, merchant_ref, currency, amount,
                                transfer_amount, fee, channel, provider, collection_account_id, promptpay_id, pay_token, theme,
                                redirect_url, notes, account_id, customer_id, customer_name, bank_code, account_no, holder_name,
                                request_id, receiving_type, receiving_platform, receiving_identifier, receiving_holder_name, due_at,
                                expires_at, updated_at)),
                        tokens AS (
                            INSERT INTO pay_token (pay_token, organization_id, livemode, payin_id)
                            SELECT pay_token, organization_id, livemode, payin_id FROM new)
                        INSERT INTO payin (organization_id, livemode, payin_id, status, dialect, merchant_ref, currency, amount,
                            transfer_amount, fee, channel, provider, collection_account_id, promptpay_id, pay_token, theme,
                            redirect_url, notes, account_id, customer_id, customer_name, bank_code, account_no, holder_name,
                            request_id, receiving_type, receiving_platform, receiving_identifier, receiving_holder_name, due_at,
                            expires_at, updated_at)
                        SELECT * FROM new
                        ON CONFLICT (organization_id, livemode, merchant_ref) DO NOTHING
                        RETURNING payin_id
                        """)
                .bindEach("organizations", payins, payin -> payin.terms().organizationId())
                .bindEach("livemodes", payins, payin -> payin.terms().livemode())
                .bindEach("ids", payins, Payin::id)
                .bindEach("statuses", payins, payin -> payin.status().word())
                .bindEach("dialects", payins, payin -> payin.terms().dialect().word())
                .bindEach("refs", payins, payin -> payin.terms().merchantRef())
                .bindEach("currencies", payins, payin -> payin.terms().currency())
                .bindEach("amounts", payins, payin -> payin.terms().amount())
                .bindEach("transfers", payins, payin -> payin.terms().transferAmount())
                .bindEach("fees", payins, payin -> payin.terms().fee())
                .bindEach("channels", payins, payin -> payin.terms().channel().word())
                .bindEach("providers", payins, payin -> payin.terms().provider())
                .bindEach("pools", payins, payin -> payin.terms().collectionAccountId())
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
                .bindEach(
                        "types",
                        payins,
                        payin -> payin.progress().receiving().type().name())
                .bindEach(
                        "platforms",
                        payins,
                        payin -> payin.progress().receiving().platform())
                .bindEach(
                        "identifiers",
                        payins,
                        payin -> payin.progress().receiving().identifier())
                .bindEach(
                        "receivers",
                        payins,
                        payin -> payin.progress().receiving().holderName())
                .bindEach("due", payins, payin -> payin.progress().dueAt())
                .bindEach("expires", payins, payin -> payin.progress().expiresAt())
                .bindEach("updated", payins, payin -> payin.progress().updatedAt())
                .list(row -> row.uuid("payin_id"));
        return inserted.size() == payins.size();
    }

    /** Writes how far these payins have come. */
    static void update(Session session, List<Payin> payins) {
        session.sql("""
                        UPDATE payin p SET status = n.status, receiving_type = n.receiving_type,
                            receiving_platform = n.receiving_platform, receiving_identifier = n.receiving_identifier,
                            receiving_holder_name = n.receiving_holder_name, paid = n.paid, fee_charged = n.fee_charged,
                            fee_returned = n.fee_returned, paid_reference = n.paid_reference, failure_code = n.failure_code,
                            version = n.version, due_at = n.due_at, expires_at = n.expires_at, updated_at = n.updated_at,
                            finalized_at = n.finalized_at
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:ids AS uuid[]),
                            cast(:statuses AS text[]), cast(:types AS text[]), cast(:platforms AS text[]), cast(:identifiers AS text[]),
                            cast(:receivers AS text[]), cast(:paid AS bigint[]), cast(:fees AS bigint[]),
                            cast(:fees_returned AS bigint[]), cast(:paid_references AS text[]), cast(:failures AS text[]),
                            cast(:due AS timestamptz[]), cast(:expires AS timestamptz[]), cast(:updated AS timestamptz[]),
                            cast(:finalized AS timestamptz[]), cast(:versions AS bigint[]))
                            AS n (organization_id, livemode, payin_id, status, receiving_type, receiving_platform,
                                  receiving_identifier, receiving_holder_name, paid, fee_charged, fee_returned, paid_reference,
                                  failure_code, due_at, expires_at, updated_at, finalized_at, version)
                        WHERE p.organization_id = n.organization_id AND p.livemode = n.livemode AND p.payin_id = n.payin_id
                        """)
                .bindEach("organizations", payins, payin -> payin.terms().organizationId())
                .bindEach("livemodes", payins, payin -> payin.terms().livemode())
                .bindEach("ids", payins, Payin::id)
                .bindEach("statuses", payins, payin -> payin.status().word())
                .bindEach(
                        "types",
                        payins,
                        payin -> payin.progress().receiving().type().name())
                .bindEach(
                        "platforms",
                        payins,
                        payin -> payin.progress().receiving().platform())
                .bindEach(
                        "identifiers",
                        payins,
                        payin -> payin.progress().receiving().identifier())
                .bindEach(
                        "receivers",
                        payins,
                        payin -> payin.progress().receiving().holderName())
                .bindEach("paid", payins, payin -> payin.progress().settled().paid())
                .bindEach("fees", payins, payin -> payin.progress().settled().fee())
                .bindEach(
                        "fees_returned",
                        payins,
                        payin -> payin.progress().settled().feeReturned())
                .bindEach(
                        "paid_references",
                        payins,
                        payin -> payin.progress().settled().reference())
                .bindEach("failures", payins, payin -> payin.progress().failureCode())
                .bindEach("due", payins, payin -> payin.progress().dueAt())
                .bindEach("expires", payins, payin -> payin.progress().expiresAt())
                .bindEach("updated", payins, payin -> payin.progress().updatedAt())
                .bindEach("finalized", payins, payin -> payin.progress().finalizedAt())
                .bindEach("versions", payins, payin -> payin.progress().version())
                .run();
        slots(session, payins);
    }

    /** An open payin keeps its amount, an expired one for a while; every other gives it back. */
    private static void slots(Session session, List<Payin> payins) {
        AmountReservationStore.free(
                session,
                payins.stream()
                        .filter(payin -> !payin.status().open() && payin.status() != PayinStatus.EXPIRED)
                        .map(PayinStore::held)
                        .filter(Objects::nonNull)
                        .toList());
        payins.stream()
                .filter(payin -> payin.status() == PayinStatus.EXPIRED)
                .map(payin -> payin.progress().updatedAt())
                .max(Instant::compareTo)
                .ifPresent(latest -> AmountReservationStore.freeAt(
                        session,
                        payins.stream()
                                .filter(payin -> payin.status() == PayinStatus.EXPIRED)
                                .map(PayinStore::held)
                                .filter(Objects::nonNull)
                                .toList(),
                        latest.plus(Payins.SLOT_KEPT)));
    }

    private static AmountReservationStore.@Nullable Held held(Payin payin) {
        var terms = payin.terms();
        var account = terms.collectionAccountId();
        return account == null
                ? null
                : new AmountReservationStore.Held(
                        new AmountReservation(account, terms.livemode(), terms.transferAmount()), payin.id());
    }

    /** Reads payins; {@code lock} holds them until the transaction ends, in their order. */
    static Map<TransactionKey, Payin> find(Session session, Collection<TransactionKey> targets, boolean lock) {
        var found = new HashMap<TransactionKey, Payin>();
        if (!targets.isEmpty()) {
            bound(
                            session.sql("SELECT p.* FROM payin p JOIN " + OF_TARGETS
                                    + " USING (organization_id, livemode, payin_id) ORDER BY organization_id, livemode, payin_id"
                                    + (lock ? " FOR UPDATE OF p" : "")),
                            targets)
                    .list(PayinRows::payin)
                    .forEach(payin -> found.put(target(payin), payin));
        }
        return found;
    }

    /** Locks those of them that are still due and that nobody else is at, in their order. */
    static List<Payin> lockDue(Session session, Collection<TransactionKey> targets) {
        return bound(session.sql("SELECT p.* FROM payin p JOIN " + OF_TARGETS + """
                                 USING (organization_id, livemode, payin_id) WHERE p.due_at <= now()
                                ORDER BY organization_id, livemode, payin_id FOR UPDATE OF p SKIP LOCKED
                                """), targets)
                .list(PayinRows::payin);
    }

    private static Session.Statement bound(Session.Statement statement, Collection<TransactionKey> targets) {
        return statement
                .bindEach("organizations", targets, TransactionKey::organizationId)
                .bindEach("livemodes", targets, TransactionKey::livemode)
                .bindEach("ids", targets, TransactionKey::id);
    }

    /** Locks a payin unless somebody else is at it. */
    static Optional<Payin> lockFree(Session session, TransactionKey target) {
        return bound(
                        session.sql("SELECT p.* FROM payin p JOIN " + OF_TARGETS
                                + " USING (organization_id, livemode, payin_id) FOR UPDATE OF p SKIP LOCKED"),
                        List.of(target))
                .first(PayinRows::payin);
    }

    static Optional<Payin> find(Session session, TransactionKey target) {
        return Optional.ofNullable(find(session, List.of(target), false).get(target));
    }

    static Optional<Payin> findByToken(Session session, String payToken) {
        return session.sql("""
                        SELECT p.* FROM pay_token t JOIN payin p USING (organization_id, livemode, payin_id)
                        WHERE t.pay_token = :token
                        """).bind("token", payToken).first(PayinRows::payin);
    }

    static TransactionKey target(Payin payin) {
        return new TransactionKey(payin.terms().organizationId(), payin.terms().livemode(), payin.id());
    }

    static TransactionKey target(Row row) {
        return new TransactionKey(row.uuid("organization_id"), row.flag("livemode"), row.uuid("payin_id"));
    }
}
