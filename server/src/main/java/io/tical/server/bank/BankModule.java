package io.tical.server.bank;

import io.helidon.health.HealthCheck;
import io.tical.db.BulkWrite;
import io.tical.server.bankfile.StatementFormats;
import io.tical.server.collection.CollectionModule;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.Observation;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.payin.PaidPayins;
import io.tical.server.payin.PayinModule;
import io.tical.server.staff.Staff;
import io.tical.server.work.Work;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The module of what banks say. */
public record BankModule(
        BankFiles files,
        BankFileRoutes routes,
        AccountEntryRoutes entries,
        EntryMatching matching,
        @Nullable Inbox inbox)
        implements Module {
    /**
     * @param zone in which the banks book
     * @param inbox the watched folder; null for none
     */
    public record Options(ZoneId zone, @Nullable Path inbox) {}

    public static BankModule of(Modules modules, Options options) {
        var platform = modules.platform();
        var currencies = modules.get(CurrencyModule.class).currencies();
        var finder = new PayinFinder(new PaidPayins(currencies), options.zone());
        var files = new BankFiles(
                platform.database(),
                modules.get(CollectionModule.class).accounts(),
                currencies,
                StatementFormats.shipped(),
                finder,
                platform.clock());
        var waiting = new WaitingApprovals(platform.database());
        return new BankModule(
                files,
                new BankFileRoutes(files, waiting, platform.paging()),
                new AccountEntryRoutes(
                        new AccountEntries(platform.database(), platform.clock()), waiting, platform.paging()),
                new EntryMatching(
                        platform.database(),
                        finder,
                        modules.get(PayinModule.class).payins(),
                        platform.clock()),
                options.inbox() == null ? null : new Inbox(files, options.inbox()));
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return Stream.concat(routes.endpoints().stream(), entries.endpoints().stream())
                .toList();
    }

    @Override
    public List<StaffAction> staffActions() {
        return Stream.concat(new BankFileActions(files, routes::view).all().stream(), entries.actions().stream())
                .toList();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/bank/operators.yaml");
    }

    @Override
    public List<Work> work() {
        return inbox == null ? List.of(matching) : List.of(matching, inbox);
    }

    @Override
    public List<HealthCheck> checks() {
        return inbox == null ? List.of() : List.of(Observation.notices("bank inbox", "degraded", inbox::troubles));
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(
                BankFileStore.FILES, StatementStore.STATEMENTS, StatementStore.SIGHTINGS, AccountEntryStore.ENTRIES);
    }
}
