package io.tical.server.bench;

import io.tical.common.Ids;
import io.tical.common.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Measures reads: one payout and pages of payouts compared with {@code /v1/me}, which needs no database, on a new database and
 * with two million payouts; and the size of an idempotency record.
 */
final class ReadBench implements Bench.Part {
    private static final int CONNECTIONS = 32;
    private static final int MERCHANTS = 100;
    private static final int PAYOUTS = 2_000_000;
    private static final Duration WARM_UP = Duration.ofSeconds(3);

    private final Bench.Plan plan;
    private final Report report;
    private final AtomicLong numbers = new AtomicLong();
    private final HttpClient http = HttpClient.newHttpClient();
    private long errors;

    ReadBench(Bench.Plan plan, Report report) {
        this.plan = plan;
        this.report = report;
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("TICAL_RATE_LIMIT_TEST", "0", "TICAL_SANDBOX_DISPATCH_SECONDS", "86400");
    }

    /** Payouts inserted with SQL have no transfers. */
    @Override
    public boolean audited() {
        return false;
    }

    private record Merchant(UUID organizationId, String key, UUID accountId) {
        List<String> authorization() {
            return List.of("Authorization: Bearer " + key);
        }
    }

    @Override
    public void measure(ServiceProcess service, BenchDatabase engine) throws IOException, InterruptedException {
        var client = new LoadClient(service.port(), CONNECTIONS);
        var merchants = new Merchant[MERCHANTS];
        for (int i = 0; i < MERCHANTS; i++) {
            merchants[i] = merchant(service, engine.organization("Merchant " + i));
        }
        create(client, List.of(merchants));
        try (var connections = engine.connections(1);
                var connection = connections.getConnection()) {
            var bytes = BulkPayouts.bytesOfIdempotencyRecord(connection);
            report.judge("bytes of an idempotency record", bytes, "B", bytes <= 350, "at most 350");
            rounds("new database", client, service, merchants[0]);
            report.say("Loading %,d payouts…", PAYOUTS);
            BulkPayouts.load(connection, merchants[0].organizationId(), merchants[0].accountId(), PAYOUTS);
        } catch (SQLException e) {
            throw new IOException("the payouts could not be loaded", e);
        }
        rounds("2 million payouts", client, service, merchants[0]);
        filters(client, merchants[0]);
        report.judge("unexpected responses", (double) errors, "", errors == 0, "none");
    }

    /** Measures payouts in the first seconds of a new database, while its tables grow. */
    private void create(LoadClient client, List<Merchant> merchants) {
        Supplier<byte[]> payouts = () -> {
            var number = numbers.incrementAndGet();
            var merchant = merchants.get((int) (number % MERCHANTS));
            var name = Ids.next().toString();
            return LoadClient.request(
                    "POST",
                    "/v1/payouts",
                    List.of("Authorization: Bearer " + merchant.key(), "Idempotency-Key: " + name),
                    "{\"order_ref\":\"" + name + "\",\"amount\":100,\"dest_account_id\":\"" + merchant.accountId()
                            + "\"}");
        };
        for (var part : List.of("first", "second", "third")) {
            var result = client.run(Duration.ofSeconds(5), 201, payouts);
            report.add("payouts/s in the " + part + " 5 s of a new database", result.perSecond());
            count(result);
        }
    }

    private void rounds(String name, LoadClient client, ServiceProcess service, Merchant merchant)
            throws IOException, InterruptedException {
        report.say("Reads, %s…", name);
        var page = send(HttpRequest.newBuilder(uri(service, "/v1/payouts?limit=1"))
                .header("Authorization", "Bearer " + merchant.key())
                .build());
        var payout = "/v1/payouts/"
                + Json.mapper().readTree(page).get("data").get(0).get("id").textValue();
        var reads = List.of(
                new Read("/v1/me", "/v1/me"),
                new Read("one payout", payout),
                new Read("page of 20", "/v1/payouts?limit=20"),
                new Read("page of 100", "/v1/payouts?limit=100"));
        for (var read : reads) {
            run(client, merchant, read.target(), WARM_UP);
        }
        for (int round = 0; round < plan.rounds(); round++) {
            for (var read : reads) {
                report.add(
                        name + ": " + read.name() + ", reads/s",
                        run(client, merchant, read.target(), Duration.ofSeconds(plan.seconds())));
            }
        }
        judge(name, "one payout", 0.15);
        judge(name, "page of 20", 0.06);
        judge(name, "page of 100", 0);
    }

    private record Read(String name, String target) {}

    private void judge(String name, String read, double wanted) {
        var ratio = report.median(name + ": " + read + ", reads/s") / report.median(name + ": /v1/me, reads/s");
        report.judge(name + ": " + read + " against /v1/me", ratio, "×", ratio >= wanted, "at least " + wanted + " ×");
    }

    /** Measures a filter that matches nothing against a full page. */
    private void filters(LoadClient client, Merchant merchant) {
        for (int round = 0; round < plan.rounds(); round++) {
            for (var target : List.of(
                    "/v1/payouts?limit=20", "/v1/payouts?currency=USD", "/v1/payouts?currency=USD&status=success")) {
                run(client, merchant, target, Duration.ofSeconds(1));
                report.add(target + ", reads/s", run(client, merchant, target, Duration.ofSeconds(plan.seconds())));
            }
        }
        for (var target : List.of("/v1/payouts?currency=USD", "/v1/payouts?currency=USD&status=success")) {
            var cost = report.median("/v1/payouts?limit=20, reads/s") / report.median(target + ", reads/s");
            report.judge("cost of " + target + " against a page", cost, "×", cost <= 1.5, "at most 1.5 ×");
        }
    }

    private double run(LoadClient client, Merchant merchant, String target, Duration duration) {
        var request = LoadClient.request("GET", target, merchant.authorization(), "");
        var result = client.run(duration, 200, () -> request);
        count(result);
        return result.perSecond();
    }

    private void count(LoadClient.Result result) {
        errors += result.errors();
        if (result.errors() > 0) {
            report.say("%s", result.firstError());
        }
    }

    /** Creates a merchant with a destination and top-ups of 100,000.00 THB. */
    private Merchant merchant(ServiceProcess service, BenchDatabase.Organization organization)
            throws IOException, InterruptedException {
        var account = post(service, organization.testKey(), "/v1/customers", """
                {"holder_name":"Bench","bank_code":"KBANK","account_no":"1234567890"}""");
        post(service, organization.testKey(), "/v1/sandbox/top-up", """
                {"currency":"THB","amount_minor":10000000}""");
        var id = Json.mapper().readTree(account).get("data").get("id").textValue();
        return new Merchant(organization.id(), organization.testKey(), UUID.fromString(id));
    }

    private String post(ServiceProcess service, String key, String path, String body)
            throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(service, path))
                .header("Authorization", "Bearer " + key)
                .header("Idempotency-Key", Ids.next().toString())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private String send(HttpRequest request) throws IOException, InterruptedException {
        var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IOException(request.uri() + ": " + answer.body());
        }
        return answer.body();
    }

    private static URI uri(ServiceProcess service, String path) {
        return URI.create("http://127.0.0.1:" + service.port() + path);
    }
}
