package io.tical.server.slip;

import io.tical.server.decision.LeaseView;
import io.tical.server.decision.WorkItems;
import io.tical.server.input.Query;
import io.tical.server.payin.PayPage;
import io.tical.server.staff.Permission;
import io.tical.server.transaction.Environments;
import java.util.List;
import java.util.UUID;

/** {@code /admin/v1/slips}: the slips of all organizations. */
record SlipWorkItems(SlipReview review, PayPage page) implements WorkItems<ListedSlip> {
    static final Kind KIND = new Kind("/admin/v1/slips", SlipRules.OBJECT_TYPE, Permission.SLIPS);

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public List<String> filters() {
        return List.of("status", "q", "order", "organization_id", "livemode");
    }

    @Override
    public Selected<ListedSlip> select(Query query) {
        var status = query.word("status", SlipStatus.class, "STATUS_INVALID");
        var order = query.word("order", SlipReview.Order.class, "ORDER_INVALID");
        var filter = new SlipReview.Filter(
                Environments.of(query), status.orElse(null), query.search(), order.orElse(SlipReview.Order.NEWEST));
        return new Selected<>(filter.toString(), wanted -> ListedSlip.of(review.list(filter, wanted), review.payins()));
    }

    @Override
    public ListedSlip get(UUID id) {
        return ListedSlip.of(List.of(review.find(id)), review.payins()).getFirst();
    }

    @Override
    public Standing standing(ListedSlip item) {
        var stage = item.slip().progress().stage();
        return new Standing(stage, stage.undecided());
    }

    @Override
    public SlipItemView row(ListedSlip item, String organizationName, LeaseView lease) {
        return SlipItemView.of(item, organizationName, lease);
    }

    @Override
    public Object detail(ListedSlip item, String organizationName, LeaseView lease) {
        return SlipDossierView.of(row(item, organizationName, lease), review.dossier(item.slip()), page);
    }
}
