package io.tical.console.shell;

import io.tical.common.admin.Overview;

/** A screen that shows what waits in the queues. */
public interface OverviewListener {
    void queues(Overview overview);
}
