package io.tical.server.admin;

import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.staff.Staff;
import io.tical.server.staff.StaffModule;
import java.util.List;

/** The management of operators by administrators. It is listed before the decisions, which carry its changes out. */
public record OperatorModule(List<SessionEndpoint<Staff>> adminEndpoints, List<StaffAction> staffActions)
        implements Module {
    public static OperatorModule of(Modules modules) {
        var staff = modules.get(StaffModule.class);
        var routes = new OperatorRoutes(
                staff.operators(),
                staff.directory(),
                new WaitingApprovals(modules.platform().database()));
        return new OperatorModule(routes.endpoints(), routes.actions());
    }
}
