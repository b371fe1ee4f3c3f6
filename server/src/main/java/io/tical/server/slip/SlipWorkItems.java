package io.tical.server.slip;

import io.tical.server.decision.WorkItems;
import io.tical.server.decision.WorkItems.Kind;
import io.tical.server.decision.WorkItems.Selected;
import io.tical.server.decision.WorkItems.Standing;
import io.tical.server.input.Query;
import io.tical.server.payin.PayPage;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import java.util.List;

/** {@code /admin/v1/slips}: the slips of all organizations. */
final class SlipWorkItems {
    static final Kind KIND = new Kind("/admin/v1/slips", SlipRules.OBJECT_TYPE, Permission.SLIPS);

    private SlipWorkItems() {}

    static WorkItems<ListedSlip> of(SlipReview review, PayPage page) {
        return new WorkItems<ListedSlip>(
                        KIND,
                        List.of("status", "q", "order", "organization_id", "livemode"),
                        query -> select(review, query),
                        id -> ListedSlip.of(List.of(review.find(id)), review.payins())
                                .getFirst(),
                        item -> standing(item.slip().progress().stage()),
                        SlipItemView::of)
                .detailed(item -> SlipDossierView.of(SlipItemView.of(item), review.dossier(item.slip()), page));
    }

    private static Selected<ListedSlip> select(SlipReview review, Query query) {
        var status = query.word("status", SlipStatus.class, "STATUS_INVALID");
        var order = query.word("order", SlipReview.Order.class, "ORDER_INVALID");
        var filter = new SlipReview.Filter(
                Environments.of(query), status.orElse(null), query.search(), order.orElse(SlipReview.Order.NEWEST));
        return new Selected<>(filter.toString(), wanted -> ListedSlip.of(review.list(filter, wanted), review.payins()));
    }

    private static Standing standing(SlipStage stage) {
        return new Standing(stage, stage.undecided());
    }
}
