package io.tical.console.shell;

import io.tical.common.admin.Overview;
import java.util.Set;

/** A screen that shows what waits in the queues. */
public interface OverviewListener {
    /** @param reachable the names of the queues with a place that this operator sees; see {@link GoToQueue} */
    void queues(Overview overview, Set<String> reachable);
}
