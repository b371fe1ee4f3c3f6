package io.tical.server.admin;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntryView;
import io.tical.server.transaction.Notices;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/notices}: what administrators are told of changes of controls.
 *
 * @param organizationName returns the name of an organization; empty if a restored database does not have it
 */
record NoticeRoutes(Notices notices, Function<UUID, Optional<String>> organizationName, Paging paging) {
    private static final String TREE = "/admin/v1/notices";
    private static final Predicate<Staff> MAY = staff -> staff.may(Permission.OPERATORS);

    private enum Selected implements Word {
        UNREAD,
        ALL
    }

    /**
     * @param status whether the operator has acknowledged it
     * @param subject what the change concerns, in words
     */
    private record View(
            @JsonUnwrapped AuditEntryView entry,
            String subject,
            @Nullable String organizationName,
            Status status,
            @Nullable Instant acknowledgedAt) {}

    private enum Status implements Word {
        UNREAD,
        READ
    }

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.get(TREE, MAY, this::list).paged("status"),
                SessionEndpoint.get(TREE + "/{id}", MAY, call -> Answer.ok(read(call))),
                SessionEndpoint.post(TREE + "/{id}/acknowledge", MAY, this::acknowledge));
    }

    private Answer list(SessionCall<Staff> call) {
        var operator = call.person().operatorId();
        var unread =
                call.query().word("status", Selected.class, "STATUS_INVALID").orElse(Selected.ALL) == Selected.UNREAD;
        var selection = Selection.ofAll("unread=" + unread);
        var page = paging.page(call, selection);
        var rows = notices.list(operator, Ids.madeAt(operator), unread, page);
        var known = notices.acknowledged(operator, rows);
        return paging.answer(call, page, selection, rows, AuditEntry::id, one -> view(one, known.get(one.id())));
    }

    private View read(SessionCall<Staff> call) {
        return view(call, notices.get(call.id("notice")));
    }

    private Answer acknowledge(SessionCall<Staff> call) {
        return Answer.ok(view(call, notices.acknowledge(call.person().operatorId(), call.id("notice"))));
    }

    private View view(SessionCall<Staff> call, AuditEntry notice) {
        var known = notices.acknowledged(call.person().operatorId(), List.of(notice));
        return view(notice, known.get(notice.id()));
    }

    private View view(AuditEntry notice, @Nullable Instant acknowledgedAt) {
        var organizationId = notice.organizationId();
        return new View(
                AuditEntryView.of(notice),
                String.valueOf(notice.subject()),
                organizationId == null
                        ? null
                        : organizationName.apply(organizationId).orElse(null),
                acknowledgedAt == null ? Status.UNREAD : Status.READ,
                acknowledgedAt);
    }
}
