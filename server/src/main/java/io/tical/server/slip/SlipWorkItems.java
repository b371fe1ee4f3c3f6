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
record SlipWorkItems(SlipReview review, PayPage page) implements WorkItems<Slip> {
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
    public Selected<Slip> select(Query query) {
        var status = query.word("status", SlipStatus.class, "STATUS_INVALID");
        var order = query.word("order", SlipReview.Order.class, "ORDER_INVALID");
        var filter = new SlipReview.Filter(
                Environments.of(query), status.orElse(null), query.search(), order.orElse(SlipReview.Order.NEWEST));
        return new Selected<>(filter.toString(), wanted -> review.list(filter, wanted));
    }

    @Override
    public Slip get(UUID id) {
        return review.find(id);
    }

    @Override
    public Standing standing(Slip slip) {
        return new Standing(slip.progress().stage(), slip.progress().stage().undecided());
    }

    @Override
    public SlipItemView row(Slip slip, String organizationName, LeaseView lease) {
        return SlipItemView.of(slip, organizationName, lease);
    }

    @Override
    public Object detail(Slip slip, String organizationName, LeaseView lease) {
        return SlipDossierView.of(row(slip, organizationName, lease), review.dossier(slip), page);
    }
}
