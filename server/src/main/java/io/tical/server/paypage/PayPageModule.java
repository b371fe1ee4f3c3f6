package io.tical.server.paypage;

import io.tical.db.BulkWrite;
import io.tical.server.crypto.CryptoModule;
import io.tical.server.http.Content;
import io.tical.server.http.PublicApi.PublicPages;
import io.tical.server.http.PublicEndpoint;
import io.tical.server.http.PublicEvents;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.p2p.P2pModule;
import io.tical.server.payin.PayinModule;
import io.tical.server.payin.Payins;
import io.tical.server.slip.SlipModule;
import java.util.List;
import java.util.stream.Stream;

/** The pay page, and the page of deposits. */
public record PayPageModule(Platform platform, Payins payins, PayPages payments, DepositPages deposits)
        implements Module {
    public static PayPageModule of(Modules modules) {
        var platform = modules.platform();
        var merchants = modules.get(MerchantModule.class);
        var payins = modules.get(PayinModule.class).payins();
        var slips = modules.get(SlipModule.class).slips();
        var crypto = modules.get(CryptoModule.class);
        var disclosures = new Disclosures(platform.database(), platform.clock());
        var states = new PaymentStates(payins, slips, disclosures, crypto.deposits());
        var events = platform.open(new PaymentEvents(
                keys -> platform.database().run(session -> states.of(session, keys)),
                PaymentEvents.PAUSE,
                platform.supervisor()));
        return new PayPageModule(
                platform,
                payins,
                new PayPages(
                        new PayinPayments(payins, merchants.policies(), merchants.brands(), merchants.currencies())
                                ::find,
                        disclosures,
                        modules.get(P2pModule.class).payees()::mayShow,
                        slips::standing,
                        slips::receive,
                        events,
                        merchants.brands()::logo),
                new DepositPages(
                        new DepositPayments(
                                payins,
                                crypto.deposits(),
                                crypto.uri(),
                                merchants.policies(),
                                merchants.brands(),
                                merchants.currencies())::find,
                        events,
                        merchants.brands()::logo));
    }

    /** Whether a token opens a page. */
    public boolean opens(String payToken) {
        return PayPages.isToken(payToken) && payins.findByPayToken(payToken).isPresent();
    }

    @Override
    public List<PublicPages> payPages() {
        var site = new PayPageSite(payments, platform.clock());
        return List.of(site.site(), new DepositSite(deposits, site, platform.clock()).site());
    }

    @Override
    public List<PublicEndpoint<Content>> payEndpoints() {
        return Stream.concat(
                        new PayPageRoutes(payments).endpoints().stream(),
                        new DepositRoutes(deposits).endpoints().stream())
                .toList();
    }

    @Override
    public List<PublicEvents> payEvents() {
        return Stream.concat(
                        new PayPageRoutes(payments).events().stream(), new DepositRoutes(deposits).events().stream())
                .toList();
    }

    @Override
    public List<BulkWrite<?>> authenticatedTables() {
        return List.of(DisclosureStore.DISCLOSURES);
    }
}
