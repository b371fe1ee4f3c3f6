package io.tical.server.merchant;

import io.tical.db.Session;
import io.tical.server.currency.Currencies;
import io.tical.server.http.Endpoint;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.session.Passwords;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** Organizations: their configuration, API keys, allowlists and dashboard users. */
public final class MerchantModule implements Module {
    private final Platform platform;
    private final Currencies currencies;
    private final Configuration configuration;
    private final Policies policies;
    private final Organizations organizations;
    private final ApiKeys apiKeys;
    private final Allowlist allowlist;
    private final Keyring keyring;
    private final Passwords passwords = new Passwords();
    private final DashboardUsers dashboardUsers;

    public MerchantModule(Platform platform, Currencies currencies) {
        this.platform = platform;
        this.currencies = currencies;
        var database = platform.database();
        var clock = platform.clock();
        configuration = new Configuration(database);
        policies = new Policies(database, configuration);
        organizations = new Organizations(database, configuration, currencies, clock);
        apiKeys = new ApiKeys(database, configuration, platform.secrets(), clock);
        allowlist = new Allowlist(database, configuration, clock);
        keyring = new Keyring(database, configuration, platform.secrets());
        dashboardUsers = new DashboardUsers(database, passwords, clock);
    }

    /**
     * The first start.
     *
     * @param others creates the demo data of other modules in the same transaction
     */
    public Bootstrap bootstrap(CallbackEndpoints callbacks, Consumer<Session> others) {
        return new Bootstrap(
                platform.database(),
                platform.clock(),
                configuration,
                platform.secrets(),
                passwords,
                organizations,
                apiKeys,
                callbacks,
                others);
    }

    /** The organization's default currency. */
    public String defaultCurrency(UUID organizationId) {
        return policies.of(organizationId).defaultCurrency();
    }

    public Currencies currencies() {
        return currencies;
    }

    public Policies policies() {
        return policies;
    }

    public Organizations organizations() {
        return organizations;
    }

    public ApiKeys apiKeys() {
        return apiKeys;
    }

    public Allowlist allowlist() {
        return allowlist;
    }

    public Keyring keyring() {
        return keyring;
    }

    public DashboardUsers dashboardUsers() {
        return dashboardUsers;
    }

    @Override
    public List<Endpoint> endpoints() {
        return new MeRoutes(id -> policies.of(id).name()).endpoints();
    }
}
