package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Json;
import io.tical.db.TestDatabase;
import io.tical.server.ServiceCommand;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command itself, in a process of its own: what it prints, and how it stops. The tests share a home, because the first start
 * in a home costs twice as much as another one; only one of them needs an empty home and begins.
 */
@Order(1)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServeTest {
    private static Path data;

    @TempDir
    Path folder;

    @BeforeAll
    static void home() throws IOException {
        data = TestDatabase.temporaryFolder("tical-serve-");
        TestDatabase.lendPrograms(data.resolve("postgres"));
    }

    @AfterAll
    static void delete() {
        TestDatabase.deleteTree(data);
    }

    private Process start(Map<String, String> environment, String... arguments) throws IOException {
        var builder = new ProcessBuilder(ServiceCommand.of(List.of("-Xmx256m"), arguments))
                .redirectError(folder.resolve("log").toFile());
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

    private List<String> untilReady(BufferedReader out) throws IOException {
        var lines = new ArrayList<String>();
        for (var line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
            if (line.equals("ready")) {
                return lines;
            }
        }
        throw new AssertionError(lines + Files.readString(folder.resolve("log")));
    }

    @Test
    @Order(1)
    void theFirstStartTellsWhereTheCredentialsAreAndEveryStartSaysReadyAndStopsWhenTold() throws Exception {
        for (int time = 1; time <= 2; time++) {
            var process = start(Map.of(), "serve", "--home", data.toString());
            try (var out = process.inputReader()) {
                var lines = untilReady(out);
                var credentials =
                        Json.mapper().readTree(data.resolve("credentials.json").toFile());
                var key = credentials.path("test_key").asText();
                var base = lines.get(1).replace("API", "").strip();

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
                    assertThat(lines).hasSize(5);
                }
                assertThat(String.join("\n", lines)).doesNotContain(key);
                assertThat(get(base + "/v1/currencies", key)).isEqualTo(200);
                assertThat(get(lines.get(3).replace("Admin", "").strip() + "/observe/health", key))
                        .isEqualTo(200);
            } finally {
                process.destroy();
                assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(data.resolve("postgres/data/postmaster.pid")).doesNotExist();
            var log = Files.readString(folder.resolve("log"));
            assertThat(log).contains("Stopped").doesNotContain("Exception", "sk_test_", "sk_live_");
            assertThat(log.lines())
                    .allMatch(line ->
                            line.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z (INFO |WARN ) \\w+ .*"));
        }
    }

    @Test
    void theDatabaseThatAKilledServiceLeavesCanBeStopped() throws Exception {
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
                folder.resolve("none").toString());

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(Files.readString(folder.resolve("log")).strip())
                .isEqualTo("TICAL_COMMIT_QUEUES takes a whole number from 1 to 64, not \"many\".");
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void aBadFileOfRailsEndsTheStart() throws Exception {
        var file = Files.writeString(
                folder.resolve("rails.json"),
                Files.readString(Path.of("../docs/rails/xendit-thailand.json"))
                        .replace("\"/v2/payouts\"", "\"v2/payouts\""));
        var process = start(
                Map.of("TICAL_RAILS", file.toString(), "XENDIT_TH_KEY", "xnd_production_1"),
                "serve",
                "--home",
                folder.resolve("none").toString());

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(Files.readString(folder.resolve("log")).strip())
                .isEqualTo("TICAL_RAILS=" + file
                        + ": rails[0].send.path takes a path that begins with /, without spaces.");
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void aFileOfRailsThatIsNoJsonEndsTheStart() throws Exception {
        var file = Files.writeString(folder.resolve("rails.json"), "{\n  \"rails\": [\n  ]],\n}");
        var process = start(
                Map.of("TICAL_RAILS", file.toString()),
                "serve",
                "--home",
                folder.resolve("none").toString());

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(Files.readString(folder.resolve("log")))
                .startsWith("TICAL_RAILS=" + file)
                .contains("line 3");
    }

    @Test
    void aTakenPortIsOneSentenceAndNothingIsLeftRunning() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var port = Integer.toString(taken.getLocalPort());
            var process = start(Map.of("TICAL_PAY_PORT", port), "serve", "--home", data.toString());

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(4);
            assertThat(Files.readString(folder.resolve("log")))
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
