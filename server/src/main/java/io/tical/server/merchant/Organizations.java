package io.tical.server.merchant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.decision.Independence;
import io.tical.server.input.Texts;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.Page;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The merchants and their configuration.
 *
 * @param author the author of changes, for the audit log
 */
public record Organizations(
        Database database, Configuration configuration, Currencies currencies, Clock clock, Actor author) {
    private static final String RESOURCE = "organization";
    private static final int NAME_LENGTH_MAX = 100;

    /** Serializes what is done for each of these organizations across nodes, until the transaction ends. */
    public static void lock(Session session, Collection<UUID> organizationIds) {
        OrganizationStore.lock(session, organizationIds);
    }

    /** Whether there are more than so many organizations. */
    public static boolean moreThan(Session session, int count) {
        return OrganizationStore.moreThan(session, count);
    }

    /** These use cases with this person as the author. */
    public Organizations by(Actor person) {
        return new Organizations(database, configuration, currencies, clock, person);
    }

    /**
     * The changes; null and empty values keep the current configuration.
     *
     * @param timezone a name of the IANA time zone database
     * @param thresholds changes the current ones
     * @param channels apply to new payins and new payout offers
     * @param limits each replaces the limit of the same environment, currency and method
     * @param fees each replaces the fee of the same environment, currency and operation
     */
    public record Change(
            @Nullable String name,
            @Nullable String timezone,
            @Nullable UnaryOperator<Thresholds> thresholds,
            Switches.Channels.@Nullable Change channels,
            Switches.Networks.@Nullable Change networks,
            @Nullable MatchFallback p2pFallback,
            List<Limit> limits,
            List<FeeRule> fees) {
        /**
         * Applies the changes of the organization's own columns.
         *
         * @param people the usernames of the operators who asked for the changes and approved them; empty if none did
         * @param onePerson whether two operators, by username, count as one person
         */
        Organization of(Organization old, List<String> people, BiPredicate<String, String> onePerson) {
            var was = old.switches();
            var is = thresholds == null ? old.thresholds() : thresholds.apply(old.thresholds());
            return new Organization(
                    old.id(),
                    old.code(),
                    name == null ? old.name() : named(name),
                    old.defaultCurrency(),
                    timezone == null ? old.zone() : zone(timezone),
                    is,
                    new Switches(
                            channels == null ? was.channels() : channels.of(was.channels()),
                            networks == null ? was.networks() : networks.of(was.networks()),
                            p2pFallback == null ? was.p2pFallback() : p2pFallback),
                    old.createdAt(),
                    old.version(),
                    thresholds == null
                            ? old.fourEyesExceptions()
                            : FourEyesException.after(old, is.fourEyes(), people, onePerson));
        }

        private List<Limit> limits(List<Limit> old) {
            return merged(old, limits, limit -> List.of(limit.livemode(), limit.currency(), limit.method()));
        }

        private List<FeeRule> fees(List<FeeRule> old) {
            return merged(old, fees, rule -> List.of(rule.livemode(), rule.currency(), rule.operation()));
        }

        /** The old rules, replaced by the new ones with the same keys. */
        private static <T> List<T> merged(List<T> old, List<T> changed, Function<T, Object> key) {
            var merged = new LinkedHashMap<Object, T>();
            old.forEach(rule -> merged.put(key.apply(rule), rule));
            changed.forEach(rule -> merged.put(key.apply(rule), rule));
            return List.copyOf(merged.values());
        }
    }

    /**
     * What a change makes of an organization.
     *
     * @param version of the organization before the change
     * @param control whether it changes a control
     * @param secondPerson whether it allows something that was not allowed
     */
    public record Outlook(
            OrganizationSettings was, OrganizationSettings is, long version, boolean control, boolean secondPerson) {
        /** The values that differ, with the currency of thresholds. */
        Act logged() {
            var act = Act.change(is.id(), null, "update", RESOURCE, is.id(), was.without(is), is.without(was));
            for (var values : Arrays.asList(act.before(), act.after())) {
                if (values instanceof ObjectNode changed && changed.has("thresholds")) {
                    changed.put("currency", is.defaultCurrency());
                }
            }
            return act;
        }
    }

    /**
     * Creates an organization with the default policy and a new code.
     *
     * @param timezone a name of the IANA time zone database
     * @throws Problem.Invalid for an empty or long name, an inactive currency, an unknown time zone
     */
    public Organization create(String name, String defaultCurrency, String timezone) {
        return configuration.change(session -> {
            var created = create(session, name, defaultCurrency, timezone);
            var id = created.id();
            var settings = OrganizationSettings.of(created, List.of(), List.of());
            AuditEntry.insertLater(
                    session, author, new Act(id, "create", RESOURCE, id, null, settings), created.createdAt());
            return created;
        });
    }

    Organization create(Session session, String name, String defaultCurrency, String timezone) {
        if (!currencies.isActive(defaultCurrency)) {
            throw new Problem.Invalid("default_currency", "inactive", "must be an active currency");
        }
        var id = Ids.next();
        var organization = new Organization(
                id,
                newCode(session, id),
                named(name),
                defaultCurrency,
                zone(timezone),
                Thresholds.STANDARD,
                Switches.STANDARD,
                clock.instant(),
                1,
                List.of());
        OrganizationStore.insert(session, organization);
        return organization;
    }

    private String newCode(Session session, UUID organizationId) {
        // 32^10 codes: a second try is already rare.
        while (true) {
            var code = OrganizationCodes.random();
            if (OrganizationStore.claimCode(session, code, organizationId)) {
                return code;
            }
        }
    }

    /** @throws Problem.NotFound {@code ORGANIZATION_NOT_FOUND} */
    public Organization read(UUID organizationId) {
        return database.run(session -> find(session, organizationId, false));
    }

    /** The name of an organization; empty if a restored database does not have it. */
    public Optional<String> name(UUID organizationId) {
        return database.run(session -> OrganizationStore.find(session, organizationId, false))
                .map(Organization::name);
    }

    private static Organization find(Session session, UUID organizationId, boolean lock) {
        return OrganizationStore.find(session, organizationId, lock).orElseThrow(() -> Problem.NotFound.of(RESOURCE));
    }

    /** @throws Problem.NotFound {@code ORGANIZATION_NOT_FOUND} */
    public OrganizationSettings settings(UUID organizationId) {
        return database.run(session -> settings(session, find(session, organizationId, false)));
    }

    private static OrganizationSettings settings(Session session, Organization organization) {
        var ids = List.of(organization.id());
        var limits = OrganizationStore.limits(session, ids, Policies::refuse);
        var fees = OrganizationStore.fees(session, ids, Policies::refuse);
        return OrganizationSettings.of(
                organization,
                limits.getOrDefault(organization.id(), List.of()),
                fees.getOrDefault(organization.id(), List.of()));
    }

    /**
     * A page of organizations, newest first.
     *
     * @param prefix matches the beginning of the name, the code or the id; empty matches all
     */
    public List<Organization> list(Page page, String prefix) {
        return database.run(session -> OrganizationStore.list(session, page, prefix));
    }

    public Optional<Organization> byCode(String code) {
        return database.run(session -> OrganizationStore.byCode(session, code));
    }

    /** The configured limits, which replace the defaults. */
    public List<Limit> limits(UUID organizationId) {
        return database.run(session -> OrganizationStore.limits(session, List.of(organizationId), Policies::refuse))
                .getOrDefault(organizationId, List.of());
    }

    public List<FeeRule> fees(UUID organizationId) {
        return database.run(session -> OrganizationStore.fees(session, List.of(organizationId), Policies::refuse))
                .getOrDefault(organizationId, List.of());
    }

    /**
     * What a change would make of an organization now.
     *
     * @throws Problem.NotFound {@code ORGANIZATION_NOT_FOUND}
     * @throws Problem.Invalid for an invalid name, time zone or currency
     */
    public Outlook outlook(UUID organizationId, Change change) {
        requireKnown(change);
        return database.run(session -> outlook(session, find(session, organizationId, false), change, List.of()));
    }

    private Outlook outlook(Session session, Organization old, Change change, List<String> people) {
        var ids = List.of(old.id());
        var limits = OrganizationStore.limits(session, ids, Policies::refuse).getOrDefault(old.id(), List.of());
        var fees = OrganizationStore.fees(session, ids, Policies::refuse).getOrDefault(old.id(), List.of());
        var is = changed(session, old, change, people);
        var limitsAfter = change.limits(limits);
        var feesAfter = change.fees(fees);
        var controls = OrganizationControls.of(old, limits, fees);
        var controlsAfter = OrganizationControls.of(is, limitsAfter, feesAfter);
        return new Outlook(
                OrganizationSettings.of(old, limits, fees),
                OrganizationSettings.of(is, limitsAfter, feesAfter),
                old.version(),
                !controls.equals(controlsAfter),
                controlsAfter.allowMoreThan(controls, currencies));
    }

    private Organization changed(Session session, Organization old, Change change, List<String> people) {
        return change.of(old, people, (one, other) -> Independence.isOnePerson(session, one, other, clock.instant()));
    }

    /**
     * Applies all changes in one transaction and returns the organization.
     *
     * @throws Problem.NotFound {@code ORGANIZATION_NOT_FOUND}
     * @throws Problem.Invalid for an invalid name, time zone or currency, or a fixed fee that is no multiple of the unit step
     */
    public Organization change(UUID organizationId, Change change) {
        return change(organizationId, change, null);
    }

    /**
     * Makes the changes that an operator asked for.
     *
     * @param by null for the service itself
     * @throws Problem.Conflict {@code VERSION_CONFLICT}
     */
    Organization change(UUID organizationId, Change change, @Nullable StaffDecision by) {
        requireKnown(change);
        return configuration.change(session -> {
            var old = find(session, organizationId, true);
            if (by != null && by.version() != null && by.version() != old.version()) {
                throw Problem.Conflict.changed(RESOURCE);
            }
            var people = by == null ? List.<String>of() : by.people();
            var outlook = outlook(session, old, change, people);
            if (outlook.was().equals(outlook.is())) {
                return old;
            }
            var changed = changed(session, old, change, people).raised();
            OrganizationStore.update(session, changed);
            OrganizationStore.putLimits(session, organizationId, change.limits());
            OrganizationStore.putFees(session, organizationId, change.fees());
            audit(session, outlook, by);
            return changed;
        });
    }

    private void audit(Session session, Outlook outlook, @Nullable StaffDecision by) {
        var act = outlook.logged();
        var told = by != null && outlook.control() ? act.ofControl(outlook.is().name(), by) : act;
        AuditEntry.insertLater(session, by == null ? author : by.actor(), told, clock.instant());
    }

    private void requireKnown(Change change) {
        change.limits().forEach(limit -> requireKnown("limits", limit.currency()));
        change.fees().forEach(fee -> requireKnown("fees", fee.currency()));
        change.fees().forEach(this::requireStep);
    }

    private void requireKnown(String field, String currency) {
        if (currencies.find(currency).isEmpty()) {
            throw new Problem.Invalid(field, "currency", currency + " is not a supported currency; see /v1/currencies");
        }
    }

    /** A fee that is no multiple of the unit step would leave an amount in the wallet that nobody can move. */
    private void requireStep(FeeRule rule) {
        var step = currencies.find(rule.currency()).orElseThrow().unitStep();
        if (rule.fee().fixed() % step != 0) {
            throw new Problem.Invalid(
                    "fees",
                    "step",
                    "the fixed fee in " + rule.currency() + " must be a multiple of " + step + " minor units, not "
                            + rule.fee().fixed());
        }
    }

    private static String named(String name) {
        if (name.isBlank() || Texts.length(name) > NAME_LENGTH_MAX) {
            throw new Problem.Invalid("name", "length", "must have 1 to " + NAME_LENGTH_MAX + " characters");
        }
        return name.strip();
    }

    private static ZoneId zone(String name) {
        if (!ZoneId.getAvailableZoneIds().contains(name)) {
            throw new Problem.Invalid("timezone", "unknown", "must be a time zone such as Asia/Bangkok");
        }
        return ZoneId.of(name);
    }
}
