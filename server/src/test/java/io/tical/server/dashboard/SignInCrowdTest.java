package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.DashboardClient;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.session.Passwords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Three hundred who sign in at once from one address make nobody else wait. */
class SignInCrowdTest {
    private static final int CROWD = 300;

    private static Map<String, String> from(String address) {
        return Map.of("X-Forwarded-For", address);
    }

    @Test
    void manySignInsFromOneAddressDelayNoOther() throws Exception {
        try (var service = TestService.start(
                        Map.of("TICAL_TRUSTED_PROXIES", "127.0.0.1"), TestService.WITHOUT_WORK, new Passwords());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var owner = service.owner(service.merchant());
            var crowd = new ArrayList<Future<Reply>>();
            for (int i = 0; i < CROWD; i++) {
                var name = "crowd" + i;
                Callable<Reply> signIn = () -> new DashboardClient(service.port(), name, "a long wrong password")
                        .signIn("a long wrong password", from("192.0.2.1"));
                crowd.add(threads.submit(signIn));
            }
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> failures(service) > 0);
            var failuresBefore = failures(service);
            owner.signIn(owner.password(), from("192.0.2.2")).expect(200);
            // The two addresses take turns, so that fewer of the crowd were looked at meanwhile than waited.
            assertThat(failures(service) - failuresBefore).isLessThan(CROWD / 15);
            var looked = 0;
            for (var one : crowd) {
                var reply = one.get();
                if (reply.status() == 401) {
                    looked++;
                } else {
                    reply.expect(503, "SERVICE_UNAVAILABLE");
                    assertThat(reply.headers().firstValue("Retry-After")).isPresent();
                }
            }
            assertThat(looked).isBetween(1, CROWD / 2);
            // Nobody's failure was counted whose password was not looked at.
            assertThat(failures(service)).isEqualTo(looked);
        }
    }

    private static long failures(TestService service) {
        return service.count("SELECT count(*) FROM sign_in_failure");
    }
}
