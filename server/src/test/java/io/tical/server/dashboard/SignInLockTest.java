package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.problem.Problem;
import io.tical.server.session.Passwords;
import io.tical.server.session.SignInLock;
import io.tical.server.staff.Operator;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Guessing passwords: what it is answered, and when it ends. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SignInLockTest {
    private static final String WRONG = "not the password";

    private final Passwords passwords = TestService.quickPasswords();

    private TestService service;
    private Merchant merchant;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of("TICAL_TRUSTED_PROXIES", "127.0.0.1"), TestService.WITHOUT_WORK, passwords);
        merchant = service.merchant();
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private static Map<String, String> from(String address) {
        return Map.of("X-Forwarded-For", address);
    }

    private static void lock(DashboardClient client, String address) {
        for (int i = 0; i < 5; i++) {
            client.signIn(WRONG, from(address)).expect(401, "CREDENTIALS_INVALID");
        }
        client.signIn(WRONG, from(address)).expect(429, "RATE_LIMITED");
    }

    @Test
    void anUnknownUserIsAnsweredLikeAWrongPassword() {
        var known = service.owner(merchant).signIn(WRONG, Map.of()).expect(401, "CREDENTIALS_INVALID");
        var unknown = new DashboardClient(service.port(), "nobody.here", WRONG)
                .signIn()
                .expect(401, "CREDENTIALS_INVALID");
        assertThat(unknown.json().get("error")).isEqualTo(known.json().get("error"));
        assertThat(unknown.headers().map().keySet())
                .isEqualTo(known.headers().map().keySet());
    }

    @Test
    void fiveFailuresLockTheRightPasswordOutToo() {
        var owner = service.owner(merchant);
        lock(owner, "192.0.2.1");
        var refused = owner.signIn(owner.password(), from("192.0.2.1")).expect(429, "RATE_LIMITED");
        assertThat(Long.parseLong(refused.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(890L, 900L);
        assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void failedSignInsAndTheirLockAreInTheAuditLogOfTheOrganization() {
        var owner = service.owner(merchant);
        var viewer = service.viewer(merchant);
        viewer.post("/api/second-factor", "{\"password\":\"not the password\"}").expect(400);
        for (int i = 0; i < 4; i++) {
            viewer.signIn(WRONG, Map.of()).expect(401, "CREDENTIALS_INVALID");
        }
        for (int i = 0; i < 10; i++) {
            viewer.signIn(WRONG, Map.of()).expect(429, "RATE_LIMITED");
        }

        var log = owner.get("/api/audit?actor=user:" + viewer.username())
                .expect(200)
                .data();

        assertThat(log)
                .extracting(one -> one.get("action").asText())
                .containsExactly(
                        "lock_sign_in",
                        "fail_sign_in",
                        "fail_sign_in",
                        "fail_sign_in",
                        "fail_sign_in",
                        "fail_confirmation");
        assertThat(log.get(0).get("object_type").asText()).isEqualTo("user");
        assertThat(log.get(0).get("source").asText()).isEqualTo("127.0.0.1");
        assertThat(log.get(0).get("request_id").asText()).isNotEmpty();
        assertThat(service.operator(Operator.Role.ADMIN)
                        .get("/admin/v1/audit?actor=" + viewer.username())
                        .expect(200)
                        .data())
                .hasSize(6);
        var others = service.owner(service.merchant());
        assertThat(others.get("/api/audit?actor=user:" + viewer.username())
                        .expect(200)
                        .data())
                .isEmpty();
    }

    @Test
    void anotherAddressAndAnotherUserAreNotLocked() {
        var owner = service.owner(merchant);
        lock(owner, "192.0.2.2");
        owner.signIn(owner.password(), from("192.0.2.3")).expect(200);
        var other = service.owner(merchant);
        other.signIn(other.password(), from("192.0.2.2")).expect(200);
        owner.signIn(owner.password(), from("192.0.2.2")).expect(429, "RATE_LIMITED");
    }

    @Test
    void theNameIsTheSameHoweverItIsWritten() {
        var owner = service.owner(merchant);
        lock(owner, "192.0.2.4");
        var shouting =
                new DashboardClient(service.port(), " " + owner.username().toUpperCase(Locale.ROOT), WRONG);
        shouting.signIn(WRONG, from("192.0.2.4")).expect(429, "RATE_LIMITED");
    }

    @Test
    void allOfASubscribersAddressesAreOne() {
        var owner = service.owner(merchant);
        lock(owner, "2001:db8:1:2::1");
        owner.signIn(owner.password(), from("2001:db8:1:2:ffff::9")).expect(429, "RATE_LIMITED");
        owner.signIn(owner.password(), from("2001:db8:1:3::1")).expect(200);
    }

    @Test
    void anUnknownUserIsLockedLikeAKnownOne() {
        lock(new DashboardClient(service.port(), "nobody.at.all", WRONG), "192.0.2.5");
    }

    @Test
    void aLockEndsAfterAQuarterOfAnHourAndNotBefore() {
        var owner = service.owner(merchant);
        lock(owner, "192.0.2.6");
        pass("14 minutes");
        var refused = owner.signIn(owner.password(), from("192.0.2.6")).expect(429, "RATE_LIMITED");
        assertThat(Long.parseLong(refused.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(50L, 60L);
        pass("1 minute");
        owner.signIn(WRONG, from("192.0.2.6")).expect(401, "CREDENTIALS_INVALID");
        owner.signIn(owner.password(), from("192.0.2.6")).expect(200);
    }

    @Test
    void aSuccessForgetsWhatWasWrongBefore() {
        var owner = service.owner(merchant);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 4; i++) {
                owner.signIn(WRONG, from("192.0.2.7")).expect(401, "CREDENTIALS_INVALID");
            }
            owner.signIn(owner.password(), from("192.0.2.7")).expect(200);
        }
    }

    @Test
    void ofManyConcurrentGuessesFiveAreVerified() throws Exception {
        var owner = service.owner(merchant);
        var codes = new ArrayList<String>();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var guesses = new ArrayList<Callable<Reply>>();
            // As many as may wait for their turn.
            for (int i = 0; i < 24; i++) {
                guesses.add(() -> owner.signIn(WRONG, from("192.0.2.8")));
            }
            for (var guess : executor.invokeAll(guesses)) {
                codes.add(guess.get().code());
            }
        }
        assertThat(codes.stream().filter("CREDENTIALS_INVALID"::equals)).hasSize(5);
        assertThat(codes.stream().filter("RATE_LIMITED"::equals)).hasSize(19);
    }

    @Test
    void guessingThePasswordInsideASessionIsLockedToo() {
        var owner = service.owner(merchant);
        var body = "{\"current_password\":\"%s\",\"password\":\"another long password\"}";
        for (int i = 0; i < 5; i++) {
            owner.put("/api/password", body.formatted(WRONG)).expect(400, "VALIDATION_FAILED");
        }
        owner.put("/api/password", body.formatted(owner.password())).expect(429, "RATE_LIMITED");
    }

    private static Reply tried(DashboardClient session, String method, String path, String address, String body) {
        var headers = Map.of(
                "Cookie",
                "tical_session=" + session.token(),
                "X-CSRF-Token",
                session.csrfToken(),
                "X-Forwarded-For",
                address,
                "X-Forwarded-Host",
                "localhost:" + address.length());
        return session.send(method, path, headers, body);
    }

    @Test
    void aStolenSessionHasFiveGuessesWhereverItIsUsedAndLeavesTheOwnersAlone() {
        var stolen = service.owner(merchant);
        var owner = new DashboardClient(service.port(), stolen.username(), stolen.password());
        owner.signIn().expect(200);
        var change = "{\"current_password\":\"%s\",\"password\":\"another long password\"}";
        var password = "{\"password\":\"%s\"}";
        var address = "203.0.113.";
        for (int i = 0; i < 3; i++) {
            tried(stolen, "PUT", "/api/password", address + i, change.formatted(WRONG))
                    .expect(400, "VALIDATION_FAILED");
        }
        tried(stolen, "POST", "/api/second-factor", address + 3, password.formatted(WRONG))
                .expect(400, "VALIDATION_FAILED");
        tried(stolen, "POST", "/api/passkeys/options", address + 4, password.formatted(WRONG))
                .expect(400, "VALIDATION_FAILED");
        for (var path : List.of("/api/second-factor", "/api/passkeys/options")) {
            tried(stolen, "POST", path, address + 5, password.formatted(stolen.password()))
                    .expect(429, "RATE_LIMITED");
        }
        tried(owner, "PUT", "/api/password", address + 0, change.formatted(owner.password()))
                .expect(200);
    }

    @Test
    void aPasswordThatWasNotCheckedInAFloodIsNoFailureOfASession() throws Exception {
        var owner = service.owner(merchant);
        var body = "{\"current_password\":\"%s\",\"password\":\"another long password\"}".formatted(owner.password());
        var quick = passwords.hash(WRONG);
        var slow = quick.replaceFirst("m=[0-9]+,t=[0-9]+", "m=512,t=999");
        var permits = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var refused = new AtomicInteger();
            var flooding = new AtomicBoolean(true);
            var flooders = new CopyOnWriteArrayList<Thread>();
            for (int i = 0; i < permits; i++) {
                threads.submit(() -> {
                    flooders.add(Thread.currentThread());
                    var matched = false;
                    while (flooding.get() && !matched) {
                        matched = passwords.verify(WRONG, slow);
                    }
                });
            }
            await().pollInterval(Duration.ofMillis(2))
                    .until(() ->
                            flooders.stream().filter(SignInLockTest::hasPermit).count() == permits);
            // Those that waited for too long are replaced, so that the queue is full however slow the machine is.
            threads.submit(() -> {
                for (; flooding.get(); Thread.sleep(20)) {
                    // One more than may wait.
                    for (int i = 0; i < 25; i++) {
                        threads.submit(() -> {
                            try {
                                return passwords.verify(WRONG, quick);
                            } catch (Problem.Unavailable full) {
                                return refused.incrementAndGet() == 0;
                            }
                        });
                    }
                }
                return refused;
            });
            await().pollInterval(Duration.ofMillis(2)).until(() -> refused.get() > 0);
            try {
                for (int i = 0; i < 6; i++) {
                    owner.put("/api/password", body).expect(503, "SERVICE_UNAVAILABLE");
                }
            } finally {
                flooding.set(false);
            }
        }
        owner.put("/api/password", body).expect(200);
    }

    /** Whether a thread has its turn in {@link Passwords}, and does not wait for it. */
    private static boolean hasPermit(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .anyMatch(call -> call.getMethodName().equals("argon2"));
    }

    @Test
    void oneAddressSignsInOnlySoOften() {
        try (var strict = TestService.start(
                Map.of("TICAL_RATE_LIMIT_SIGN_IN", "3", "TICAL_TRUSTED_PROXIES", "127.0.0.1"),
                TestService.WITHOUT_WORK)) {
            for (int i = 0; i < 3; i++) {
                new DashboardClient(strict.port(), "guess" + i, WRONG)
                        .signIn(WRONG, from("192.0.2.9"))
                        .expect(401, "CREDENTIALS_INVALID");
            }
            var guess = new DashboardClient(strict.port(), "guess3", WRONG);
            var refused = guess.signIn(WRONG, from("192.0.2.9")).expect(429, "RATE_LIMITED");
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            guess.signIn(WRONG, from("192.0.2.10")).expect(401, "CREDENTIALS_INVALID");
        }
    }

    private static Map<String, String> from(String address, DashboardClient device) {
        return Map.of("X-Forwarded-For", address, "Cookie", "tical_session_device=" + device.device());
    }

    /** Fifty guesses from fifty addresses. */
    private static void guess(DashboardClient client, String network) {
        for (int i = 0; i < 50; i++) {
            client.signIn(WRONG, from(network + i)).expect(401, "CREDENTIALS_INVALID");
        }
    }

    @Test
    void guessesFromManyAddressesAreOneAMinuteAfterFiftyForUsersKnownAndUnknown() {
        for (var client :
                List.of(service.owner(merchant), new DashboardClient(service.port(), "nobody.anywhere", WRONG))) {
            guess(client, "198.51.100.");
            var refused =
                    client.signIn(client.password(), from("198.51.100.99")).expect(429, "RATE_LIMITED");
            assertThat(Long.parseLong(
                            refused.headers().firstValue("Retry-After").orElseThrow()))
                    .isBetween(30L, 60L);
            pass("1 minute");
            client.signIn(WRONG, from("198.51.100.98")).expect(401, "CREDENTIALS_INVALID");
            client.signIn(WRONG, from("198.51.100.97")).expect(429, "RATE_LIMITED");
        }
    }

    @Test
    void strangersWhoGuessDoNotLockOutTheUserOnAKnownDevice() {
        var owner = service.owner(merchant);
        var device = owner.device();
        guess(owner, "198.51.101.");
        owner.signIn(owner.password(), from("198.51.101.77")).expect(429, "RATE_LIMITED");
        for (int i = 0; i < 3; i++) {
            owner.signIn(owner.password(), from("198.51.101.77", owner)).expect(200);
        }
        assertThat(owner.device()).isNotEqualTo(device);
    }

    @Test
    void aDeviceIsOfOneUserAndItsTokenCannotBeMade() {
        var owner = service.owner(merchant);
        var other = service.owner(merchant);
        guess(owner, "198.51.102.");
        owner.signIn(owner.password(), from("198.51.102.77", other)).expect(429, "RATE_LIMITED");
        var forged = owner.device().substring(0, owner.device().length() - 2) + "AA";
        owner.signIn(
                        owner.password(),
                        Map.of("X-Forwarded-For", "198.51.102.78", "Cookie", "tical_session_device=" + forged))
                .expect(429, "RATE_LIMITED");
    }

    @Test
    void aKnownDeviceHasFiveFailuresWhereverItIs() {
        var owner = service.owner(merchant);
        for (int i = 0; i < 5; i++) {
            owner.signIn(WRONG, from("198.51.103." + i, owner)).expect(401, "CREDENTIALS_INVALID");
        }
        owner.signIn(owner.password(), from("198.51.103.77", owner)).expect(429, "RATE_LIMITED");
        owner.signIn(owner.password(), from("198.51.103.78")).expect(200);
    }

    @Test
    void attemptsOfALockedPairDoNotCountAgainstTheUser() {
        var owner = service.owner(merchant);
        lock(owner, "198.51.104.1");
        for (int i = 0; i < 60; i++) {
            owner.signIn(WRONG, from("198.51.104.1")).expect(429, "RATE_LIMITED");
        }
        owner.signIn(owner.password(), from("198.51.104.2")).expect(200);
    }

    @Test
    void theDeviceCookieIsForTheServiceAloneAndForNinetyDays() {
        var owner = service.owner(merchant);
        var cookies = owner.signIn().expect(200).headers().allValues("Set-Cookie");
        assertThat(cookies)
                .hasSize(2)
                .last(as(InstanceOfAssertFactories.STRING))
                .startsWith("tical_session_device=")
                .endsWith("; Path=/; Max-Age=7776000; HttpOnly; SameSite=Strict");
        assertThat(owner.device()).matches("[A-Za-z0-9_-]{75}");
    }

    @Test
    void failuresThatNoLongerLockAreDeleted() {
        var client = new DashboardClient(service.port(), "forgotten", WRONG);
        client.signIn(WRONG, from("192.0.2.11")).expect(401, "CREDENTIALS_INVALID");
        var lock = new SignInLock(service.tical().database(), "dashboard", Clock.systemUTC());
        lock.forget(10_000);
        pass("50 minutes");
        assertThat(lock.forget(10_000)).isPositive();
        assertThat(lock.forget(10_000)).isZero();
    }

    /** Lets time pass for every failure so far. */
    private void pass(String interval) {
        service.sql("UPDATE sign_in_failure SET failed_at = failed_at - interval '" + interval + "'");
        service.sql("UPDATE sign_in_guess SET full_at = full_at - interval '" + interval + "'");
    }
}
