package io.tical.server.merchant;

import io.tical.server.currency.Currencies;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.decision.Independence;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.key.TransactionKey;
import io.tical.server.member.Lists;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.session.Passwords;
import io.tical.server.transaction.Actor;
import java.util.Optional;
import java.util.UUID;

/** Organizations: their configuration, API keys, allowlists, brands and dashboard users. */
public record MerchantModule(
        Platform platform,
        Currencies currencies,
        Configuration configuration,
        Policies policies,
        Brands brands,
        Organizations organizations,
        ApiKeys apiKeys,
        Allowlist allowlist,
        Keyring keyring,
        Passwords passwords,
        DashboardUsers dashboardUsers,
        Lists lists)
        implements Module {
    public static MerchantModule of(Modules modules, Passwords passwords) {
        var platform = modules.platform();
        var currencies = modules.get(CurrencyModule.class).currencies();
        var database = platform.database();
        var clock = platform.clock();
        var configuration = new Configuration(database);
        var policies = new Policies(database, configuration);
        return new MerchantModule(
                platform,
                currencies,
                configuration,
                policies,
                new Brands(database, configuration, clock),
                new Organizations(database, configuration, currencies, clock, Actor.SYSTEM),
                new ApiKeys(database, configuration, platform.secrets(), clock, Actor.SYSTEM),
                new Allowlist(database, configuration, clock, Actor.SYSTEM),
                new Keyring(database, configuration, platform.secrets()),
                passwords,
                new DashboardUsers(database, passwords, clock, Actor.SYSTEM, null),
                new Lists(platform.paging(), id -> policies.of(id).zone(), currencies, clock));
    }

    public String defaultCurrency(UUID organizationId) {
        return policies.of(organizationId).defaultCurrency();
    }

    /**
     * The amount from which a live decision of an operator, by username, needs a second person; empty if no decision does. What belongs to the
     * service may concern every organization, so the lowest amount of any applies.
     */
    public Optional<Long> fourEyesThreshold(UUID organizationId, String operator) {
        if (organizationId.equals(TransactionKey.SERVICE)) {
            return platform.database().run(OrganizationStore::lowestFourEyes);
        }
        return Optional.ofNullable(policies.of(organizationId)
                .fourEyes(asker -> platform.database()
                        .run(session -> Independence.isOnePerson(
                                session, asker, operator, platform.clock().instant()))));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.SEARCHES, MerchantOverview.SEARCHES);
        to.add(Kind.WORK, keyring.unsigned());
        to.add(
                Kind.ENDPOINTS,
                new MeRoutes(policies::name, id -> policies.of(id).code()).endpoints());
        to.add(
                Kind.DASHBOARD_ENDPOINTS,
                new KeyDashboardRoutes(apiKeys, keyring.unsigned(), platform.clock()).endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, new AllowlistDashboardRoutes(allowlist).endpoints());
        var ofOperators = new OrganizationAdminRoutes(
                organizations, new WaitingApprovals(platform.database()), platform.paging());
        to.add(Kind.STAFF_ACTIONS, ofOperators.change());
        to.add(Kind.ADMIN_ENDPOINTS, ofOperators.endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/merchant/operators.yaml");
        to.add(
                Kind.AUTHENTICATED_TABLES,
                OrganizationStore.ORGANIZATIONS,
                OrganizationStore.CODES,
                OrganizationStore.LIMITS,
                OrganizationStore.FEES,
                BrandStore.BRANDS,
                ApiKeyStore.KEYS,
                ApiKeyStore.HASHES,
                AllowlistStore.ENTRIES,
                DashboardUserStore.USERS,
                DashboardUserStore.USERNAMES);
    }
}
