package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.load.TokenBuckets;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A surface whose sessions are bearer tokens, as programs use one; the dashboard's tests show one with cookies. */
class SessionApiTest {
    private static final Map<String, Person> SESSIONS = Map.of(
            "t-clerk",
            new Person("clerk", Set.of("look")),
            "t-chief",
            new Person("chief", Set.of("look", "act")),
            "t-busy",
            new Person("busy", Set.of("look")));

    private static TestServer server;

    private record Person(String name, Set<String> permissions) {
        boolean may(String permission) {
            return permissions.contains(permission);
        }
    }

    @BeforeAll
    static void start() {
        var api = new SessionApi<>(
                new SessionToken.Bearer(),
                token -> Optional.ofNullable(SESSIONS.get(token)),
                new SourceAddress(List.of()),
                TokenBuckets.perMinute(0),
                List.of(
                        new SessionEndpoint.Open<>(
                                "POST",
                                "/staff/session",
                                visit -> Answer.ok(Map.of("said", visit.json().text("say", 9)))),
                        SessionEndpoint.get(
                                "/staff/me", person -> person.may("look"), call -> Answer.ok(call.person())),
                        SessionEndpoint.patch(
                                "/staff/things/{id}", person -> person.may("act"), call -> Answer.ok(call.path()))));
        server = TestServer.start(
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                new TestServer.Socket("127.0.0.1", 0, routes -> {}),
                new TestServer.Socket("127.0.0.1", 0, routes -> HttpServer.mount(routes, "/staff", api)),
                List.of(),
                TestLimits.STANDARD);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Raw.Reply send(String method, String target, String body, String... headers) throws IOException {
        var request = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
        for (var header : headers) {
            request.append(header).append("\r\n");
        }
        request.append("Content-Length: ")
                .append(body.length())
                .append("\r\n\r\n")
                .append(body);
        return Raw.exchange(server.ports().admin(), request.toString()).only();
    }

    private static String outcome(Raw.Reply reply) {
        return reply.status() + " " + reply.json().path("code").asText();
    }

    @Test
    void aTokenOpensItsOwnersSession() throws IOException {
        var me = send("GET", "/staff/me", "", "Authorization: Bearer t-clerk");
        assertThat(me.json().at("/data/name").asText()).isEqualTo("clerk");
        assertThat(send("GET", "/staff/me", "", "authorization: bearer  t-chief")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Nothing: x",
                "Authorization: Bearer t-nobody",
                "Authorization: Bearer",
                "Authorization: Basic t-clerk",
                "Authorization: t-clerk",
                "Authorization: Bearer t-clerk t-chief",
                "Authorization: Bearer t-clerk\r\nAuthorization: Bearer t-clerk",
                "Cookie: session=t-clerk"
            })
    void nothingElseDoes(String header) throws IOException {
        assertThat(outcome(send("GET", "/staff/me", "", header))).isEqualTo("401 SESSION_REQUIRED");
    }

    @Test
    void aMissingPermissionIsRefusedBeforeTheBodyIsRead() throws IOException {
        assertThat(outcome(send("PATCH", "/staff/things/7", "{", "Authorization: Bearer t-clerk")))
                .isEqualTo("403 PERMISSION_DENIED");
    }

    @Test
    void aProgramNeedsNoCsrfTokenAndMayComeFromAnywhere() throws IOException {
        var done = send(
                "PATCH",
                "/staff/things/7",
                "{}",
                "Authorization: Bearer t-chief",
                "Content-Type: application/json",
                "Origin: https://console.example");
        assertThat(done.json().at("/data/id").asText()).isEqualTo("7");
    }

    @Test
    void aBodyMustSayThatItIsJson() throws IOException {
        assertThat(outcome(send("PATCH", "/staff/things/7", "{}", "Authorization: Bearer t-chief")))
                .isEqualTo("415 UNSUPPORTED_MEDIA_TYPE");
        assertThat(outcome(send("POST", "/staff/session", "{}"))).isEqualTo("415 UNSUPPORTED_MEDIA_TYPE");
        assertThat(outcome(send("POST", "/staff/session", "say", "Content-Type: application/json")))
                .isEqualTo("400 JSON_INVALID");
        assertThat(send("POST", "/staff/session", "{\"say\":\"hi\"}", "Content-Type: application/json")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void unknownPathsAndMethodsNeedNoSession() throws IOException {
        assertThat(outcome(send("GET", "/staff/nothing", ""))).isEqualTo("404 ROUTE_NOT_FOUND");
        var refused = send("DELETE", "/staff/things/7", "");
        assertThat(outcome(refused)).isEqualTo("405 METHOD_NOT_ALLOWED");
        assertThat(refused.header("Allow")).isEqualTo("PATCH");
    }

    @Test
    void oneSessionAsksOnlySoOften() throws IOException {
        var outcomes = new HashSet<String>();
        for (int i = 0; i < 3_000 && !outcomes.contains("429 RATE_LIMITED"); i++) {
            outcomes.add(outcome(send("GET", "/staff/me", "", "Authorization: Bearer t-busy")));
        }
        assertThat(outcomes).containsExactlyInAnyOrder("200 ", "429 RATE_LIMITED");
    }
}
