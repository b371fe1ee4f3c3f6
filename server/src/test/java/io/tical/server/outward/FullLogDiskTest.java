package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The disk of the log is full: nothing is sent, monitoring says so, and sending goes on by itself when there is space. */
@EnabledOnOs(OS.LINUX)
class FullLogDiskTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    /** Every write to it fails as on a full disk. */
    private static final Path FULL = Path.of("/dev/full");

    private static HttpResponse<String> health(TestService service) {
        var uri = URI.create("http://127.0.0.1:" + service.tical().ports().admin() + "/observe/health");
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static boolean isSent(Merchant merchant, String payout) {
        return merchant.payout(payout).word("status").equals("success");
    }

    @Test
    void nothingIsSentUntilThereIsSpace(@TempDir Path place) throws IOException {
        var settings = Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0", "TICAL_OUTWARD_LOG", place.toString());
        try (var service = TestService.start(settings)) {
            var merchant = service.merchant().funded("THB", 1_000_000);
            var before = merchant.payout("before", 10_000).expect(201).word("id");
            await().atMost(SOON).until(() -> isSent(merchant, before));
            // The log begins another file after a failure.
            var folder = place.resolve(service.tical().fence().held().getFirst().toString());
            var away = place.resolve("away");
            var next = Segment.file(
                    folder, new LogEnd(WrittenDown.in(service, place).size(), LogChain.BEGINNING));
            Files.move(folder, away);
            var waits = merchant.payout("waits", 20_000).expect(201).word("id");
            await().atMost(SOON).until(() -> health(service).statusCode() == 503);
            Files.createSymbolicLink(away.resolve(next.getFileName()), FULL);
            Files.move(away, folder);
            await().atMost(SOON).until(() -> health(service).body().contains("No space left on device"));
            assertThat(health(service).body()).contains("cannot be written down");

            assertThat(isSent(merchant, waits)).isFalse();
            assertThat(RestoredDatabaseTest.transfers(service)).hasSize(1);

            Files.delete(next);
            await().atMost(SOON).until(() -> health(service).statusCode() == 200);
            service.makeDue(waits);
            await().atMost(SOON).until(() -> isSent(merchant, waits));
            assertThat(RestoredDatabaseTest.transfers(service)).hasSize(2);
            assertThat(WrittenDown.in(service, place)).hasSize(2);
            service.requireCleanAudit();
        }
    }
}
