package io.tical.server.merchant;

import static io.tical.db.ColumnType.FLAG;
import static io.tical.db.ColumnType.ID;
import static io.tical.db.ColumnType.NUMBER;
import static io.tical.db.ColumnType.TEXT;
import static io.tical.db.ColumnType.TIME;
import static io.tical.server.key.ColumnTypes.json;
import static io.tical.server.key.ColumnTypes.word;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.db.AlteredRow;
import io.tical.db.Row;
import io.tical.db.Session;
import io.tical.db.Table;
import io.tical.db.TableColumns;
import io.tical.server.transaction.ListSql;
import io.tical.server.transaction.Page;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The SQL of organizations, their limits and their fees. */
final class OrganizationStore {
    /** The advisory lock that serializes the start of nodes. The value is arbitrary. */
    private static final long BOOTSTRAP_LOCK = 0x7469_6361_6c00_0002L;

    private static final String OF_ALL = " organization_id = any(cast(:organizations AS uuid[]))";

    static final Table<Organization> ORGANIZATIONS = Table.of("organization", OrganizationStore::columns);

    static final Table<Code> CODES = Table.of("organization_code", OrganizationStore::codeColumns);

    static final Table<Of<Limit>> LIMITS = Table.of("amount_limit", OrganizationStore::limitColumns);

    static final Table<Of<FeeRule>> FEES = Table.of("fee", OrganizationStore::feeColumns);

    /** A limit or a fee of an organization. */
    record Of<T>(UUID organizationId, T rule) {}

    record Code(String code, UUID organizationId) {}

