package io.tical.server.dashboard;

import io.tical.server.customer.CustomerModule;
import io.tical.server.decision.StaffAction;
import io.tical.server.http.FingerprintedAssets;
import io.tical.server.http.PageFiles;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.StaticSite;
import io.tical.server.interorg.OrganizationTransferModule;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.limit.LimitModule;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.payin.PayinModule;
import io.tical.server.payout.PayoutModule;
import io.tical.server.sandbox.SandboxModule;
import io.tical.server.session.KnownDevices;
import io.tical.server.session.Member;
import io.tical.server.session.Passkeys;
import io.tical.server.session.SecondFactorRoutes;
import io.tical.server.session.SecondFactors;
import io.tical.server.session.Sessions;
import io.tical.server.session.SignInLock;
import io.tical.server.settlement.SettlementModule;
import io.tical.server.slip.SlipModule;
import io.tical.server.staff.Staff;
import io.tical.server.statement.StatementModule;
import io.tical.server.ticket.TicketModule;
import io.tical.server.transaction.AuditLog;
import io.tical.server.webhook.WebhookModule;
import io.tical.server.work.Housekeeping;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The merchants' dashboard, and the management of its users by operators. */
public record DashboardModule(
        SignInLock lock,
        Sessions<Member> sessions,
        SecondFactors factors,
        Passkeys passkeys,
        List<SessionEndpoint<Member>> dashboardEndpoints,
        List<SessionEndpoint<Staff>> adminEndpoints,
        List<StaffAction> staffActions)
        implements Module {
    /** In the order of the cascade. */
    private static final List<String> STYLES = List.of(
            "tokens", "base", "layout", "parts", "forms", "tables", "screens", "actions", "account", "slips", "large");

    /** The pages: static files, which load all data from {@code /api}. */
    private static final StaticSite SITE = joined();

    /** @param callbackSources the addresses from which callbacks come; empty if the operator has not named them */
    public static DashboardModule of(Modules modules, List<String> callbackSources) {
        var platform = modules.platform();
        var database = platform.database();
        var merchants = modules.get(MerchantModule.class);
        var balances = modules.get(LedgerModule.class).balances();
        var customers = modules.get(CustomerModule.class).customers();
        var webhooks = modules.get(WebhookModule.class);
        var payinModule = modules.get(PayinModule.class);
        var payins = payinModule.payins();
        var payouts = modules.get(PayoutModule.class).payouts();
        var settlements = modules.get(SettlementModule.class).settlements();
        var transfers = modules.get(OrganizationTransferModule.class).transfers();
        var tickets = modules.get(TicketModule.class).tickets();
        var topUps = modules.get(SandboxModule.class).topUps();
        var statements = modules.get(StatementModule.class).routes();
        var slipModule = modules.get(SlipModule.class);
        var pictures = slipModule.slips().pictures();
        var lists = new Lists(platform.paging(), merchants.policies(), merchants.currencies(), platform.clock());
        var factors = SecondFactors.ofUsers(database, platform.secrets(), platform.clock());
        var passkeys = new Passkeys(database, platform.secrets(), platform.clock());
        var members = new Members(merchants.dashboardUsers(), factors, passkeys);
        var memberSessions = new MemberSessions(database, platform.clock());
        var callbacks = webhooks.callbackEndpoints();
        var deliveries = webhooks.deliveries();
        var references = new References(payins, payouts, settlements);
        var volume = new Volume(payins, payouts, platform.clock());
        var log = new AuditLog(database);
        var payinActions = new PayinActionRoutes(payins, payinModule.payPage());
        var payoutActions = new PayoutActionRoutes(payouts);
        var lock = new SignInLock(database, "dashboard", platform.clock());
        var sessions = new Sessions<>(
                database,
                SessionRoutes.COOKIE,
                members,
                lock,
                new KnownDevices(platform.secrets().derive("known-device")),
                factors,
                platform.clock());
        var endpoints = Stream.of(
                        new SessionRoutes(sessions, members, merchants.policies()).endpoints(),
                        new OwnSessionRoutes(memberSessions).endpoints(),
                        new SecondFactorRoutes<>(sessions, factors, "/api", Member::mayChangeOwn).endpoints(),
                        new PasskeyRoutes(sessions, passkeys).endpoints(),
                        new CurrenciesRoutes(merchants.currencies()).endpoints(),
                        new KeyRoutes(merchants.apiKeys(), merchants.keyring().unsigned(), platform.clock())
                                .endpoints(),
                        new AllowlistRoutes(merchants.allowlist()).endpoints(),
                        new PayPageRoutes(merchants.brands(), merchants.policies(), pictures).endpoints(),
                        new CallbackRoutes(callbacks, deliveries, webhooks.pings(), callbackSources).endpoints(),
                        new LimitRoutes(
                                        modules.get(LimitModule.class).limits(),
                                        merchants.policies(),
                                        merchants.currencies())
                                .endpoints(),
                        new DeliveryRoutes(deliveries, webhooks.merchantDeliveries(), lists, references).endpoints(),
                        new RedeliveryRoutes(webhooks.redeliveries(), lists, references).endpoints(),
                        new OverviewRoutes(merchants.policies(), balances, volume, callbacks, deliveries).endpoints(),
                        new BalancesRoutes(balances, statements, lists).endpoints(),
                        new PayinsRoutes(payins, lists, payinModule.payPage(), payinActions, log).endpoints(),
                        payinActions.endpoints(),
                        new PayinSlipRoutes(payins, slipModule.merchantSlips()).endpoints(),
                        new PayoutsRoutes(payouts, lists, payoutActions, log).endpoints(),
                        payoutActions.endpoints(),
                        new TopUpRoutes(topUps, merchants.currencies()).endpoints(),
                        new CustomersRoutes(customers, lists).endpoints(),
                        new SettlementsRoutes(settlements, lists).endpoints(),
                        new TransfersRoutes(transfers, lists).endpoints(),
                        new IssuesRoutes(tickets, lists).endpoints(),
                        new UserRoutes(members, memberSessions).endpoints(),
                        new AuditRoutes(log, lists).endpoints())
                .flatMap(List::stream)
                .toList();
        var memberAdmin = new MemberAdminRoutes(members, merchants.organizations());
        return new DashboardModule(
                lock, sessions, factors, passkeys, endpoints, memberAdmin.endpoints(), memberAdmin.actions());
    }

    /** The files of the pages, the same at each start. */
    public static FingerprintedAssets assets() {
        return SITE.assets();
    }

    static StaticSite site() {
        return SITE;
    }

    private static StaticSite joined() {
        var files = new PageFiles(DashboardModule.class);
        return StaticSite.of(
                "/dashboard",
                DashboardModule.class,
                "dashboard.html",
                Map.of(
                        "icon.svg", files.file("icon.svg"),
                        "dashboard.css", files.style(STYLES),
                        "theme.js", files.script("theme"),
                        "dashboard.js", files.script("app")));
    }

    @Override
    public void contribute(Contributions to) {
        to.add(Kind.PAGES, SITE);
        to.add(
                Kind.WORK,
                Housekeeping.deleting("sessions", sessions::forget),
                Housekeeping.deleting("sign-in failures", lock::forget));
        to.add(
                Kind.AUTHENTICATED_TABLES,
                MemberSessionStore.SESSIONS,
                factors.authenticatedTable(),
                Passkeys.authenticatedTable());
        to.add(Kind.DASHBOARD_ENDPOINTS, dashboardEndpoints);
        to.add(Kind.ADMIN_ENDPOINTS, adminEndpoints);
        to.add(Kind.STAFF_ACTIONS, staffActions);
    }
}
