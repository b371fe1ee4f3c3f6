package io.tical.server;

import io.tical.common.Ids;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/** A merchant with a key, as tests use the API: real HTTP, every answer checked against the OpenAPI document. */
public final class Merchant {
    private static final OpenApiContract CONTRACT = OpenApiContract.merchants();

    private final int port;
    private final String key;
    private final UUID organizationId;
    private final List<String> accounts = new ArrayList<>();

    public Merchant(int port, String key, UUID organizationId) {
        this.port = port;
        this.key = key;
        this.organizationId = organizationId;
    }

    public UUID organizationId() {
        return organizationId;
    }

    public String key() {
        return key;
    }

    /** The same merchant at another node. */
    public Merchant at(int otherPort) {
        var other = new Merchant(otherPort, key, organizationId);
        other.accounts.addAll(accounts);
        return other;
    }

    public Reply get(String path) {
        return send("GET", path, Map.of(), null);
    }

    /** What is answered with a file instead of JSON. */
    public HttpResponse<byte[]> file(String path) {
        var answer = Reply.exchange(port, "GET", path, withKey(Map.of()), (String) null);
        CONTRACT.check("GET", path, answer.statusCode(), answer.headers().map(), answer.body());
        return answer;
    }

    public Reply post(String path, String body) {
        return post(path, body, Ids.next().toString());
    }

    public Reply post(String path, String body, String idempotencyKey) {
        return send("POST", path, Map.of("Idempotency-Key", idempotencyKey), body);
    }

    public Reply post(String path) {
        return post(path, "");
    }

    public Reply send(String method, String path, Map<String, String> headers, String body) {
        return checked(method, path, Reply.exchange(port, method, path, withKey(headers), body));
    }

    /** Sends bytes as they are. */
    public Reply sendBytes(String method, String path, Map<String, String> headers, byte[] body) {
        var bytes = HttpRequest.BodyPublishers.ofByteArray(body);
        return checked(method, path, Reply.exchange(port, method, path, withKey(headers), bytes));
    }

    private Map<String, String> withKey(Map<String, String> headers) {
        var all = new LinkedHashMap<>(headers);
        all.putIfAbsent("Authorization", "Bearer " + key);
        return all;
    }

    private static Reply checked(String method, String path, HttpResponse<byte[]> answer) {
        CONTRACT.check(method, path, answer.statusCode(), answer.headers().map(), answer.body());
        return Reply.of(answer);
    }

    /** Sends a payin's slip. */
    public Reply slip(String payinId, byte[] file) {
        return slip(payinId, file, Ids.next().toString());
    }

    /** The same with a key; the form around the file is another each time. */
    public Reply slip(String payinId, byte[] file, String idempotencyKey) {
        var boundary = "----" + Ids.next();
        return sendBytes(
                "POST",
                "/v1/payins/" + payinId + "/slip",
                Map.of("Idempotency-Key", idempotencyKey, "Content-Type", "multipart/form-data; boundary=" + boundary),
                form(boundary, "slip", file));
    }

    /** A form with a file, as browsers write it. */
    public static byte[] form(String boundary, String field, byte[] file) {
        var form = new ByteArrayOutputStream();
        form.writeBytes(
                "--%s\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"slip.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
                        .formatted(boundary, field)
                        .getBytes(StandardCharsets.US_ASCII));
        form.writeBytes(file);
        form.writeBytes("\r\n--%s--\r\n".formatted(boundary).getBytes(StandardCharsets.US_ASCII));
        return form.toByteArray();
    }

    /** Funds the test wallet, in as many top-ups as it takes. */
    public Merchant funded(String currency, long amount) {
        for (var left = amount; left > 0; left -= 10_000_000) {
            post(
                            "/v1/sandbox/top-up",
                            String.format(
                                    Locale.ROOT,
                                    "{\"currency\":\"%s\",\"amount_minor\":%d}",
                                    currency,
                                    Math.min(left, 10_000_000)))
                    .expect(201);
        }
        return this;
    }

    /** A destination in the organization's default currency; the same one each time. */
    public String account() {
        if (accounts.isEmpty()) {
            accounts.add(customer("Somchai Jaidee", "1234567890").word("id"));
        }
        return accounts.getFirst();
    }

    public Reply customer(String holder, String accountNo) {
        return post("/v1/customers", """
                {"holder_name":"%s","bank_code":"KBANK","account_no":"%s"}""".formatted(holder, accountNo)).expect(201);
    }

    /** Asks for a payout in the v1 vocabulary. */
    public Reply payout(String reference, long amount) {
        return post("/v1/payouts", payoutBody(reference, amount));
    }

    public String payoutBody(String reference, long amount) {
        return String.format(Locale.ROOT, """
                {"order_ref":"%s","amount":%d,"dest_account_id":"%s"}""", reference, amount, account());
    }

    /** Asks for a payout in the guide vocabulary. */
    public Reply guidePayout(String reference, long amount) {
        var account = get("/v1/customers/" + account()).expect(200);
        return post(
                "/v1/payouts",
                String.format(Locale.ROOT, """
                {"merchant_ref_id":"%s","request_amount":%d,"currency_code":"THB","customer_id":"%s","customer_account_id":"%s","sender_type":"BANK_TRANSFER"}""", reference, amount, account.word("customer_id"), account()));
    }

    public Reply payout(String id) {
        return get("/v1/payouts/" + id).expect(200);
    }

    /** Asks for a payin of baht in the v1 vocabulary. */
    public Reply payin(String reference, long amount) {
        return post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"%s","amount":%d,"currency":"THB"}""", reference, amount));
    }

    /** Asks for a payin of baht at {@code /v2/payins}. */
    public Reply guidePayin(String reference, long amount) {
        return post("/v2/payins", guidePayinBody(reference, amount, "THB"));
    }

    public String guidePayinBody(String reference, long amount, String currency) {
        var account = get("/v1/customers/" + account()).expect(200);
        return String.format(Locale.ROOT, """
                {"merchant_ref_id":"%s","request_amount":%d,"currency_code":"%s","customer_id":"%s","customer_account_id":"%s"}""", reference, amount, currency, account.word("customer_id"), account());
    }

    public Reply payin(String id) {
        return get("/v1/payins/" + id).expect(200);
    }

    /** The balance item of a currency. */
    public com.fasterxml.jackson.databind.JsonNode balance(String currency) {
        for (var item : get("/v1/balance").expect(200).data()) {
            if (item.get("currency").asText().equals(currency)) {
                return item;
            }
        }
        throw new AssertionError("no balance in " + currency);
    }

    public long available() {
        return balance("THB").get("available").asLong();
    }
}
