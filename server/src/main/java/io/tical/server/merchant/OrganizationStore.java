package io.tical.server.merchant;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Json;
import io.tical.common.Word;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The SQL of organizations, their limits and their fees. */
final class OrganizationStore {
    private static final String OF_ALL = " organization_id = any(cast(:organizations AS uuid[]))";

    private static final BulkWrite<Organization> ORGANIZATIONS = BulkWrite.<Organization>of("organization")
            .key("organization_id", "uuid", Organization::id)
            .insertOnly("code", "text", Organization::code)
            .insertOnly("default_currency", "text", Organization::defaultCurrency)
            .insertOnly("created_at", "timestamptz", Organization::createdAt)
            .column("name", "text", Organization::name)
            .column("timezone", "text", one -> one.zone().getId())
            .column("review_threshold", "bigint", one -> one.thresholds().review())
            .column(
                    "unverified_review_threshold",
                    "bigint",
                    one -> one.thresholds().unverifiedReview())
            .column("four_eyes_threshold", "bigint", one -> one.thresholds().fourEyes())
            .column("channel_bank", "boolean", one -> one.switches().channels().bank())
            .column(
                    "channel_qrcode",
                    "boolean",
                    one -> one.switches().channels().qrcode())
            .column(
                    "channel_crypto",
                    "boolean",
                    one -> one.switches().channels().crypto())
            .column("channel_p2p", "boolean", one -> one.switches().channels().p2p())
            .column("network_trc20", "boolean", one -> one.switches().networks().trc20())
            .column("network_erc20", "boolean", one -> one.switches().networks().erc20())
            .column("network_bep20", "boolean", one -> one.switches().networks().bep20())
            .column("p2p_fallback", "text", one -> one.switches().p2pFallback().word());

    private static final BulkWrite<Of<Limit>> LIMITS = OrganizationStore.<Limit>of("amount_limit")
            .key("livemode", "boolean", one -> one.rule().livemode())
            .key("currency", "text", one -> one.rule().currency())
            .key("method_type", "text", one -> one.rule().method().word())
            .column("min_deposit", "bigint", one -> one.rule().minDeposit())
            .column("max_deposit", "bigint", one -> one.rule().maxDeposit())
            .column("min_withdraw", "bigint", one -> one.rule().minWithdraw())
            .column("max_withdraw", "bigint", one -> one.rule().maxWithdraw())
            .column("daily_withdraw_limit", "bigint", one -> one.rule().dailyWithdrawLimit())
            .column("maintenance_ranges", "jsonb", one -> Json.text(one.rule().maintenanceRanges()));

    private static final BulkWrite<Of<FeeRule>> FEES = OrganizationStore.<FeeRule>of("fee")
            .key("livemode", "boolean", one -> one.rule().livemode())
            .key("currency", "text", one -> one.rule().currency())
            .key("operation", "text", one -> one.rule().operation().word())
            .column("per_mille", "bigint", one -> one.rule().fee().perMille())
            .column("fixed", "bigint", one -> one.rule().fee().fixed());

    /** A limit or a fee of an organization. */
    private record Of<T>(UUID organizationId, T rule) {}

    private OrganizationStore() {}

    private static <T> BulkWrite<Of<T>> of(String table) {
        return BulkWrite.<Of<T>>of(table).key("organization_id", "uuid", Of::organizationId);
    }

    /** Reserves the code. Returns false if it is in use. */
    static boolean claimCode(Session session, String code, UUID organizationId) {
        return session.sql("""
                        INSERT INTO organization_code (code, organization_id) VALUES (:code, cast(:organization AS uuid))
                        ON CONFLICT DO NOTHING
                        """)
                        .bind("code", code)
                        .bind("organization", organizationId)
                        .run()
                == 1;
    }

    static void insert(Session session, Organization organization) {
        ORGANIZATIONS.insert(session, List.of(organization)).run();
    }

    static boolean any(Session session) {
        return session.sql("SELECT EXISTS (SELECT 1 FROM organization) AS any").one(row -> row.flag("any"));
    }

