package io.tical.server.slip;

import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.decision.LeaseRoutes;
import io.tical.server.decision.StaffAction;
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
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import io.tical.server.transaction.StaffDecision;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/slips}: operators review slips. */
record SlipAdminRoutes(SlipReview review, PayPage page, Paging paging) {
    private static final String TREE = "/admin/v1/slips";
    private static final int REASON_MAX = 32;

    List<SessionEndpoint<Staff>> endpoints() {
        var reads = List.<SessionEndpoint<Staff>>of(
                SessionEndpoint.get(TREE, staff -> staff.may(Permission.READ), this::list),
                SessionEndpoint.get(TREE + "/{id}", staff -> staff.may(Permission.READ), this::read),
                SessionEndpoint.get(TREE + "/{id}/image", staff -> staff.may(Permission.READ), this::image));
        var leases = new LeaseRoutes(
                review.leases(),
                TREE,
                SlipRules.OBJECT_TYPE,
                Permission.SLIPS,
                id -> review.find(id).key());
        return Stream.concat(reads.stream(), leases.endpoints().stream()).toList();
    }

    List<StaffAction> actions() {
        return List.of(
                new StaffAction(TREE + "/{id}/accept", Permission.SLIPS, this::accept),
                new StaffAction(TREE + "/{id}/suspend", Permission.SLIPS, this::suspend),
                new StaffAction(TREE + "/{id}/reject", Permission.SLIPS, this::reject));
    }

    private Answer list(SessionCall<Staff> call) {
        var query = call.query();
        var status = query.text("status").map(word -> word("status", "STATUS_INVALID", SlipStatus.class, word));
        var order = query.text("order").map(word -> word("order", "ORDER_INVALID", SlipReview.Order.class, word));
        var filter = new SlipReview.Filter(status, query.search(), order.orElse(SlipReview.Order.NEWEST));
        var selection = Selection.ofAll(filter.toString());
        var wanted = paging.page(call, selection);
        var rows = review.list(filter, wanted);
        return paging.answer(
                call, wanted, selection, rows, item -> item.slip().key().id(), SlipItemView::of);
    }

    private static <E extends Enum<E> & Word> E word(String name, String code, Class<E> type, String word) {
        return Word.find(type, word).orElseThrow(() -> new Problem.BadRequest(code, name + " must be " + words(type)));
    }

    private static <E extends Enum<E> & Word> String words(Class<E> type) {
        return Arrays.stream(type.getEnumConstants()).map(Word::word).collect(Collectors.joining(", "));
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
        return request(slip, stake(slip, paid), by -> review.accept(slip.key().id(), paid, by));
    }

    private Request suspend(Map<String, String> path, JsonBody body) {
        var slip = slip(path);
        var paid = paid(body);
        return request(slip, stake(slip, paid), by -> review.suspend(slip.key().id(), paid, by));
    }

    private Request reject(Map<String, String> path, JsonBody body) {
        var slip = slip(path);
        var reason = Word.find(Slip.Reason.class, body.text("reason", REASON_MAX));
        if (reason.isEmpty() && body.has("reason")) {
            body.wrong("reason", "unknown", "must be " + words(Slip.Reason.class));
        }
        return request(slip, null, by -> review.reject(slip.key().id(), reason.orElseThrow(), by));
    }

    private Slip slip(Map<String, String> path) {
        return review.find(
                Ids.parse(path.getOrDefault("id", "")).orElseThrow(() -> Problem.NotFound.of(SlipRules.OBJECT_TYPE)));
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

    private static Stake stake(Slip slip, OptionalLong paid) {
        return new Stake(SlipRules.amount(slip, paid), slip.upload().currency());
    }

    private Request request(Slip slip, @Nullable Stake stake, Consumer<StaffDecision> decide) {
        return new Request(slip.key(), SlipRules.OBJECT_TYPE, slip.version(), stake, by -> {
            decide.accept(by);
            return SlipDossierView.of(review.get(slip.key().id()), page);
        });
    }
}
