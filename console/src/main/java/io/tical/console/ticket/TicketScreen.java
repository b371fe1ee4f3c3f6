package io.tical.console.ticket;

import io.tical.common.admin.Tickets;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;

/** The screen of the tickets. */
public final class TicketScreen {
    private TicketScreen() {}

    public static WorkScreen<Tickets.Row, Tickets.Detail> of(Workspace workspace) {
        return new WorkScreen<>(
                workspace, new TicketKind(workspace), new Sheet<>(new TicketSheet(workspace)::sections));
    }
}