    static List<Organization> find(Session session, Collection<UUID> ids, boolean lock) {
        return ofAll(session, "SELECT * FROM organization WHERE" + OF_ALL + (lock ? " FOR UPDATE" : ""), ids)
                .list(OrganizationStore::organization);
    }

    static Optional<Organization> byCode(Session session, String code) {
        return session.sql("""
                        SELECT o.* FROM organization_code c JOIN organization o USING (organization_id)
                        WHERE c.code = :code
                        """).bind("code", code).first(OrganizationStore::organization);
    }

    static void update(Session session, Organization organization) {
        ORGANIZATIONS.update(session, List.of(organization)).run();
    }

    static void put(Session session, UUID organizationId, Limit limit) {
        LIMITS.upsert(session, List.of(new Of<>(organizationId, limit))).run();
    }

    static void put(Session session, UUID organizationId, FeeRule rule) {
        FEES.upsert(session, List.of(new Of<>(organizationId, rule))).run();
    }

    /** The policies of these organizations; empty for an organization that does not exist. */
    static Map<UUID, Optional<Policy>> policies(Session session, Collection<UUID> organizationIds) {
        var limits = limits(session, organizationIds);
        var fees = fees(session, organizationIds);
        var policies = new HashMap<UUID, Optional<Policy>>();
        organizationIds.forEach(id -> policies.put(id, Optional.empty()));
        for (var organization : find(session, organizationIds, false)) {
            var id = organization.id();
            var policy = new Policy(organization, limits.getOrDefault(id, List.of()), fees.getOrDefault(id, List.of()));
            policies.put(id, Optional.of(policy));
        }
        return policies;
    }

    static Map<UUID, List<Limit>> limits(Session session, Collection<UUID> organizationIds) {
        var sql = "SELECT * FROM amount_limit WHERE" + OF_ALL + " ORDER BY livemode, currency, method_type";
        return byOrganization(
                ofAll(session, sql, organizationIds),
                row -> new Limit(
                        row.flag("livemode"),
                        row.text("currency"),
                        Word.of(Method.class, row.text("method_type")),
                        row.number("min_deposit"),
                        row.number("max_deposit"),
                        row.number("min_withdraw"),
                        row.number("max_withdraw"),
                        row.numberOrNull("daily_withdraw_limit"),
                        Json.read(row.text("maintenance_ranges"), new TypeReference<>() {})));
    }

    static Map<UUID, List<FeeRule>> fees(Session session, Collection<UUID> organizationIds) {
        var sql = "SELECT * FROM fee WHERE" + OF_ALL + " ORDER BY livemode, currency, operation";
        return byOrganization(
                ofAll(session, sql, organizationIds),
                row -> new FeeRule(
                        row.flag("livemode"),
                        row.text("currency"),
                        Word.of(Operation.class, row.text("operation")),
                        new Fee(row.number("per_mille"), row.number("fixed"))));
    }

    private static Session.Statement ofAll(Session session, String sql, Collection<UUID> organizationIds) {
        return session.sql(sql).bindEach("organizations", organizationIds, id -> id);
    }

    private static <T> Map<UUID, List<T>> byOrganization(Session.Statement statement, Function<Row, T> mapper) {
        return statement.list(row -> Map.entry(row.uuid("organization_id"), mapper.apply(row))).stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    }

    private static Organization organization(Row row) {
        return new Organization(
                row.uuid("organization_id"),
                row.text("code"),
                row.text("name"),
                row.text("default_currency"),
                ZoneId.of(row.text("timezone")),
                new Thresholds(
                        row.numberOrNull("review_threshold"),
                        row.numberOrNull("unverified_review_threshold"),
                        row.numberOrNull("four_eyes_threshold")),
                new Switches(
                        new Switches.Channels(
                                row.flag("channel_bank"),
                                row.flag("channel_qrcode"),
                                row.flag("channel_crypto"),
                                row.flag("channel_p2p")),
                        new Switches.Networks(
                                row.flag("network_trc20"), row.flag("network_erc20"), row.flag("network_bep20")),
                        Word.of(MatchFallback.class, row.text("p2p_fallback"))),
                row.instant("created_at"));
    }
}
