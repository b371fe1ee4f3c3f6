package io.tical.server.dashboard;

import io.tical.server.http.FingerprintedAssets;
import io.tical.server.http.PageFiles;
import io.tical.server.http.StaticSite;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.module.Contributions;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.module.Modules;
import io.tical.server.payin.PayinModule;
import io.tical.server.payout.PayoutModule;
import io.tical.server.session.KnownDevices;
import io.tical.server.session.Member;
import io.tical.server.session.Passkeys;
import io.tical.server.session.SecondFactorRoutes;
import io.tical.server.session.SecondFactors;
import io.tical.server.session.Sessions;
import io.tical.server.session.SignInLock;
import io.tical.server.transaction.AuditLog;
import io.tical.server.webhook.WebhookModule;
import io.tical.server.work.Housekeeping;
import java.util.List;
import java.util.Map;

/** The merchants' dashboard, and the management of its users by operators. */
public record DashboardModule(
        MerchantModule merchants,
        SignInLock lock,
        Sessions<Member> sessions,
        Members members,
        MemberSessions memberSessions,
        OverviewRoutes overview,
        AuditRoutes log)
        implements Module {
    /** In the order of the cascade. */
    private static final List<String> STYLES = List.of(
            "tokens", "base", "layout", "parts", "forms", "tables", "screens", "actions", "account", "slips", "large");

    /** The pages: static files, which load all data from {@code /api}. */
    private static final StaticSite SITE = joined();

    public static DashboardModule of(Modules modules) {
        var platform = modules.platform();
        var database = platform.database();
        var clock = platform.clock();
        var merchants = modules.get(MerchantModule.class);
        var webhooks = modules.get(WebhookModule.class);
        var factors = SecondFactors.ofUsers(database, platform.secrets(), clock);
        var passkeys = new Passkeys(database, platform.secrets(), clock);
        var members = new Members(merchants.dashboardUsers(), factors, passkeys);
        var lock = new SignInLock(database, "dashboard", clock);
        var sessions = new Sessions<>(
                database,
                SessionRoutes.COOKIE,
                members,
                lock,
                new KnownDevices(platform.secrets().derive("known-device")),
                factors,
                clock);
        var overview = new OverviewRoutes(
                merchants.policies(),
                modules.get(LedgerModule.class).balances(),
                new Volume(
                        modules.get(PayinModule.class).payins(),
                        modules.get(PayoutModule.class).payouts(),
                        clock),
                webhooks.callbackEndpoints(),
                webhooks.deliveries());
        return new DashboardModule(
                merchants,
                lock,
                sessions,
                members,
                new MemberSessions(database, clock),
                overview,
                new AuditRoutes(new AuditLog(database), merchants.lists()));
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
        var factors = members.factors();
        to.add(Kind.PAGES, SITE);
        to.add(Kind.DASHBOARD_ENDPOINTS, new SessionRoutes(sessions, members, merchants.policies()).endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, new OwnSessionRoutes(memberSessions).endpoints());
        to.add(
                Kind.DASHBOARD_ENDPOINTS,
                new SecondFactorRoutes<>(sessions, factors, "/api", Member::mayChangeOwn).endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, new PasskeyRoutes(sessions, members.passkeys()).endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, new UserRoutes(members, memberSessions).endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, overview.endpoints());
        to.add(Kind.DASHBOARD_ENDPOINTS, log.endpoints());
        var ofOperators = new MemberAdminRoutes(members, merchants.organizations());
        to.add(Kind.ADMIN_ENDPOINTS, ofOperators.endpoints());
        to.add(Kind.STAFF_ACTIONS, ofOperators.actions());
        to.add(
                Kind.WORK,
                Housekeeping.deleting("sessions", sessions::forget),
                Housekeeping.deleting("sign-in failures", lock::forget));
        to.add(
                Kind.AUTHENTICATED_TABLES,
                MemberSessionStore.SESSIONS,
                factors.authenticatedTable(),
                Passkeys.authenticatedTable());
    }
}
