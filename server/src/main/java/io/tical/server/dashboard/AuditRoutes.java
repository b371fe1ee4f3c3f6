package io.tical.server.dashboard;

import io.tical.common.Ids;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.problem.Problem;
import io.tical.server.session.Member;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntryView;
import io.tical.server.transaction.AuditLog;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** {@code /api/audit}: what people did to the organization, for its owners. */
record AuditRoutes(AuditLog log, Paging paging) {
    private static final String STAFF = "staff";
    private static final String USER = "user:";

    List<SessionEndpoint<Member>> endpoints() {
        return List.of(SessionEndpoint.get("/api/audit", Member::mayChange, this::list));
    }

    private Answer list(SessionCall<Member> call) {
        var organizationId = call.person().organizationId();
        var filter = filter(call, organizationId);
        var selection = new Selection(organizationId, "both", filter.toString());
        var page = paging.page(call, selection);
        var rows = log.list(filter, page);
        return paging.answer(call, page, selection, rows, AuditEntry::id, AuditEntryView::forMerchant);
    }

    /** Staff are one person here: whether an operator has a name must not show in what a filter finds. */
    private static AuditLog.Filter filter(SessionCall<Member> call, UUID organizationId) {
        var actor = call.query().text("actor");
        var object = call.query().text("object").map(AuditRoutes::id);
        if (actor.isEmpty()) {
            return new AuditLog.Filter(Optional.empty(), object, Optional.of(organizationId));
        }
        var staff = actor.get().equals(STAFF);
        if (!staff && !actor.get().startsWith(USER)) {
            throw new Problem.BadRequest("ACTOR_INVALID", "actor must be staff, or user: and a username");
        }
        return new AuditLog.Filter(
                Optional.of(staff ? Actor.Kind.STAFF : Actor.Kind.USER),
                actor.filter(name -> !staff).map(name -> name.substring(USER.length())),
                object,
                Optional.of(organizationId));
    }

    private static UUID id(String text) {
        return Ids.parse(text).orElseThrow(() -> new Problem.BadRequest("ID_INVALID", "object must be a UUID"));
    }
}
