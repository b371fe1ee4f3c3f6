package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may sign in: made, changed and deleted by owners, with their sessions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardUsersTest {
    private static final String PASSWORD = "correct horse battery";

    private TestService service;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private static String body(String username, String role) {
        return "{\"username\":\"%s\",\"password\":\"%s\",\"role\":\"%s\"}".formatted(username, PASSWORD, role);
    }

    private static JsonNode user(DashboardClient reader, String username) {
        for (var user : reader.get("/api/users").expect(200).data()) {
            if (user.get("username").asText().equals(username)) {
                return user;
            }
        }
        throw new AssertionError("no user " + username);
    }

    private static Reply delete(DashboardClient by, String username) {
        return by.delete("/api/users/" + user(by, username).get("id").asText());
    }

    private DashboardClient client(String username, String password) {
        return new DashboardClient(service.port(), username, password);
    }

    @Test
    void anOwnerLetsSomebodyElseIn() {
        var owner = service.owner(service.merchant());
        var made = owner.post("/api/users", body("Ann@Example.com", "viewer")).expect(201);
        assertThat(made.word("username")).isEqualTo("ann@example.com");
        assertThat(made.word("role")).isEqualTo("viewer");
        assertThat(made.data().get("last_sign_in_at").isNull()).isTrue();
        assertThat(made.text()).doesNotContain(PASSWORD, "argon2");
        var ann = client("ann@example.com", PASSWORD);
        assertThat(ann.signIn().expect(200).word("role")).isEqualTo("viewer");
        var seen = user(owner, "ann@example.com");
        assertThat(seen.get("last_sign_in_at").asLong())
                .isBetween(Instant.now().getEpochSecond() - 60, Instant.now().getEpochSecond());
        assertThat(seen.get("you").asBoolean()).isFalse();
        assertThat(user(ann, "ann@example.com").get("you").asBoolean()).isTrue();
        assertThat(user(ann, owner.username()).get("role").asText()).isEqualTo("owner");
    }

    @Test
    void aNameIsTakenInEveryOrganization() {
        service.owner(service.merchant())
                .post("/api/users", body("taken", "viewer"))
                .expect(201);
        service.owner(service.merchant())
                .post("/api/users", body("TAKEN", "owner"))
                .expect(409, "RESOURCE_EXISTS");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{\"password\":\"long enough for it\",\"role\":\"owner\"} | username",
                "{\"username\":\"a b\",\"password\":\"long enough for it\",\"role\":\"owner\"} | username",
                "{\"username\":\"ab\",\"role\":\"owner\"} | password",
                "{\"username\":\"ab\",\"password\":\"elevenchars\",\"role\":\"owner\"} | password",
                "{\"username\":\"ab\",\"password\":\"long enough for it\"} | role",
                "{\"username\":\"ab\",\"password\":\"long enough for it\",\"role\":\"admin\"} | role",
                "{\"username\":\"ab\",\"password\":\"long enough for it\",\"role\":\"OWNER\"} | role",
            })
    void aUserThatCannotBeIsRefusedByField(String body, String field) {
        var refused = service.owner(service.merchant()).post("/api/users", body).expect(400, "VALIDATION_FAILED");
        assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo(field);
    }

    @Test
    void aDeletedUsersSessionsEndAtOnceAndTheNameIsFree() {
        var owner = service.owner(service.merchant());
        owner.post("/api/users", body("leaver", "owner")).expect(201);
        var leaver = client("leaver", PASSWORD);
        leaver.signIn().expect(200);
        delete(owner, "leaver").expect(200);
        leaver.get("/api/session").expect(401, "SESSION_REQUIRED");
        leaver.post("/api/keys", "{\"environment\":\"test\",\"name\":\"x\"}").expect(401, "SESSION_REQUIRED");
        leaver.signIn().expect(401, "CREDENTIALS_INVALID");
        service.owner(service.merchant())
                .post("/api/users", body("leaver", "viewer"))
                .expect(201);
        leaver.get("/api/session").expect(401, "SESSION_REQUIRED");
    }

    @Test
    void theLastOwnerStaysAndNobodyDeletesThemselves() {
        var merchant = service.merchant();
        var owner = service.owner(merchant);
        delete(owner, owner.username()).expect(409, "LAST_OWNER");
        var second = service.owner(merchant);
        delete(owner, owner.username()).expect(409, "OWN_USER");
        delete(owner, second.username()).expect(200);
        delete(owner, owner.username()).expect(409, "LAST_OWNER");
        owner.get("/api/session").expect(200);
    }

    @Test
    void ofTwoOwnersWhoDeleteEachOtherOneStays() throws Exception {
        var merchant = service.merchant();
        var one = service.owner(merchant);
        var other = service.owner(merchant);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Reply>> both =
                    List.of(() -> delete(one, other.username()), () -> delete(other, one.username()));
            for (var done : executor.invokeAll(both)) {
                done.state();
            }
        }
        var left = List.of(one, other).stream()
                .filter(client -> client.get("/api/session").status() == 200)
                .toList();
        assertThat(left).hasSize(1);
        assertThat(left.getFirst().get("/api/users").expect(200).data()).hasSize(1);
    }

    @Test
    void aNewPasswordEndsEveryOtherSession() {
        var here = service.owner(service.merchant());
        var elsewhere = client(here.username(), here.password());
        elsewhere.signIn().expect(200);
        here.put(
                        "/api/password",
                        "{\"current_password\":\"%s\",\"password\":\"%s\"}".formatted(here.password(), PASSWORD))
                .expect(200);
        here.get("/api/session").expect(200);
        elsewhere.get("/api/session").expect(401, "SESSION_REQUIRED");
        elsewhere.signIn().expect(401, "CREDENTIALS_INVALID");
        client(here.username(), PASSWORD).signIn().expect(200);
    }

    @Test
    void aPasswordIsChangedByWhoKnowsItAlone() {
        var owner = service.owner(service.merchant());
        var wrong = owner.put("/api/password", "{\"current_password\":\"no\",\"password\":\"" + PASSWORD + "\"}")
                .expect(400, "VALIDATION_FAILED");
        assertThat(wrong.json().at("/errors/0/field").asText()).isEqualTo("current_password");
        var tooShort = owner.put(
                        "/api/password",
                        "{\"current_password\":\"%s\",\"password\":\"short\"}".formatted(owner.password()))
                .expect(400, "VALIDATION_FAILED");
        assertThat(tooShort.json().at("/errors/0/field").asText()).isEqualTo("password");
        client(owner.username(), owner.password()).signIn().expect(200);
    }

    @Test
    void nothingOfAnotherOrganizationIsThere() {
        Merchant theirs = service.merchant();
        var stranger = service.owner(theirs);
        theirs.funded("THB", 1_000_000);
        var payout = theirs.payout("theirs", 10_000).expect(201).word("id");
        var key = stranger.post("/api/keys", "{\"environment\":\"test\",\"name\":\"x\"}")
                .expect(201);
        var user = user(stranger, stranger.username()).get("id").asText();

        var owner = service.owner(service.merchant());
        owner.get("/api/payouts/" + payout).expect(404, "PAYOUT_NOT_FOUND");
        owner.get("/api/payouts/" + payout + "/timeline").expect(404, "PAYOUT_NOT_FOUND");
        owner.delete("/api/users/" + user).expect(404, "USER_NOT_FOUND");
        for (var path : List.of("", "/signing")) {
            owner.delete("/api/keys/" + key.word("id") + path).expect(404, "API_KEY_NOT_FOUND");
        }
        for (var path : List.of("/regenerate", "/signing")) {
            owner.post("/api/keys/" + key.word("id") + path).expect(404, "API_KEY_NOT_FOUND");
        }
        new Merchant(service.port(), key.word("key"), theirs.organizationId())
                .get("/v1/me")
                .expect(200);
        for (var list : List.of(
                "/api/keys", "/api/payouts?environment=test", "/api/customers?environment=test", "/api/deliveries")) {
            assertThat(owner.get(list).expect(200).data()).as(list).isEmpty();
        }
        assertThat(owner.get("/api/users").expect(200).data()).hasSize(1);
        stranger.get("/api/payouts/" + payout).expect(200);
        stranger.get("/api/session").expect(200);
    }
}
