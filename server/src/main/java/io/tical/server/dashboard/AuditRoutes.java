package io.tical.server.dashboard;

import static io.tical.server.member.Sheet.text;
import static io.tical.server.member.Sheet.time;

import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.member.Listing;
import io.tical.server.member.Listing.Selected;
import io.tical.server.member.Lists;
import io.tical.server.member.RowViews;
import io.tical.server.member.Sheet;
import io.tical.server.problem.Problem;
import io.tical.server.session.Member;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntryView;
import io.tical.server.transaction.AuditLog;
import java.util.List;
import java.util.UUID;

/** {@code /api/audit}: the organization's audit log, for its owners. */
record AuditRoutes(AuditLog log, Lists lists) {
    private static final Sheet SHEET = Sheet.of(
            text("id"),
            time("at"),
            text("actor_type"),
            text("actor"),
            text("source"),
            text("request_id"),
            text("action"),
            text("object_type"),
            text("object_id"),
            text("livemode"),
            text("before"),
            text("after"),
            text("note"));

    private static final String STAFF = "staff";
    private static final String USER = "user:";

    List<SessionEndpoint<Member>> endpoints() {
        return new Listing<>(
                        lists,
                        "audit",
                        Member::mayChange,
                        List.of("actor", "object"),
                        this::selected,
                        AuditEntry::id,
                        RowViews.each(entry -> Json.parsed(AuditEntryView.forMerchant(entry))),
                        SHEET)
                .endpoints();
    }

    private Selected<AuditEntry> selected(SessionCall<Member> call) {
        var filter = filter(call, call.person().organizationId());
        return new Selected<>("both", filter.toString(), page -> log.list(filter, page));
    }

    /** Treats all operators as one actor, so that a filter does not reveal the usernames of operators. */
    private static AuditLog.Filter filter(SessionCall<Member> call, UUID organizationId) {
        var actor = call.query().text("actor");
        var object = call.query().text("object").map(AuditRoutes::id).orElse(null);
        if (actor.isEmpty()) {
            return new AuditLog.Filter(null, null, object, organizationId, null);
        }
        var staff = actor.get().equals(STAFF);
        if (!staff && !actor.get().startsWith(USER)) {
            throw new Problem.BadRequest("ACTOR_INVALID", "actor must be staff, or user: and a username");
        }
        return new AuditLog.Filter(
                staff ? Actor.Kind.STAFF : Actor.Kind.USER,
                staff ? null : actor.get().substring(USER.length()),
                object,
                organizationId,
                null);
    }

    private static UUID id(String text) {
        return Ids.parse(text).orElseThrow(() -> new Problem.BadRequest("ID_INVALID", "object must be a UUID"));
    }
}
