package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tical.db.TestDatabase;
import io.tical.server.bench.ServiceProcess;
import io.tical.server.slip.SlipDrawing;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Real disks that are full: a service in a mount namespace of its own, with a small file system in place of a folder. Needs no privileges, but
 * a system that allows user namespaces.
 */
@Order(1)
class MountedDiskTest {
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final List<String> HEAP = List.of("-Xmx512m");
    private static final List<String> NAMESPACE =
            List.of("unshare", "--user", "--mount", "--map-current-user", "--keep-caps", "sh", "-c");
    /** Mounts a file system of the size {@code $1} on the folder {@code $2}, with what is in it, and then runs the rest. */
    private static final String MOUNTED = """
            size=$1 folder=$2 && shift 2 && mkdir -p "$folder" "$folder.small" && mount -t tmpfs -o "size=$size,mode=700" small "$folder.small" \
                && cp -a "$folder/." "$folder.small/" && mount --bind "$folder.small" "$folder" && exec "$@"
            """;

    private Path home;

    @BeforeEach
    void home() throws Exception {
        var command = new ArrayList<>(NAMESPACE);
        command.add("mount -t tmpfs small /tmp");
        assumeTrue(new ProcessBuilder(command).start().waitFor() == 0, "this system allows no user namespaces");
        home = TestDatabase.temporaryFolder("tical-mounted-");
        TestDatabase.lendPrograms(home.resolve("postgres"));
    }

    @AfterEach
    void clean() {
        if (home != null) {
            TestDatabase.deleteTree(home);
        }
    }

    private ServiceProcess service(String size, Path folder, Map<String, String> settings) throws IOException {
        var command = Stream.of(
                        NAMESPACE,
                        List.of(MOUNTED, "mounted", size, folder.toString()),
                        ServiceCommand.of(HEAP, "serve"))
                .flatMap(List::stream)
                .toList();
        return ServiceProcess.start(home, settings, command);
    }

    /** A folder as the service sees it. */
    private static Path within(ServiceProcess service, Path folder) {
        return Path.of("/proc/" + service.process().pid() + "/root" + folder);
    }

