package io.tical.server.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.gson.JsonObject;
import com.microsoft.playwright.Page;
import io.tical.common.Json;
import io.tical.server.Browser;
import io.tical.server.Browser.Visit;
import io.tical.server.Browser.Window;
import io.tical.server.DashboardClient;
import io.tical.server.InBrowser;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.session.Authenticator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Passkeys of a real browser with an authenticator of software, at a real service. */
@InBrowser
class PasskeysTest {
    private static Browser browser;
    private static TestService service;

    private DashboardClient user;
    private Visit visit;
    private Page page;
    private Screens screens;

    @BeforeAll
    static void start(Browser shared) {
        browser = shared;
        service = TestService.start(Map.of("TICAL_TRUSTED_PROXIES", "127.0.0.1"), TestService.WITHOUT_WORK);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    @BeforeEach
    void open() {
        user = service.owner(service.merchant());
        visit = browser.visit(Window.DESK);
        page = visit.page();
        Modules.offer(visit.context());
        screens = new Screens(page);
        var authenticator = new JsonObject();
        authenticator.addProperty("protocol", "ctap2");
        authenticator.addProperty("transport", "internal");
        authenticator.addProperty("hasResidentKey", true);
        authenticator.addProperty("hasUserVerification", true);
        authenticator.addProperty("isUserVerified", true);
        authenticator.addProperty("automaticPresenceSimulation", true);
        var options = new JsonObject();
        options.add("options", authenticator);
        var devtools = visit.context().newCDPSession(page);
        devtools.send("WebAuthn.enable");
        devtools.send("WebAuthn.addVirtualAuthenticator", options);
        page.navigate(host() + "/dashboard/test/account");
        screens.shows("Sign in");
    }

    @AfterEach
    void close() {
        visit.close();
    }

    private static String host() {
        return "http://localhost:" + service.port();
    }

    /** A request of the user's session as a proxy sends it that was reached at this host. */
    private static Reply send(DashboardClient by, String method, String path, String host, String body) {
        var headers = new LinkedHashMap<>(Map.of("X-Forwarded-Host", host));
        if (!by.token().isEmpty()) {
            headers.put("Cookie", "tical_session=" + by.token());
            headers.put("X-CSRF-Token", by.csrfToken());
        }
        return by.send(method, path, headers, body);
    }

    private Reply send(DashboardClient by, String path, String body) {
        return send(by, "POST", path, "localhost:" + service.port(), body);
    }

    private Reply options(DashboardClient by) {
        return send(by, "/api/passkeys/options", "{\"password\":\"%s\"}".formatted(by.password()));
    }

    /** What the browser's authenticator answers. */
    private String answer(String function, Reply options) {
        return Json.mapper()
                .valueToTree(Modules.call(page, "webauthn", function, Modules.json(options.data())))
                .toString();
    }

    private Reply register(DashboardClient by, String credential) {
        return send(by, "/api/passkeys", "{\"name\":\"Laptop\",\"credential\":" + credential + "}");
    }

    private String signed() {
        return answer(
                "signWithPasskey",
                send(nobody(), "/api/session/passkey/options", "{}").expect(200));
    }

    private Reply signIn(String credential) {
        return send(nobody(), "/api/session/passkey", "{\"credential\":" + credential + "}");
    }

    private DashboardClient nobody() {
        return new DashboardClient(service.port(), "nobody", "");
    }

    @Test
    void aPasskeyIsAddedSignsInWithoutPasswordAndCodeAndIsRemoved() {
        var asked = user.post("/api/second-factor", "{\"password\":\"%s\"}".formatted(user.password()));
        var app = new Authenticator(asked.expect(200).word("secret"));
        user.post("/api/second-factor/confirm", "{\"code\":\"%s\"}".formatted(app.code()))
                .expect(200);
        screens.field("Username").fill(user.username());
        screens.field("Password").fill(user.password());
        screens.button("Sign in").click();
        screens.shows("Enter your code");
        screens.field("Code").fill(app.code());
        screens.button("Sign in").click();
        screens.shows("Your account");
        screens.button("Add a passkey").click();
        screens.field("Name").fill("Laptop");
        screens.field("Your password").fill("not the password");
        screens.answer("Continue").click();
        assertThat(screens.dialog()).containsText("is not your password");
        screens.field("Your password").fill(user.password());
        screens.answer("Continue").click();
        assertThat(page.locator(".passkeys")).containsText("At localhost");
        assertThat(page.locator(".passkeys")).containsText("Not used yet");
        assertThat(screens.obstacles()).isEmpty();

        screens.button("Account of " + user.username()).click();
        screens.button("Sign out").click();
        screens.shows("Sign in");
        screens.button("Sign in with a passkey").click();
        screens.shows("Overview");
        page.navigate(host() + "/dashboard/test/account");
        assertThat(page.locator(".passkeys")).containsText("Last used");
        screens.button("Remove the passkey Laptop").click();
        screens.answer("Remove the passkey").click();
        assertThat(page.locator("main")).containsText("You have no passkeys.");

        screens.button("Account of " + user.username()).click();
        screens.button("Sign out").click();
        screens.shows("Sign in");
        screens.button("Sign in with a passkey").click();
        assertThat(page.locator("main")).containsText("The passkey was not accepted.");
        assertThat(user.get("/api/audit").expect(200).data())
                .extracting(entry -> entry.get("action").asText())
                .startsWith("remove_passkey", "add_passkey", "fail_confirmation", "enable_second_factor");
    }

    /** A credential as a browser makes it at this origin: without attestation, nothing signs the origin. */
    private static String at(String origin, String credential) throws Exception {
        var made = (ObjectNode) Json.mapper().readTree(credential);
        var response = (ObjectNode) made.get("response");
        var client = (ObjectNode) Json.mapper()
                .readTree(Base64.getUrlDecoder()
                        .decode(response.get("clientDataJSON").asText()));
        client.put("origin", origin);
        response.put(
                "clientDataJSON",
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(Json.mapper().writeValueAsBytes(client)));
        return made.toString();
    }

    @ParameterizedTest
    @CsvSource({"localhost, 201", "localhost:443, 201", "LocalHost, 201", "LOCALHOST:443, 201", "localhost:8443, 400"})
    void aPasskeyIsAddedHoweverAProxyWritesTheHost(String host, int status) throws Exception {
        var headers = Map.of(
                "X-Forwarded-Host",
                host,
                "X-Forwarded-Proto",
                "https",
                "Cookie",
                "tical_session=" + user.token(),
                "X-CSRF-Token",
                user.csrfToken());
        var asked =
                user.send("POST", "/api/passkeys/options", headers, "{\"password\":\"%s\"}".formatted(user.password()));
        var credential = at("https://localhost", answer("makePasskey", asked.expect(200)));
        user.send("POST", "/api/passkeys", headers, "{\"name\":\"Laptop\",\"credential\":" + credential + "}")
                .expect(status);
    }

    @Test
    void aPasskeySignsInWhereAProxyWritesTheHostInCapitals() {
        var host = "LOCALHOST:" + service.port();
        var asked =
                send(user, "POST", "/api/passkeys/options", host, "{\"password\":\"%s\"}".formatted(user.password()));
        var credential = answer("makePasskey", asked.expect(200));
        send(user, "POST", "/api/passkeys", host, "{\"name\":\"Laptop\",\"credential\":" + credential + "}")
                .expect(201);
        var challenge = send(nobody(), "POST", "/api/session/passkey/options", host, "{}");
        var signed = answer("signWithPasskey", challenge.expect(200));
        assertThat(send(nobody(), "POST", "/api/session/passkey", host, "{\"credential\":" + signed + "}")
                        .expect(200)
                        .word("username"))
                .isEqualTo(user.username());
    }

    @Test
    void anAnswerRegistersOnceAndOnlyForItsOwnSessionAndOrigin() {
        var credential = answer("makePasskey", options(user).expect(200));
        register(service.owner(service.merchant()), credential).expect(400, "VALIDATION_FAILED");
        var elsewhere = new DashboardClient(service.port(), user.username(), user.password());
        elsewhere.signIn().expect(200);
        register(elsewhere, credential).expect(400, "VALIDATION_FAILED");
        var body = "{\"name\":\"Laptop\",\"credential\":" + credential + "}";
        send(user, "POST", "/api/passkeys", "localhost:1", body).expect(400, "VALIDATION_FAILED");
        send(user, "POST", "/api/passkeys", "127.0.0.1:80", body).expect(422, "PASSKEYS_UNAVAILABLE");
        var made = register(user, credential).expect(201);
        assertThat(made.word("host")).isEqualTo("localhost");
        assertThat(made.data().size()).isEqualTo(5);
        register(user, credential).expect(400, "VALIDATION_FAILED");
        // Whoever has the answer to a challenge has no key: it signs nothing else in.
        signIn(credential).expect(401, "PASSKEY_INVALID");
    }

    @Test
    void aSignatureSignsInOnceAndOnlyAtItsOrigin() {
        register(user, answer("makePasskey", options(user).expect(200))).expect(201);
        var earlier = signed();
        var signed = signed();
        var body = "{\"credential\":" + signed + "}";
        send(nobody(), "POST", "/api/session/passkey", "localhost:1", body).expect(401, "PASSKEY_INVALID");
        assertThat(signIn(signed).expect(200).word("username")).isEqualTo(user.username());
        signIn(signed).expect(401, "PASSKEY_INVALID");
        // Nor does what was recorded before it.
        signIn(earlier).expect(401, "PASSKEY_INVALID");
        // A challenge of a registration signs nobody in.
        var registering = options(user).expect(200);
        ((ObjectNode) registering.data().get("publicKey")).remove("extensions");
        signIn(answer("signWithPasskey", registering)).expect(401, "PASSKEY_INVALID");
        var id = user.get("/api/passkeys").expect(200).data().get(0).get("id").asText();
        service.owner(service.merchant()).delete("/api/passkeys/" + id).expect(404, "PASSKEY_NOT_FOUND");
        var last = signed();
        user.delete("/api/passkeys/" + id).expect(200);
        signIn(last).expect(401, "PASSKEY_INVALID");
    }

    private long passkeys(DashboardClient of) {
        return service.count("SELECT count(*) FROM dashboard_passkey WHERE user_id = " + id(of));
    }

    private static String id(DashboardClient user) {
        return "(SELECT user_id FROM dashboard_username WHERE username = '" + user.username() + "')";
    }

    /** What is answered to requests that are begun one after the other while a lock is held, and wait. */
    private List<Reply> together(String lock, List<Callable<Reply>> requests) throws Exception {
        try (var owner = service.ownerConnection();
                var statement = owner.createStatement();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            owner.setAutoCommit(false);
            statement.execute(lock);
            var replies = new ArrayList<Future<Reply>>();
            for (var request : requests) {
                replies.add(threads.submit(request));
                await().atMost(Duration.ofSeconds(90)).until(() -> service.lockWaiters() == replies.size());
            }
            owner.rollback();
            var answers = new ArrayList<Reply>();
            for (var reply : replies) {
                answers.add(reply.get());
            }
            return answers;
        }
    }

    @Test
    void ofTwoConcurrentRegistrationsBelowTheLimitOneSucceeds() throws Exception {
        var options = options(user).expect(200);
        var credentials = new ArrayList<String>();
        for (int i = 0; i < 21; i++) {
            credentials.add(answer("makePasskey", options));
        }
        for (int i = 0; i < 19; i++) {
            register(user, credentials.get(i)).expect(201);
        }
        // Rows can be counted meanwhile, but not added.
        var replies = together(
                "LOCK TABLE dashboard_passkey IN EXCLUSIVE MODE",
                List.of(() -> register(user, credentials.get(19)), () -> register(user, credentials.get(20))));
        replies.getFirst().expect(201);
        replies.getLast().expect(409, "PASSKEY_LIMIT_REACHED");
        assertThat(passkeys(user)).isEqualTo(20);
    }

    @Test
    void aPasskeyThatIsAddedDuringAResetOrADeletionIsNotThereAfterIt() throws Exception {
        user.post(
                        "/api/users",
                        "{\"username\":\"lost-%s\",\"password\":\"%s\",\"role\":\"viewer\"}"
                                .formatted(user.username(), user.password()))
                .expect(201);
        var viewer = new DashboardClient(service.port(), "lost-" + user.username(), user.password());
        var locked = "SELECT 1 FROM dashboard_user WHERE user_id = " + id(viewer) + " FOR UPDATE";
        var path = "/api/users/"
                + user.get("/api/users").expect(200).data().get(1).get("id").asText();
        for (var change : List.of(path + "/second-factor", path)) {
            viewer.signIn().expect(200);
            var credential = answer("makePasskey", options(viewer).expect(200));
            var replies = together(locked, List.of(() -> user.delete(change), () -> register(viewer, credential)));
            replies.getFirst().expect(200);
            replies.getLast().expect(401, "SESSION_REQUIRED");
            viewer.get("/api/session").expect(401, "SESSION_REQUIRED");
            assertThat(service.count("SELECT count(*) FROM dashboard_passkey WHERE name = 'Laptop' AND NOT EXISTS"
                            + " (SELECT FROM dashboard_user u WHERE u.user_id = dashboard_passkey.user_id)"))
                    .isZero();
            assertThat(passkeys(viewer)).isZero();
        }
    }

    @Test
    void aTextThatIsNoAnswerOfABrowserIsRefused() {
        for (var credential : List.of("5", "null", "[]", "\"x\"")) {
            register(user, credential).expect(400, "VALIDATION_FAILED");
            signIn(credential).expect(400, "VALIDATION_FAILED");
        }
        for (var credential :
                List.of("{}", "{\"id\":\"AA\"}", "{\"id\":\"AA\",\"type\":\"public-key\",\"response\":{}}")) {
            register(user, credential).expect(400, "VALIDATION_FAILED");
            signIn(credential).expect(401, "PASSKEY_INVALID");
        }
        send(nobody(), "/api/session/passkey", "{").expect(400, "JSON_INVALID");
        nobody().send("POST", "/api/session/passkey/options", Map.of(), "{}").expect(422, "PASSKEYS_UNAVAILABLE");
        for (var host : List.of("shop.example", "[1:2]", "[::::]", "[1.2]:80")) {
            send(nobody(), "POST", "/api/session/passkey/options", host, "{}").expect(422, "PASSKEYS_UNAVAILABLE");
        }
        send(user, "/api/passkeys/options", "{\"password\":\"not the password\"}")
                .expect(400, "VALIDATION_FAILED");
    }

    @Test
    void atAnAddressOfNumbersThePageSaysSoAndOffersNone() {
        page.navigate("http://127.0.0.1:" + service.port() + "/dashboard/test/account");
        screens.shows("Sign in");
        assertThat(screens.button("Sign in with a passkey")).hasCount(0);
        screens.field("Username").fill(user.username());
        screens.field("Password").fill(user.password());
        screens.button("Sign in").click();
        screens.shows("Your account");
        assertThat(page.locator("main")).containsText("Browsers have no passkeys at an address of numbers.");
        assertThat(screens.button("Add a passkey")).hasCount(0);
    }
}
