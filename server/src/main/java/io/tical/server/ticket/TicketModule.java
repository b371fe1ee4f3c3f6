package io.tical.server.ticket;

import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.member.Lists;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.overview.ListedTable;
import io.tical.server.transaction.AuditLog;
import io.tical.server.webhook.WebhookModule;

/** Issue tickets. */
public record TicketModule(Lists lists, Tickets tickets, WorkItemRoutes<Ticket> workItems) implements Module {
    /** Tickets can be about transactions of all modules that are listed before this one. */
    public static TicketModule of(Modules modules) {
        var platform = modules.platform();
        var merchants = modules.get(MerchantModule.class);
        var database = platform.database();
        var kinds = modules.all(Kind.TRANSACTION_KINDS);
        var deliveries = modules.get(WebhookModule.class).deliveries();
        var tickets = new Tickets(
                database,
                platform.idempotency(),
                new TicketReferences(database, kinds, deliveries),
                platform.leases(),
                new AuditLog(database),
                platform.clock());
        return new TicketModule(
                merchants.lists(),
                tickets,
                new WorkItemRoutes<>(
                        TicketWorkItems.of(tickets), platform.leases(), merchants.policies()::name, platform.paging()));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ENDPOINTS, new TicketRoutes(tickets, lists.paging()).endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, new TicketDashboardRoutes(tickets, lists).endpoints());
        to.add(Kind.ADMIN_ENDPOINTS, workItems.endpoints());
        to.add(Kind.ADMIN_DOCUMENTS, "/io/tical/server/ticket/operators.yaml");
        to.add(Kind.STAFF_ACTIONS, new TicketActions(tickets, workItems::row).all());
        to.add(Kind.QUEUES, TicketOverview.PENDING);
        to.add(Kind.LISTS, ListedTable.of(Ticket.RESOURCE));
        to.add(Kind.SEARCHES, TicketOverview.SEARCH);
        to.add(Kind.AUTHENTICATED_TABLES, TicketStore.TICKETS, TicketStore.COMMENTS);
    }
}
