package io.tical.server;

import io.tical.db.Database;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.collection.CollectionModule;
import io.tical.server.crypto.CryptoModule;
import io.tical.server.crypto.Deposits;
import io.tical.server.dashboard.DashboardModule;
import io.tical.server.holder.HolderModule;
import io.tical.server.holder.Holders;
import io.tical.server.http.Endpoint;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.Sockets;
import io.tical.server.interorg.OrganizationTransferModule;
import io.tical.server.interorg.OrganizationTransfers;
import io.tical.server.ledger.GroupCommit;
import io.tical.server.ledger.LedgerModule;
import io.tical.server.merchant.Allowlist;
import io.tical.server.merchant.ApiKeys;
import io.tical.server.merchant.DashboardUsers;
import io.tical.server.merchant.MerchantModule;
import io.tical.server.merchant.Organizations;
import io.tical.server.module.Kind;
import io.tical.server.module.Module;
import io.tical.server.node.Node;
import io.tical.server.outward.Fence;
import io.tical.server.outward.OutwardModule;
import io.tical.server.payin.PayinModule;
import io.tical.server.payin.Payins;
import io.tical.server.payout.PayoutAggregate;
import io.tical.server.payout.PayoutModule;
import io.tical.server.payout.Payouts;
import io.tical.server.rail.RailModule;
import io.tical.server.rail.SentAttempts;
import io.tical.server.rail.SimulatorAnswers;
import io.tical.server.session.Member;
import io.tical.server.session.Sessions;
import io.tical.server.slip.SlipModule;
import io.tical.server.slip.SlipReview;
import io.tical.server.slip.SlipVerifications;
import io.tical.server.slip.Slips;
import io.tical.server.staff.Operators;
import io.tical.server.staff.Staff;
import io.tical.server.staff.StaffModule;
import io.tical.server.staff.StaffSessions;
import io.tical.server.suspense.Suspense;
import io.tical.server.suspense.SuspenseModule;
import io.tical.server.webhook.CallbackEndpoints;
import io.tical.server.webhook.Deliveries;
import io.tical.server.webhook.MerchantRedeliveries;
import io.tical.server.webhook.Pings;
import io.tical.server.webhook.ToldEvents;
import io.tical.server.webhook.WebhookModule;
import java.util.List;

/** The use cases of a running service, for tests that call them directly. */
public record RunningTical(Node node) {
    private <M extends Module> M module(Class<M> type) {
        return node.modules().get(type);
    }

    public Database database() {
        return node.database();
    }

    public Sockets.Ports ports() {
        return node.ports();
    }

    public List<String> stalledWork() {
        return node.stalledWork();
    }

    /** Every operation of the merchants' API. */
    public List<Endpoint> endpoints() {
        return all(Kind.ENDPOINTS);
    }

    /** Every operation of the dashboard's API. */
    public List<SessionEndpoint<Member>> dashboard() {
        return all(Kind.DASHBOARD_ENDPOINTS);
    }

    /** What all capabilities add of one kind. */
    public <T> List<T> all(Kind<T> kind) {
        return node.modules().all(kind);
    }

    /** Every operation of the operators' API. */
    public List<SessionEndpoint<Staff>> admin() {
        return all(Kind.ADMIN_ENDPOINTS);
    }

    public Operators operators() {
        return module(StaffModule.class).operators();
    }

    public StaffSessions staffSessions() {
        return module(StaffModule.class).directory();
    }

    public DashboardUsers dashboardUsers() {
        return module(MerchantModule.class).dashboardUsers();
    }

    public Sessions<Member> sessions() {
        return module(DashboardModule.class).sessions();
    }

    public Organizations organizations() {
        return module(MerchantModule.class).organizations();
    }

    public ApiKeys apiKeys() {
        return module(MerchantModule.class).apiKeys();
    }

    public Allowlist allowlist() {
        return module(MerchantModule.class).allowlist();
    }

    public GroupCommit groupCommit() {
        return module(LedgerModule.class).groupCommit();
    }

    public OrganizationTransfers organizationTransfers() {
        return module(OrganizationTransferModule.class).transfers();
    }

    public CallbackEndpoints callbackEndpoints() {
        return module(WebhookModule.class).callbackEndpoints();
    }

    public MerchantRedeliveries redeliveries() {
        return module(WebhookModule.class).redeliveries();
    }

    /** What merchants are told, where the log of what left has been compared with the database. */
    public ToldEvents toldEvents() {
        fence().runOnce();
        return module(WebhookModule.class).told();
    }

    public Pings pings() {
        return module(WebhookModule.class).pings();
    }

    public Deliveries deliveries() {
        return module(WebhookModule.class).deliveries();
    }

    public Suspense suspense() {
        return module(SuspenseModule.class).suspense();
    }

    public Fence fence() {
        return module(OutwardModule.class).fence();
    }

    /** What is sent of payouts, where the log of what left has been compared with the database. */
    public SentAttempts<PayoutAggregate> sentPayouts() {
        fence().runOnce();
        return module(PayoutModule.class).sent();
    }

    public Payouts payouts() {
        return module(PayoutModule.class).payouts();
    }

    public Deposits deposits() {
        return module(CryptoModule.class).deposits();
    }

    public Payins payins() {
        return module(PayinModule.class).payins();
    }

    public CollectionAccounts collectionAccounts() {
        return module(CollectionModule.class).accounts();
    }

    public SimulatorAnswers simulatorAnswers() {
        return module(RailModule.class).simulator().answers();
    }

    public Slips slips() {
        return module(SlipModule.class).slips();
    }

    public SlipReview slipReview() {
        return module(SlipModule.class).review();
    }

    public SlipVerifications slipVerifications() {
        return module(SlipModule.class).verifications();
    }

    public Holders holders() {
        return module(HolderModule.class).holders();
    }
}
