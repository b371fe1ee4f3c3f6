package io.tical.server.outward;

import io.tical.db.DatabaseSettings;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.merchant.MatchFallback;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint;
import io.tical.server.webhook.CallbackSink;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;

/**
 * What all random histories begin with: merchants with money in a database of which each history gets a copy.
 *
 * @param paying pays from its test and its live wallet
 * @param offering offers its payouts to payers
 * @param shop receives what payers pay
 * @param told the merchants' receiver of callbacks
 */
record HistoryWorld(
        DatabaseSettings template, Account paying, Account offering, UUID shop, CallbackSink told, byte[] key)
        implements AutoCloseable {
    static final long FUNDS = 10_000_000;
    static final long LIVE_FUNDS = 1_000_000_000;
    static final Map<String, String> SETTINGS = Map.of(
            "TICAL_SANDBOX_DISPATCH_SECONDS", "0",
            "TICAL_RAIL_POLL_SECONDS", "1",
            "TICAL_P2P_OFFER_SECONDS", "600",
            "TICAL_P2P_GRACE_SECONDS", "0",
            "TICAL_WEBHOOK_ALLOW", "127.0.0.1",
            "TICAL_MASTER_KEY", Base64.getEncoder().encodeToString(new byte[32]));

    /**
     * An organization with its destinations.
     *
     * @param live verified
     * @param doubtful live, and not verified
     */
    record Account(UUID organization, UUID test, UUID live, UUID doubtful) {}

    static HistoryWorld create() {
        var told = new CallbackSink();
        try (var service = TestService.start(SETTINGS, TestService.WITHOUT_WORK)) {
            var paying = service.merchant().funded("THB", FUNDS);
            var live = service.fundedLive(paying, LIVE_FUNDS);
            var finance = service.operator(Operator.Role.FINANCE);
            finance.verifyAccount(live);
            var doubtful = live.customer("Malee Srisuk", "9876543210").word("id");
            var offering = service.matching(service.merchant().funded("THB", FUNDS), MatchFallback.OFF);
            var shop = service.matching(service.merchant(), MatchFallback.OFF);
            for (var merchant : new Merchant[] {paying, offering}) {
                service.tical()
                        .callbackEndpoints()
                        .save(
                                merchant.organizationId(),
                                CallbackEndpoint.Kind.PAYOUT,
                                told.url(),
                                CallbackEndpoint.Form.AUTO);
            }
            return new HistoryWorld(
                    service.database(),
                    new Account(paying.organizationId(), id(paying.account()), id(live.account()), id(doubtful)),
                    new Account(
                            offering.organizationId(),
                            id(offering.account()),
                            id(offering.account()),
                            id(offering.account())),
                    shop.organizationId(),
                    told,
                    Fence.key(service.tical().node().modules().platform().secrets()));
        }
    }

    private static UUID id(String text) {
        return UUID.fromString(text);
    }

    @Override
    public void close() {
        told.close();
    }
}
