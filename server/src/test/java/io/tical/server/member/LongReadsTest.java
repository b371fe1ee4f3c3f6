package io.tical.server.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.problem.Problem;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** One merchant's exports and searches leave connections and turns for others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LongReadsTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int OF_ONE_MAX = 4;
    private static final int SENT = 20;

    private TestService service;
    private Merchant merchant;
    private DashboardClient viewer;
    private Merchant otherMerchant;
    private DashboardClient other;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @BeforeEach
    void twoMerchants() {
        merchant = service.merchant();
        viewer = service.viewer(merchant);
        otherMerchant = service.merchant();
        other = service.owner(otherMerchant);
    }

    /** A transaction that lets the reading of payouts wait, as a very long history does. */
    private Connection waitingPayouts() throws SQLException {
        var connection = service.ownerConnection();
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.execute("LOCK TABLE payout IN ACCESS EXCLUSIVE MODE");
        }
        return connection;
    }

    private List<Future<HttpResponse<byte[]>>> send(ExecutorService people, int count, String path) {
        var sent = new ArrayList<Future<HttpResponse<byte[]>>>();
        for (int request = 0; request < count; request++) {
            sent.add(people.submit(() -> viewer.file(path)));
        }
        return sent;
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), UTF_8);
    }

    private void refusesTooMany(String path, String requests) throws Exception {
        try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<byte[]>>> sent;
            try (var waiting = waitingPayouts()) {
                sent = send(people, SENT, path);
                await().atMost(SOON)
                        .until(() -> sent.stream().filter(Future::isDone).count() >= SENT - OF_ONE_MAX);
                other.get("/api/payins").expect(200);
                assertThat(other.file("/api/balances.csv").statusCode()).isEqualTo(200);
                otherMerchant.available();
                merchant.available();
                waiting.rollback();
            }
            var refused = 0;
            for (var one : sent) {
                var answer = one.get();
                if (answer.statusCode() == 429) {
                    refused++;
                    assertThat(text(answer)).contains("RATE_LIMITED", OF_ONE_MAX + " " + requests);
                    assertThat(answer.headers().firstValueAsLong("Retry-After")).isPresent();
                }
            }
            assertThat(refused).isEqualTo(SENT - OF_ONE_MAX);
        }
        service.requireNoConnectionInUse();
        assertThat(viewer.file(path).statusCode()).isEqualTo(200);
    }

    @Test
    void anOrganizationHasFewExportsAtTheSameTime() throws Exception {
        refusesTooMany("/api/payouts.csv", "exports");
    }

    @Test
    void anOrganizationHasFewSearchesAtTheSameTime() throws Exception {
        refusesTooMany("/api/payouts?environment=test&q=zzz", "searches");
    }

    @Test
    void theFileOfASearchTakesTurnsWithSearchesOnly() throws Exception {
        try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HttpResponse<byte[]>>> sent;
            try (var waiting = waitingPayouts()) {
                sent = send(people, 2, "/api/payouts.csv?environment=test&q=zzz");
                await().atMost(SOON).until(() -> service.lockWaiters() == 2);
                assertThat(other.file("/api/payins.csv?environment=test").statusCode())
                        .isEqualTo(200);
                assertThat(sent).noneMatch(Future::isDone);
                waiting.rollback();
            }
            for (var one : sent) {
                assertThat(one.get().statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void clientsThatHaveGoneLeaveTheirPlaces() throws Exception {
        try (var waiting = waitingPayouts()) {
            for (int client = 0; client < OF_ONE_MAX; client++) {
                leave("/api/payouts.csv?environment=test");
            }
            await().atMost(SOON).until(() -> service.lockWaiters() == 2);
            waiting.rollback();
        }
        await().atMost(SOON)
                .until(() -> viewer.file("/api/payouts.csv?environment=test").statusCode() == 200);
        service.requireNoConnectionInUse();
    }

    private void leave(String path) throws IOException {
        try (var socket = new Socket("127.0.0.1", service.port())) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: x\r\nCookie: tical_session=" + viewer.token()
                                    + "\r\n\r\n")
                            .getBytes(UTF_8));
        }
    }

    @Test
    void aReadingThatWaitsTooLongIsRefused() throws Exception {
        var reads = new LongReads("exports", Duration.ofMillis(50));
        var refused = reads.read(() -> reads.read(() -> {
            assertThatThrownBy(() -> reads.read(() -> 1))
                    .isInstanceOf(Problem.Unavailable.class)
                    .hasMessageContaining("exports");
            return true;
        }));
        assertThat(refused).isTrue();
        assertThat(reads.read(() -> 1)).isOne();
    }
}
