package io.tical.server.payin;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/**
 * {@code /admin/v1/payins/{id}/resend}: operators send the callbacks of a payin again.
 *
 * @param view the payin with this id as JSON
 */
record PayinAdminRoutes(Payins payins, Function<UUID, Object> view) {
    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(SessionEndpoint.post(
                PayinWorkItems.KIND.path("resend"), staff -> staff.may(Permission.CALLBACKS), this::resend));
    }

    private Answer resend(SessionCall<Staff> call) {
        var visit = call.visit();
        var by = call.person().decision(visit.requestId(), visit.source(), null);
        var payin = payins.get(call.id(Payin.OBJECT_TYPE));
        payins.resend(payin.key(), by);
        return Answer.ok(view.apply(payin.id()));
    }
}
