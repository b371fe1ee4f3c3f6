package io.tical.server.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import io.tical.server.InBrowser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The audit log as owners read it, with recorded answers behind it. */
@InBrowser
class DashboardAuditScreenTest extends RecordedScreens {
    private static final String KEY = "019aa3c4-1900-7c21-9f3e-5b1d2a7e4800";
    private static final String EVERYTHING = "GET /api/audit";

    private void open(String path) {
        open(path, "Audit log");
    }

    private Locator entry(String deed) {
        return page.locator("tbody tr").filter(new Locator.FilterOptions().setHasText(deed));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Request signing enabled                    | in test mode; Off became; On; mali (you); 203.0.113.7",
                "Allowlist changed                          | Added 203.0.113.0/24, 2001:db8::/32; Removed 198.51.100.20",
                "Payout approved in review                  | in test mode; Pending review; Processing; Operator’s staff; Not shown",
                "Payin confirmed; refund of a payin started | 0.00 THB; 55,500.06 THB; Rejected",
                "Organization changed                       | smallest payout; 100.00 THB; 50.00 THB; None; Channel: Crypto; 10,000.00 THB to 20,000.00 THB",
                "API key created                            | Shop backend; sk_live_aQ7z; payouts:read, payouts:write; 2 more values; somchai.former",
                "Callback address changed                   | https://shop.example/hooks; https://shop.example/tical/payouts?***; Auto; Envelope",
                "Decision submitted for a second approval   | 150,000.00 THB; Pending",
            })
    void everyEntrySaysWhatWasChangedAndByWhom(String deed, String parts) {
        open("/test/audit");
        for (var part : parts.split("; ")) {
            assertThat(entry(deed)).containsText(part);
        }
        var text = page.locator("tbody").textContent();
        assertThat(text).doesNotContain("api_key", "enable_signing", "/admin/v1", "minor_units", "version");
    }

    @Test
    void peopleAndObjectsLeadToTheirEntries() {
        open("/test/audit");
        entry("API key created").getByText("somchai.former").click();
        page.waitForURL("**/test/audit?actor=user%3Asomchai.former");
        screens.settled();
        // Somebody who is no user any more is still a choice.
        assertThat(screens.field("Person").inputValue()).isEqualTo("user:somchai.former");
        assertThat(service.requests()).contains(EVERYTHING + "?actor=user%3Asomchai.former");
        screens.field("Person").selectOption("Operator’s staff");
        page.waitForURL("**/test/audit?actor=staff");
        screens.settled();
        assertThat(service.requests()).contains(EVERYTHING + "?actor=staff");
        open("/test/audit");
        screens.link("All entries of the API key " + KEY).click();
        page.waitForURL("**/test/audit?object=" + KEY);
        screens.settled();
        assertThat(screens.field("Id").inputValue()).isEqualTo(KEY);
        screens.link("Open the payout 019aa3c4-1020-7c21-9f3e-5b1d2a7e3f20").click();
        screens.shows("Payout");
        assertThat(page.url()).contains("/dashboard/test/payouts/");
        assertThat(visit.complaints()).isEmpty();
    }

    @Test
    void usersAreOfferedAsPeople() {
        open("/test/audit");
        assertThat(screens.field("Person").locator("option"))
                .hasText(new String[] {"Everybody", "Operator’s staff", "mali", "chai.accounting", "new.colleague"});
        service.refuse("GET /api/users", 500, "INTERNAL_ERROR", "Something went wrong on our side");
        open("/test/audit");
        assertThat(page.locator("tbody tr")).hasCount(12);
        visit.complaints().clear();
    }

    @Test
    void pagesGoOnAndMoreValuesOpenWithTheKeyboard() {
        open("/test/audit");
        entry("API key created").locator("summary").focus();
        page.keyboard().press("Enter");
        assertThat(entry("API key created").getByText("Request signing")).isVisible();
        assertThat(screens.obstacles()).isEmpty();
        screens.button("Next").click();
        page.waitForURL("**/test/audit?cursor=djE6YXVkaXQ");
        screens.settled();
        screens.button("Previous").click();
        page.waitForURL("**/test/audit");
    }

    @Test
    void nothingNoMatchAndAFailureSayWhatToDo() {
        service.answer("GET /api/audit", "{\"data\": [], \"meta\": {}}");
        open("/test/audit");
        assertThat(page.locator(".empty").textContent()).contains("Nothing has been changed yet");
        open("/test/audit?actor=staff");
        assertThat(page.locator(".empty").textContent()).contains("No entries match", "Clear filters");
        assertThat(page.locator("#heard").textContent()).isEqualTo("0 entries");
        service.refuse("GET /api/audit", 400, "ID_INVALID", "object must be a UUID");
        open("/test/audit?object=zebra");
        assertThat(page.locator("[role=alert]").textContent())
                .contains("Id must be a UUID.", "ID_INVALID", "Try again", "Clear filters");
        service.refuse("GET /api/audit", 400, "ACTOR_INVALID", "actor must be staff, or user: and a username");
        open("/test/audit?actor=zebra");
        assertThat(page.locator("[role=alert]").textContent()).contains("Person must be staff");
        visit.complaints().clear();
    }

    @Test
    void viewersHaveNoEntryAndNoData() {
        var session = (ObjectNode) service.recorded("GET /api/session");
        service.answer("GET /api/session", session.put("role", "viewer"));
        open("/test/audit");
        assertThat(page.locator("main").textContent()).contains("Only owners can read the audit log");
        assertThat(screens.entry("Users")).hasCount(1);
        assertThat(screens.entry("Audit log")).hasCount(0);
        assertThat(service.requests()).noneMatch(request -> request.contains("/api/audit"));
    }
}
