package io.tical.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tical.common.Ids;
import io.tical.common.Word;
import io.tical.server.OpenApiContract;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.module.Kind;
import io.tical.server.staff.Operator;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every operation is documented, and open to exactly the roles that the document names. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorsApiTest {
    private final List<Operation> operations = OpenApiContract.operators().operations();
    private final Map<Operator.Role, OperatorClient> staff = new EnumMap<>(Operator.Role.class);
    private TestService service;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of());
        for (var role : Operator.Role.values()) {
            staff.put(role, service.operator(role));
        }
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @Test
    void theDocumentAndTheServiceKnowTheSameOperations() {
        assertThat(operations)
                .extracting(one -> one.method() + " " + one.path())
                .containsExactlyInAnyOrderElementsOf(service.tical().admin().stream()
                        .map(one -> one.method() + " " + one.path())
                        .toList());
    }

    @Test
    void theDocumentIsMadeOfTheFilesOfAllPackages() throws IOException {
        assertThat(service.tical().all(Kind.ADMIN_DOCUMENTS))
                .containsExactlyInAnyOrderElementsOf(OpenApiContract.operatorsParts());
        var positions = new TreeSet<Integer>();
        for (var part : OpenApiContract.operatorsParts()) {
            try (var file = OperatorsApiTest.class.getResourceAsStream(part)) {
                var position = new YAMLMapper().readTree(file).required("x-position");
                assertThat(positions.add(position.intValue()))
                        .as("%s has the position of no other part: %s", part, position)
                        .isTrue();
            }
        }
    }

    @Test
    void everyGroupOfOperationsIsDescribedOnce() {
        var described = OpenApi.operators(OpenApiContract.operatorsParts())
                .root()
                .path("tags")
                .valueStream()
                .map(tag -> tag.path("name").asText())
                .toList();
        assertThat(described)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(
                        operations.stream().map(Operation::tag).distinct().toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/openapi", "/openapi.json"})
    void theDocumentIsServedWithTheAddressThatWasAsked(String path) throws IOException {
        var address = "http://127.0.0.1:" + service.tical().ports().admin();
        try (var served = URI.create(address + path).toURL().openStream()) {
            var document = new YAMLMapper().readTree(served);
            assertThat(document.at("/servers/0/url").asText()).isEqualTo(address);
            assertThat(document.path("paths").size()).isPositive();
        }
    }

    @Test
    void theGuideListsEveryOperation() throws IOException {
        var guide = Files.readString(Path.of("../docs/operators-api.md"));
        assertThat(operations)
                .allSatisfy(one -> assertThat(guide)
                        .containsPattern(Pattern.quote("| `" + one.method() + "` | `" + one.path()) + "[`?]"));
    }

    @TestFactory
    Stream<DynamicTest> everyOtherRoleIsRefused() {
        return operations.stream()
                .filter(OperatorsApiTest::needsSession)
                .map(operation -> DynamicTest.dynamicTest(line(operation), () -> {
                    staff.values()
                            .iterator()
                            .next()
                            .send(operation.method(), path(operation), Map.of(), null)
                            .expect(401, "SESSION_REQUIRED");
                    for (var role : Operator.Role.values()) {
                        if (!documented(operation, role)) {
                            staff.get(role)
                                    .change(operation.method(), path(operation), null)
                                    .expect(403, "PERMISSION_DENIED");
                        }
                    }
                }));
    }

    /** The operations that change a control, which an unattended screen or a stolen token must not be sufficient for. */
    @Test
    void theDocumentNamesTheOperationsThatNeedAStepUp() {
        var needed = service.tical().admin().stream()
                .filter(one -> one instanceof SessionEndpoint.Guarded<?> guarded && guarded.proof())
                .map(one -> one.method() + " " + one.path())
                .toList();
        assertThat(operations.stream()
                        .filter(one -> one.node().path("x-step-up").asBoolean())
                        .map(OperatorsApiTest::line))
                .containsExactlyInAnyOrderElementsOf(needed)
                .contains("PUT /admin/v1/rates", "PATCH /admin/v1/organizations/{id}", "POST /admin/v1/operators");
        var admin = staff.get(Operator.Role.ADMIN);
        assertThat(operations.stream()
                        .filter(one -> one.node().path("x-step-up").asBoolean()))
                .allSatisfy(one -> admin.unproved(one.method(), path(one), null).expect(403, "STEP_UP_REQUIRED"));
    }

    @TestFactory
    Stream<DynamicTest> everyNamedRoleIsAdmitted() {
        return service.tical().admin().stream()
                .filter(SessionEndpoint.Guarded.class::isInstance)
                .map(SessionEndpoint.Guarded.class::cast)
                .map(endpoint -> DynamicTest.dynamicTest(endpoint.method() + " " + endpoint.path(), () -> {
                    var operation = operations.stream()
                            .filter(one -> one.method().equals(endpoint.method())
                                    && one.path().equals(endpoint.path()))
                            .findFirst()
                            .orElseThrow();
                    for (var role : Operator.Role.values()) {
                        assertThat(admits(endpoint, role)).as(role.word()).isEqualTo(documented(operation, role));
                    }
                }));
    }

    @SuppressWarnings("unchecked")
    private static boolean admits(SessionEndpoint.Guarded<?> endpoint, Operator.Role role) {
        var staff = new Staff(Ids.next(), Ids.next(), "somebody", role, "127.0.0.1", Instant.EPOCH);
        return ((SessionEndpoint.Guarded<Staff>) endpoint).allowed().test(staff);
    }

    private static boolean needsSession(Operation operation) {
        return !operation.node().has("security");
    }

    private static boolean documented(Operation operation, Operator.Role role) {
        var permission = operation.node().path("x-permission").asText();
        return switch (permission) {
            case "own" -> true;
            case "decide" -> role.permissions().stream().anyMatch(Permission::decidesMoney);
            default -> role.permissions().contains(Word.of(Permission.class, permission));
        };
    }

    private static String line(Operation operation) {
        return operation.method() + " " + operation.path();
    }

    /** A path to objects that do not exist. */
    private static String path(Operation operation) {
        return operation.path().replaceAll("\\{[a-z_]+}", Ids.next().toString());
    }
}
