package io.tical.server.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** A merchant's client that sends one request at a time. */
final class BenchMerchant {
    /** The form of a slip: its content type, and what comes before and after the file. */
    static final String SLIP_TYPE = "multipart/form-data; boundary=a-form-of-the-bench";

    static final String SLIP_HEAD =
            "--a-form-of-the-bench\r\n" + "Content-Disposition: form-data; name=\"slip\"; filename=\"slip\"\r\n\r\n";
    static final String SLIP_TAIL = "\r\n--a-form-of-the-bench--\r\n";

    private static final long AMOUNT_FIRST = 10_000;
    /** The distance between amounts, larger than the surcharge that identifies a payment, so that payins do not compete for amounts. */
    private static final long AMOUNT_STEP = 500;

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final ServiceProcess.Address service;
    private final String key;
    private long amount = AMOUNT_FIRST;

    BenchMerchant(ServiceProcess.Address service, String key) {
        this.service = service;
        this.key = key;
    }

    /** A pending payin. */
    record Payin(String id, String payToken) {}

    /** Creates a payin with a unique amount. */
    Payin payin() throws IOException, InterruptedException {
        amount += AMOUNT_STEP;
        var data = post(
                "/v1/payins", "{\"order_ref\":\"" + Ids.next() + "\",\"amount\":" + amount + ",\"currency\":\"THB\"}");
        return new Payin(data.get("id").textValue(), data.get("pay_token").textValue());
    }

    /** Sends a request that succeeds and returns the {@code data} of the response. */
    JsonNode post(String path, String body) throws IOException, InterruptedException {
        return success(send(path, "application/json", BodyPublishers.ofString(body)))
                .get("data");
    }

    /** Sends a request that succeeds and returns the whole response. */
    JsonNode get(String target) throws IOException, InterruptedException {
        return success(HTTP.send(request(target).build(), BodyHandlers.ofString()));
    }

    /** Sends a request that succeeds and returns the body while it is received. */
    InputStream stream(String target) throws IOException, InterruptedException {
        var answer = HTTP.send(request(target).build(), BodyHandlers.ofInputStream());
        if (answer.statusCode() >= 300) {
            throw new IOException(answer.uri() + ": " + answer.statusCode());
        }
        return answer.body();
    }

    private static JsonNode success(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() >= 300) {
            throw new IOException(answer.uri() + ": " + answer.body());
        }
        return Json.mapper().readTree(answer.body());
    }

    /** Sends a slip and returns the status. */
    int slip(String payinId, byte[] file) throws IOException, InterruptedException {
        var form = BodyPublishers.concat(
                BodyPublishers.ofString(SLIP_HEAD),
                BodyPublishers.ofByteArray(file),
                BodyPublishers.ofString(SLIP_TAIL));
        return send("/v1/payins/" + payinId + "/slip", SLIP_TYPE, form).statusCode();
    }

    private HttpResponse<String> send(String path, String type, BodyPublisher body)
            throws IOException, InterruptedException {
        return HTTP.send(
                request(path)
                        .header("Idempotency-Key", Ids.next().toString())
                        .header("Content-Type", type)
                        .POST(body)
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + target))
                .header("Authorization", "Bearer " + key);
    }
}
