package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.staff.Operator;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| `([a-z_]+)` \\| (counter|gauge|histogram) \\|");

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static TestService service;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0"));
    }

    @AfterAll
    static void stop() {
        try (var closing = service) {
            closing.requireCleanAudit();
        }
    }

    @Test
    void everyMetricIsInTheTableOfTheManual() throws IOException {
        var manual = Files.readString(Path.of("../docs/operating.md"));
        var documented = new TreeSet<String>();
        DOCUMENTED.matcher(manual).results().forEach(row -> documented.add(row.group(1) + " " + row.group(2)));

        var served = new TreeSet<String>();
        Metrics.of(service).types().forEach((name, type) -> served.add(name + " " + type));

        assertThat(served).isEqualTo(documented);
    }

    @Test
    void requestsAreCountedAndTimedByRouteAndStatus() {
        var merchant = service.merchant();
        var before = Metrics.of(service);

        merchant.get("/v1/payouts/" + UUID.randomUUID()).expect(404);
        merchant.get("/v1/me").expect(200);
        service.operator(Operator.Role.SUPPORT).get("/admin/v1/session").expect(200);

        // A response may arrive before it is recorded.
        await().atMost(Duration.ofSeconds(90)).untilAsserted(() -> {
            var after = Metrics.of(service);
            for (var series : new String[] {
                "tical_http_requests_total{method=\"GET\",route=\"/v1/payouts/{id}\",status=\"404\"}",
                "tical_http_request_seconds_count{method=\"GET\",route=\"/v1/payouts/{id}\"}",
                "tical_http_request_seconds_bucket{method=\"GET\",route=\"/v1/payouts/{id}\",le=\"+Inf\"}",
                "tical_http_requests_total{method=\"GET\",route=\"/v1/me\",status=\"200\"}",
                "tical_http_requests_total{method=\"GET\",route=\"/admin/v1/session\",status=\"200\"}"
            }) {
                assertThat(after.value(series)).as(series).isEqualTo(before.value(series) + 1);
            }
        });
    }

    @Test
    void unknownPathsMethodsAndIdsMakeNoSeries() {
        var merchant = service.merchant();
        unknown(merchant, "/v1/nothing");
        merchant.get("/v1/payins/one").expect(404);
        var unmatched = "tical_http_requests_total{method=\"other\",route=\"/v1/*\",status=\"404\"}";
        await().atMost(Duration.ofSeconds(90))
                .until(() -> Metrics.of(service).value(unmatched) > 0
                        && Metrics.of(service)
                                        .value(
                                                "tical_http_requests_total{method=\"GET\",route=\"/v1/payins/{id}\",status=\"404\"}")
                                > 0);
        var before = Metrics.of(service);

        for (int number = 0; number < 20; number++) {
            unknown(merchant, "/v1/nothing/" + number);
            merchant.get("/v1/payins/" + number).expect(404);
        }

        await().atMost(Duration.ofSeconds(90)).untilAsserted(() -> {
            var after = Metrics.of(service);
            assertThat(after.value(unmatched)).isEqualTo(before.value(unmatched) + 20);
            assertThat(after.series().keySet().stream().filter(name -> name.contains("route")))
                    .noneMatch(name -> name.contains("nothing"));
        });
    }

    /** A request that the document does not have. */
    private static void unknown(Merchant merchant, String path) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                .header("Authorization", "Bearer " + merchant.key());
        var answer = HTTP.sendAsync(request.build(), HttpResponse.BodyHandlers.discarding());
        assertThat(answer.join().statusCode()).isEqualTo(404);
    }

    @Test
    void commitsAndCallsOfRailsAreCounted() {
        var merchant = service.merchant();
        merchant.funded("THB", 100_000);
        merchant.payout("metered", 10_000).expect(201);

        await().atMost(Duration.ofSeconds(90)).untilAsserted(() -> {
            var metrics = Metrics.of(service);
            assertThat(metrics.value("tical_commit_group_commands_count")).isPositive();
            assertThat(metrics.value("tical_commit_seconds_count"))
                    .isEqualTo(metrics.value("tical_commit_group_commands_count"));
            assertThat(
                            metrics.value(
                                    "tical_upstream_calls_total{upstream=\"simulator\",operation=\"dispatch\",outcome=\"delivered\"}"))
                    .isPositive();
            assertThat(metrics.series()).containsKey("tical_due_rows{work=\"payouts\"}");
        });
    }

    @Test
    void aScrapeDuringLoadIsWhole() {
        var merchant = service.merchant();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int client = 0; client < 8; client++) {
                clients.submit(() -> {
                    for (int number = 0; number < 50; number++) {
                        merchant.get("/v1/me").expect(200);
                    }
                });
            }
            for (int scrape = 0; scrape < 20; scrape++) {
                var metrics = Metrics.of(service);
                metrics.types().forEach((name, type) -> {
                    if (type.equals("histogram")) {
                        metrics.series().keySet().stream()
                                .filter(one -> one.startsWith(name + "_count"))
                                .forEach(one -> assertThat(metrics.value(one)).isNotNegative());
                    }
                });
            }
        }
    }
}
