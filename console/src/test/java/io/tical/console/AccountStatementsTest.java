package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.common.admin.BankAccountState;
import io.tical.common.admin.BankAccountState.Balance;
import io.tical.common.admin.BankAccountState.Gap;
import io.tical.common.admin.BankAccountState.Open;
import io.tical.common.admin.BankAccountState.Share;
import io.tical.common.admin.BankAccountState.Statement;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A collection account says what the statements of its bank say. */
class AccountStatementsTest {
    private static final long IMPORTED = 1_795_000_000L;

    private static TestService service;
    private static OperatorClient operator;
    private static UUID account;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        operator = service.operator(Operator.Role.FINANCE);
        account = UUID.fromString(operator.get("/admin/v1/collection-accounts")
                .expect(200)
                .data()
                .get(0)
                .get("id")
                .asText());
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    /** Shows this state of the account in place of the service's. */
    private record Shown(BankAccountState state) implements ServiceProxy.Change {
        @Override
        public InputStream body(HttpExchange exchange, InputStream answered) throws IOException {
            if (!exchange.getRequestURI().getPath().contains("/bank-accounts")) {
                return answered;
            }
            var answer = (ObjectNode) Json.mapper().readTree(answered.readAllBytes());
            var shown = Json.mapper().valueToTree(state);
            if (answer.get("data") instanceof ArrayNode all) {
                for (int i = 0; i < all.size(); i++) {
                    if (all.get(i).get("id").equals(shown.get("id"))) {
                        all.set(i, shown);
                    }
                }
            } else {
                answer.set("data", shown);
            }
            return new ByteArrayInputStream(Json.bytes(answer));
        }
    }

    private static BankAccountState troubled() {
        return new BankAccountState(
                account,
                true,
                "THB",
                new Statement(Ids.next(), "final", "2026-11-01", "2026-11-24", "proved", 4, IMPORTED, IMPORTED),
                new Balance(Ids.next(), "2026-11-24", 1_250_075_000),
                "2026-10-30",
                new Share(12_400, 12_362, 5_120_330_000L, 5_098_120_000L),
                new Share(61, 40, 3_911_000_000L, 3_900_000_000L),
                new Open(59, 22_210_000, -11_000_000, Ids.next(), "2026-11-02"),
                new BankAccountState.Expected("end_of_day", 36, IMPORTED, true),
                new BankAccountState.Ledger("2026-11-24", 1_249_000_000, 1_250_075_000),
                23,
                List.of(
                        new Gap("balance", "2026-10-31", "2026-11-01", 10_000_000L, 12_000_000L),
                        new Gap("days", "2026-09-12", "2026-09-15", null, null)));
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void whatIsLateOpenOrMissingIsSaid(Screens.Look look) throws Exception {
        try (var proxy = new ServiceProxy(service.tical().ports().admin(), new Shown(troubled()));
                var console = OpenConsole.as(operator, proxy.port(), "collection-accounts", look.remembered())) {
            console.await(() -> console.exists("#account-statements") && console.isIdle());
            assertThat(console.textsOf("#account-statements"))
                    .anyMatch(text -> text.contains("12,500,750.00 THB"))
                    .anyMatch(text -> text.contains("12,362") && text.contains("12,400"))
                    .anyMatch(text -> text.contains("59") && text.contains("110,000.00 THB"))
                    .anyMatch(text -> text.contains("20,000.00 THB"))
                    .anyMatch(text -> text.contains("23"));
            console.picture(look.name("late", "collection-accounts"));
            console.push(KeyCode.SPACE);
            console.picture(look.name("gaps", "collection-accounts"));
        }
    }

    @Test
    void anAccountWithoutStatementsSaysSo() throws Exception {
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "collection-accounts", Map.of())) {
            console.await(() -> console.shows("There is none. Import one under Bank statements."));
            assertThat(console.shows("None")).isTrue();
            console.picture("collection-accounts-none-light");
        }
    }
}
