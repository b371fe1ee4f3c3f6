package io.tical.server.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Page;
import io.tical.server.InBrowser;
import org.junit.jupiter.api.Test;

/** Issue tickets in a real browser. */
@InBrowser
class DashboardTicketScreensTest extends RecordedScreens {
    private static final String PAYOUT = "019aa3c4-1020-7c21-9f3e-5b1d2a7e3f20";
    private static final String PAYIN = "019aa3c4-2040-7c21-9f3e-5b1d2a7e5340";
    private static final String TRANSFER = "019aa3c4-4001-7c21-9f3e-5b1d2a7e7001";
    private static final String SETTLEMENT = "019aa3c4-5001-7c21-9f3e-5b1d2a7e8001";
    private static final String CLAIMED = "019aa3c4-3001-7c21-9f3e-5b1d2a7e6001";
    private static final String OPEN = "019aa3c4-3003-7c21-9f3e-5b1d2a7e6003";

    @Test
    void aTicketIsOpenedOnThePageOfWhatItIsAbout() {
        service.answer("GET /api/issues", "[]");
        open("/test/payouts/" + PAYOUT, "Payout");
        assertThat(service.requests())
                .contains("GET /api/issues?environment=test&transaction_id=" + PAYOUT + "&limit=100");
        assertThat(page.getByText("Is something wrong with this payout?")).isVisible();
        screens.button("Open a ticket").click();
        assertThat(screens.field("What is wrong").locator("option")).hasText(new String[] {
            "The recipient did not receive it", "The amount is wrong", "It takes too long", "Something else"
        });
        screens.field("It is about").selectOption("callback");
        assertThat(screens.field("What is wrong").locator("option"))
                .hasText(new String[] {"A callback did not arrive", "It takes too long", "Something else"});
        screens.field("It is about").selectOption("payout");
        screens.field("Description").fill("The payee waits.");
        var sent = page.waitForRequest("**/api/issues", () -> {
            service.answer("GET /api/issues", service.recorded("GET /api/issues"));
            screens.answer("Open the ticket").click();
        });
        assertThat(sent.postData())
                .contains(
                        "\"issue_type\":\"payout\"", "\"issue_sub_type\":\"not_received\"", "\"environment\":\"test\"")
                .contains("\"request_id\":\"" + PAYOUT + "\"", "\"description\":\"The payee waits.\"");
        page.getByText("The ticket is open").waitFor();
        page.locator("tr.leads", new Page.LocatorOptions().setHasText("The recipient did not receive it"))
                .waitFor();
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void aRefundIsAskedForOnThePageOfItsPayin() {
        service.answer("GET /api/issues", "[]");
        open("/live/payins/" + PAYIN, "Payin");
        screens.button("Open a ticket").click();
        assertThat(screens.field("It is about").locator("option"))
                .hasText(new String[] {"This payin", "A refund of this payin", "Its callbacks", "Something else"});
        screens.field("It is about").selectOption("refund");
        assertThat(screens.field("What is wrong").locator("option")).hasText(new String[] {
            "The payer is to be refunded",
            "The payer did not receive the refund",
            "The amount is wrong",
            "It takes too long",
            "Something else"
        });
        assertThat(screens.dialog()).containsText("For a refund of a part, say how much.");
        var sent = page.waitForRequest(
                "**/api/issues", () -> screens.answer("Open the ticket").click());
        assertThat(sent.postData())
                .contains("\"issue_type\":\"refund\"", "\"issue_sub_type\":\"refund_requested\"")
                .contains("\"request_id\":\"" + PAYIN + "\"");
        page.getByText("The ticket is open").waitFor();

        var ticket = (ObjectNode) service.recorded("GET /api/issues/" + OPEN);
        service.answer(
                "GET /api/issues/" + OPEN,
                ticket.put("issue_type", "refund").put("issue_sub_type", "refund_requested"));
        open("/live/tickets/" + OPEN, "Ticket");
        assertThat(page.getByText("The payer is to be refunded")).isVisible();
        open("/live/tickets", "Tickets");
        assertThat(screens.field("About").locator("option").getByText("Refund")).hasCount(1);
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void aTicketIsOpenedOnThePageOfATransferAndLeadsBackToIt() {
        service.answer("GET /api/issues", "[]");
        open("/test/transfers/" + TRANSFER, "Transfer");
        assertThat(page.getByText("Is something wrong with this transfer?")).isVisible();
        screens.button("Open a ticket").click();
        assertThat(screens.field("It is about").locator("option")).hasText(new String[] {"This transfer"});
        var sent = page.waitForRequest(
                "**/api/issues", () -> screens.answer("Open the ticket").click());
        assertThat(sent.postData()).contains("\"issue_type\":\"other\"", "\"request_id\":\"" + TRANSFER + "\"");
        page.getByText("The ticket is open").waitFor();

        var ticket = (ObjectNode) service.recorded("GET /api/issues/" + OPEN);
        service.answer(
                "GET /api/issues/" + OPEN,
                ticket.put("transaction_id", TRANSFER).put("transaction_type", "organization_transfer"));
        open("/test/tickets/" + OPEN, "Ticket");
        page.locator("main a", new Page.LocatorOptions().setHasText("Open")).click();
        screens.shows("Transfer");
        open("/test/settlements/" + SETTLEMENT, "Settlement");
        assertThat(service.requests())
                .contains("GET /api/issues?environment=test&transaction_id=" + SETTLEMENT + "&limit=100");
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void aSecondTicketOfTheSamePaymentSaysWhereTheFirstIs() {
        service.refuse("POST /api/issues", 409, "RESOURCE_EXISTS", "You have an open ticket");
        open("/test/payouts/" + PAYOUT, "Payout");
        screens.button("Open a ticket").click();
        screens.answer("Open the ticket").click();
        assertThat(screens.dialog().locator("[role=alert]"))
                .containsText("There is an open ticket about this already. Read its answers under Tickets.");
    }

    @Test
    void onlyATicketThatNobodyWorksOnCanBeCancelledAndOnlyByOwners() {
        service.answer("POST /api/issues/" + OPEN + "/cancel", service.recorded("GET /api/issues/" + OPEN));
        open("/test/tickets/" + CLAIMED, "Ticket");
        assertThat(page.getByText("We asked the receiving bank.")).isVisible();
        assertThat(screens.button("Cancel the ticket")).hasCount(0);
        open("/test/tickets/" + OPEN, "Ticket");
        assertThat(page.getByText("Nobody has answered yet.")).isVisible();
        screens.button("Cancel the ticket").click();
        assertThat(screens.dialog().locator(".primary")).hasText("Keep the ticket");
        screens.answer("Cancel the ticket").click();
        page.waitForFunction("() => !document.querySelector('dialog')");
        assertThat(service.requests()).contains("POST /api/issues/" + OPEN + "/cancel");

        var session = (ObjectNode) service.recorded("GET /api/session");
        service.answer("GET /api/session", session.put("role", "viewer"));
        open("/test/tickets/" + OPEN, "Ticket");
        assertThat(screens.button("Cancel the ticket")).hasCount(0);
        open("/test/payouts/" + PAYOUT, "Payout");
        assertThat(screens.button("Open a ticket")).hasCount(0);
        assertThat(visit.complaints()).isEmpty();
    }
}
