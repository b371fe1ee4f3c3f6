package io.tical.server.decision;

import io.tical.server.key.TransactionKey;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.overview.ListedTable;
import io.tical.server.staff.StaffModule;
import io.tical.server.transaction.AuditLog;
import io.tical.server.work.Housekeeping;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The decisions of operators on the objects of all modules that are listed before this one. */
public record DecisionModule(StaffDecisions decisions, DecisionRoutes routes) implements Module {
    /**
     * @param threshold as of {@link StaffDecisions}
     * @param organizationName returns the name of an organization; empty if a restored database does not have it
     * @param lost whether an object has an attempt that the database had lost, so that every decision on it needs a second person
     */
    public static DecisionModule of(
            Modules modules,
            BiFunction<UUID, String, Optional<Long>> threshold,
            Function<UUID, Optional<String>> organizationName,
            Predicate<TransactionKey> lost) {
        var platform = modules.platform();
        var actions =
                modules.all(Kind.STAFF_ACTIONS).stream().collect(Collectors.toMap(StaffAction::name, action -> action));
        var database = platform.database();
        var clock = platform.clock();
        var log = new AuditLog(database);
        var repeats = new Repeats(log, platform.idempotency());
        var colleagues = modules.get(StaffModule.class).operators();
        var approvals = new Approvals(database, actions, colleagues::anotherMay, lost, repeats, clock);
        var decisions = new StaffDecisions(database, platform.leases(), approvals, repeats, threshold, clock);
        return new DecisionModule(decisions, new DecisionRoutes(decisions, organizationName, platform.paging()));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ADMIN_ENDPOINTS, routes.endpoints());
        to.add(Kind.QUEUES, ApprovalOverview.PENDING);
        to.add(Kind.LISTS, ListedTable.of("approval"));
        to.add(Kind.SEARCHES, ApprovalOverview.SEARCH);
        to.add(
                Kind.WORK,
                decisions.approvals().work(),
                Housekeeping.deleting("leases", rowsMax -> decisions.leases().forget(rowsMax)));
        to.add(Kind.AUTHENTICATED_TABLES, ApprovalStore.APPROVALS);
    }
}
