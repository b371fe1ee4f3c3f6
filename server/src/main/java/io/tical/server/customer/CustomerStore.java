package io.tical.server.customer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.access.Caller;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.TransactionKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    private static final TypeReference<Map<String, String>> METADATA = new TypeReference<>() {};

    private CustomerStore() {}

    private static String page(String found) {
        return SELECT + """
                 AND a.account_id IN (
                    SELECT account_id FROM (%s) found ORDER BY account_id DESC LIMIT :rows OFFSET :offset)
                ORDER BY a.account_id DESC
                """.formatted(found);
    }

    /** Adds the requested accounts that exist, when the session sends. */
    static void destinationsLater(
            Session session, Collection<TransactionKey> keys, Map<TransactionKey, Destination> found) {
        var asked = Set.copyOf(keys);
        session.sql("""
                        SELECT a.organization_id, a.livemode, a.account_id, a.customer_id, c.name, a.bank_code, a.account_no,
                               a.holder_name, a.currency, a.verified_at, a.edited_at
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:accounts AS uuid[]))
                               AS asked (organization_id, livemode, account_id)
                        JOIN customer_account a USING (organization_id, livemode, account_id)
                        JOIN customer c USING (organization_id, livemode, customer_id)
                        """)
                .bindEach("organizations", asked, TransactionKey::organizationId)
                .bindEach("livemodes", asked, TransactionKey::livemode)
                .bindEach("accounts", asked, TransactionKey::id)
                .listLater(
                        row -> Map.entry(
                                new TransactionKey(
                                        row.uuid("organization_id"), row.flag("livemode"), row.uuid("account_id")),
                                new Destination(
                                        row.uuid("account_id"),
                                        row.uuid("customer_id"),
                                        row.text("name"),
                                        row.text("bank_code"),
                                        row.text("account_no"),
                                        row.text("holder_name"),
                                        row.text("currency"),
                                        row.instantOrNull("verified_at") != null,
                                        row.instantOrNull("edited_at"))),
                        rows -> rows.forEach(row -> found.put(row.getKey(), row.getValue())));
    }

    static Set<TransactionKey> existing(Session session, Collection<TransactionKey> keys) {
        var asked = Set.copyOf(keys);
        return new HashSet<>(session.sql("""
                        SELECT organization_id, livemode, customer_id
                        FROM unnest(cast(:organizations AS uuid[]), cast(:livemodes AS boolean[]), cast(:customers AS uuid[]))
                               AS asked (organization_id, livemode, customer_id)
                        JOIN customer USING (organization_id, livemode, customer_id)
                        """)
                .bindEach("organizations", asked, TransactionKey::organizationId)
                .bindEach("livemodes", asked, TransactionKey::livemode)
                .bindEach("customers", asked, TransactionKey::id)
                .list(row -> new TransactionKey(
                        row.uuid("organization_id"), row.flag("livemode"), row.uuid("customer_id"))));
    }

    /** A customer without the accounts. */
    record Owner(
            UUID id,
            String name,
            @Nullable String email,
            @Nullable String phone,
            Map<String, String> metadata) {}

    static Optional<Owner> owner(Session session, Caller caller, UUID customerId) {
        return session.sql("""
                        SELECT customer_id, name, email, phone, metadata FROM customer
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND customer_id = cast(:customer AS uuid)
                        """)
                .bind("organization", caller.organizationId())
                .bind("livemode", caller.livemode())
                .bind("customer", customerId)
                .first(CustomerStore::owner);
    }

    static void insertOwner(Session session, Caller caller, Owner owner, Instant now) {
        session.sql("""
                        INSERT INTO customer (organization_id, livemode, customer_id, name, email, phone, metadata, created_at, updated_at)
                        VALUES (cast(:organization AS uuid), :livemode, cast(:customer AS uuid), :name,
                                cast(:email AS text), cast(:phone AS text), cast(:metadata AS jsonb), :now, :now)
                        """)
                .bind("organization", caller.organizationId())
                .bind("livemode", caller.livemode())
                .bind("customer", owner.id())
                .bind("name", owner.name())
                .bind("email", owner.email())
                .bind("phone", owner.phone())
                .bind("metadata", new String(Json.bytes(owner.metadata()), StandardCharsets.UTF_8))
                .bind("now", now)
                .run();
    }

    /** Returns whether the account was inserted, which is false if the merchant already has it. */
    static boolean insertAccount(Session session, UUID organizationId, Customer customer) {
        var inserted = session.sql("""
                        INSERT INTO customer_account (organization_id, livemode, account_id, customer_id, bank_code, account_no,
                            holder_name, currency, verified_at, created_at, updated_at)
                        VALUES (cast(:organization AS uuid), :livemode, cast(:account AS uuid), cast(:customer AS uuid), :bank,
                            :number, :holder, :currency, cast(:verified AS timestamptz), :created, :updated)
                        ON CONFLICT (organization_id, livemode, bank_code, account_no) DO NOTHING
                        RETURNING account_id
                        """)
                .bind("organization", organizationId)
                .bind("livemode", customer.livemode())
                .bind("account", customer.id())
                .bind("customer", customer.customerId())
                .bind("bank", customer.bankCode())
                .bind("number", customer.accountNo())
                .bind("holder", customer.holderName())
                .bind("currency", customer.currency())
                .bind("verified", customer.verifiedAt())
                .bind("created", customer.createdAt())
                .bind("updated", customer.updatedAt())
                .list(row -> row.uuid("account_id"));
        return !inserted.isEmpty();
    }

    static Optional<Customer> find(Session session, Caller caller, UUID accountId) {
        return session.sql(SELECT + " AND a.account_id = cast(:account AS uuid)")
                .bind("organization", caller.organizationId())
                .bind("livemode", caller.livemode())
                .bind("account", accountId)
                .first(CustomerStore::customer);
    }

    /** Returns one row more than the page if there is one. A search uses one index for each searchable column. */
    static List<Customer> list(Session session, UUID organizationId, boolean livemode, Page page, String prefix) {
        var statement = session.sql(prefix.isEmpty() ? PAGE : SEARCH)
                .bind("organization", organizationId)
                .bind("livemode", livemode)
                .bind("before", page.before())
                .bind("pattern", prefix.replaceAll("([\\\\%_])", "\\\\$1") + "%")
                .bind("from", Ids.withPrefix(prefix).map(Ids.Range::from).orElse(null))
                .bind("to", Ids.withPrefix(prefix).map(Ids.Range::to).orElse(null))
                .bind("rows", page.limit() + 1)
                .bind("reach", page.limit() + 1 + page.offset())
                .bind("offset", page.offset());
        return statement.withCustomPlan().list(CustomerStore::customer);
    }

    static void requestVerification(Session session, Caller caller, UUID accountId) {
        session.sql("""
                        UPDATE customer_account SET verification_requested_at = clock_timestamp()
                        WHERE organization_id = cast(:organization AS uuid) AND livemode = :livemode
                          AND account_id = cast(:account AS uuid)
                          AND verified_at IS NULL AND verification_requested_at IS NULL
                        """)
                .bind("organization", caller.organizationId())
                .bind("livemode", caller.livemode())
                .bind("account", accountId)
                .run();
    }

    private static Owner owner(Row row) {
        return new Owner(
                row.uuid("customer_id"),
                row.text("name"),
                row.textOrNull("email"),
                row.textOrNull("phone"),
                metadata(row));
    }

    private static Customer customer(Row row) {
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
        try {
            return Json.mapper().readValue(row.text("metadata"), METADATA);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the stored metadata cannot be parsed", e);
        }
    }
}
