package io.tical.server.webhook;

import io.tical.server.http.Answer;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.member.Environment;
import io.tical.server.member.Intent;
import io.tical.server.member.Lists;
import io.tical.server.problem.Problem;
import io.tical.server.session.Directory.Person;
import io.tical.server.session.Member;
import io.tical.server.transaction.EventType;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@code /api/redeliveries}: sends all failed callbacks that match again, in the background. */
record RedeliveryDashboardRoutes(MerchantRedeliveries redeliveries, Lists lists, References references) {
    private static final String TREE = "/api/redeliveries";
    private static final Set<String> FILTERS =
            Set.of(Environment.NAME, "status", "endpoint", "event", "code", "reference", "transaction_id");

    /** @param matched failed deliveries that match now, counted up to {@link MerchantRedelivery#COUNTED_MAX} */
    private record Count(long matched) {}

    /**
     * @param code the HTTP status of the last answer, {@code none} without an answer, or null for any
     * @param remaining deliveries that are still to be sent, counted up to {@link MerchantRedelivery#COUNTED_MAX}
     * @param startedBy the username
     * @param endedAt null while it runs
     */
    private record View(
            UUID id,
            boolean livemode,
            MerchantRedelivery.Status status,
            @Nullable Kind endpoint,
            @Nullable EventType event,
            @Nullable String code,
            @Nullable String reference,
            @Nullable UUID transactionId,
            long matched,
            long redelivered,
            long remaining,
            @Nullable String startedBy,
            Instant createdAt,
            Instant updatedAt,
            @Nullable Instant endedAt) {}

    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get(TREE, Member::mayRead, this::list).paged(Environment.NAME),
                SessionEndpoint.get(TREE + "/count", Member::mayRead, this::count)
                        .taking(FILTERS),
                SessionEndpoint.get(TREE + "/{id}", Member::mayRead, call -> Answer.ok(view(named(call)))),
                SessionEndpoint.post(TREE, Member::mayChange, this::start).taking(FILTERS),
                SessionEndpoint.post(TREE + "/{id}/stop", Member::mayChange, this::stop));
    }

    private View view(MerchantRedelivery order) {
        return view(order, redeliveries.remaining(order));
    }

    private static View view(MerchantRedelivery order, long remaining) {
        var selection = order.selection();
        var progress = order.progress();
        var code = selection.code();
        return new View(
                order.key().id(),
                order.key().livemode(),
                progress.status(),
                selection.endpoint(),
                selection.event(),
                code == null ? null : code == DeliveryFilter.UNANSWERED ? "none" : String.valueOf(code),
                selection.reference(),
                selection.transactionId(),
                order.matched(),
                progress.redelivered(),
                remaining,
                order.by().id(),
                order.createdAt(),
                progress.updatedAt(),
                progress.dueAt() == null ? progress.updatedAt() : null);
    }

    private Answer list(SessionCall<Member> call) {
        var organizationId = call.person().organizationId();
        var livemode = Environment.one(call.query());
        var selection = new Selection(organizationId, Environment.word(livemode), "");
        var page = lists.paging().page(call, selection);
        var orders = redeliveries.list(organizationId, livemode, page);
        return lists.paging()
                .answer(call, page, selection, orders, order -> order.key().id(), this::view);
    }

    private MerchantRedelivery named(SessionCall<Member> call) {
        return redeliveries.ofEither(call.person().organizationId(), call.id(MerchantRedelivery.NAME));
    }

    private Answer count(SessionCall<Member> call) {
        var livemode = Environment.one(call.query());
        return Answer.ok(new Count(
                redeliveries.count(call.person().organizationId(), livemode, selection(call, List.of(livemode)))));
    }

    private Answer start(SessionCall<Member> call) {
        var livemode = call.query()
                .livemode()
                .orElseThrow(() -> new Problem.Invalid(Environment.NAME, "required", "is missing"));
        var intent = Intent.of(call, livemode);
        return Answer.of(redeliveries.start(
                call.person().organizationId(),
                livemode,
                selection(call, List.of(livemode)),
                intent.author(),
                intent.answered(order -> Answer.created(view(order, order.matched())))));
    }

    private MerchantRedelivery.Selection selection(SessionCall<Member> call, List<Boolean> environments) {
        var reference = call.query().text("reference").orElse(null);
        var filter = DeliveryFilter.ofMerchant(
                call.query(),
                reference == null ? null : references.ids(call.person().organizationId(), environments, reference));
        if (filter.status() != null && filter.status() != Delivery.Status.FAILED) {
            throw new Problem.Invalid("status", "unknown", "must be failed: only failed deliveries are sent again");
        }
        return MerchantRedelivery.Selection.of(filter, reference);
    }

    private Answer stop(SessionCall<Member> call) {
        return Answer.ok(view(redeliveries.stop(named(call).key(), Person.author(call))));
    }
}
