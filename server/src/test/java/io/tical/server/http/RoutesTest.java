package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.access.Scope;
import io.tical.server.problem.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoutesTest {
    private static final Routes<Endpoint> ROUTES = new Routes<>(List.of(
            get("/v1/payins"),
            post("/v1/payins"),
            get("/v1/payins/{id}"),
            post("/v1/payins/{id}/cancel"),
            get("/v1/payins/limits"),
            get("/v1/targets/by-code"),
            post("/v1/targets/{id}/close"),
            new Endpoint("PATCH", "/v1/accounts/{id}", null, Endpoint.Environment.ANY, call -> Answer.ok(Map.of())),
            new Endpoint("DELETE", "/v1/accounts/{id}", null, Endpoint.Environment.ANY, call -> Answer.ok(Map.of()))));

    private static Endpoint get(String path) {
        return Endpoint.get(path, Scope.PAYINS_READ, call -> Answer.ok(Map.of()));
    }

    private static Endpoint post(String path) {
        return Endpoint.post(path, Scope.PAYINS_WRITE, call -> Answer.ok(Map.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "GET,    /v1/payins,               /v1/payins,             ''",
        "POST,   /v1/payins,               /v1/payins,             ''",
        "GET,    /v1/payins/42,            /v1/payins/{id},        42",
        "GET,    /v1/payins/limits,        /v1/payins/limits,      ''",
        "POST,   /v1/payins/42/cancel,     /v1/payins/{id}/cancel, 42",
        "POST,   /v1/payins/limits/cancel, /v1/payins/{id}/cancel, limits",
        "POST,   /v1/targets/by-code/close, /v1/targets/{id}/close, by-code",
        "GET,    /v1/payins/a%2Fb,         /v1/payins/{id},        a/b",
        "GET,    /v1/payins/a+b,           /v1/payins/{id},        a+b",
        "GET,    /v1/payins/%2e%2e,        /v1/payins/{id},        ..",
        "DELETE, /v1/accounts/1,           /v1/accounts/{id},      1"
    })
    void aPathFindsItsEndpoint(String method, String path, String endpoint, String id) {
        var match = ROUTES.match(method, path);

        assertThat(match.route().path()).isEqualTo(endpoint);
        assertThat(match.parameters()).isEqualTo(id.isEmpty() ? Map.of() : Map.of("id", id));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/v1",
                "/v1/",
                "/v1/payins/",
                "/v1//payins",
                "//v1/payins",
                "/v1/payins//cancel",
                "/v1/payins/42/cancel/",
                "/V1/payins",
                "/v1/Payins",
                "/v1/pay%69ns",
                "/v1/payins;x=y",
                "/v1/payins/42/nothing",
                "/v1/./payins",
                "/v2/payins",
                "/v1/payins/%zz",
                "/v1/payins/%"
            })
    void everyOtherPathIsNotFound(String path) {
        assertThatThrownBy(() -> ROUTES.match("GET", path))
                .isInstanceOfSatisfying(
                        Problem.NotFound.class,
                        problem -> assertThat(problem.code()).isEqualTo("ROUTE_NOT_FOUND"));
    }

    @ParameterizedTest
    @CsvSource({
        "PUT,     /v1/payins,           'GET, POST'",
        "HEAD,    /v1/payins,           'GET, POST'",
        "OPTIONS, /v1/payins/42,        GET",
        "GET,     /v1/payins/42/cancel, POST",
        "get,     /v1/payins/42,        GET",
        "POST,    /v1/accounts/1,       'DELETE, PATCH'"
    })
    void anotherMethodIsAnsweredWithTheAllowedOnes(String method, String path, String allow) {
        assertThatThrownBy(() -> ROUTES.match(method, path)).isInstanceOfSatisfying(HttpProblem.class, problem -> {
            assertThat(problem.answer().status()).isEqualTo(405);
            assertThat(problem.answer().headers()).containsEntry("Allow", allow);
        });
    }

    @Test
    void twoEndpointsOfOnePathAndMethodAreAMistake() {
        assertThatThrownBy(() -> new Routes<>(List.of(get("/v1/a/{x}"), get("/v1/a/{y}"))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
