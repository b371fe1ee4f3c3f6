package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.tical.common.Json;
import io.tical.common.admin.BankAccountState.Share;
import io.tical.common.admin.BankOverview;
import io.tical.common.admin.BankOverview.Entries;
import io.tical.common.admin.BankOverview.Payments;
import io.tical.common.admin.BankOverview.Sum;
import io.tical.common.admin.BankOverview.Window;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.bank.CamtText;
import io.tical.server.staff.Operator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The overview says how much of the money the bank proves, and raises the alarm for money that left. */
class BankPaneTest {
    private static TestService service;
    private static OperatorClient operator;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        operator = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    /** Shows these figures in place of the service's. */
    private record Shown(BankOverview overview) implements ServiceProxy.Change {
        @Override
        public InputStream body(HttpExchange exchange, InputStream answered) throws IOException {
            if (!exchange.getRequestURI().getPath().endsWith("/bank-overview")) {
                return answered;
            }
            var answer = (ObjectNode) Json.mapper().readTree(answered.readAllBytes());
            answer.set("data", Json.mapper().valueToTree(overview));
            return new ByteArrayInputStream(Json.bytes(answer));
        }
    }

    private static BankOverview busy() {
        return new BankOverview(
                true,
                List.of(),
                List.of(),
                new BankOverview.Statements(3, 1),
                List.of(
                        new Window(
                                24,
                                List.of(new Payments(
                                        "THB",
                                        new Sum(1_240, 912_345_600),
                                        new Sum(31, 21_000_000),
                                        new Sum(2, 150_000))),
                                List.of(new Entries("THB", new Share(1_301, 1_280, 940_000_000, 938_000_000)))),
                        new Window(
                                168,
                                List.of(
                                        new Payments(
                                                "THB",
                                                new Sum(8_240, 6_112_345_600L),
                                                new Sum(131, 101_000_000),
                                                new Sum(12, 950_000)),
                                        new Payments("USD", Sum.NONE, Sum.NONE, new Sum(1, 12_000))),
                                List.of(new Entries("THB", new Share(9_001, 8_980, 7_940_000_000L, 7_939_999_999L))))));
    }

    private static Map<String, String> look(String theme, String width) {
        return Map.of(
                "theme",
                theme.toUpperCase(Locale.ROOT),
                "language",
                theme.equals("light") ? "ENGLISH" : "THAI",
                "width",
                width,
                "height",
                "900");
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void theCardsSayWhatIsProvedAndLeadThere(String theme) throws Exception {
        for (var width : List.of("1000", "1440")) {
            try (var proxy = new ServiceProxy(service.tical().ports().admin(), new Shown(busy()));
                    var console = OpenConsole.as(operator, proxy.port(), "overview", look(theme, width))) {
                console.await(() -> console.exists("#bank-payments-THB")
                        && console.exists("#bank-entries-THB")
                        && console.textsOf("#bank-payments-THB").contains("98 %")
                        && console.textsOf("#bank-entries-THB").contains("99 %")
                        && console.exists("#queue-slips_pending"));
                assertThat(console.textsOf("#bank-payments-THB"))
                        .contains("98 %", "9,123,456.00", "61,123,456.00", "1,010,000.00", "9,500.00");
                assertThat(console.textsOf("#bank-payments-USD")).contains("0 %", "0.00", "120.00");
                assertThat(console.textsOf("#bank-entries-THB"))
                        .as("100 % would be all")
                        .contains("99 %", "1,301", "8,980", "0.01");
                console.picture("overview-bank-top-" + theme + "-" + width);
                console.interact(() ->
                        console.robot().lookup("#overview").<ScrollPane>query().setVvalue(0.6));
                console.picture("overview-bank-" + theme + "-" + width);
            }
        }
        try (var proxy = new ServiceProxy(service.tical().ports().admin(), new Shown(busy()));
                var console = OpenConsole.as(operator, proxy.port(), "overview", look(theme, "1000"))) {
            console.await(() -> console.exists("#bank-payments-THB.button") && console.isIdle());
            console.focus("#bank-payments-THB");
            console.push(KeyCode.ENTER);
            console.await(() -> console.hasState("#nav-payment-proofs", "current"));
            console.click("#nav-overview");
            console.await(() -> console.exists("#bank-entries-THB.button") && console.isIdle());
            console.focus("#bank-payments-THB");
            console.push(KeyCode.RIGHT);
            console.await(() -> console.exists("#bank-entries-THB:focused"));
            console.push(KeyCode.ENTER);
            console.await(() -> console.hasState("#nav-bank-entries", "current"));
        }
    }

    @Test
    void moneyThatLeftIsAnAlarmAtOnce() throws Exception {
        var port = service.tical().ports().admin();
        try (var console = OpenConsole.as(operator, port, "overview", Map.of("height", "900"))) {
            console.await(() -> console.exists("#queue-bank_entries_out") && console.isIdle());
            assertThat(console.shows("Nothing was credited in the last 7 days, and no bank entries came."))
                    .isTrue();
            assertThat(console.exists(".label.alarm")).isFalse();
            console.awaitConnected();
            var number = operator.bankAccount("THB").get("account_no").asText();
            var file = operator.upload(
                            "/admin/v1/bank-statements?name=left.xml",
                            new CamtText(number, "LEFT", LocalDate.now(ZoneId.of("Asia/Bangkok")))
                                    .entry(-170_000, "LEFT")
                                    .entry(3_100, "CAME")
                                    .text())
                    .expect(201)
                    .word("id");
            operator.post("/admin/v1/bank-statements/" + file + "/import", "{\"version\":1}")
                    .expect(200);
            console.await(() -> console.exists("#queue-bank_entries_out .alarm")
                    && console.textsOf("#queue-bank_entries_out").contains("1,700.00 THB"));
            assertThat(console.textsOf("#nav-bank-entries")).contains("2");
            console.picture("overview-alarm-light");
            console.click("#queue-bank_entries_out");
            console.await(() -> console.hasState("#nav-bank-entries", "current")
                    && console.cells("queue.column.amount").equals(List.of("−1,700.00 THB")));
        }
    }
}
