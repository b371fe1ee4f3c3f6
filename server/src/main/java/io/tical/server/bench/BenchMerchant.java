package io.tical.server.bench;

import io.tical.common.Ids;
import io.tical.common.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** A merchant's client that creates payins and sends slips, one request at a time. */
final class BenchMerchant {
    private static final String BOUNDARY = "a-form-of-the-bench";
    private static final long AMOUNT_FIRST = 10_000;
    /** The distance between amounts, larger than what identifies a payment, so that payins do not compete for amounts. */
    private static final long AMOUNT_STEP = 500;

    private final ServiceAddress service;
    private final String key;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private long amount = AMOUNT_FIRST;

    BenchMerchant(ServiceAddress service, String key) {
        this.service = service;
        this.key = key;
    }

    /** A pending payin. */
    record Payin(String id, String payToken) {}

    /** Creates a payin with a unique amount. */
    Payin payin() throws IOException, InterruptedException {
        amount += AMOUNT_STEP;
        var answer = send(
                "/v1/payins",
                "application/json",
                ("{\"order_ref\":\"" + Ids.next() + "\",\"amount\":" + amount + ",\"currency\":\"THB\"}")
                        .getBytes(StandardCharsets.UTF_8));
        if (answer.statusCode() != 201) {
            throw new IOException(answer.body());
        }
        var data = Json.mapper().readTree(answer.body()).get("data");
        return new Payin(data.get("id").textValue(), data.get("pay_token").textValue());
    }

    /** Sends a slip and returns the status. */
    int slip(String payinId, byte[] file) throws IOException, InterruptedException {
        var form = new ByteArrayOutputStream(file.length + 256);
        form.writeBytes(
                ("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"slip\"; filename=\"slip\"\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        form.writeBytes(file);
        form.writeBytes(("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.US_ASCII));
        return send("/v1/payins/" + payinId + "/slip", "multipart/form-data; boundary=" + BOUNDARY, form.toByteArray())
                .statusCode();
    }

    private HttpResponse<String> send(String path, String type, byte[] body) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                        .header("Authorization", "Bearer " + key)
                        .header("Idempotency-Key", Ids.next().toString())
                        .header("Content-Type", type)
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
