package io.tical.server.treasury;

import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.RowProof;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TextLookup;
import io.tical.server.verification.VerificationFilter;
import io.tical.server.verification.VerificationStatus;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of organizations' bank accounts. Archived ones are not found. */
final class OrganizationAccountStore {
    static final BulkWrite<OrganizationAccount> ACCOUNTS = TransactionKey.<OrganizationAccount>write(
                    "organization_account", "organization_account_id", OrganizationAccount::key)
            .column("bank_code", "text", OrganizationAccount::bankCode)
            .column("account_no", "text", OrganizationAccount::accountNo)
            .column("holder_name", "text", OrganizationAccount::holderName)
            .column("currency", "text", OrganizationAccount::currency)
            .column("label", "text", OrganizationAccount::label)
            .column("is_default", "boolean", OrganizationAccount::isDefault)
            .column("verified_at", "timestamptz", OrganizationAccount::verifiedAt)
            .column("verification_refused_at", "timestamptz", OrganizationAccount::refusedAt)
            .column("archived_at", "timestamptz", OrganizationAccount::archivedAt)
            .column("created_at", "timestamptz", OrganizationAccount::createdAt)
            .column("updated_at", "timestamptz", OrganizationAccount::updatedAt)
            .authenticated()
            .journaled();

    private static final String KEPT = "SELECT * FROM organization_account WHERE archived_at IS NULL";
    private static final String OWN =
            KEPT + " AND organization_id = cast(:organization AS uuid) AND livemode = :livemode";

    private static final TextLookup SEARCHED = new TextLookup(
            "organization_account",
            "organization_account_id",
            List.of("organization_account_id"),
            List.of(TextLookup.ACCOUNT_NUMBER, TextLookup.HOLDER));

    private OrganizationAccountStore() {}

    /** Inserts an account; returns false if the organization already has it. */
    static boolean insertIfAbsent(Session session, OrganizationAccount account) {
        return ACCOUNTS.insertIfAbsent(session, account);
    }

    static void update(Session session, OrganizationAccount account) {
        ACCOUNTS.update(session, List.of(account)).run();
    }

    /** Locks an account until the transaction ends. */
    static Optional<OrganizationAccount> lock(Session session, TransactionKey key) {
        var proof = ACCOUNTS.proof(session);
        return key.bind(session.sql(OWN + " AND organization_account_id = cast(:id AS uuid) FOR UPDATE"), "id")
                .first(row -> proven(row, proof));
    }

    static Optional<OrganizationAccount> find(Session session, TransactionKey key) {
        var proof = ACCOUNTS.readingProof(session);
        return key.bind(session.sql(OWN + " AND organization_account_id = cast(:id AS uuid)"), "id")
                .first(row -> proven(row, proof));
    }

    /** Locks accounts against changes until the transaction ends, in the order of their keys. */
    static List<OrganizationAccount> share(Session session, Collection<TransactionKey> keys) {
        var proof = ACCOUNTS.readingProof(session);
        return TransactionKey.bind(
                        session.sql("SELECT a.* FROM organization_account a JOIN"
                                + TransactionKey.table("organization_account_id")
                                + "USING (organization_id, livemode, organization_account_id) WHERE a.archived_at IS NULL"
                                + " ORDER BY organization_id, livemode, organization_account_id FOR SHARE OF a"),
                        keys)
                .list(row -> proven(row, proof));
    }

    /** Locks the default account of a currency. */
    static Optional<OrganizationAccount> lockDefault(
            Session session, UUID organizationId, boolean livemode, String currency) {
        var proof = ACCOUNTS.proof(session);
        return session.sql(OWN + " AND is_default AND currency = :currency FOR UPDATE")
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("currency", currency)
                .first(row -> proven(row, proof));
    }

    /** Returns one row more than the page's limit, when there are that many. */
    static List<OrganizationAccount> list(Session session, UUID organizationId, boolean livemode, Page page) {
        return page(session.sql(OWN + below(page, " DESC")), page)
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .list(OrganizationAccountStore::account);
    }

    /** The accounts of all organizations; one row more than the page's limit, when there are that many. */
    static List<OrganizationAccount> list(Session session, VerificationFilter filter, Page page) {
        var condition = filter.verification() == null ? "" : condition(filter.verification());
        if (!filter.text().isEmpty()) {
            var conditions = List.of("a.archived_at IS NULL" + condition);
            return SEARCHED.page(session, filter.environments(), filter.text(), conditions, page)
                    .list(OrganizationAccountStore::account);
        }
        return page(
                        filter.environments()
                                .bind(session.sql(KEPT
                                        // Literals and not parameters, so that the planner knows how rare pending ones
                                        // are.
                                        + condition
                                        + " AND " + filter.environments().condition("")
                                        + below(page, filter.newestFirst()))),
                        page)
                .list(OrganizationAccountStore::account);
    }

    static Optional<OrganizationAccount> find(Session session, UUID id) {
        return session.sql(KEPT + " AND organization_account_id = cast(:id AS uuid)")
                .bind("id", id)
                .first(OrganizationAccountStore::account);
    }

    private static String below(Page page, String newestFirst) {
        return (page.before() == null ? "" : " AND organization_account_id < cast(:before AS uuid)")
                + " ORDER BY organization_account_id" + newestFirst + " LIMIT :rows OFFSET :offset";
    }

    private static Session.Statement page(Session.Statement statement, Page page) {
        return statement
                .bind("before", page.before())
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset());
    }

    /** The condition of a status, as in {@link OrganizationAccount#verification}. */
    private static String condition(VerificationStatus status) {
        return switch (status) {
            case UNVERIFIED -> " AND false";
            case PENDING -> " AND verified_at IS NULL AND verification_refused_at IS NULL";
            case REFUSED -> " AND verification_refused_at IS NOT NULL";
            case VERIFIED -> " AND verified_at IS NOT NULL";
        };
    }

    private static OrganizationAccount proven(Row row, RowProof proof) {
        proof.requireUnaltered(row);
        return account(row);
    }

    private static OrganizationAccount account(Row row) {
        return new OrganizationAccount(
                TransactionKey.of(row, "organization_account_id"),
                row.text("bank_code"),
                row.text("account_no"),
                row.text("holder_name"),
                row.text("currency"),
                row.textOrNull("label"),
                row.flag("is_default"),
                row.instantOrNull("verified_at"),
                row.instantOrNull("verification_refused_at"),
                row.instantOrNull("archived_at"),
                row.instant("created_at"),
                row.instant("updated_at"));
    }
}
