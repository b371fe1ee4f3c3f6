package io.tical.server.ticket;

import io.tical.db.BulkWrite;
import io.tical.server.decision.Leases;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WorkItemRoutes;
import io.tical.server.http.Endpoint;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.overview.Queue;
import io.tical.server.overview.Search;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.AuditLog;
import io.tical.server.webhook.Deliveries;
import java.util.List;

/** Issue tickets. */
public record TicketModule(Platform platform, Tickets tickets, WorkItemRoutes<Ticket> workItems) implements Module {
    /** @param modules the modules with transactions that tickets can be about */
    public static TicketModule of(
            Platform platform, MerchantModule merchants, Leases leases, Deliveries deliveries, List<Module> modules) {
        var database = platform.database();
        var kinds = modules.stream()
                .flatMap(module -> module.transactionKinds().stream())
                .toList();
        var tickets = new Tickets(
                database,
                platform.idempotency(),
                new TicketReferences(database, kinds, deliveries),
                leases,
                new AuditLog(database),
                platform.clock());
        return new TicketModule(
                platform,
                tickets,
                new WorkItemRoutes<>(
                        new TicketWorkItems(tickets), leases, merchants.policies()::name, platform.paging()));
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
    public List<StaffAction> staffActions() {
        return new TicketActions(tickets, workItems::row).all();
    }

    @Override
    public List<Queue> queues() {
        return List.of(TicketOverview.PENDING);
    }

    @Override
    public List<Search> searches() {
        return List.of(TicketOverview.SEARCH);
    }

    @Override
    public List<BulkWrite<?>> evidence() {
        return List.of(TicketStore.TICKETS, TicketStore.COMMENTS);
    }
}
