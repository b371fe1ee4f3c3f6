package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import io.tical.server.http.Route;
import io.tical.server.staff.Operator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * A mistyped parameter selects nothing by itself: without an error, {@code ?orderref=X} would answer other orders, and so would
 * {@code ?order_ref=} of a client that lost the reference. So each read takes the parameters that its document names, each with a value, and
 * refuses all others.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ParametersTest {
    private static final Set<String> PAGING = Set.of("limit", "offset", "cursor");

    private TestService service;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private static String name(Route route) {
        return route.method() + " " + route.path();
    }

    private static Map<String, Set<String>> declared(List<? extends Route> routes) {
        return routes.stream()
                .filter(route -> route.method().equals("GET"))
                .collect(Collectors.toMap(ParametersTest::name, Route::parameters));
    }

    private static Map<String, Set<String>> documented(OpenApiContract contract, OpenApi document) {
        return contract.operations().stream()
                .filter(operation -> operation.method().equals("GET"))
                .collect(Collectors.toMap(
                        operation -> operation.method() + " " + operation.path(),
                        operation -> parameters(document, operation)));
    }

    private static Set<String> parameters(OpenApi document, Operation operation) {
        return Stream.of(operation.shared(), operation.node())
                .flatMap(node -> node.path("parameters").valueStream())
                .map(document::resolve)
                .filter(parameter -> parameter.path("in").asText().equals("query"))
                .map(parameter -> parameter.path("name").asText())
                .collect(Collectors.toSet());
    }

    @Test
    void theMerchantsApiTakesTheParametersOfItsDocument() {
        assertThat(declared(service.tical().endpoints()))
                .isEqualTo(documented(OpenApiContract.merchants(), OpenApi.shipped()));
    }

    @Test
    void theOperatorsApiTakesTheParametersOfItsDocument() {
        var document = OpenApi.operators(OpenApiContract.operatorsParts());
        assertThat(declared(service.tical().admin())).isEqualTo(documented(OpenApiContract.operators(), document));
    }

    @Test
    void theDashboardsApiTakesTheParametersOfItsGuide() throws IOException {
        var declared = declared(service.tical().dashboard());
        for (var line : Files.readAllLines(Path.of("../docs/dashboard-api.md"))) {
            if (!line.startsWith("| `GET` | `/api")) {
                continue;
            }
            var parts = line.split("`")[3].split("\\?", 2);
            var named = parts.length < 2
                    ? Set.<String>of()
                    : Arrays.stream(parts[1].split("&"))
                            .map(one -> one.replace("=", ""))
                            .collect(Collectors.toSet());
            var taken = new HashSet<>(declared.get("GET " + parts[0]));
            if (parts[0].endsWith(".csv")) {
                // A file has the rows of all pages.
                taken = new HashSet<>(declared.get("GET " + parts[0].replace(".csv", "")));
                taken.removeAll(PAGING);
                assertThat(declared.get("GET " + parts[0])).as(line).isEqualTo(taken);
            } else {
                taken.removeAll(PAGING);
                assertThat(taken).as(line).isEqualTo(named);
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> everyReadRefusesAParameterThatItDoesNotHave() {
        return everyRead(ParametersTest::refusals);
    }

    @TestFactory
    Stream<DynamicTest> everyReadRefusesAParameterWithoutAValue() {
        return everyRead(ParametersTest::blanks);
    }

    private Stream<DynamicTest> everyRead(
            BiFunction<List<? extends Route>, Function<String, Reply>, Stream<DynamicTest>> tests) {
        var merchant = service.merchant();
        var live = service.live(merchant);
        var owner = service.owner(merchant);
        var admin = service.operator(Operator.Role.ADMIN);
        return Stream.of(
                        tests.apply(service.tical().endpoints(), path -> {
                            var reply = merchant.get(path);
                            return reply.code().equals("TEST_KEY_NOT_ALLOWED") ? live.get(path) : reply;
                        }),
                        tests.apply(service.tical().dashboard(), owner::get),
                        tests.apply(service.tical().admin(), path -> admin.unproved("GET", path, null)))
                .flatMap(one -> one);
    }

    private static Reply patient(Function<String, Reply> get, String path) {
        var reply = get.apply(path);
        while (reply.code().equals("RATE_LIMITED")) {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            reply = get.apply(path);
        }
        return reply;
    }

    private static Stream<DynamicTest> reads(List<? extends Route> routes, BiConsumer<Route, String> test) {
        return routes.stream()
                .filter(route -> route.method().equals("GET"))
                .map(route -> DynamicTest.dynamicTest(
                        name(route),
                        () -> test.accept(
                                route,
                                route.path()
                                        .replace("{kind}", "payin")
                                        .replaceAll("\\{[a-z_]+}", Ids.next().toString()))));
    }

    private static Stream<DynamicTest> blanks(List<? extends Route> routes, Function<String, Reply> get) {
        return reads(routes, (route, path) -> {
            for (var name : route.parameters()) {
                for (var blank : List.of(name, name + "=", name + "=%20", name + "=+")) {
                    var error = patient(get, path + "?" + blank)
                            .expect(400, "VALIDATION_FAILED")
                            .json()
                            .at("/errors/0");
                    assertThat(error.path("field").asText()).as(blank).isEqualTo(name);
                    assertThat(error.path("code").asText()).as(blank).isEqualTo("required");
                }
            }
        });
    }

    private static Stream<DynamicTest> refusals(List<? extends Route> routes, Function<String, Reply> get) {
        return reads(routes, (route, path) -> {
            var refused = patient(get, path + "?orderref=X").expect(400, "VALIDATION_FAILED");
            var error = refused.json().at("/errors/0");
            assertThat(error.path("field").asText()).isEqualTo("orderref");
            assertThat(error.path("code").asText()).isEqualTo("unknown");
            assertThat(error.path("message").asText())
                    .contains(route.parameters().isEmpty() ? List.of("takes none") : route.parameters());
            for (var known : route.parameters()) {
                assertThat(unknown(patient(get, path + "?" + known + "=1").json()))
                        .as(known)
                        .isFalse();
            }
        });
    }

    private static boolean unknown(JsonNode answer) {
        return answer.path("errors")
                .valueStream()
                .anyMatch(error -> error.path("message").asText().contains("is not a parameter"));
    }
}
