package io.tical.server.merchant;

import io.tical.db.Database;
import io.tical.db.DatabaseSettings;
import io.tical.db.Databases;
import io.tical.db.TestDatabase;
import io.tical.server.TestService;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.module.Resources;
import io.tical.server.secret.Secrets;
import io.tical.server.staff.Operator;
import io.tical.server.staff.Operators;
import io.tical.server.webhook.CallbackEndpoint;
import io.tical.server.webhook.CallbackEndpoints;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The merchant capabilities of one node, on a real database. */
record MerchantNode(
        Database database,
        Secrets secrets,
        Configuration configuration,
        Organizations organizations,
        Policies policies,
        ApiKeys apiKeys,
        Keyring keyring,
        Allowlist allowlist,
        CallbackEndpoints callbacks,
        DashboardUsers users,
        Operators operators,
        Bootstrap bootstrap)
        implements AutoCloseable {
    static MerchantNode open() {
        return open(TestDatabase.settings());
    }

    static MerchantNode open(DatabaseSettings settings) {
        return open(settings, new byte[32]);
    }

    static MerchantNode open(DatabaseSettings settings, byte[] masterKey) {
        return over(Databases.open(settings), masterKey);
    }

    private static MerchantNode over(Database database, byte[] masterKey) {
        var secrets = Secrets.load(Base64.getEncoder().encodeToString(masterKey), Path.of("unused"));
        var clock = Clock.tickMillis(ZoneOffset.UTC);
        var platform = Platform.of(database, secrets, clock, new Resources());
        var merchants = new Modules(platform)
                .add(CurrencyModule::of)
                .add(modules -> MerchantModule.of(modules, TestService.quickPasswords()))
                .get(MerchantModule.class);
        var callbacks = new CallbackEndpoints(database, secrets, url -> {}, clock);
        return new MerchantNode(
                database,
                secrets,
                merchants.configuration(),
                merchants.organizations(),
                merchants.policies(),
                merchants.apiKeys(),
                merchants.keyring(),
                merchants.allowlist(),
                callbacks,
                merchants.dashboardUsers(),
                new Operators(database, merchants.passwords(), clock),
                new Bootstrap(merchants, callbacks::createBoth, session -> {}));
    }

    String signingSecret(UUID organizationId, CallbackEndpoint.Kind kind) {
        var key = new CallbackEndpoint.Key(organizationId, kind);
        return Objects.requireNonNull(database.run(session -> callbacks.targets(session, Set.of(key)))
                        .get(key))
                .secret();
    }

    /** Signs a dashboard user in. */
    Optional<DashboardUser> signedIn(String username, String password) {
        return users.signIn(username, password, "", (session, user) -> user);
    }

    /** Signs an operator in. */
    Optional<Operator> operatorSignedIn(String username, String password) {
        return operators.signIn(username, password, "", (session, operator) -> operator);
    }

    Organization organization() {
        return organizations.create("Shop", "THB", "Asia/Bangkok");
    }

    @Override
    public void close() {
        database.close();
    }
}
