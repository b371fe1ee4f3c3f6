package io.tical.server.treasury;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;

import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.ListSql;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TextLookup;
import io.tical.server.verification.VerificationFilter;
import io.tical.server.verification.VerificationStatus;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The SQL of organizations' bank accounts. Archived ones are not found. */
final class OrganizationAccountStore {
    static final Table<OrganizationAccount> ACCOUNTS =
            Table.of("organization_account", OrganizationAccountStore::columns);

    private static final String SELECT = "SELECT * FROM organization_account a";
    private static final String KEPT = SELECT + " WHERE archived_at IS NULL";
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
        return key.bind(session.sql(OWN + " AND organization_account_id = cast(:id AS uuid) FOR UPDATE"), "id")
                .first(ACCOUNTS.locked(session));
    }

    static Optional<OrganizationAccount> find(Session session, TransactionKey key) {
        return key.bind(session.sql(OWN + " AND organization_account_id = cast(:id AS uuid)"), "id")
                .first(ACCOUNTS.proved(session));
    }

    /** Locks accounts against changes until the transaction ends, in the order of their keys. */
    static List<OrganizationAccount> share(Session session, Collection<TransactionKey> keys) {
        return TransactionKey.bind(
                        session.sql("SELECT a.* FROM organization_account a JOIN"
                                + TransactionKey.table("organization_account_id")
                                + "USING (organization_id, livemode, organization_account_id) WHERE a.archived_at IS NULL"
                                + " ORDER BY organization_id, livemode, organization_account_id FOR SHARE OF a"),
                        keys)
                .list(ACCOUNTS.proved(session));
    }

    /** Locks the default account of a currency. */
    static Optional<OrganizationAccount> lockDefault(
            Session session, UUID organizationId, boolean livemode, String currency) {
        return session.sql(OWN + " AND is_default AND currency = :currency FOR UPDATE")
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("currency", currency)
                .first(ACCOUNTS.locked(session));
    }

    /** Returns one row more than the page's limit, when there are that many. */
    static List<OrganizationAccount> list(Session session, UUID organizationId, boolean livemode, Page page) {
        return ListSql.newestFirst("a.organization_account_id", page)
                .where("archived_at IS NULL")
                .of(organizationId, livemode)
                .page(session, SELECT)
                .list(ACCOUNTS::read);
    }

    /** The accounts of all organizations; one row more than the page's limit, when there are that many. */
    static List<OrganizationAccount> list(Session session, VerificationFilter filter, Page page) {
        var list = SEARCHED.newestFirst(page)
                .where("a.archived_at IS NULL")
                .where(filter.verification() == null ? "true" : condition(filter.verification()));
        return (filter.text().isEmpty()
                        ? filter.sorted(list.within(filter.environments(), "a."))
                                .page(session, SELECT)
                        : SEARCHED.page(session, filter.environments(), filter.text(), list))
                .list(ACCOUNTS::read);
    }

    static Optional<OrganizationAccount> find(Session session, UUID id) {
        return session.sql(KEPT + " AND organization_account_id = cast(:id AS uuid)")
                .bind("id", id)
                .first(ACCOUNTS::read);
    }

    /** The condition of a status, as in {@link OrganizationAccount#verification}. Literal, so that the planner knows how rare pending ones are. */
    private static String condition(VerificationStatus status) {
        return switch (status) {
            case UNVERIFIED -> "false";
            case PENDING -> "verified_at IS NULL AND verification_refused_at IS NULL";
            case REFUSED -> "verification_refused_at IS NOT NULL";
            case VERIFIED -> "verified_at IS NOT NULL";
        };
    }

    private static Function<Row, OrganizationAccount> columns(TableColumns<OrganizationAccount> t) {
        var key = TransactionKey.columns(t, "organization_account_id", OrganizationAccount::key);
        var bankCode = t.column("bank_code", TEXT, OrganizationAccount::bankCode);
        var accountNo = t.column("account_no", TEXT, OrganizationAccount::accountNo);
        var holderName = t.column("holder_name", TEXT, OrganizationAccount::holderName);
        var currency = t.column("currency", TEXT, OrganizationAccount::currency);
        var label = t.column("label", TEXT.orNull(), OrganizationAccount::label);
        var isDefault = t.column("is_default", FLAG, OrganizationAccount::isDefault);
        var verifiedAt = t.column("verified_at", TIME.orNull(), OrganizationAccount::verifiedAt);
        var verificationRefusedAt = t.column("verification_refused_at", TIME.orNull(), OrganizationAccount::refusedAt);
        var archivedAt = t.column("archived_at", TIME.orNull(), OrganizationAccount::archivedAt);
        var createdAt = t.column("created_at", TIME, OrganizationAccount::createdAt);
        var updatedAt = t.column("updated_at", TIME, OrganizationAccount::updatedAt);
        return row -> new OrganizationAccount(
                key.of(row),
                bankCode.of(row),
                accountNo.of(row),
                holderName.of(row),
                currency.of(row),
                label.of(row),
                isDefault.of(row),
                verifiedAt.of(row),
                verificationRefusedAt.of(row),
                archivedAt.of(row),
                createdAt.of(row),
                updatedAt.of(row));
    }
}
