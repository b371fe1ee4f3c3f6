package io.tical.server.merchant;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Json;
import io.tical.common.Word;
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

    private OrganizationStore() {}

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
        session.sql("""
                        INSERT INTO organization (organization_id, code, name, default_currency, timezone, created_at)
                        VALUES (cast(:organization AS uuid), :code, :name, :currency, :zone, :now)
                        """)
                .bind("organization", organization.id())
                .bind("code", organization.code())
                .bind("name", organization.name())
                .bind("currency", organization.defaultCurrency())
                .bind("zone", organization.zone().getId())
                .bind("now", organization.createdAt())
                .run();
        update(session, organization);
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
        var thresholds = organization.thresholds();
        var channels = organization.switches().channels();
        var networks = organization.switches().networks();
        session.sql("""
                        UPDATE organization SET name = :name, timezone = :zone, review_threshold = cast(:review AS bigint),
                            unverified_review_threshold = cast(:unverified AS bigint),
                            four_eyes_threshold = cast(:four_eyes AS bigint), channel_bank = :bank, channel_qrcode = :qrcode,
                            channel_crypto = :crypto, channel_p2p = :p2p, network_trc20 = :trc20, network_erc20 = :erc20,
                            network_bep20 = :bep20, p2p_fallback = :fallback
                        WHERE organization_id = cast(:organization AS uuid)
                        """)
                .bind("organization", organization.id())
                .bind("name", organization.name())
                .bind("zone", organization.zone().getId())
                .bind("review", thresholds.review())
                .bind("unverified", thresholds.unverifiedReview())
                .bind("four_eyes", thresholds.fourEyes())
                .bind("bank", channels.bank())
                .bind("qrcode", channels.qrcode())
                .bind("crypto", channels.crypto())
                .bind("p2p", channels.p2p())
                .bind("trc20", networks.trc20())
                .bind("erc20", networks.erc20())
                .bind("bep20", networks.bep20())
                .bind("fallback", organization.switches().p2pFallback().word())
                .run();
    }

    static void put(Session session, UUID organizationId, Limit limit) {
        session.sql("""
                        INSERT INTO amount_limit (organization_id, livemode, currency, method_type, min_deposit, max_deposit,
                            min_withdraw, max_withdraw, daily_withdraw_limit, maintenance_ranges)
                        VALUES (cast(:organization AS uuid), :livemode, :currency, :method, :min_deposit, :max_deposit,
                            :min_withdraw, :max_withdraw, cast(:daily AS bigint), cast(:ranges AS jsonb))
                        ON CONFLICT (organization_id, livemode, currency, method_type) DO UPDATE SET
                            min_deposit = excluded.min_deposit, max_deposit = excluded.max_deposit,
                            min_withdraw = excluded.min_withdraw, max_withdraw = excluded.max_withdraw,
                            daily_withdraw_limit = excluded.daily_withdraw_limit,
                            maintenance_ranges = excluded.maintenance_ranges
                        """)
                .bind("organization", organizationId)
                .bind("livemode", limit.livemode())
                .bind("currency", limit.currency())
                .bind("method", limit.method().word())
                .bind("min_deposit", limit.minDeposit())
                .bind("max_deposit", limit.maxDeposit())
                .bind("min_withdraw", limit.minWithdraw())
                .bind("max_withdraw", limit.maxWithdraw())
                .bind("daily", limit.dailyWithdrawLimit())
                .bind("ranges", Json.text(limit.maintenanceRanges()))
                .run();
    }

    static void put(Session session, UUID organizationId, FeeRule rule) {
        session.sql("""
                        INSERT INTO fee (organization_id, livemode, currency, operation, per_mille, fixed)
                        VALUES (cast(:organization AS uuid), :livemode, :currency, :operation, :per_mille, :fixed)
                        ON CONFLICT (organization_id, livemode, currency, operation) DO UPDATE SET
                            per_mille = excluded.per_mille, fixed = excluded.fixed
                        """)
                .bind("organization", organizationId)
                .bind("livemode", rule.livemode())
                .bind("currency", rule.currency())
                .bind("operation", rule.operation().word())
                .bind("per_mille", rule.fee().perMille())
                .bind("fixed", rule.fee().fixed())
                .run();
    }

    /** The policies of these organizations; empty for an organization that does not exist. */
    static Map<UUID, Optional<Policy>> policies(Session session, Collection<UUID> organizationIds) {
        var organizations = find(session, organizationIds, false).stream()
                .collect(Collectors.toMap(Organization::id, Function.identity()));
        var limits = limits(session, organizationIds);
        var fees = fees(session, organizationIds);
        var policies = new HashMap<UUID, Optional<Policy>>();
        for (var id : organizationIds) {
            policies.put(
                    id,
                    Optional.ofNullable(organizations.get(id))
                            .map(organization -> new Policy(
                                    organization,
                                    limits.getOrDefault(id, List.of()),
                                    fees.getOrDefault(id, List.of()))));
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
                        MatchFallback.of(row.text("p2p_fallback"))),
                row.instant("created_at"));
    }
}
