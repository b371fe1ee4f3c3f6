package io.tical.server.decision;

import io.tical.common.Json;
import io.tical.server.decision.StaffDecisions.Result;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.session.Directory.Person;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.StaffDecision;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The operations of every {@link StaffAction}, and {@code /admin/v1/approvals}.
 *
 * @param organizationName returns the name of an organization; empty if a restored database does not have it
 */
public record DecisionRoutes(
        StaffDecisions decisions, Function<UUID, Optional<String>> organizationName, Paging paging) {
    private static final byte[] EMPTY_OBJECT = "{}".getBytes(StandardCharsets.UTF_8);

    public List<SessionEndpoint<Staff>> endpoints() {
        var approvals = List.<SessionEndpoint<Staff>>of(
                SessionEndpoint.<Staff>get("/admin/v1/approvals", staff -> staff.may(Permission.READ), this::list)
                        .paged("status", "q", "organization_id", "livemode"),
                SessionEndpoint.get("/admin/v1/approvals/{id}", staff -> staff.may(Permission.READ), this::read),
                // The required permission depends on the decision, so it is checked later.
                SessionEndpoint.post("/admin/v1/approvals/{id}/approve", Staff::decidesMoney, this::approve),
                SessionEndpoint.post("/admin/v1/approvals/{id}/refuse", Staff::decidesMoney, this::refuse),
                SessionEndpoint.post("/admin/v1/approvals/{id}/withdraw", Staff::decidesMoney, this::withdraw));
        var actions = decisions.approvals().actions().values().stream().map(this::endpoint);
        return Stream.concat(approvals.stream(), actions).toList();
    }

    private SessionEndpoint<Staff> endpoint(StaffAction action) {
        var endpoint = SessionEndpoint.<Staff>post(
                        action.path(), staff -> staff.may(action.permission()), call -> make(action, call))
                .by(action.method());
        return action.proof() ? endpoint.afterStepUp() : endpoint;
    }

    private Answer make(StaffAction action, SessionCall<Staff> call) {
        var visit = call.visit();
        var result = decisions.make(new StaffDecisions.Submitted(
                action,
                visit.path(),
                body(action, call),
                call.person(),
                visit.requestId(),
                visit.source().getHostAddress()));
        return switch (result) {
            case Result.Effected(var object) -> action.creates() ? Answer.created(object) : Answer.ok(object);
            case Result.NeedsApproval(var approval) -> new Answer(202, Json.bytes(view(approval)));
        };
    }

    /** The body; that of a removal may be absent. */
    private static byte[] body(StaffAction action, SessionCall<Staff> call) {
        var body = call.visit().body();
        return body.length == 0 && action.method().equals("DELETE") ? EMPTY_OBJECT : body;
    }

    private Answer list(SessionCall<Staff> call) {
        var status = call.query().word("status", ApprovalStatus.class, "STATUS_INVALID");
        var environments = Environments.of(call.query());
        var text = call.query().search();
        var selection = Selection.ofAll(environments + " " + status + " " + text);
        var page = paging.page(call, selection);
        var rows = decisions.approvals().list(environments, status, text, page);
        return paging.answer(call, page, selection, rows, one -> one.key().id(), this::view);
    }

    private ApprovalView view(Approval approval) {
        var organization = approval.object().owner();
        return ApprovalView.of(
                approval,
                organization == null
                        ? null
                        : organizationName.apply(organization).orElse(null),
                decisions.approvals().permission(approval).word());
    }

    private Answer read(SessionCall<Staff> call) {
        return Answer.ok(view(decisions.approvals().get(call.id("approval"))));
    }

    private Answer approve(SessionCall<Staff> call) {
        return Answer.ok(view(
                decisions.approvals().approve(call.id("approval"), call.person(), note(call), Person.author(call))));
    }

    private Answer refuse(SessionCall<Staff> call) {
        return Answer.ok(view(
                decisions.approvals().refuse(call.id("approval"), call.person(), note(call), Person.author(call))));
    }

    private Answer withdraw(SessionCall<Staff> call) {
        return Answer.ok(view(decisions.approvals().withdraw(call.id("approval"), call.person(), Person.author(call))));
    }

    /** The note of a request whose body may be absent. */
    private static @Nullable String note(SessionCall<Staff> call) {
        var body = Optional.of(call.visit().body())
                .filter(bytes -> bytes.length > 0)
                .map(JsonBody::parse);
        var note = body.map(one -> one.textOrNull("note", StaffDecision.NOTE_MAX));
        body.ifPresent(JsonBody::check);
        return note.orElse(null);
    }
}
