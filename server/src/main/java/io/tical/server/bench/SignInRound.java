package io.tical.server.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.server.bench.Attack.Finding;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;

/** Concurrent sign-ins with wrong passwords, while a user signs in. */
record SignInRound(int clients) implements Attack.Round {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final double SECONDS_MAX = 5;
    /** The duration of the other attacks. */
    private static final Duration DURATION = Duration.ofSeconds(15);

    private static final Duration ARRIVED = Duration.ofMillis(300);

    @Override
    public List<Finding> run(ServiceProcess.Address service) throws IOException, InterruptedException {
        var user = Json.mapper()
                .readTree(service.home().resolve("credentials.json").toFile())
                .get("dashboard");
        var end = System.nanoTime() + DURATION.toNanos();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < clients; i++) {
                var number = i;
                var stranger = "stranger-" + Ids.next();
                // Refusing them is allowed.
                threads.submit(() -> signIn(2 + number % 19, service.port(), stranger, "not the right password"));
            }
            Thread.sleep(ARRIVED);
            var finding = signedIn(service.port(), user);
            Thread.sleep(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            return List.of(finding);
        }
    }

    private static Finding signedIn(int port, JsonNode user) {
        var begin = System.nanoTime();
        var status = signIn(
                1, port, user.get("username").textValue(), user.get("password").textValue());
        var seconds = (System.nanoTime() - begin) / 1e9;
        return Finding.of(
                status.startsWith("20") && seconds <= SECONDS_MAX,
                "a user's sign-in: %s after %.1f s (at most %.0f s)",
                status,
                seconds,
                SECONDS_MAX);
    }

    private static String signIn(int source, int port, String username, String password) {
        var body = "{\"username\":\"" + username + "\",\"password\":\"" + password + "\"}";
        return RawConnection.outcome(
                source, port, PATIENCE, LoadClient.request("POST", "/api/session", List.of(), body));
    }
}
