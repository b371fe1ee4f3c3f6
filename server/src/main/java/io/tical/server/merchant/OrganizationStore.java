package io.tical.server.merchant;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.common.Word;
import io.tical.db.AlteredRow;
import io.tical.db.BulkWrite;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.server.transaction.Page;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The SQL of organizations, their limits and their fees. */
final class OrganizationStore {
    /** The advisory lock that serializes the start of nodes. The value is arbitrary. */
    private static final long BOOTSTRAP_LOCK = 0x7469_6361_6c00_0002L;

    private static final String OF_ALL = " organization_id = any(cast(:organizations AS uuid[]))";

    static final BulkWrite<Organization> ORGANIZATIONS = BulkWrite.<Organization>of("organization")
            .key("organization_id", "uuid", Organization::id)
            .insertOnly("code", "text", Organization::code)
            .column("name", "text", Organization::name)
            .insertOnly("default_currency", "text", Organization::defaultCurrency)
            .column("timezone", "text", one -> one.zone().getId())
            .column("review_threshold", "bigint", one -> one.thresholds().review())
            .column(
                    "unverified_review_threshold",
                    "bigint",
                    one -> one.thresholds().unverifiedReview())
            .column("four_eyes_threshold", "bigint", one -> one.thresholds().fourEyes())
            .insertOnly("created_at", "timestamptz", Organization::createdAt)
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
            .column("p2p_fallback", "text", one -> one.switches().p2pFallback().word())
            .column("version", "bigint", Organization::version)
            .column("four_eyes_exceptions", "json", one -> Json.text(one.fourEyesExceptions()))
            .authenticated()
            .journaled();

    static final BulkWrite<Code> CODES = BulkWrite.<Code>of("organization_code")
            .key("code", "text", Code::code)
            .column("organization_id", "uuid", Code::organizationId)
            .authenticated()
            .journaled();

    static final BulkWrite<Of<Limit>> LIMITS = OrganizationStore.<Limit>of("amount_limit")
            .key("livemode", "boolean", one -> one.rule().livemode())
            .key("currency", "text", one -> one.rule().currency())
            .key("method_type", "text", one -> one.rule().method().word())
            .column("min_deposit", "bigint", one -> one.rule().minDeposit())
            .column("max_deposit", "bigint", one -> one.rule().maxDeposit())
            .column("min_withdraw", "bigint", one -> one.rule().minWithdraw())
            .column("max_withdraw", "bigint", one -> one.rule().maxWithdraw())
            .column("daily_withdraw_limit", "bigint", one -> one.rule().dailyWithdrawLimit())
            .column("maintenance_ranges", "json", one -> Json.text(one.rule().maintenanceRanges()))
            .authenticated()
            .journaled();

    static final BulkWrite<Of<FeeRule>> FEES = OrganizationStore.<FeeRule>of("fee")
            .key("livemode", "boolean", one -> one.rule().livemode())
            .key("currency", "text", one -> one.rule().currency())
            .key("operation", "text", one -> one.rule().operation().word())
            .column("per_mille", "bigint", one -> one.rule().fee().perMille())
            .column("fixed", "bigint", one -> one.rule().fee().fixed())
            .authenticated()
            .journaled();

    /** A limit or a fee of an organization. */
    record Of<T>(UUID organizationId, T rule) {}

    record Code(String code, UUID organizationId) {}

    private OrganizationStore() {}

    private static <T> BulkWrite<Of<T>> of(String table) {
        return BulkWrite.<Of<T>>of(table).key("organization_id", "uuid", Of::organizationId);
    }

    /** Reserves the code. Returns false if it is in use. */
    static boolean claimCode(Session session, String code, UUID organizationId) {
        return CODES.insertIfAbsent(session, new Code(code, organizationId));
    }

    static void insert(Session session, Organization organization) {
        ORGANIZATIONS.insert(session, List.of(organization)).run();
    }

    /** Waits until no other node creates the first organization, and keeps others waiting until the transaction ends. */
    static void lockBootstrap(Session session) {
        session.sql("SELECT pg_advisory_xact_lock(" + BOOTSTRAP_LOCK + ")").list(row -> true);
    }

