package io.tical.server.customer;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.Page;
import io.tical.server.verification.VerificationStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The SQL of customers and their accounts. */
final class CustomerStore {
    private static final String SELECT = """
            SELECT a.account_id, a.customer_id, a.livemode, c.name, a.bank_code, a.account_no, a.holder_name, a.currency,
                   a.verified_at, c.email, c.phone, c.metadata, a.created_at, a.updated_at
            FROM customer_account a JOIN customer c USING (organization_id, livemode, customer_id)
            WHERE a.organization_id = cast(:organization AS uuid) AND a.livemode = :livemode
            """;

    /** The ids of accounts that match {@code %s}, newest first. Version 7 ids are in creation order. */
    private static final String WALK = """
            SELECT account_id FROM customer_account
            WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
              AND (cast(:before AS uuid) IS NULL OR account_id < cast(:before AS uuid)) AND %s
            ORDER BY account_id DESC LIMIT :reach
            """;

    private static final String PAGE = page(WALK.formatted("true"));

    private static final String SEARCH = page(Stream.of(
                    "lower(holder_name) COLLATE \"C\" LIKE lower(cast(:pattern AS text) COLLATE \"C\")",
                    "account_no LIKE :pattern",
                    "account_id BETWEEN cast(:from AS uuid) AND cast(:to AS uuid)",
                    "customer_id BETWEEN cast(:from AS uuid) AND cast(:to AS uuid)")
            .map(condition -> "(" + WALK.formatted(condition) + ")")
            .collect(Collectors.joining(" UNION ")));

    static final BulkWrite<Owner> OWNERS = TransactionKey.<Owner>write("customer", "customer_id", Owner::key)
            .column("name", "text", Owner::name)
            .column("email", "text", Owner::email)
            .column("phone", "text", Owner::phone)
            .column("metadata", "json", owner -> Json.text(owner.metadata()))
            .column("created_at", "timestamptz", Owner::createdAt)
            .column("updated_at", "timestamptz", Owner::updatedAt)
            .authenticated()
            .journaled();
    static final BulkWrite<Account> ACCOUNTS = TransactionKey.<Account>write(
                    "customer_account", "account_id", Account::key)
            .column("customer_id", "uuid", Account::customerId)
            .column("bank_code", "text", Account::bankCode)
            .column("account_no", "text", Account::accountNo)
            .column("holder_name", "text", Account::holderName)
            .column("currency", "text", Account::currency)
            .column("verified_at", "timestamptz", Account::verifiedAt)
            .column("verification_requested_at", "timestamptz", Account::verificationRequestedAt)
            .column("edited_at", "timestamptz", Account::editedAt)
            .column("created_at", "timestamptz", Account::createdAt)
            .column("updated_at", "timestamptz", Account::updatedAt)
            .column("verification_refused_at", "timestamptz", Account::verificationRefusedAt)
            .authenticated()
            .journaled();

    private CustomerStore() {}

    private static String page(String found) {
        return SELECT + """
                 AND a.account_id IN (
                    SELECT account_id FROM (%s) found ORDER BY account_id DESC LIMIT :rows OFFSET :offset)
                ORDER BY a.account_id DESC
                """.formatted(found);
    }

    /** A customer without the accounts. */
    record Owner(
            TransactionKey key,
            String name,
            @Nullable String email,
            @Nullable String phone,
            Map<String, String> metadata,
            Instant createdAt,
            Instant updatedAt) {}

    /** A bank account of a customer, as stored. */
    record Account(
            TransactionKey key,
            UUID customerId,
            String bankCode,
            String accountNo,
            String holderName,
            String currency,
            @Nullable Instant verifiedAt,
            @Nullable Instant verificationRequestedAt,
            @Nullable Instant editedAt,
            Instant createdAt,
            Instant updatedAt,
            @Nullable Instant verificationRefusedAt) {
        VerificationStatus verification() {
            return VerificationStatus.of(verifiedAt, verificationRequestedAt, verificationRefusedAt);
        }

        /** @throws io.tical.server.problem.Problem.Conflict {@code CUSTOMER_STATUS_TRANSITION_INVALID} */
        Account on(VerificationStatus.Trigger trigger, Instant at) {
            return switch (ReviewedCustomers.TABLE.on(verification(), trigger).to()) {
                case PENDING -> with(null, at, null, updatedAt);
                case VERIFIED -> with(at, verificationRequestedAt == null ? at : verificationRequestedAt, null, at);
                case REFUSED -> with(null, verificationRequestedAt, at, at);
                case UNVERIFIED -> with(null, null, null, at);
            };
        }

        private Account with(
                @Nullable Instant verifiedAt,
                @Nullable Instant verificationRequestedAt,
                @Nullable Instant verificationRefusedAt,
                Instant updatedAt) {
            return new Account(
                    key,
                    customerId,
                    bankCode,
                    accountNo,
                    holderName,
                    currency,
                    verifiedAt,
                    verificationRequestedAt,
                    editedAt,
                    createdAt,
                    updatedAt,
                    verificationRefusedAt);
        }

        Customer of(Owner owner) {
            return new Customer(
                    key.id(),
                    customerId,
                    key.livemode(),
                    owner.name(),
                    bankCode,
                    accountNo,
                    holderName,
                    currency,
                    verifiedAt,
                    owner.email(),
                    owner.phone(),
                    owner.metadata(),
                    createdAt,
                    updatedAt);
        }
    }

