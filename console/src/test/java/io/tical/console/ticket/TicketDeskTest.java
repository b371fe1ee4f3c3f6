package io.tical.console.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.console.Forgetful;
import io.tical.console.OpenConsole;
import io.tical.console.api.AdminApi;
import io.tical.console.queue.WorkModel;
import io.tical.console.text.Formats;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import io.tical.console.work.Tasks;
import io.tical.console.work.Workspace;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.net.URI;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Support answers tickets at the keyboard. */
class TicketDeskTest {
    private static TestService service;
    private static OperatorClient support;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        support = service.operator(Operator.Role.SUPPORT);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static OpenConsole console(Map<String, String> remembered) throws Exception {
        return OpenConsole.as(support, service.tical().ports().admin(), "tickets", remembered)
                .showTest();
    }

    private static String open(Merchant merchant, String requestId, String description) {
        return merchant.post("/v1/issues", """
                {"issue_type":"payin","issue_sub_type":"not_credited","request_id":"%s","description":"%s"}""".formatted(requestId, description))
                .expect(201)
                .word("id");
    }

    @Test
    void aTicketIsClaimedAnsweredAndResolved() throws Exception {
        var merchant = service.merchant();
        var payin = merchant.payin("order-1", 40_000).expect(201).word("id");
        var ticket = open(merchant, payin, "The payer sent the money an hour ago.");
        try (var console = console(Map.of())) {
            console.await(() -> console.shows("an hour ago") && console.canPress("#decision-tickets-claim"));
            assertThat(console.exists("#decision-tickets-resolve")).isFalse();
            console.picture("tickets-light");
            assertThat(support.get("/admin/v1/issues/" + ticket).expect(200).word("status"))
                    .isEqualTo("open");

            console.push(KeyCode.C);
            assertThat(console.text("#consequence")).contains("no longer cancel");
            console.push(KeyCode.ENTER);
            console.await(
                    () -> console.shows("Claimed. The merchant") && console.canPress("#decision-tickets-resolve"));

            console.push(KeyCode.N);
            console.type("#input-text", "Asked the bank.");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("The note is kept") && console.shows("Asked the bank."));
            assertThat(console.shows("For colleagues only")).isTrue();

            console.await(() -> console.canPress("#decision-tickets-comment"));
            console.push(KeyCode.M);
            console.type("#input-text", "We are looking into it.");
            console.picture("tickets-message-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("can read your message") && console.shows("We are looking into it."));
            console.picture("tickets-claimed-light");

            console.await(() -> console.canPress("#decision-tickets-resolve"));
            console.push(KeyCode.R);
            console.push(KeyCode.ENTER);
            assertThat(console.shows("Enter this.")).isTrue();
            console.type("#input-resolution", "It was credited.");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Resolved. The merchant"));
        }
        var now = merchant.get("/v1/issues/" + payin).expect(200);
        assertThat(now.word("status")).isEqualTo("resolved");
        assertThat(now.word("resolution")).isEqualTo("It was credited.");
    }

    @Test
    void theClaimOfATicketIsRenewedWhileItIsShown() {
        var ticket = open(service.merchant(), Ids.next().toString(), "Where is it?");
        var path = "/admin/v1/issues/" + ticket;
        support.post(path + "/claim", "").expect(200);
        var address = URI.create("http://127.0.0.1:" + service.tical().ports().admin());
        try (var api = new AdminApi(address, Clock.systemUTC())) {
            var texts = new Texts(Language.ENGLISH);
            var workspace = new Workspace(
                    api,
                    api.signIn(support.username(), "the password of " + support.username(), ""),
                    new Tasks(Runnable::run, Runnable::run),
                    texts,
                    new Formats(texts, Map.of(), ZoneOffset.UTC),
                    Clock.systemUTC(),
                    new Forgetful(),
                    (_, _) -> null,
                    false);
            var model = new WorkModel<>(workspace, new TicketKind(workspace));
            model.shown();
            model.open(UUID.fromString(ticket));
            service.sql("UPDATE lease SET until = until - interval '3 minutes' WHERE object_id = '" + ticket + "'");
            var before = support.get(path).expect(200);
            model.renew();
            var after = support.get(path).expect(200);
            assertThat(after.number("claimed_until")).isGreaterThanOrEqualTo(before.number("claimed_until") + 180);
            assertThat(after.number("version")).isEqualTo(before.number("version"));
            assertThat(model.detail().get().shown().orElseThrow().row().claimedUntil())
                    .isEqualTo(after.number("claimed_until"));
        }
    }

    @Test
    void aTicketOfAColleagueShowsWhoWorksOnItAndOffersNothing() throws Exception {
        var ticket = open(service.merchant(), Ids.next().toString(), "Which fee is this?");
        var colleague = service.operator(Operator.Role.SUPPORT);
        colleague.post("/admin/v1/issues/" + ticket + "/claim", "").expect(200);
        try (var console = console(Map.of("language", "THAI", "theme", "DARK"))) {
            console.choose("#filter", "tickets.filter.claimed");
            console.await(() -> console.shows("Which fee is this?") && console.shows(colleague.username()));
            assertThat(console.exists("#decision-tickets-resolve")).isFalse();
            console.picture("tickets-thai-dark");
        }
    }
}
