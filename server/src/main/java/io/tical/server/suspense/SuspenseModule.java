package io.tical.server.suspense;

import io.tical.server.ledger.GroupCommit;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.payin.Payins;
import io.tical.server.work.Work;
import java.util.List;

/** The module of unallocated funds. */
public final class SuspenseModule implements Module {
    private final Suspense suspense;

    public SuspenseModule(Platform platform, GroupCommit groupCommit, Payins payins) {
        suspense = new Suspense(platform.database(), groupCommit, payins);
    }

    public Suspense suspense() {
        return suspense;
    }

    @Override
    public List<Work> work() {
        return List.of(suspense.work());
    }

    @Override
    public List<MoneyAudit> audits() {
        return List.of(new SuspenseAudit());
    }
}
