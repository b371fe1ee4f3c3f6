package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Json;
import io.tical.db.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command itself, in a process of its own: what it prints, and how it stops. */
@Order(1)
class ServeTest {
    @TempDir
    Path home;

    private Process start(Map<String, String> environment, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                "io.tical.server.command.Main"));
        command.addAll(List.of(arguments));
        var builder =
                new ProcessBuilder(command).redirectError(home.resolve("log").toFile());
        builder.environment()
                .putAll(Map.of(
                        "TICAL_API_PORT",
                        "0",
                        "TICAL_PAY_PORT",
                        "0",
                        "TICAL_ADMIN_PORT",
                        "0",
                        "TICAL_BIND",
                        "127.0.0.1"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private Path homeWithPrograms() {
        var data = home.resolve("data");
        TestDatabase.lendPrograms(data.resolve("postgres"));
        return data;
    }

    private List<String> untilReady(BufferedReader out) throws IOException {
        var lines = new ArrayList<String>();
        for (var line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
            if (line.equals("ready")) {
                return lines;
            }
        }
        throw new AssertionError(lines + Files.readString(home.resolve("log")));
    }

    @Test
    void theFirstStartTellsWhereTheCredentialsAreAndEveryStartSaysReadyAndStopsWhenTold() throws Exception {
        var data = home.resolve("data");
        for (int time = 1; time <= 2; time++) {
            var process = start(Map.of(), "serve", "--home", data.toString());
            try (var out = process.inputReader()) {
                var lines = untilReady(out);
                var credentials =
                        Json.mapper().readTree(data.resolve("credentials.json").toFile());
                var key = credentials.path("test_key").asText();
                var base = lines.getFirst().replace("API", "").strip();

                if (time == 1) {
                    assertThat(lines)
                            .anyMatch(line -> line.contains(
                                    data.resolve("credentials.json").toString()));
                    var curl = lines.stream()
                            .filter(line -> line.strip().startsWith("curl "))
                            .findFirst()
                            .orElseThrow();
                    assertThat(curl).contains(base);
                    assertThat(shell(curl)).contains("\"request_id\"").doesNotContain("API_KEY");
                } else {
                    assertThat(lines).hasSize(4);
                }
                assertThat(String.join("\n", lines)).doesNotContain(key);
                assertThat(get(base + "/v1/currencies", key)).isEqualTo(200);
                assertThat(get(lines.get(2).replace("Admin", "").strip() + "/observe/health", key))
                        .isEqualTo(200);
            } finally {
                process.destroy();
                assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(data.resolve("postgres/data/postmaster.pid")).doesNotExist();
            var log = Files.readString(home.resolve("log"));
            assertThat(log).contains("Stopped").doesNotContain("Exception", "sk_test_", "sk_live_");
            assertThat(log.lines())
                    .allMatch(line ->
                            line.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z (INFO |WARN ) \\w+ .*"));
        }
    }

    @Test
    void theDatabaseThatAKilledServiceLeavesCanBeStopped() throws Exception {
        var data = homeWithPrograms();
        var postmaster = data.resolve("postgres/data/postmaster.pid");
        var killed = start(Map.of(), "serve", "--home", data.toString());
        try (var out = killed.inputReader()) {
            untilReady(out);
        } finally {
            killed.destroyForcibly();
            killed.waitFor();
        }
        var engine = ProcessHandle.of(
                        Long.parseLong(Files.readAllLines(postmaster).getFirst().strip()))
                .orElseThrow();
        assertThat(engine.isAlive()).isTrue();

        var stop = start(Map.of(), "stop-database", "--home", data.toString());

        assertThat(stop.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(stop.exitValue()).isZero();
        assertThat(postmaster).doesNotExist();
    }

    @Test
    void aBadSettingIsOneSentenceAndAnExitCode() throws Exception {
        var process = start(
                Map.of("TICAL_COMMIT_QUEUES", "many"),
                "serve",
                "--home",
                home.resolve("none").toString());

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(Files.readString(home.resolve("log")).strip())
                .isEqualTo("TICAL_COMMIT_QUEUES takes a whole number from 1 to 64, not \"many\".");
        assertThat(home.resolve("none")).doesNotExist();
    }

    @Test
    void aTakenPortIsOneSentenceAndNothingIsLeftRunning() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var port = Integer.toString(taken.getLocalPort());
            var data = homeWithPrograms();
            var process = start(Map.of("TICAL_PAY_PORT", port), "serve", "--home", data.toString());

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(4);
            assertThat(Files.readString(home.resolve("log")))
                    .contains(
                            "Port " + port
                                    + " on 127.0.0.1 cannot be opened: Address already in use. Run `./tical doctor` for what to do.")
                    .doesNotContain("\tat ");
            assertThat(data.resolve("postgres/data/postmaster.pid")).doesNotExist();
        }
    }

    private static String shell(String command) throws IOException {
        return new String(
                new ProcessBuilder("sh", "-c", command).start().getInputStream().readAllBytes(),
                java.nio.charset.StandardCharsets.UTF_8);
    }

    private static int get(String address, String key) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(address))
                    .header("Authorization", "Bearer " + key)
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }
}
