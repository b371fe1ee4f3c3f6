package io.tical.server.outward;

import io.tical.server.overview.ListedTable;
import io.tical.server.overview.Queue;
import io.tical.server.overview.QueueTable;
import io.tical.server.overview.Search;

/** What was lost, in the overview of operators. */
public final class LostOverview {
    public static final Queue OPEN =
            new QueueTable("lost_open", LostCases.RESOURCE, "outward_case", "case_id", "status = 'open'", true);

    public static final ListedTable LIST = new ListedTable(LostCases.RESOURCE, "outward_case");

    public static final Search SEARCH = OutwardStore::search;

    private LostOverview() {}
}
