package io.tical.server.slip;

import io.tical.server.decision.LeaseRoutes;
import io.tical.server.decision.LeaseRoutes.Leasable;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Check;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.http.Answer;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.StaticContent;
import io.tical.server.input.JsonBody;
import io.tical.server.payin.PayPage;
import io.tical.server.picture.PictureReader;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.StaffDecision;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** {@code /admin/v1/slips}: operators review slips. */
record SlipAdminRoutes(SlipReview review, PayPage page, Paging paging) {
    private static final String TREE = "/admin/v1/slips";

    List<SessionEndpoint<Staff>> endpoints() {
        var reads = List.<SessionEndpoint<Staff>>of(
                SessionEndpoint.get(TREE, staff -> staff.may(Permission.READ), this::list),
                SessionEndpoint.get(TREE + "/{id}", staff -> staff.may(Permission.READ), this::read),
                SessionEndpoint.get(TREE + "/{id}/image", staff -> staff.may(Permission.READ), this::image));
        var leases = new LeaseRoutes(review.leases(), TREE, SlipRules.OBJECT_TYPE, Permission.SLIPS, this::leasable);
        return Stream.concat(reads.stream(), leases.endpoints().stream()).toList();
    }

    private Leasable leasable(UUID id) {
        var slip = review.find(id);
        var stage = slip.progress().stage();
        return new Leasable(slip.key(), stage, stage.undecided());
    }

    List<StaffAction> actions() {
        return List.of(
                new StaffAction(TREE + "/{id}/accept", Permission.SLIPS, this::accept),
                new StaffAction(TREE + "/{id}/suspend", Permission.SLIPS, this::suspend),
                new StaffAction(TREE + "/{id}/reject", Permission.SLIPS, this::reject));
    }

    private Answer list(SessionCall<Staff> call) {
        var query = call.query();
        var status = query.word("status", SlipStatus.class, "STATUS_INVALID");
        var order = query.word("order", SlipReview.Order.class, "ORDER_INVALID");
        var filter = new SlipReview.Filter(status, query.search(), order.orElse(SlipReview.Order.NEWEST));
        var selection = Selection.ofAll(filter.toString());
        var wanted = paging.page(call, selection);
        var rows = review.list(filter, wanted);
        return paging.answer(
                call, wanted, selection, rows, item -> item.slip().key().id(), SlipItemView::of);
    }

    private Answer read(SessionCall<Staff> call) {
        return Answer.ok(SlipDossierView.of(review.get(call.id(SlipRules.OBJECT_TYPE)), page));
    }

    private StaticContent image(SessionCall<Staff> call) {
        return StaticContent.of(PictureReader.MEDIA_TYPE, review.image(call.id(SlipRules.OBJECT_TYPE)));
    }

    private Request accept(Map<String, String> path, JsonBody body) {
        var slip = slip(path);
        var paid = paid(body);
        var id = slip.key().id();
        return paying(slip, paid, by -> review.checkAccept(id, paid, by), by -> review.accept(id, paid, by));
    }

    private Request suspend(Map<String, String> path, JsonBody body) {
        var slip = slip(path);
        var paid = paid(body);
        var id = slip.key().id();
        return paying(slip, paid, by -> review.checkSuspend(id), by -> review.suspend(id, paid, by));
    }

    private Request reject(Map<String, String> path, JsonBody body) {
        var slip = slip(path);
        var reason = body.word("reason", Slip.Reason.class);
        return new Request(
                slip.key(),
                SlipRules.OBJECT_TYPE,
                slip.version(),
                by -> decided(slip, () -> review.reject(slip.key().id(), reason.orElseThrow(), by)));
    }

    private Slip slip(Map<String, String> path) {
        return review.find(StaffAction.id(path, SlipRules.OBJECT_TYPE));
    }

    /** The amount that was paid, in minor units, if the operator tells another than the expected one. */
    private static OptionalLong paid(JsonBody body) {
        if (!body.has("paid_amount")) {
            return OptionalLong.empty();
        }
        var paid = body.amount("paid_amount");
        if (paid < 1) {
            body.wrong("paid_amount", "positive", "must be a positive number of minor units");
        }
        return OptionalLong.of(paid);
    }

    /** A decision by which the slip's payment is recorded. */
    private Request paying(Slip slip, OptionalLong paid, Check check, Consumer<StaffDecision> decide) {
        return new Request(
                slip.key(),
                SlipRules.OBJECT_TYPE,
                slip.version(),
                new Stake(SlipRules.amount(slip, paid), slip.upload().currency()),
                check,
                by -> decided(slip, () -> decide.accept(by)));
    }

    private SlipDossierView decided(Slip slip, Runnable decide) {
        decide.run();
        return SlipDossierView.of(review.get(slip.key().id()), page);
    }
}
