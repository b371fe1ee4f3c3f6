package io.tical.server.admin;

import io.tical.common.Ids;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntryView;
import io.tical.server.transaction.AuditLog;
import io.tical.server.transaction.Environments;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/audit}: the audit log. */
record AuditRoutes(AuditLog log, Paging paging) {
    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(SessionEndpoint.<Staff>get("/admin/v1/audit", staff -> staff.may(Permission.READ), this::list)
                .paged("actor", "object", "organization_id", "livemode"));
    }

    private Answer list(SessionCall<Staff> call) {
        var environments = Environments.of(call.query());
        var filter = new AuditLog.Filter(
                null,
                call.query().text("actor").orElse(null),
                object(call),
                environments.organizationId(),
                environments.livemode());
        var selection = Selection.ofAll(filter.toString());
        var page = paging.page(call, selection);
        return paging.answer(call, page, selection, log.list(filter, page), AuditEntry::id, AuditEntryView::of);
    }

    private static @Nullable UUID object(SessionCall<Staff> call) {
        return call.query()
                .text("object")
                .map(text ->
                        Ids.parse(text).orElseThrow(() -> new Problem.BadRequest("ID_INVALID", "object must be an id")))
                .orElse(null);
    }
}
