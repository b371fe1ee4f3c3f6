package io.tical.server.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operators answer issue tickets: {@code /admin/v1/issues}. */
class TicketAdminTest extends OperatedTickets {
    private static final String INVALID = "ISSUE_STATUS_TRANSITION_INVALID";

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    private Opened claimed() {
        var ticket = open();
        support.post(ticket.path() + "/claim").expect(200);
        return ticket;
    }

    private JsonNode read(Opened ticket) {
        return merchant.get(OWN + "/" + ticket.requestId()).expect(200).data();
    }

    private String status(Opened ticket) {
        return read(ticket).get("status").asText();
    }

    private Reply cancel(Opened ticket) {
        return cancel(merchant, ticket);
    }

    private static String comment(long version, String text, boolean visible) {
        return String.format(Locale.ROOT, "{\"version\":%d,\"text\":\"%s\",\"public\":%s}", version, text, visible);
    }

    private static String resolution(long version) {
        return String.format(Locale.ROOT, "{\"version\":%d,\"resolution\":\"It was credited.\"}", version);
    }

    private static List<Reply> together(List<Callable<Reply>> requests) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(requests).stream().map(Future::resultNow).toList();
        }
    }

    @Test
    void aClaimedTicketCanNoLongerBeCancelledAlsoWhenItIsReleased() {
        var ticket = open();
        var before = support.get(ticket.path()).expect(200);
        assertThat(before.word("status")).isEqualTo("open");
        assertThat(before.number("version")).isEqualTo(1);
        assertThat(before.word("organization_id"))
                .isEqualTo(merchant.organizationId().toString());

        var claim = support.post(ticket.path() + "/claim").expect(200);
        assertThat(claim.word("claimed_by")).isEqualTo(support.username());
        var after = support.get(ticket.path()).expect(200);
        assertThat(after.word("status")).isEqualTo("claimed");
        assertThat(after.number("version")).isEqualTo(2);
        assertThat(after.word("claimed_by")).isEqualTo(support.username());
        assertThat(status(ticket)).isEqualTo("claimed");
        cancel(ticket).expect(409, INVALID);
        merchant.post(OWN, """
                {"issue_type":"other","issue_sub_type":"other","request_id":"%s"}""".formatted(ticket.requestId())).expect(409, "RESOURCE_EXISTS");

        support.post(ticket.path() + "/claim").expect(200);
        assertThat(support.get(ticket.path()).number("version"))
                .as("renewing a claim does not change the ticket")
                .isEqualTo(2);
        support.post(ticket.path() + "/release").expect(200);
        assertThat(support.get(ticket.path()).data().get("claimed_by").isNull()).isTrue();
        assertThat(status(ticket)).isEqualTo("claimed");
        cancel(ticket).expect(409, INVALID);
    }

    @Test
    void anotherOperatorTakesATicketOverWhenTheClaimHasEnded() {
        var ticket = claimed();
        admin.post(ticket.path() + "/claim").expect(409, "ALREADY_CLAIMED");
        admin.post(ticket.path() + "/comment", comment(2, "x", true)).expect(409, "ALREADY_CLAIMED");
        admin.post(ticket.path() + "/resolve", resolution(2)).expect(409, "ALREADY_CLAIMED");

        service.sql("UPDATE lease SET until = now() - interval '1 second' WHERE object_id = '" + ticket.id() + "'");
        assertThat(status(ticket)).isEqualTo("claimed");
        admin.post(ticket.path() + "/claim").expect(200);
        support.post(ticket.path() + "/resolve", resolution(2)).expect(409, "ALREADY_CLAIMED");
        admin.post(ticket.path() + "/resolve", resolution(2)).expect(200);
    }

    @Test
    void theMerchantReadsTheResolution() {
        var resolved = claimed();
        var answer = support.post(resolved.path() + "/resolve", resolution(2)).expect(200);
        assertThat(answer.word("status")).isEqualTo("resolved");
        assertThat(answer.number("version")).isEqualTo(3);
        assertThat(answer.data().get("claimed_by").isNull()).isTrue();
        var read = read(resolved);
        assertThat(read.get("status").asText()).isEqualTo("resolved");
        assertThat(read.get("resolution").asText()).isEqualTo("It was credited.");
        assertThat(read.get("resolved_at").asLong())
                .isGreaterThanOrEqualTo(read.get("created_at").asLong());

        for (var field : List.of("resolution", "reason")) {
            var rejected = claimed();
            support.post(rejected.path() + "/reject", "{\"version\":2,\"%s\":\" Not ours. \"}".formatted(field))
                    .expect(200);
            assertThat(read(rejected).get("status").asText()).isEqualTo("rejected");
            assertThat(read(rejected).get("resolution").asText()).isEqualTo("Not ours.");
        }
        open(merchant, resolved.requestId());
    }

    @Test
    void nothingIsDecidedOnAnOpenTicketOrAClosedOne() {
        var ticket = open();
        support.post(ticket.path() + "/resolve", resolution(1)).expect(409, INVALID);
        support.post(ticket.path() + "/reject", resolution(1)).expect(409, INVALID);
        cancel(ticket).expect(200);
        var resolved = claimed();
        support.post(resolved.path() + "/resolve", resolution(2)).expect(200);
        for (var closed : Map.of(ticket, 2, resolved, 3).entrySet()) {
            var path = closed.getKey().path();
            support.post(path + "/claim").expect(409, "NOTHING_TO_DECIDE");
            support.post(path + "/comment", comment(closed.getValue(), "x", true))
                    .expect(409, INVALID);
            support.post(path + "/resolve", resolution(closed.getValue())).expect(409, INVALID);
            support.post(path + "/reject", resolution(closed.getValue())).expect(409, INVALID);
            cancel(closed.getKey()).expect(409, INVALID);
            assertThat(support.get(path).expect(200).data().get("comments")).isEmpty();
        }
    }

    @Test
    void theMerchantReadsPublicCommentsWithoutTheirAuthor() {
        var ticket = open();
        var first = support.post(ticket.path() + "/comment", comment(1, "We are looking.", true))
                .expect(200);
        assertThat(first.word("status")).isEqualTo("open");
        support.post(ticket.path() + "/claim").expect(200);
        support.post(ticket.path() + "/comment", comment(3, "Ask Ann at the bank.", false))
                .expect(200);
        assertThat(support.get(ticket.path()).word("claimed_by"))
                .as("a comment does not end the claim")
                .isEqualTo(support.username());
        admin.post(ticket.path() + "/claim").expect(409, "ALREADY_CLAIMED");

        var answer = merchant.get(OWN + "/" + ticket.requestId()).expect(200);
        assertThat(answer.data().get("comments"))
                .extracting(one -> one.get("text").asText())
                .containsExactly("We are looking.");
        assertThat(answer.text()).doesNotContain(support.username());
        assertThat(merchant.get(OWN).text()).doesNotContain("Ask Ann", "We are looking");
        assertThat(service.owner(merchant).get("/api/audit").expect(200).text())
                .doesNotContain("Ask Ann", support.username());

        assertThat(support.get(ticket.path()).data().get("comments"))
                .extracting(one -> one.get("operator").asText() + " "
                        + one.get("public").asBoolean() + " " + one.get("text").asText())
                .containsExactly(
                        support.username() + " true We are looking.",
                        support.username() + " false Ask Ann at the bank.");
    }

    @Test
    void aDecisionIsMadeOnTheVersionThatTheOperatorSaw() {
        var ticket = claimed();
        support.post(ticket.path() + "/comment", comment(1, "x", true)).expect(409, "VERSION_CONFLICT");
        support.post(ticket.path() + "/resolve", resolution(1)).expect(409, "VERSION_CONFLICT");
        support.post(ticket.path() + "/comment", comment(2, "x", true)).expect(200);
        support.post(ticket.path() + "/resolve", resolution(2)).expect(409, "VERSION_CONFLICT");
        assertThat(read(ticket).get("comments")).hasSize(1);
        support.post(ticket.path() + "/resolve", resolution(3)).expect(200);
    }

    @Test
    void aDecisionThatIsRepeatedAfterALostAnswerTakesEffectOnce() {
        var ticket = claimed();
        var path = ticket.path();
        for (int time = 0; time < 2; time++) {
            assertThat(support.repeatable("comment-" + ticket.id(), path + "/comment", comment(2, "once", true))
                            .expect(200)
                            .number("version"))
                    .isEqualTo(3);
        }
        assertThat(read(ticket).get("comments")).hasSize(1);
        for (int time = 0; time < 2; time++) {
            assertThat(support.repeatable("resolve-" + ticket.id(), path + "/resolve", resolution(3))
                            .expect(200)
                            .word("status"))
                    .isEqualTo("resolved");
        }
        var audit =
                admin.get("/admin/v1/audit?object=" + ticket.id()).expect(200).data();
        assertThat(audit)
                .extracting(one ->
                        one.get("actor").asText() + " " + one.get("action").asText())
                .containsExactly(
                        support.username() + " resolve",
                        support.username() + " comment",
                        support.username() + " claim");
        assertThat(audit.get(0).get("before").get("status").asText()).isEqualTo("claimed");
        assertThat(audit.get(0).get("after").get("status").asText()).isEqualTo("resolved");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "comment | {\"text\":\"x\",\"public\":true}",
                "comment | {\"version\":2,\"public\":true}",
                "comment | {\"version\":2,\"text\":\" \",\"public\":true}",
                "comment | {\"version\":2,\"text\":\"x\"}",
                "comment | {\"version\":2,\"text\":\"x\",\"public\":\"yes\"}",
                "resolve | {\"resolution\":\"x\"}",
                "resolve | {\"version\":2}",
                "resolve | {\"version\":2,\"resolution\":7}",
                "reject  | {\"version\":2}",
                "reject  | {\"version\":2,\"reason\":\"\"}",
            })
    void aWrongDecisionIsRefused(String action, String body) {
        var ticket = claimed();
        support.post(ticket.path() + "/" + action, body).expect(400, "VALIDATION_FAILED");
        assertThat(support.get(ticket.path()).number("version")).isEqualTo(2);
    }

    @Test
    void financeReadsTicketsAndSupportAnswersThem() {
        var ticket = open();
        var finance = service.operator(Operator.Role.FINANCE);
        finance.get(TREE).expect(200);
        finance.get(ticket.path()).expect(200);
        for (var action : List.of("claim", "release", "comment", "resolve", "reject")) {
            finance.post(ticket.path() + "/" + action, "{}").expect(403, "PERMISSION_DENIED");
        }
        for (var operator : List.of(support, admin)) {
            operator.post(ticket.path() + "/claim").expect(200);
            operator.post(ticket.path() + "/release").expect(200);
        }
        for (var unknown : List.of(Ids.next().toString(), "7")) {
            support.get(TREE + "/" + unknown).expect(404, "ISSUE_NOT_FOUND");
            support.post(TREE + "/" + unknown + "/claim").expect(404, "ISSUE_NOT_FOUND");
            support.post(TREE + "/" + unknown + "/resolve", resolution(1)).expect(404, "ISSUE_NOT_FOUND");
        }
    }

    @Test
    void ofTwoConcurrentClaimsOneIsAccepted() throws Exception {
        for (int round = 0; round < 5; round++) {
            var ticket = open();
            var answers = together(Stream.of(support, admin)
                    .<Callable<Reply>>map(operator -> () -> operator.post(ticket.path() + "/claim"))
                    .toList());
            var winner = support.get(ticket.path()).word("claimed_by");
            assertThat(answers).anySatisfy(reply -> reply.expect(200));
            assertThat(answers).allSatisfy(reply -> {
                if (reply.status() == 200) {
                    assertThat(reply.word("claimed_by")).isEqualTo(winner);
                } else {
                    reply.expect(409, "ALREADY_CLAIMED");
                }
            });
            assertThat(support.get(ticket.path()).number("version")).isEqualTo(2);
        }
    }

    @Test
    void ofAConcurrentCancellationAndClaimOneIsAccepted() throws Exception {
        for (int round = 0; round < 10; round++) {
            var ticket = open();
            var answers = together(List.of(() -> cancel(ticket), () -> support.post(ticket.path() + "/claim")));
            var cancelled = answers.get(0).status() == 200;
            assertThat(answers.get(1).status()).isEqualTo(cancelled ? 409 : 200);
            if (!cancelled) {
                answers.get(0).expect(409, INVALID);
            }
            assertThat(status(ticket)).isEqualTo(cancelled ? "cancelled" : "claimed");
        }
    }
}
