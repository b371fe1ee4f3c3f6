package io.tical.server.dashboard;

import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.session.Member;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntryView;
import io.tical.server.transaction.AuditLog;
import java.util.List;
import java.util.Optional;

/** {@code /api/audit}: what people did to the organization, for its owners. */
record AuditRoutes(AuditLog log, Paging paging) {
    List<SessionEndpoint<Member>> endpoints() {
        return List.of(SessionEndpoint.get("/api/audit", Member::mayChange, this::list));
    }

    private Answer list(SessionCall<Member> call) {
        var organizationId = call.person().organizationId();
        var filter = new AuditLog.Filter(Optional.empty(), Optional.empty(), Optional.of(organizationId));
        var selection = new Selection(organizationId, "both", "");
        var page = paging.page(call, selection);
        var rows = log.list(filter, page);
        return paging.answer(call, page, selection, rows, AuditEntry::id, AuditEntryView::forMerchant);
    }
}
