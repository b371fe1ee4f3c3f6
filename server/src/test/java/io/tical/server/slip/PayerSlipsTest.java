package io.tical.server.slip;

import static io.tical.server.slip.SlipDrawing.awaitReview;
import static io.tical.server.slip.SlipDrawing.awaitStatus;
import static io.tical.server.slip.SlipDrawing.id;
import static io.tical.server.slip.SlipDrawing.reference;
import static io.tical.server.slip.SlipDrawing.slip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.transaction.StaffDecision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Slips that payers send on the pay host of a whole service. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PayerSlipsTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private TestService service;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of());
    }

    @AfterAll
    void stop() {
        client.close();
        service.requireCleanAudit();
        service.close();
    }

    private Reply pay(String method, Reply payin, String more, byte[] body) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                        + service.tical().ports().pay() + "/pay-api/v1/pay/" + payin.word("pay_token") + more))
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                .header("Content-Type", "multipart/form-data; boundary=xyz")
                .build();
        try {
            var answer = client.send(request, BodyHandlers.ofByteArray());
            return new Reply(
                    answer.statusCode(),
                    answer.headers(),
                    Json.mapper().readTree(answer.body()),
                    new String(answer.body(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Reply send(Reply payin, byte[] file) {
        return pay("POST", payin, "/slip", Merchant.form("xyz", "slip", file));
    }

    private JsonNode slipOf(Reply payin) {
        return pay("GET", payin, "", new byte[0]).expect(200).json().at("/meta/slip");
    }

    @Test
    void aPayersSlipPaysAndTheHistorySaysThatAPayerCame() {
        var merchant = service.merchant();
        var payin = merchant.payin("payer", 30_000).expect(201);
        var id = payin.word("id");

        var reply = send(payin, slip(reference())).expect(200);

        assertThat(reply.json().at("/meta/slip/uploads_left").asInt()).isEqualTo(9);
        awaitStatus(merchant, id, "success");
        var timeline =
                merchant.get("/v1/payins/" + id + "/timeline").expect(200).data();
        assertThat(timeline.findValuesAsText("source")).contains("pay_page");
        assertThat(timeline.findValuesAsText("actor")).contains("payer");
        send(payin, slip(reference())).expect(409, "PAYIN_STATUS_TRANSITION_INVALID");
    }

    @Test
    void thePayerSeesARejectionByFinanceAndMaySendAnotherSlip() {
        var live = service.live(service.merchant());
        var payin = live.payin("rejected", 30_000).expect(201);
        send(payin, slip(reference())).expect(200);
        assertThat(slipOf(payin).get("status").asText()).isEqualTo("checking");
        var slip = id(service, live, true, payin.word("id"), 1);
        var version = awaitReview(service, slip).slip().progress().version();

        service.tical()
                .slipReview()
                .decide(
                        slip,
                        new SlipAction.Reject(Slip.Reason.WRONG_AMOUNT),
                        StaffDecision.of("finance", version, "request"));

        var standing = slipOf(payin);
        assertThat(standing.get("status").asText()).isEqualTo("rejected");
        assertThat(standing.get("reason").asText()).isEqualTo("wrong_amount");
        assertThat(standing.get("accepting").asBoolean()).isTrue();
        send(payin, slip(reference())).expect(200);
        assertThat(slipOf(payin).get("status").asText()).isEqualTo("checking");
    }

    @Test
    void thePayerSeesAtOnceThatASlipWasUsedBefore() {
        var merchant = service.merchant();
        var reference = reference();
        var first = merchant.payin("once", 30_000).expect(201);
        send(first, slip(reference)).expect(200);
        awaitStatus(merchant, first.word("id"), "success");
        // The slip follows the payin that it pays.
        await().until(() -> slipOf(first).at("/sent/0/status").asText().equals("accepted"));

        var second = merchant.payin("twice", 30_000).expect(201);
        send(second, slip("004", reference, 99)).expect(200);

        awaitReview(service, id(service, merchant, false, second.word("id"), 1));
        assertThat(slipOf(second).at("/sent/0/status").asText()).isEqualTo("pending");
        assertThat(slipOf(second).at("/sent/0/doubt").asText()).isEqualTo("duplicate");
    }

    @Test
    void theTenSlipsAreSharedByBothWays() {
        var live = service.live(service.merchant());
        var payin = live.payin("shared", 30_000).expect(201);
        for (int i = 0; i < 5; i++) {
            send(payin, slip(reference())).expect(200);
            live.slip(payin.word("id"), slip(reference())).expect(200);
        }
        send(payin, slip(reference())).expect(422, "SLIP_LIMIT_REACHED");
        live.slip(payin.word("id"), slip(reference())).expect(422, "SLIP_LIMIT_REACHED");
        assertThat(slipOf(payin).get("uploads_left").asInt()).isZero();
    }

    @Test
    void hostileFilesAreRefusedAndLeaveNothing() {
        var merchant = service.merchant();
        var payin = merchant.payin("hostile", 30_000).expect(201);
        send(payin, "<html>".getBytes(StandardCharsets.US_ASCII)).expect(415, "UNSUPPORTED_MEDIA_TYPE");
        send(payin, new byte[] {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, 1, 2}).expect(400, "IMAGE_UNREADABLE");
        assertThat(merchant.payin(payin.word("id")).word("status")).isEqualTo("pending");
        assertThat(service.count("SELECT count(*) FROM slip WHERE payin_id = '" + payin.word("id") + "'"))
                .isZero();
        assertThat(slipOf(payin).get("uploads_left").asInt()).isEqualTo(10);
    }
}
