package io.tical.server.ticket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.slip.OneSlip;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What operators see of issue tickets: lists, the queue, searches, and the timeline of the transaction. */
class TicketOverviewTest extends OperatedTickets {
    @Test
    void ticketsAreListedCountedAndFound() {
        var other = service.merchant();
        var waiting = waiting();
        var payin = other.payin("ticket", 10_000).expect(201).word("id");
        var first = open(other, payin);
        var second = open(service.live(other), "complaint-" + other.organizationId());
        assertThat(waiting()).isEqualTo(waiting + 2);
        support.post(first.path() + "/claim").expect(200);
        assertThat(waiting()).isEqualTo(waiting + 2);

        var own = "?organization_id=" + other.organizationId();
        assertThat(listed(own)).containsExactly(second.id(), first.id());
        assertThat(listed(own + "&status=claimed")).containsExactly(first.id());
        assertThat(listed(own + "&livemode=true")).containsExactly(second.id());
        assertThat(listed("?status=open&q=complaint-" + other.organizationId())).containsExactly(second.id());
        assertThat(listed("?transaction_id=" + payin)).containsExactly(first.id());
        support.get(TREE + "?status=closed").expect(400, "VALIDATION_FAILED");
        support.get(TREE + "?organization_id=7").expect(400, "VALIDATION_FAILED");

        assertThat(found(first.id())).containsExactly("issue " + first.id());
        assertThat(found(payin)).contains("issue " + first.id());
        assertThat(found("complaint-" + other.organizationId())).containsExactly("issue " + second.id());
        var unknown = open();
        assertThat(found(unknown.requestId())).containsExactly("issue " + unknown.id());

        support.post(first.path() + "/resolve", "{\"version\":2,\"resolution\":\"done\"}")
                .expect(200);
        cancel(service.live(other), second).expect(200);
        cancel(merchant, unknown).expect(200);
        assertThat(waiting()).isEqualTo(waiting);
    }

    private List<String> listed(String query) {
        return support.get(TREE + query)
                .expect(200)
                .data()
                .valueStream()
                .map(one -> one.get("id").asText())
                .toList();
    }

    private List<String> found(String text) {
        return support.get("/admin/v1/search?q=" + text)
                .expect(200)
                .data()
                .valueStream()
                .map(hit -> hit.get("type").asText() + " " + hit.get("id").asText())
                .distinct()
                .toList();
    }

    private int waiting() {
        return support.get("/admin/v1/overview")
                .expect(200)
                .data()
                .get("queues")
                .valueStream()
                .filter(queue -> queue.get("queue").asText().equals("issues_pending"))
                .findFirst()
                .orElseThrow()
                .get("count")
                .asInt();
    }

    @Test
    void operatorsReadInTheTimelineWhoDecidedOnTheTransaction() {
        var payin = merchant.payin("decided", 10_000).expect(201).word("id");
        var ticket = open(merchant, payin);
        admin.post("/admin/v1/payins/" + payin + "/fail", "{\"version\":1,\"note\":\"fraud\"}")
                .expect(200);
        var timeline = support.get(ticket.path()).expect(200).data().get("timeline");
        assertThat(timeline)
                .extracting(
                        one -> one.get("kind").asText() + " " + one.get("title").asText())
                .containsExactlyInAnyOrder("state created", "state pending → failed", "staff fail");
        assertThat(timeline)
                .filteredOn(one -> one.get("kind").asText().equals("staff"))
                .allSatisfy(one -> {
                    assertThat(one.get("detail").get("actor").asText()).isEqualTo(admin.username());
                    assertThat(one.get("detail").get("note").asText()).isEqualTo("fraud");
                });
        assertThat(merchant.get(OWN + "/" + payin).expect(200).text()).doesNotContain(admin.username(), "fraud");
    }

    @Test
    void operatorsReadTheTimelineOfATransferOnTheSideWhoseTicketItIs() {
        var sender = service.merchant().funded("THB", 10_000);
        var receiver = service.merchant();
        var code =
                service.tical().organizations().read(receiver.organizationId()).code();
        var transfer = sender.post("/v1/organization-transfers", """
                {"target_code":"%s","currency_code":"THB","amount":5000,"merchant_ref_id":"rent"}""".formatted(code))
                .expect(201)
                .word("id");
        assertThat(timelineOfTicket(sender, transfer))
                .containsExactly("created outgoing 5000", "organization_transfer_out available 5000");
        assertThat(timelineOfTicket(receiver, transfer))
                .containsExactly("created incoming 5000", "organization_transfer_in interorg 5000");
    }

    /** The entries that operators read in a new ticket of a merchant. */
    private List<String> timelineOfTicket(Merchant of, String transaction) {
        var ticket = support.get(open(of, transaction).path()).expect(200).data();
        assertThat(ticket.get("transaction_type").asText()).isEqualTo("organization_transfer");
        return ticket.get("timeline")
                .valueStream()
                .map(one -> one.get("title").asText() + " "
                        + one.at("/detail/direction")
                                .asText(one.at("/detail/debit").asText()) + " "
                        + one.at("/detail/amount").asText())
                .toList();
    }

    @Test
    void operatorsReadInTheTimelineWhoDecidedOnASlip() {
        var live = service.live(merchant);
        var payin = live.payin("slip", 10_000).expect(201).word("id");
        live.slip(payin, OneSlip.picture()).expect(200);
        var slips = admin.get("/admin/v1/payins/" + payin).expect(200).data().get("slip_ids");
        var path = "/admin/v1/slips/" + slips.get(0).asText();
        // The service goes on examining the slip, which raises its version.
        await().atMost(Duration.ofSeconds(60))
                .until(() -> admin.post(
                                        path + "/reject",
                                        String.format(
                                                Locale.ROOT,
                                                "{\"version\":%d,\"reason\":\"not_received\"}",
                                                admin.get(path).number("version")))
                                .status()
                        == 200);
        var ticket = open(live, payin);
        assertThat(support.get(ticket.path()).expect(200).data().get("timeline"))
                .filteredOn(one -> one.get("kind").asText().equals("staff"))
                .extracting(one -> one.get("title").asText() + " "
                        + one.get("detail").get("object_type").asText() + " "
                        + one.get("detail").get("actor").asText())
                .containsExactly("reject slip " + admin.username());
        assertThat(live.get(OWN + "/" + payin).expect(200).text()).doesNotContain(admin.username());
    }
}