    private static Path fill(Path folder) throws IOException {
        var filler = folder.resolve("filler");
        for (var bytes = 1 << 20; bytes > 0; bytes >>= 4) {
            try (var out = Files.newOutputStream(filler, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                writeAll(out, new byte[bytes]);
            } catch (IOException full) {
                assertThat(full).hasMessageContaining("No space left");
            }
        }
        return filler;
    }

    private static void writeAll(OutputStream out, byte[] block) throws IOException {
        while (true) {
            out.write(block);
        }
    }

    private static Merchant merchant(ServiceProcess service) throws IOException {
        return new Merchant(
                service.port(), service.credential("test_key"), UUID.fromString(service.credential("organization_id")));
    }

    private static String health(ServiceProcess service, String check) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            var uri = URI.create(
                    "http://127.0.0.1:" + service.adminPort() + "/observe/health/check/" + check.replace(" ", "%20"));
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body();
        }
    }

    private static long lines(ServiceProcess service, String text) throws IOException {
        return Files.readAllLines(service.log()).stream()
                .filter(line -> line.contains(text))
                .count();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (var paths = Files.walk(folder)) {
            return paths.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void aSlipIsRefusedWhileItsDiskIsFullAndTakenAfterwards() throws Exception {
        var folder = home.resolve("slips");
        try (var service = service("20m", folder, Map.of("TICAL_SLIP_DIRECTORY", folder.toString()))) {
            var merchant = merchant(service);
            var paid = merchant.payin("paid", 12_300).expect(201).word("id");
            merchant.slip(paid, SlipDrawing.slip("FIRST001")).expect(200);
            var payin = merchant.payin("paying", 23_400).expect(201).word("id");
            var slips = within(service, folder);
            var stored = files(slips);
            assertThat(stored).hasSize(1);
            var filler = fill(slips);
            for (int i = 0; i < 3; i++) {
                var refused = merchant.slip(payin, SlipDrawing.slip("SECOND002"), "again")
                        .expect(503, "SERVICE_UNAVAILABLE");
                assertThat(refused.headers().firstValue("Retry-After")).hasValue("30");
                assertThat(refused.text()).contains("disk is full");
            }
            assertThat(health(service, "disk space")).contains("DOWN");
            assertThat(files(slips)).containsExactlyInAnyOrder(stored.getFirst(), filler);
            assertThat(Files.readString(service.log())).containsOnlyOnce("The disk is full");
            merchant.payin("other", 45_600).expect(201);

            Files.delete(filler);
            merchant.slip(payin, SlipDrawing.slip("SECOND002"), "again").expect(200);
            assertThat(files(slips)).hasSize(2);
            await().atMost(LONG).until(() -> health(service, "disk space").contains("UP"));
        }
    }

    /** A size in which the log of PostgreSQL can go on for some of its files of 16 MB, however many it has now. */
    private static String room(Path log) throws IOException {
        var used = 0L;
        for (var file : files(log)) {
            used += Files.size(file);
        }
        return (used >> 20) + 60 + "m";
    }

    /** Lets PostgreSQL begin another file of its log; fails while it cannot. */
    private void nextSegment() throws IOException {
        var engine = home.resolve("postgres");
        var port = Files.readAllLines(engine.resolve("data/postmaster.pid")).get(3);
        try (var connection = DriverManager.getConnection(
                        "jdbc:postgresql://127.0.0.1:" + port + "/postgres",
                        "postgres",
                        Files.readString(engine.resolve("superuser.secret")).strip());
                var statement = connection.createStatement()) {
            statement.execute("SELECT pg_switch_wal()");
        } catch (SQLException full) {
            assertThat(full.getMessage()).isNotEmpty();
        }
    }

    @Test
    void theDatabaseComesBackAfterItsLogHadNoSpace() throws Exception {
        try (var first = ServiceProcess.start(home, Map.of(), ServiceCommand.of(HEAP, "serve"))) {
            merchant(first).funded("THB", 1_000_000).payout("before", 1_000).expect(201);
        }
        var folder = home.resolve("postgres/data/pg_wal");
        try (var service = service(room(folder), folder, Map.of("TICAL_RATE_LIMIT_TEST", "0"))) {
            var merchant = merchant(service);
            var filler = fill(within(service, folder));
            var accepted = new ArrayList<String>();
            var refused = merchant.payin("full", 10_000);
            for (var end = System.nanoTime() + LONG.toNanos(); refused.status() == 201 && System.nanoTime() < end; ) {
                nextSegment();
                var reference = "full-" + accepted.size();
                refused = merchant.payin(reference, 10_000 + accepted.size());
                if (refused.status() == 201) {
                    accepted.add(reference);
                }
            }
            refused.expect(503, "SERVICE_UNAVAILABLE");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            // PostgreSQL tells a client why, or ends before it does; then it may or may not find room to start once
            // more.
            await().atMost(LONG)
                    .until(() -> health(service, "database").contains("DOWN")
                            || health(service, "disk space").contains("DOWN"));
            assertThat(lines(service, "The disk is full")).isLessThanOrEqualTo(1);
            assertThat(lines(service, "cannot be restarted")).as("one a minute").isLessThan(5);

            Files.delete(filler);
            // Each time another one, because one without an answer may have been made.
            try {
                await().atMost(LONG)
                        .until(
                                () -> merchant.payin("after-" + System.nanoTime(), 10_000),
                                reply -> reply.status() == 201);
            } catch (ConditionTimeoutException late) {
                throw new AssertionError(
                        Files.readString(service.log()) + Files.readString(home.resolve("postgres/postgres.log")),
                        late);
            }
            await().atMost(LONG).until(() -> health(service, "database").contains("UP"));
            for (var reference : accepted) {
                merchant.payin(reference, 10_000).expect(409);
            }
            await().atMost(LONG).until(() -> health(service, "disk space").contains("UP"));
        }
    }
}
