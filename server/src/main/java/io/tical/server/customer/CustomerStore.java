package io.tical.server.customer;

import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.json;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.ListSql;
import io.tical.server.transaction.Page;
import io.tical.server.verification.VerificationStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of customers and their accounts. */
final class CustomerStore {
    private static final TypeReference<Map<String, String>> METADATA = new TypeReference<>() {};

    static final Table<Owner> OWNERS = Table.of("customer", CustomerStore::ownerColumns);

    static final Table<Account> ACCOUNTS = Table.of("customer_account", CustomerStore::accountColumns);

    private static final String OWNER = "owner_";
    private static final Function<Row, Owner> JOINED_OWNER = OWNERS.labelled(OWNER);

    /** The columns of a {@link #customer}: those of its account and its owner. */
    static final String OWNED = OWNERS.selected("c", OWNER);

    private static final String SELECT = "SELECT a.*, " + OWNED + """
             FROM customer_account a JOIN customer c USING (organization_id, livemode, customer_id)
            WHERE a.organization_id = cast(:organization AS uuid) AND a.livemode = :livemode
            """;

    private static final List<String> SEARCHED = List.of(
            "lower(a.holder_name) COLLATE \"C\" LIKE lower(cast(:prefix AS text) COLLATE \"C\")",
            "a.account_no LIKE :prefix");

    private CustomerStore() {}

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

        Destination destination(String customerName) {
            return new Destination(
                    key.id(),
                    customerId,
                    customerName,
                    bankCode,
                    accountNo,
                    holderName,
                    currency,
                    verifiedAt != null,
                    editedAt);
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
        var sql = "SELECT * FROM customer" + TransactionKey.WHERE + "customer_id = cast(:customer AS uuid)";
        return key.bind(session.sql(sql), "customer").first(OWNERS.proved(session));
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
        var sql = "SELECT * FROM customer_account" + TransactionKey.WHERE
                + "account_id = cast(:account AS uuid) FOR UPDATE";
        return key.bind(session.sql(sql), "account").first(ACCOUNTS.locked(session));
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
        var list = ListSql.newestFirst("a.account_id", page)
                .of(organizationId, livemode)
                .bindText(prefix);
        var places = prefix.isEmpty()
                ? List.of("true")
                : ListSql.places(prefix, SEARCHED, List.of("a.account_id", "a.customer_id"));
        var found = places.stream()
                .map(place -> "(" + list.walk("SELECT a.account_id FROM customer_account a", place) + ")")
                .collect(Collectors.joining(" UNION "));
        return list.bindTo(session.sql(SELECT + """
                         AND a.account_id IN (
                            SELECT account_id FROM (%s) found ORDER BY account_id DESC LIMIT :rows OFFSET :offset)
                        ORDER BY a.account_id DESC
                        """.formatted(found)))
                .withCustomPlan()
                .list(CustomerStore::customer);
    }

    static Customer customer(Row row) {
        return customer(ACCOUNTS.read(row), row);
    }

    /** A customer of which the account has been read. */
    static Customer customer(Account account, Row row) {
        return account.of(JOINED_OWNER.apply(row));
    }

    private static Function<Row, Owner> ownerColumns(TableColumns<Owner> t) {
        var key = TransactionKey.columns(t, "customer_id", Owner::key);
        var name = t.column("name", TEXT, Owner::name);
        var email = t.column("email", TEXT.orNull(), Owner::email);
        var phone = t.column("phone", TEXT.orNull(), Owner::phone);
        var metadata = t.column("metadata", json(METADATA), Owner::metadata);
        var createdAt = t.column("created_at", TIME, Owner::createdAt);
        var updatedAt = t.column("updated_at", TIME, Owner::updatedAt);
        return row -> new Owner(
                key.of(row),
                name.of(row),
                email.of(row),
                phone.of(row),
                metadata.of(row),
                createdAt.of(row),
                updatedAt.of(row));
    }

    private static Function<Row, Account> accountColumns(TableColumns<Account> t) {
        var key = TransactionKey.columns(t, "account_id", Account::key);
        var customerId = t.column("customer_id", ID, Account::customerId);
        var bankCode = t.column("bank_code", TEXT, Account::bankCode);
        var accountNo = t.column("account_no", TEXT, Account::accountNo);
        var holderName = t.column("holder_name", TEXT, Account::holderName);
        var currency = t.column("currency", TEXT, Account::currency);
        var verifiedAt = t.column("verified_at", TIME.orNull(), Account::verifiedAt);
        var verificationRequestedAt =
                t.column("verification_requested_at", TIME.orNull(), Account::verificationRequestedAt);
        var editedAt = t.column("edited_at", TIME.orNull(), Account::editedAt);
        var createdAt = t.column("created_at", TIME, Account::createdAt);
        var updatedAt = t.column("updated_at", TIME, Account::updatedAt);
        var verificationRefusedAt = t.column("verification_refused_at", TIME.orNull(), Account::verificationRefusedAt);
        return row -> new Account(
                key.of(row),
                customerId.of(row),
                bankCode.of(row),
                accountNo.of(row),
                holderName.of(row),
                currency.of(row),
                verifiedAt.of(row),
                verificationRequestedAt.of(row),
                editedAt.of(row),
                createdAt.of(row),
                updatedAt.of(row),
                verificationRefusedAt.of(row));
    }
}
