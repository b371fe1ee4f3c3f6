package io.tical.server.paypage;

import io.tical.server.crypto.CryptoModule;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.module.Platform;
import io.tical.server.p2p.P2pModule;
import io.tical.server.payin.PayinModule;
import io.tical.server.payin.Payins;
import io.tical.server.slip.SlipModule;

/** The pay page, and the page of deposits. */
public record PayPageModule(
        Platform platform, Payins payins, PayPages payments, DepositPages deposits, BrandDashboardRoutes brands)
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
                        merchants.brands()::logo),
                new BrandDashboardRoutes(merchants.brands(), merchants.policies(), slips.pictures()));
    }

    /** Whether a token opens a page. */
    public boolean opens(String payToken) {
        return PayPages.isToken(payToken) && payins.findByPayToken(payToken).isPresent();
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.DASHBOARD_ENDPOINTS, brands.endpoints());
        var site = new PayPageSite(payments, platform.clock());
        to.add(Kind.PAY_PAGES, site.site(), new DepositSite(deposits, site, platform.clock()).site());
        var ofPayments = new PayPageRoutes(payments);
        to.add(Kind.PAY_ENDPOINTS, ofPayments.endpoints());
        to.add(Kind.PAY_EVENTS, ofPayments.events());
        var ofDeposits = new DepositRoutes(deposits);
        to.add(Kind.PAY_ENDPOINTS, ofDeposits.endpoints());
        to.add(Kind.PAY_EVENTS, ofDeposits.events());
        to.add(Kind.AUTHENTICATED_TABLES, DisclosureStore.DISCLOSURES);
    }
}
