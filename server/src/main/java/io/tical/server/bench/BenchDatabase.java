package io.tical.server.bench;

import com.zaxxer.hikari.HikariDataSource;
import io.tical.db.Database;
import io.tical.db.DatabaseSettings;
import io.tical.db.Databases;
import io.tical.db.RowMac;
import io.tical.db.Session;
import io.tical.server.Tical;
import io.tical.server.config.Setting;
import io.tical.server.config.Settings;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.ledger.Audit;
import io.tical.server.ledger.AuditReport;
import io.tical.server.ledger.Head;
import io.tical.server.merchant.ApiKeys;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.module.Resources;
import io.tical.server.secret.Secrets;
import io.tical.server.session.Passwords;
import io.tical.server.transaction.Event;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackEndpoints;
import io.tical.server.webhook.Events;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Gatherers;

/** Connects to the database of the measured service, to create merchants, to run comparisons and to audit. */
final class BenchDatabase implements AutoCloseable {
    private static final int INSERT_MAX = 1_000;

    private final Secrets secrets;
    private final Database database;
    private final DatabaseSettings settings;
    private final MerchantModule merchants;
    private final CallbackEndpoints callbacks;

    BenchDatabase(Path home) {
        secrets = Secrets.load(null, home);
        settings = new DatabaseSettings(home, null, null, null, secrets.derive("service-role"), 4);
        database = Databases.open(settings);
        var platform = Platform.of(database, secrets, Clock.tickMillis(ZoneOffset.UTC), new Resources());
        merchants = new Modules(platform)
                .add(CurrencyModule::of)
                .add(modules -> MerchantModule.of(modules, new Passwords()))
                .get(MerchantModule.class);
        callbacks = new CallbackEndpoints(database, secrets, url -> {}, platform.clock());
    }

    /** Creates an organization with a test key. */
    record Organization(UUID id, String code, String testKey) {}

    Organization organization(String name) {
        var organization = merchants.organizations().create(name, "THB", "Asia/Bangkok");
        var id = organization.id();
        merchants.allowlist().replace(id, List.of("127.0.0.1"));
        var key = merchants.apiKeys().create(id, ApiKeys.NewKey.full(false, "bench"));
        return new Organization(id, organization.code(), key.secret());
    }

    /** Creates a live key. */
    String liveKey(UUID organizationId) {
        return merchants
                .apiKeys()
                .create(organizationId, ApiKeys.NewKey.full(true, "bench"))
                .secret();
    }

    /** Sets the URL of a merchant's payout callbacks. */
    void callbacks(UUID organizationId, String url) {
        callbacks.save(organizationId, Kind.PAYOUT, url, null);
    }

    void removeCallbacks(UUID organizationId) {
        callbacks.remove(organizationId, Kind.PAYOUT);
    }

    /** Writes events in one transaction, as state changes of payouts do. */
    void insert(List<Event> events) {
        database.transaction(session -> {
            events.stream()
                    .gather(Gatherers.windowFixed(INSERT_MAX))
                    .forEach(part -> Events.insertLater(session, part));
            return events;
        });
    }

    /** Opens JDBC connections to the same database, for comparisons. */
    HikariDataSource connections(int count) {
        return Databases.connections(
                new DatabaseSettings(settings.home(), null, null, null, settings.serviceSecret(), count));
    }

    /** The secrets of the home. */
    Secrets secrets() {
        return secrets;
    }

    /** The MACs of the rows that comparisons write. */
    RowMac rowMac() {
        return database.run(Session::rowMac);
    }

    AuditReport audit() {
        return audit(Audit::run);
    }

    /** Audits the changes after heads. */
    AuditReport auditSince(List<Head> heads) {
        return audit(audit -> audit.since(heads, List.of()));
    }

    private AuditReport audit(Function<Audit, AuditReport> audit) {
        return Tical.audit(
                Settings.read(Map.of(Setting.HOME.variable(), settings.home().toString())), audit);
    }

    @Override
    public void close() {
        database.close();
    }
}
