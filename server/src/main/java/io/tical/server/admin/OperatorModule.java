package io.tical.server.admin;

import io.tical.server.decision.WaitingApprovals;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.staff.StaffModule;

/** The management of operators and roles by administrators. It is listed before the decisions, which carry its changes out. */
public record OperatorModule(OperatorRoutes operators, RoleRoutes roles) implements Module {
    public static OperatorModule of(Modules modules) {
        var staff = modules.get(StaffModule.class);
        return new OperatorModule(
                new OperatorRoutes(
                        staff.operators(),
                        staff.directory(),
                        new WaitingApprovals(modules.platform().database())),
                new RoleRoutes(staff.directory().roles()));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.ADMIN_ENDPOINTS, operators.endpoints());
        to.add(Kind.STAFF_ACTIONS, operators.actions());
        to.add(Kind.ADMIN_ENDPOINTS, roles.endpoints());
        to.add(Kind.STAFF_ACTIONS, roles.change());
    }
}
