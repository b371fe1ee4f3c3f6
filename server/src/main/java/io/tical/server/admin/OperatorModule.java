package io.tical.server.admin;

import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.staff.Staff;
import io.tical.server.staff.StaffModule;
import java.util.List;
import java.util.stream.Stream;

/** The management of operators and roles by administrators. It is listed before the decisions, which carry its changes out. */
public record OperatorModule(List<SessionEndpoint<Staff>> adminEndpoints, List<StaffAction> staffActions)
        implements Module {
    public static OperatorModule of(Modules modules) {
        var staff = modules.get(StaffModule.class);
        var routes = new OperatorRoutes(
                staff.operators(),
                staff.directory(),
                new WaitingApprovals(modules.platform().database()));
        var roles = new RoleRoutes(staff.directory().roles());
        return new OperatorModule(
                Stream.concat(routes.endpoints().stream(), roles.endpoints().stream())
                        .toList(),
                Stream.concat(routes.actions().stream(), Stream.of(roles.change()))
                        .toList());
    }
}
