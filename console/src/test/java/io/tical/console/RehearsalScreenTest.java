package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.scene.input.KeyCode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operators rehearse with test payment files, whose bank is the simulator. */
class RehearsalScreenTest {
    private static final String FILES = "/admin/v1/payment-files";
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private static TestService service;
    private static OperatorClient operator;
    private static Merchant merchant;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of("TICAL_SANDBOX_DISPATCH_SECONDS", "0"));
        operator = service.operator(Operator.Role.FINANCE);
        service.operator(Operator.Role.ADMIN)
                .put("/admin/v1/simulator", "{\"payout\":\"file\"}")
                .expect(200);
        var account = operator.bankAccount("THB").get("id").asText();
        service.approved(operator.put(
                "/admin/v1/paying-accounts/" + account,
                "{\"version\":0,\"format\":\"pain.001.001.09\",\"zone\":\"Asia/Bangkok\",\"note\":\"agreed\"}"));
        merchant = service.merchant().funded("THB", 10_000_000);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static JsonNode newest() {
        return operator.get(FILES + "?livemode=false&limit=1")
                .expect(200)
                .data()
                .get(0);
    }

    private static void order(long amount) {
        merchant.payout("rehearsal-" + NUMBERS.incrementAndGet(), amount).expect(201);
    }

    private Path only(Path in) {
        try (var saved = Files.list(in)) {
            return saved.reduce((one, other) -> {
                        throw new AssertionError(one + " and " + other);
                    })
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path saved(OpenConsole console, String name, KeyCode key) throws IOException {
        var to = Files.createDirectory(folder.resolve(name));
        console.saveTo(to);
        console.push(KeyCode.CONTROL, key);
        console.await(
                () -> console.isIdle() && console.text("#simulator-pane #saved").contains(".xml"));
        return only(to);
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void aTestFileIsAnsweredByTheSimulator(Screens.Look look) throws Exception {
        order(50_000);
        order(60_001);
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> operator.get("/admin/v1/payouts?livemode=false&status=processing&rail=manual")
                                .data()
                                .size()
                        == 2);
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "payment-files", look.remembered())
                .showTest()) {
            console.await(() -> console.canPress("#decision-payment-files-new") && console.isIdle());
            console.push(KeyCode.N);
            console.await(() -> console.exists("#input-account") && console.isIdle());
            console.push(KeyCode.DIGIT1);
            console.picture(look.name("new", "rehearsal"));
            console.push(KeyCode.ENTER);
            console.await(() -> console.canPress("#decision-payment-files-release"));
            assertThat(newest().get("name").asText()).startsWith("TEST");
            assertThat(console.isVisible("#simulator-pane")).isFalse();
            console.picture(look.name("draft", "rehearsal"));
        }
        var file = newest().get("id").asText();
        service.approved(operator.post(FILES + "/" + file + "/release", "{\"version\":1}"));
        operator.file(FILES + "/" + file + "/file");
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "payment-files", look.remembered())
                .showTest()) {
            console.await(() -> console.isVisible("#simulator-pane") && console.canPress("#save-result"));
            console.picture(look.name("handed-out", "rehearsal"));
            var result = saved(console, "result", KeyCode.R);
            assertThat(Files.readString(result))
                    .contains("pain.002", newest().get("name").asText());
            var statement = saved(console, "statement", KeyCode.D);
            assertThat(Files.readString(statement)).contains("camt.053", "TEST");
            console.picture(look.name("saved", "rehearsal"));

            console.click("#nav-bank-statements");
            console.await(() -> console.canPress("#upload-choose") && console.isIdle());
            console.readFrom(List.of(result, statement));
            console.push(KeyCode.N);
            console.await(() -> console.isIdle()
                    && console.canPress("#decision-bank-statements-import")
                    && console.exists("#open-payment_file"));
            console.picture(look.name("import", "rehearsal"));
            console.push(KeyCode.I);
            console.push(KeyCode.ENTER);
            console.await(() -> newest().get("status").asText().equals("handed_out")
                    && newest().at("/parts/delivered/payments").asInt() == 1);
            console.click("#open-payment_file");
            console.await(() -> console.hasState("#nav-payment-files", "current")
                    && console.canPress("#decision-payment-files-apply"));
            console.push(KeyCode.A);
            console.push(KeyCode.ENTER);
            console.await(() -> newest().get("status").asText().equals("closed") && console.isIdle());
            console.picture(look.name("closed", "rehearsal"));
        }
    }
}
