package io.tical.server.paypage;

import io.tical.db.BulkWrite;
import io.tical.server.http.Answer;
import io.tical.server.http.PublicApi.PublicPages;
import io.tical.server.http.PublicEndpoint;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Platform;
import io.tical.server.payin.Payins;
import io.tical.server.slip.Slips;
import java.util.List;

/** The pay page. */
public record PayPageModule(Platform platform, PayPages useCases) implements Module {
    public PayPageModule(Platform platform, MerchantModule merchants, Payins payins, Slips slips) {
        this(
                platform,
                new PayPages(
                        new PayinPayments(payins, merchants.policies(), merchants.currencies())::find,
                        new Disclosures(platform.database(), platform.clock()),
                        slips::standing,
                        slips::receive));
    }

    @Override
    public List<PublicPages> payPages() {
        return List.of(new PayPageSite(useCases, platform.clock()).site());
    }

    @Override
    public List<PublicEndpoint<Answer>> payEndpoints() {
        return new PayPageRoutes(useCases).endpoints();
    }

    @Override
    public List<BulkWrite<?>> evidence() {
        return List.of(Disclosures.DISCLOSURES);
    }
}
