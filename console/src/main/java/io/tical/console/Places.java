package io.tical.console;

import io.tical.console.account.AccountScreens;
import io.tical.console.approval.ApprovalScreen;
import io.tical.console.audit.AuditScreen;
import io.tical.console.bank.BankDayScreen;
import io.tical.console.bank.BankEntryScreen;
import io.tical.console.bank.BankFileScreen;
import io.tical.console.bank.PaymentProofScreen;
import io.tical.console.collection.CollectionScreen;
import io.tical.console.lost.LostScreen;
import io.tical.console.notice.NoticeScreen;
import io.tical.console.operator.OperatorScreen;
import io.tical.console.organization.OrganizationScreen;
import io.tical.console.overview.OverviewScreen;
import io.tical.console.payin.PayinScreen;
import io.tical.console.paymentfile.PaymentFileScreen;
import io.tical.console.payout.PayoutScreen;
import io.tical.console.rate.RateScreen;
import io.tical.console.settlement.SettlementScreen;
import io.tical.console.shell.Place;
import io.tical.console.simulator.SimulatorScreen;
import io.tical.console.slip.SlipScreen;
import io.tical.console.suspense.SuspenseScreen;
import io.tical.console.ticket.TicketScreen;
import io.tical.console.webhook.WebhookScreen;
import java.util.List;
import org.kordamp.ikonli.feather.Feather;

/** The places of the console, in the order of the navigation. */
final class Places {
    private static final String WORK = "shell.group.work";
    private static final String MONEY = "shell.group.money";
    private static final String SETTINGS = "shell.group.settings";
    private static final String SUPPORT = "shell.group.support";

    static final List<Place> ALL = List.of(
            new Place("overview", WORK, Feather.HOME, null, null, "read", OverviewScreen::new),
            new Place("slips", WORK, Feather.IMAGE, "slips_pending", "slip", "read", SlipScreen::of),
            new Place("payouts", WORK, Feather.SEND, "payouts_", "payout", "read", PayoutScreen::of),
            new Place("approvals", WORK, Feather.USERS, "approvals_", "approval", "read", ApprovalScreen::of),
            new Place(
                    "settlements", WORK, Feather.BRIEFCASE, "settlements_", "settlement", "read", SettlementScreen::of),
            new Place("suspense", WORK, Feather.INBOX, "suspense_", "suspense", "read", SuspenseScreen::of),
            new Place("lost", WORK, Feather.ALERT_OCTAGON, "lost_", "lost_case", "read", LostScreen::new),
            new Place(
                    "customers",
                    WORK,
                    Feather.USER_CHECK,
                    "customers_",
                    "customer_account",
                    "read",
                    AccountScreens::customers),
            new Place(
                    "organization-accounts",
                    WORK,
                    Feather.CREDIT_CARD,
                    "organization_accounts_",
                    "organization_account",
                    "read",
                    AccountScreens::organizations),
            new Place("payins", MONEY, Feather.DOWNLOAD, "deposits_", "payin", "read", PayinScreen::of),
            new Place("bank-statements", MONEY, Feather.FILE_TEXT, null, "bank_file", "read", BankFileScreen::new),
            new Place(
                    "bank-entries",
                    MONEY,
                    Feather.HELP_CIRCLE,
                    "bank_entries_",
                    "bank_entry",
                    "read",
                    BankEntryScreen::of),
            new Place("bank-days", MONEY, Feather.CHECK_SQUARE, "bank_days", "bank_day", "read", BankDayScreen::of),
            new Place(
                    "payment-files",
                    MONEY,
                    Feather.UPLOAD_CLOUD,
                    "payment_files",
                    "payment_file",
                    "read",
                    PaymentFileScreen::new),
            new Place(
                    "payment-proofs",
                    MONEY,
                    Feather.EYE_OFF,
                    "payments_",
                    "payment_proof",
                    "read",
                    PaymentProofScreen::of),
            new Place("tickets", SUPPORT, Feather.MESSAGE_SQUARE, "issues_", "issue", "read", TicketScreen::of),
            new Place("webhooks", SUPPORT, Feather.RADIO, "deliveries_", "delivery", "read", WebhookScreen::of),
            new Place("audit", SUPPORT, Feather.LIST, null, null, "read", AuditScreen::of),
            new Place("notices", SETTINGS, Feather.BELL, null, "notice", "operators", NoticeScreen::of),
            new Place("organizations", SETTINGS, Feather.LAYERS, null, "organization", "read", OrganizationScreen::of),
            new Place(
                    "collection-accounts",
                    SETTINGS,
                    Feather.DATABASE,
                    null,
                    "collection_account",
                    "read",
                    CollectionScreen::of),
            new Place("rates", SETTINGS, Feather.REPEAT, null, null, "read", RateScreen::of),
            new Place("operators", SETTINGS, Feather.SHIELD, null, "operator", "operators", OperatorScreen::of),
            new Place("simulator", SETTINGS, Feather.SLIDERS, null, null, "read", SimulatorScreen::of));

    private Places() {}
}
