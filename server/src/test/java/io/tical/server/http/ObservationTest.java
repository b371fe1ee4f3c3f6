package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.health.HealthCheckResponse.Status;
import io.tical.server.http.wire.Listener;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ObservationTest {
    private static final String HOST = "127.0.0.1";

    @Test
    void aSocketThatAcceptsNothingFailsItsCheckAndSaysWhy() {
        var works = Observation.socket("pay", () -> new Listener.State(true, 3, 100, null));
        var gone = Observation.socket("pay", () -> new Listener.State(false, 0, 100, "Too many open files"));

        assertThat(works.name()).isEqualTo("pay socket");
        assertThat(works.call().status()).isEqualTo(Status.UP);
        assertThat(gone.call().status()).isEqualTo(Status.DOWN);
        assertThat(gone.call().details()).containsEntry("failure", "Too many open files");
    }

    @Test
    void healthIs503WhileOneCheckFails() throws Exception {
        var well = new AtomicBoolean(true);
        try (var server = TestServer.start(
                        new TestServer.Socket(HOST, 0, none -> {}),
                        new TestServer.Socket(HOST, 0, none -> {}),
                        new TestServer.Socket(HOST, 0, none -> {}),
                        List.of(Observation.check("one of several", well::get)),
                        TestLimits.STANDARD);
                var client = HttpClient.newHttpClient()) {
            var health = URI.create("http://" + HOST + ":" + server.ports().admin() + "/observe/health");

            assertThat(status(client, health)).isEqualTo(200);
            well.set(false);
            assertThat(status(client, health)).isEqualTo(503);
            well.set(true);
            assertThat(status(client, health)).isEqualTo(200);
        }
    }

    private static int status(HttpClient client, URI uri) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                .statusCode();
    }
}
