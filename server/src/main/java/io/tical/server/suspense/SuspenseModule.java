package io.tical.server.suspense;

import io.tical.db.BulkWrite;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.ledger.MoneyAudit;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.payin.Payins;
import io.tical.server.work.Work;
import java.util.List;

/** The module of unallocated funds. */
public record SuspenseModule(Suspense suspense) implements Module {
    public SuspenseModule(Platform platform, GroupCommit groupCommit, Payins payins) {
        this(new Suspense(platform.database(), groupCommit, SuspenseOperation.of(payins.operation())));
    }

    @Override
    public List<Queue> queues() {
        return List.of(SuspenseOverview.OPEN);
    }

    @Override
    public List<Search> searches() {
        return List.of(SuspenseOverview.SEARCH);
    }

    @Override
    public List<Work> work() {
        return List.of(suspense.work());
    }

    @Override
    public List<MoneyAudit> audits() {
        return List.of(new SuspenseAudit());
    }

    @Override
    public List<BulkWrite<?>> evidence() {
        return List.of(SuspenseStore.ITEMS);
    }
}
