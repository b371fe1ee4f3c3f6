package io.tical.server.ticket;

import io.tical.db.BulkWrite;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.http.Endpoint;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.overview.ListedTable;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.AuditLog;
import io.tical.server.webhook.WebhookModule;
import java.util.List;

/** Issue tickets. */
public record TicketModule(Platform platform, Tickets tickets, WorkItemRoutes<Ticket> workItems) implements Module {
    /** Tickets can be about transactions of all modules that are listed before this one. */
    public static TicketModule of(Modules modules) {
        var platform = modules.platform();
        var database = platform.database();
        var kinds = modules.all(Module::transactionKinds);
        var deliveries = modules.get(WebhookModule.class).deliveries();
        var tickets = new Tickets(
                database,
                platform.idempotency(),
                new TicketReferences(database, kinds, deliveries),
                platform.leases(),
                new AuditLog(database),
                platform.clock());
        return new TicketModule(
                platform,
                tickets,
                new WorkItemRoutes<>(
                        TicketWorkItems.of(tickets),
                        platform.leases(),
                        modules.get(MerchantModule.class).policies()::name,
                        platform.paging()));
    }

    @Override
    public List<Endpoint> endpoints() {
        return new TicketRoutes(tickets, platform.paging()).endpoints();
    }

    @Override
    public List<SessionEndpoint<Staff>> adminEndpoints() {
        return workItems.endpoints();
    }

    @Override
    public List<String> adminDocuments() {
        return List.of("/io/tical/server/ticket/operators.yaml");
    }

    @Override
    public List<StaffAction> staffActions() {
        return new TicketActions(tickets, workItems::row).all();
    }

    @Override
    public List<Queue> queues() {
        return List.of(TicketOverview.PENDING);
    }

    @Override
    public List<ListedTable> lists() {
        return List.of(ListedTable.of(Ticket.RESOURCE));
    }

    @Override
    public List<Search> searches() {
        return List.of(TicketOverview.SEARCH);
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(TicketStore.TICKETS, TicketStore.COMMENTS);
    }
}