    /** The lowest four-eyes threshold of any organization and operator; empty if none has one. */
    static Optional<Long> lowestFourEyes(Session session) {
        return Optional.ofNullable(session.sql("""
                        SELECT least(min(four_eyes_threshold),
                                     min((SELECT min((e ->> 'amount')::bigint) FROM json_array_elements(four_eyes_exceptions) e)))
                               AS lowest
                        FROM organization
                        """).one(row -> new Lowest(row.numberOrNull("lowest"))).amount());
    }

    private record Lowest(@Nullable Long amount) {}

    static boolean any(Session session) {
        return session.sql("SELECT EXISTS (SELECT 1 FROM organization) AS any").one(row -> row.flag("any"));
    }

    static boolean moreThan(Session session, int count) {
        return session.sql("SELECT EXISTS (SELECT 1 FROM organization OFFSET :count) AS more")
                .bind("count", count)
                .one(row -> row.flag("more"));
    }

    /** @param lock whether to lock the organization until the transaction ends, to change it */
    static Optional<Organization> find(Session session, UUID id, boolean lock) {
        var proof = ORGANIZATIONS.proof(session);
        return ofAll(session, "SELECT * FROM organization WHERE" + OF_ALL + (lock ? " FOR UPDATE" : ""), List.of(id))
                .first(row -> {
                    proof.requireUnaltered(row);
                    return organization(row);
                });
    }

    /** Locks organizations in the order of their ids until the transaction ends, but not against readers. */
    static void lock(Session session, Collection<UUID> ids) {
        ofAll(
                        session,
                        "SELECT organization_id FROM organization WHERE" + OF_ALL
                                + " ORDER BY organization_id FOR NO KEY UPDATE",
                        ids)
                .list(row -> row.uuid("organization_id"));
    }

    static Optional<Organization> byCode(Session session, String code) {
        return codes(session, List.of(code)).stream()
                .findFirst()
                .flatMap(found -> find(session, found.organizationId(), false));
    }

    /** The existing codes among these. */
    static List<Code> codes(Session session, Collection<String> codes) {
        var proof = CODES.proof(session);
        return session.sql("SELECT * FROM organization_code WHERE code = any(cast(:codes AS text[]))")
                .bindEach("codes", codes, code -> code)
                .list(row -> {
                    proof.requireUnaltered(row);
                    return new Code(row.text("code"), row.uuid("organization_id"));
                });
    }

    /** Returns one row more than the page's limit, when there are that many. */
    static List<Organization> list(Session session, Page page, String prefix) {
        var ids = Ids.withPrefix(prefix);
        return session.sql("""
                        SELECT * FROM organization
                        WHERE (cast(:before AS uuid) IS NULL OR organization_id < cast(:before AS uuid))
                          AND (lower(name) LIKE lower(cast(:pattern AS text)) OR code LIKE upper(cast(:pattern AS text))
                               OR organization_id BETWEEN cast(:from AS uuid) AND cast(:to AS uuid))
                        ORDER BY organization_id DESC LIMIT :rows OFFSET :offset
                        """)
                .bind("before", page.before())
                .bind("pattern", prefix.replaceAll("([\\\\%_])", "\\\\$1") + "%")
                .bind("from", ids.map(Ids.Range::from).orElse(null))
                .bind("to", ids.map(Ids.Range::to).orElse(null))
                .bind("rows", page.limit() + 1)
                .bind("offset", page.offset())
                .list(OrganizationStore::organization);
    }

    static void update(Session session, Organization organization) {
        ORGANIZATIONS.update(session, List.of(organization)).run();
    }

    /** Inserts or replaces limits of a locked organization. */
    static void putLimits(Session session, UUID organizationId, List<Limit> limits) {
        put(session, LIMITS, organizationId, limits);
    }

    /** Inserts or replaces fees of a locked organization. */
    static void putFees(Session session, UUID organizationId, List<FeeRule> fees) {
        put(session, FEES, organizationId, fees);
    }

