package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.http.Route;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.session.Member;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Rules for every operation of the surface, including those that are added later. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryDashboardEndpointTest {
    /** What a member may do with what is its own, whatever its role. */
    private static final Set<String> OWN = Set.of(
            "DELETE /api/session",
            "PUT /api/password",
            "DELETE /api/sessions",
            "DELETE /api/sessions/{id}",
            "POST /api/second-factor",
            "POST /api/second-factor/confirm",
            "POST /api/second-factor/recovery-codes",
            "POST /api/second-factor/disable",
            "POST /api/passkeys/options",
            "POST /api/passkeys",
            "DELETE /api/passkeys/{id}");

    /** What only owners read. */
    private static final Set<String> OF_OWNERS = Set.of("GET /api/audit", "GET /api/audit.csv");

    private static final Path GUIDE = Path.of("../docs/dashboard-api.md");

    private TestService service;
    private Merchant merchant;
    private List<SessionEndpoint<Member>> guarded;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        merchant = service.merchant();
        guarded = service.tical().dashboard().stream()
                .filter(endpoint -> endpoint instanceof SessionEndpoint.Guarded)
                .toList();
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private static String name(Route endpoint) {
        return endpoint.method() + " " + endpoint.path();
    }

    private static String path(Route endpoint, String id) {
        var needed = List.of("/api/statements", "/api/proved-payins").contains(endpoint.path())
                ? "?currency=THB&from=2026-01-01"
                : "";
        return endpoint.path().replace("{id}", id).replace("{kind}", "payin").replace("{number}", "1") + needed;
    }

    private static boolean changes(Route endpoint) {
        return !endpoint.method().equals("GET");
    }

    private static Reply send(DashboardClient client, Route endpoint, Map<String, String> headers) {
        return client.send(
                endpoint.method(), path(endpoint, Ids.next().toString()), headers, changes(endpoint) ? "{}" : null);
    }

    @Test
    void noneButSigningInAnswersWithoutASession() {
        assertThat(service.tical().dashboard()).hasSize(guarded.size() + 3);
        var nobody = new DashboardClient(service.port(), "nobody", "");
        for (var endpoint : guarded) {
            var reply = send(nobody, endpoint, Map.of());
            assertThat(reply.status() + " " + reply.code()).as(name(endpoint)).isEqualTo("401 SESSION_REQUIRED");
        }
    }

    @Test
    void noneChangesAnythingWithoutTheCsrfToken() {
        var owner = service.owner(merchant);
        for (var endpoint : guarded) {
            if (changes(endpoint)) {
                var reply = send(owner, endpoint, Map.of("Cookie", "tical_session=" + owner.token()));
                assertThat(reply.status() + " " + reply.code())
                        .as(name(endpoint))
                        .isEqualTo("403 CSRF_TOKEN_INVALID");
            }
        }
    }

    @Test
    void aViewerReadsEverythingButTheAuditLogAndChangesOnlyWhatIsItsOwn() {
        for (var endpoint : guarded) {
            if (!OWN.contains(name(endpoint))) {
                var viewer = service.viewer(merchant);
                var reply = viewer.change(
                        endpoint.method(), path(endpoint, Ids.next().toString()), changes(endpoint) ? "{}" : null);
                if (changes(endpoint) || OF_OWNERS.contains(name(endpoint))) {
                    assertThat(reply.status() + " " + reply.code())
                            .as(name(endpoint))
                            .isEqualTo("403 PERMISSION_DENIED");
                } else {
                    assertThat(reply.status()).as(name(endpoint)).isIn(200, 404);
                }
            }
        }
        var viewer = service.viewer(merchant);
        viewer.put(
                        "/api/password",
                        "{\"current_password\":\"%s\",\"password\":\"a new password of mine\"}"
                                .formatted(viewer.password()))
                .expect(200);
        viewer.delete("/api/session").expect(200);
    }

    @Test
    void anIdThatNamesNothingIsNotFound() {
        for (var id : List.of(
                Ids.next().toString(),
                "x",
                "%00",
                "1' OR '1'='1".replace(" ", "%20").replace("'", "%27"))) {
            // One user may not ask so much in so short a time.
            var owner = service.owner(service.merchant());
            for (var endpoint : guarded) {
                if (endpoint.path().contains("{id}")) {
                    var reply = owner.change(endpoint.method(), path(endpoint, id), changes(endpoint) ? "{}" : null);
                    assertThat(reply.status()).as(name(endpoint) + " " + id).isEqualTo(404);
                    assertThat(reply.code()).as(name(endpoint)).endsWith("_NOT_FOUND");
                }
            }
        }
    }

    @Test
    void theGuideListsEveryErrorOfTheSurface() throws IOException {
        var guide = Files.readString(GUIDE);
        var code = Pattern.compile("new Problem\\.\\w+\\(\\s*\"([A-Z]+(?:_[A-Z]+)+)\"");
        var thrown = new TreeSet<String>();
        for (var file : List.of(
                "session/Sessions",
                "session/SecondFactors",
                "session/Passkeys",
                "session/WebAuthn",
                "http/SessionApi",
                "http/SessionCookie",
                "merchant/ApiKeys",
                "merchant/DashboardUsers",
                "session/SignIn",
                "webhook/Deliveries",
                "webhook/Pings")) {
            var text = Files.readString(Path.of("src/main/java/io/tical/server", file + ".java"));
            code.matcher(text).results().forEach(match -> thrown.add(match.group(1)));
        }
        assertThat(thrown).contains("SESSION_REQUIRED", "CREDENTIALS_INVALID", "LAST_OWNER");
        assertThat(thrown).allSatisfy(word -> assertThat(guide).contains("`" + word + "`"));
    }

    @Test
    void theGuideListsEveryOperationAndNoOther() throws IOException {
        var listed = Files.readAllLines(GUIDE).stream()
                .filter(line -> line.startsWith("| `") && line.contains("`/api"))
                .map(line -> line.split("`"))
                .map(parts -> parts[1] + " " + parts[3].split("\\?")[0])
                .collect(Collectors.toList());
        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(service.tical().dashboard().stream()
                        .map(EveryDashboardEndpointTest::name)
                        .toList());
    }
}