    static Optional<Owner> owner(Session session, TransactionKey key) {
        var proof = OWNERS.readingProof(session);
        var sql = "SELECT * FROM customer" + TransactionKey.WHERE + "customer_id = cast(:customer AS uuid)";
        return key.bind(session.sql(sql), "customer").first(row -> {
            proof.requireUnaltered(row);
            return new Owner(
                    key,
                    row.text("name"),
                    row.textOrNull("email"),
                    row.textOrNull("phone"),
                    metadata(row),
                    row.instant("created_at"),
                    row.instant("updated_at"));
        });
    }

    static void insert(Session session, Owner owner) {
        OWNERS.insert(session, List.of(owner)).run();
    }

    /** Inserts an account; returns false if the merchant already has it. */
    static boolean insertIfAbsent(Session session, Account account) {
        return ACCOUNTS.insertIfAbsent(session, account);
    }

    /** Locks an account until the transaction ends. */
    static Optional<Account> lock(Session session, TransactionKey key) {
        var proof = ACCOUNTS.proof(session);
        var sql = "SELECT * FROM customer_account" + TransactionKey.WHERE
                + "account_id = cast(:account AS uuid) FOR UPDATE";
        return key.bind(session.sql(sql), "account").first(row -> {
            proof.requireUnaltered(row);
            return new Account(
                    key,
                    row.uuid("customer_id"),
                    row.text("bank_code"),
                    row.text("account_no"),
                    row.text("holder_name"),
                    row.text("currency"),
                    row.instantOrNull("verified_at"),
                    row.instantOrNull("verification_requested_at"),
                    row.instantOrNull("edited_at"),
                    row.instant("created_at"),
                    row.instant("updated_at"),
                    row.instantOrNull("verification_refused_at"));
        });
    }

    static void update(Session session, Account account) {
        ACCOUNTS.update(session, List.of(account)).run();
    }

    static Optional<Customer> find(Session session, TransactionKey account) {
        return account.bind(session.sql(SELECT + " AND a.account_id = cast(:account AS uuid)"), "account")
                .first(CustomerStore::customer);
    }

    /** Returns one row more than the page's limit, when there are that many. A search uses one index for each searchable column. */
    static List<Customer> list(Session session, UUID organizationId, boolean livemode, Page page, String prefix) {
        var ids = Ids.withPrefix(prefix);
        return session.sql(prefix.isEmpty() ? PAGE : SEARCH)
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("before", page.before())
                .bind("pattern", prefix.replaceAll("([\\\\%_])", "\\\\$1") + "%")
                .bind("from", ids.map(Ids.Range::from).orElse(null))
                .bind("to", ids.map(Ids.Range::to).orElse(null))
                .bind("rows", page.limit() + 1)
                .bind("reach", page.limit() + 1 + page.offset())
                .bind("offset", page.offset())
                .withCustomPlan()
                .list(CustomerStore::customer);
    }

    static Customer customer(Row row) {
        return new Customer(
                row.uuid("account_id"),
                row.uuid("customer_id"),
                row.flag("livemode"),
                row.text("name"),
                row.text("bank_code"),
                row.text("account_no"),
                row.text("holder_name"),
                row.text("currency"),
                row.instantOrNull("verified_at"),
                row.textOrNull("email"),
                row.textOrNull("phone"),
                metadata(row),
                row.instant("created_at"),
                row.instant("updated_at"));
    }

    private static Map<String, String> metadata(Row row) {
        return Json.read(row.text("metadata"), new TypeReference<>() {});
    }
}