    private static <T> void put(Session session, BulkWrite<Of<T>> table, UUID organizationId, List<T> rules) {
        if (!rules.isEmpty()) {
            var proof = table.proof(session);
            ofAll(
                            session,
                            "SELECT * FROM " + table.table() + " WHERE" + OF_ALL + " FOR UPDATE",
                            List.of(organizationId))
                    .list(row -> {
                        proof.requireUnaltered(row);
                        return row;
                    });
            // One by one, because the last one of equal keys counts.
            rules.forEach(rule -> table.upsert(session, List.of(new Of<>(organizationId, rule)))
                    .run());
        }
    }

    /**
     * The policies of these organizations, which the service has created and never deletes.
     *
     * @param altered receives the organizations without a policy, because one of their rows is missing or the service did not write it
     */
    static Map<UUID, Policy> policies(
            Session session, Collection<UUID> organizationIds, BiConsumer<UUID, AlteredRow> altered) {
        var failed = new HashMap<UUID, AlteredRow>();
        var organizations =
                proved(session, ORGANIZATIONS, "", organizationIds, OrganizationStore::organization, failed::put);
        var limits = limits(session, organizationIds, failed::put);
        var fees = fees(session, organizationIds, failed::put);
        var policies = new HashMap<UUID, Policy>();
        for (var id : organizationIds) {
            var organization = organizations.get(id);
            if (organization == null) {
                failed.computeIfAbsent(
                        id,
                        missing -> session.rowMac()
                                .altered("In organization, organization_id " + missing
                                        + ": there is no such row, and the service deletes none. Run ./tical audit."));
            } else {
                policies.put(
                        id,
                        new Policy(
                                organization.getFirst(),
                                limits.getOrDefault(id, List.of()),
                                fees.getOrDefault(id, List.of())));
            }
        }
        policies.keySet().removeAll(failed.keySet());
        failed.forEach(altered);
        return policies;
    }

    static Map<UUID, List<Limit>> limits(
            Session session, Collection<UUID> organizationIds, BiConsumer<UUID, AlteredRow> altered) {
        return proved(
                session,
                LIMITS,
                " ORDER BY livemode, currency, method_type",
                organizationIds,
                row -> new Limit(
                        row.flag("livemode"),
                        row.text("currency"),
                        Word.of(Method.class, row.text("method_type")),
                        row.number("min_deposit"),
                        row.number("max_deposit"),
                        row.number("min_withdraw"),
                        row.number("max_withdraw"),
                        row.numberOrNull("daily_withdraw_limit"),
                        Json.read(row.text("maintenance_ranges"), new TypeReference<>() {})),
                altered);
    }

    static Map<UUID, List<FeeRule>> fees(
            Session session, Collection<UUID> organizationIds, BiConsumer<UUID, AlteredRow> altered) {
        return proved(
                session,
                FEES,
                " ORDER BY livemode, currency, operation",
                organizationIds,
                row -> new FeeRule(
                        row.flag("livemode"),
                        row.text("currency"),
                        Word.of(FeeType.class, row.text("operation")),
                        new Fee(row.number("per_mille"), row.number("fixed"))),
                altered);
    }

    /** The rows of each organization that the service wrote. */
    private static <T> Map<UUID, List<T>> proved(
            Session session,
            BulkWrite<?> table,
            String order,
            Collection<UUID> organizationIds,
            Function<Row, T> mapper,
            BiConsumer<UUID, AlteredRow> altered) {
        var proof = table.proof(session);
        var rows = new HashMap<UUID, List<T>>();
        ofAll(session, "SELECT * FROM " + table.table() + " WHERE" + OF_ALL + order, organizationIds)
                .list(row -> {
                    var id = row.uuid("organization_id");
                    try {
                        proof.requireUnaltered(row);
                        rows.computeIfAbsent(id, of -> new ArrayList<>()).add(mapper.apply(row));
                    } catch (AlteredRow forged) {
                        altered.accept(id, forged);
                    }
                    return id;
                });
        return rows;
    }

    private static Session.Statement ofAll(Session session, String sql, Collection<UUID> organizationIds) {
        return session.sql(sql).bindEach("organizations", organizationIds, id -> id);
    }

    private static Organization organization(Row row) {
        var version = row.numberOrNull("version");
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
                row.instant("created_at"),
                version == null ? 1 : version,
                Json.read(row.text("four_eyes_exceptions"), new TypeReference<>() {}));
    }
}