    private OrganizationStore() {}

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
                        """)
                .one(row -> new Lowest(row.numberOrNull("lowest")))
                .amount());
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
        return ofAll(session, "SELECT * FROM organization WHERE" + OF_ALL + (lock ? " FOR UPDATE" : ""), List.of(id))
                .first(ORGANIZATIONS.locked(session));
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
        return session.sql("SELECT * FROM organization_code WHERE code = any(cast(:codes AS text[]))")
                .bindEach("codes", codes, code -> code)
                .list(CODES.locked(session));
    }

    /** Returns one row more than the page's limit, when there are that many. */
    static List<Organization> list(Session session, Page page, String prefix) {
        var places = ListSql.places(
                prefix,
                List.of("lower(name) LIKE lower(cast(:prefix AS text))", "code LIKE upper(cast(:prefix AS text))"),
                List.of("organization_id"));
        return ListSql.newestFirst("organization_id", page)
                .where("(" + String.join(" OR ", places) + ")")
                .bindText(prefix)
                .page(session, "SELECT * FROM organization")
                .list(ORGANIZATIONS::read);
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

    private static <T> void put(Session session, Table<Of<T>> table, UUID organizationId, List<T> rules) {
        if (!rules.isEmpty()) {
            ofAll(
                            session,
                            "SELECT * FROM " + table.table() + " WHERE" + OF_ALL + " FOR UPDATE",
                            List.of(organizationId))
                    .list(table.locked(session));
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
        var organizations = proved(session, ORGANIZATIONS, "", organizationIds, failed::put);
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
        return rules(proved(session, LIMITS, " ORDER BY livemode, currency, method_type", organizationIds, altered));
    }

    static Map<UUID, List<FeeRule>> fees(
            Session session, Collection<UUID> organizationIds, BiConsumer<UUID, AlteredRow> altered) {
        return rules(proved(session, FEES, " ORDER BY livemode, currency, operation", organizationIds, altered));
    }

    private static <T> Map<UUID, List<T>> rules(Map<UUID, List<Of<T>>> rows) {
        return rows.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        rules -> rules.getValue().stream().map(Of::rule).toList()));
    }

    /** The rows of each organization that the service wrote. */
    private static <T> Map<UUID, List<T>> proved(
            Session session,
            Table<T> table,
            String order,
            Collection<UUID> organizationIds,
            BiConsumer<UUID, AlteredRow> altered) {
        var locked = table.locked(session);
        var rows = new HashMap<UUID, List<T>>();
        ofAll(session, "SELECT * FROM " + table.table() + " WHERE" + OF_ALL + order, organizationIds)
                .list(row -> {
                    var id = row.uuid("organization_id");
                    try {
                        var unaltered = locked.apply(row);
                        rows.computeIfAbsent(id, of -> new ArrayList<>()).add(unaltered);
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

    private static Function<Row, Organization> columns(TableColumns<Organization> t) {
        var thresholds = t.part(Organization::thresholds);
        var switches = t.part(Organization::switches);
        var channels = switches.part(Switches::channels);
        var networks = switches.part(Switches::networks);
        var organizationId = t.key("organization_id", ID, Organization::id);
        var code = t.insertOnly("code", TEXT, Organization::code);
        var name = t.column("name", TEXT, Organization::name);
        var defaultCurrency = t.insertOnly("default_currency", TEXT, Organization::defaultCurrency);
        var timezone = t.column("timezone", TEXT.as(ZoneId::of, ZoneId::getId), Organization::zone);
        var reviewThreshold = thresholds.column("review_threshold", NUMBER.orNull(), Thresholds::review);
        var unverifiedReviewThreshold =
                thresholds.column("unverified_review_threshold", NUMBER.orNull(), Thresholds::unverifiedReview);
        var fourEyesThreshold = thresholds.column("four_eyes_threshold", NUMBER.orNull(), Thresholds::fourEyes);
        var createdAt = t.insertOnly("created_at", TIME, Organization::createdAt);
        var channelBank = channels.column("channel_bank", FLAG, Switches.Channels::bank);
        var channelQrcode = channels.column("channel_qrcode", FLAG, Switches.Channels::qrcode);
        var channelCrypto = channels.column("channel_crypto", FLAG, Switches.Channels::crypto);
        var channelP2p = channels.column("channel_p2p", FLAG, Switches.Channels::p2p);
        var networkTrc20 = networks.column("network_trc20", FLAG, Switches.Networks::trc20);
        var networkErc20 = networks.column("network_erc20", FLAG, Switches.Networks::erc20);
        var networkBep20 = networks.column("network_bep20", FLAG, Switches.Networks::bep20);
        var p2pFallback = switches.column("p2p_fallback", word(MatchFallback.class), Switches::p2pFallback);
        var version = t.column("version", NUMBER.orNull(), Organization::version);
        var fourEyesExceptions = t.column(
                "four_eyes_exceptions",
                json(new TypeReference<List<FourEyesException>>() {}),
                Organization::fourEyesExceptions);
        return row -> {
            var known = version.of(row);
            return new Organization(
                    organizationId.of(row),
                    code.of(row),
                    name.of(row),
                    defaultCurrency.of(row),
                    timezone.of(row),
                    new Thresholds(
                            reviewThreshold.of(row), unverifiedReviewThreshold.of(row), fourEyesThreshold.of(row)),
                    new Switches(
                            new Switches.Channels(
                                    channelBank.of(row),
                                    channelQrcode.of(row),
                                    channelCrypto.of(row),
                                    channelP2p.of(row)),
                            new Switches.Networks(networkTrc20.of(row), networkErc20.of(row), networkBep20.of(row)),
                            p2pFallback.of(row)),
                    createdAt.of(row),
                    known == null ? 1 : known,
                    fourEyesExceptions.of(row));
        };
    }

    private static Function<Row, Code> codeColumns(TableColumns<Code> t) {
        var code = t.key("code", TEXT, Code::code);
        var organizationId = t.column("organization_id", ID, Code::organizationId);
        return row -> new Code(code.of(row), organizationId.of(row));
    }

    private static Function<Row, Of<Limit>> limitColumns(TableColumns<Of<Limit>> t) {
        var limit = t.part(Of::rule);
        var organizationId = t.key("organization_id", ID, Of::organizationId);
        var livemode = limit.key("livemode", FLAG, Limit::livemode);
        var currency = limit.key("currency", TEXT, Limit::currency);
        var method = limit.key("method_type", word(Method.class), Limit::method);
        var minDeposit = limit.column("min_deposit", NUMBER, Limit::minDeposit);
        var maxDeposit = limit.column("max_deposit", NUMBER, Limit::maxDeposit);
        var minWithdraw = limit.column("min_withdraw", NUMBER, Limit::minWithdraw);
        var maxWithdraw = limit.column("max_withdraw", NUMBER, Limit::maxWithdraw);
        var dailyLimit = limit.column("daily_withdraw_limit", NUMBER.orNull(), Limit::dailyWithdrawLimit);
        var maintenance = limit.column(
                "maintenance_ranges", json(new TypeReference<List<AmountLimits.Range>>() {}), Limit::maintenanceRanges);
        return row -> new Of<>(
                organizationId.of(row),
                new Limit(
                        livemode.of(row),
                        currency.of(row),
                        method.of(row),
                        minDeposit.of(row),
                        maxDeposit.of(row),
                        minWithdraw.of(row),
                        maxWithdraw.of(row),
                        dailyLimit.of(row),
                        maintenance.of(row)));
    }

    private static Function<Row, Of<FeeRule>> feeColumns(TableColumns<Of<FeeRule>> t) {
        var rule = t.part(Of::rule);
        var fee = rule.part(FeeRule::fee);
        var organizationId = t.key("organization_id", ID, Of::organizationId);
        var livemode = rule.key("livemode", FLAG, FeeRule::livemode);
        var currency = rule.key("currency", TEXT, FeeRule::currency);
        var operation = rule.key("operation", word(FeeType.class), FeeRule::operation);
        var perMille = fee.column("per_mille", NUMBER, Fee::perMille);
        var fixed = fee.column("fixed", NUMBER, Fee::fixed);
        return row -> new Of<>(
                organizationId.of(row),
                new FeeRule(
                        livemode.of(row),
                        currency.of(row),
                        operation.of(row),
                        new Fee(perMille.of(row), fixed.of(row))));
    }
}
