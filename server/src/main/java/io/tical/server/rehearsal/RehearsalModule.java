package io.tical.server.rehearsal;

import io.tical.server.collection.CollectionModule;
import io.tical.server.currency.CurrencyModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;

/** The bank of test money. */
public record RehearsalModule(RehearsalRoutes routes) implements Module {
    public static RehearsalModule of(Modules modules) {
        var platform = modules.platform();
        return new RehearsalModule(new RehearsalRoutes(new SimulatedBank(
                platform.database(),
                modules.get(CollectionModule.class).accounts(),
                modules.get(CurrencyModule.class).currencies(),
                platform.clock())));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ADMIN_ENDPOINTS, routes.endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/rehearsal/operators.yaml");
    }
}
