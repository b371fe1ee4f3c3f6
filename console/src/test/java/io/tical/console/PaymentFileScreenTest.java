package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.tical.common.Json;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javafx.scene.input.KeyCode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of payments as operators make, release and close them. */
class PaymentFileScreenTest {
    private static final String FILES = "/admin/v1/payment-files";
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private static TestService service;
    private static OperatorClient operator;
    private static OperatorClient colleague;
    private static String account;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        operator = service.operator(Operator.Role.FINANCE);
        colleague = service.operator(Operator.Role.FINANCE);
        account = operator.bankAccount("THB").get("id").asText();
        service.approved(operator.put(
                "/admin/v1/paying-accounts/" + account,
                "{\"version\":0,\"format\":\"pain.001.001.09\",\"zone\":\"Asia/Bangkok\",\"note\":\"agreed\"}"));
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    /** The next test finds nothing that waits. */
    @AfterEach
    void nothingWaits() {
        for (var file :
                operator.get(FILES + "?waiting=true&limit=100").expect(200).data()) {
            var id = file.get("id").asText();
            decide(id, "discard", "").expect(200);
        }
        for (var payout : operator.get("/admin/v1/payouts?status=processing&rail=manual&limit=100")
                .expect(200)
                .data()) {
            operator.post(
                            "/admin/v1/payouts/" + payout.get("id").asText() + "/steps/1/outcome",
                            "{\"version\":" + payout.get("version").asLong() + ",\"outcome\":\"failed\"}")
                    .expect(200);
        }
    }

    private static io.tical.server.Reply decide(String file, String action, String more) {
        var version = operator.get(FILES + "/" + file).number("version");
        return operator.post(FILES + "/" + file + "/" + action, "{\"version\":" + version + more + "}");
    }

    /** Payouts that wait for a transfer by hand. */
    private static List<String> payouts(int count) {
        var live = service.fundedLive(service.merchant(), 100_000_000);
        var made = IntStream.range(0, count)
                .mapToObj(i -> live.payout("file-" + NUMBERS.incrementAndGet(), 150_000 + 12_345L * i)
                        .expect(201)
                        .word("id"))
                .toList();
        awaitWithStaff(made);
        return made;
    }

    private static void awaitWithStaff(List<String> payouts) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> operator.get("/admin/v1/payouts?status=processing&rail=manual&limit=100")
                        .data()
                        .findValuesAsText("id")
                        .containsAll(payouts));
    }

    private static OpenConsole open(Screens.Look look) throws Exception {
        return OpenConsole.as(operator, service.tical().ports().admin(), "payment-files", look.remembered());
    }

    private static JsonNode newest() {
        return operator.get(FILES + "?limit=1").expect(200).data().get(0);
    }

    private static List<JsonNode> lines(String file) {
        return operator.get(FILES + "/" + file + "/payments")
                .data()
                .valueStream()
                .toList();
    }

    private static String report(String file, List<JsonNode> lines, String... statuses) {
        var payments = new StringBuilder();
        for (int i = 0; i < statuses.length; i++) {
            payments.append(
                    "<TxInfAndSts><OrgnlEndToEndId>%s</OrgnlEndToEndId><TxSts>%s</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts>"
                            .formatted(lines.get(i).get("reference").asText(), statuses[i]));
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
            <GrpHdr><MsgId>R%2$s</MsgId><CreDtTm>2026-11-28T12:00:00</CreDtTm></GrpHdr>
            <OrgnlGrpInfAndSts><OrgnlMsgId>%1$s</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
            <OrgnlPmtInfAndSts><OrgnlPmtInfId>%1$s</OrgnlPmtInfId>%3$s</OrgnlPmtInfAndSts>
            </CstmrPmtStsRpt></Document>
            """.formatted(file, NUMBERS.incrementAndGet(), payments);
    }

    /** Releases a file as two people do, and takes its bytes. */
    private static String handedOut() {
        var file = operator.post(FILES, "{\"account_id\":\"" + account + "\"}")
                .expect(201)
                .word("id");
        service.approved(decide(file, "release", ""));
        operator.file(FILES + "/" + file + "/file");
        return file;
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void aFileIsMadeReleasedByTwoGivenToTheBankAndClosedByItsResult(Screens.Look look) throws Exception {
        payouts(4);
        String file;
        try (var console = open(look)) {
            console.await(() -> console.canPress("#decision-payment-files-new") && console.isIdle());
            console.push(KeyCode.N);
            // Not the name of the bank, which the list shows as well.
            console.await(() -> console.exists("#input-account"));
            console.push(KeyCode.DIGIT1);
            console.picture(look.name("new", "payment-files"));
            console.push(KeyCode.ENTER);
            console.await(() -> console.canPress("#decision-payment-files-release"));
            file = newest().get("id").asText();
            assertThat(newest().get("payments").asInt()).isEqualTo(4);
            console.picture(look.name("draft", "payment-files"));
            assertThat(console.canPress("#remove-marked")).isFalse();
            console.push(KeyCode.L);
            console.push(KeyCode.M);
            console.await(() -> console.canPress("#remove-marked"));
            console.picture(look.name("marked", "payment-files"));
            console.push(KeyCode.X);
            console.picture(look.name("remove", "payment-files"));
            console.push(KeyCode.ENTER);
            console.await(() -> newest().get("payments").asInt() == 3
                    && console.isIdle()
                    && console.canPress("#decision-payment-files-release"));
            console.push(KeyCode.R);
            console.picture(look.name("release", "payment-files"));
            assertThat(console.isVisible("#second-person")).isTrue();
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible("#waiting-decision"));
            console.picture(look.name("asked", "payment-files"));
            assertThat(console.canPress("#remove-marked")).isFalse();
        }
        try (var console = OpenConsole.as(colleague, service.tical().ports().admin(), "approvals", look.remembered())) {
            console.await(() -> console.canPress("#decision-approvals-approve"));
            console.picture(look.name("payment-file", "approvals"));
            console.push(KeyCode.A);
            console.picture(look.name("payment-file-approve", "approvals"));
            console.push(KeyCode.ENTER);
            console.await(() -> newest().get("status").asText().equals("released"));
        }
        try (var console = open(look)) {
            console.await(() -> console.canPress("#save-file") && console.isIdle());
            console.picture(look.name("released", "payment-files"));
            console.saveTo(Files.createDirectory(folder.resolve(look.name("bank", "x"))));
            console.push(KeyCode.CONTROL, KeyCode.S);
            console.await(() -> console.hasFocus("#hand-out-confirm"));
            assertThat(newest().get("status").asText()).isEqualTo("released");
            console.picture(look.name("save", "payment-files"));
            console.push(KeyCode.ENTER);
            console.await(() -> newest().get("status").asText().equals("handed_out")
                    && console.isIdle()
                    && console.canPress("#add-result-choose"));
            try (var saved = Files.list(folder.resolve(look.name("bank", "x")))) {
                assertThat(saved)
                        .singleElement()
                        .satisfies(one -> assertThat(Files.readString(one)).contains("<NbOfTxs>3</NbOfTxs>"));
            }
            console.picture(look.name("handed-out", "payment-files"));

            console.readFrom(List.of(Files.writeString(folder.resolve("wrong.txt"), "no result")));
            console.push(KeyCode.B);
            console.await(() -> console.text("#add-result-problems").startsWith("wrong.txt: "));
            console.picture(look.name("no-result", "payment-files"));
            var payments = lines(file).stream()
                    .filter(one -> one.get("status").asText().equals("open"))
                    .toList();
            console.readFrom(List.of(Files.writeString(
                    folder.resolve("result.xml"),
                    report(newest().get("name").asText(), payments, "ACSC", "RJCT", "ACSP"))));
            console.push(KeyCode.B);
            console.await(() -> console.canPress("#decision-payment-files-apply"));
            console.picture(look.name("result", "payment-files"));
            console.push(KeyCode.A);
            console.picture(look.name("apply", "payment-files"));
            console.push(KeyCode.ENTER);
            console.await(() -> console.exists("#show-delivered") && console.exists("#show-failed"));
            console.push(KeyCode.F);
            console.push(KeyCode.F);
            console.picture(look.name("applied", "payment-files"));
            console.push(KeyCode.L);
            console.push(KeyCode.T);
            console.await(() -> console.hasState("#nav-payouts", "current"));
        }
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void whatTheBankDidNotAnswerInTimeSaysSo(Screens.Look look) throws Exception {
        var payouts = payouts(2);
        var file = handedOut();
        try (var proxy = new ServiceProxy(service.tical().ports().admin(), new Late(file));
                var console = OpenConsole.as(operator, proxy.port(), "payment-files", look.remembered())) {
            console.await(() -> console.canPress("#decision-payment-files-void") && console.exists(".mismatch"));
            console.picture(look.name("overdue", "payment-files"));
            console.push(KeyCode.U);
            console.picture(look.name("void", "payment-files"));
            console.push(KeyCode.ENTER);
            assertThat(console.hasFocus("#input-note")).isTrue();
            console.type("#input-note", "the bank has no such file");
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible("#waiting-decision"));
        }
        var approval =
                operator.get(FILES + "/" + file).data().at("/approval/id").asText();
        colleague.post("/admin/v1/approvals/" + approval + "/approve").expect(200);
        assertThat(operator.get(FILES + "/" + file).word("status")).isEqualTo("void");
        awaitWithStaff(payouts);
    }

    /** Lets the bank's time be over. */
    private record Late(String file) implements ServiceProxy.Change {
        @Override
        public InputStream body(HttpExchange exchange, InputStream answered) throws IOException {
            if (!exchange.getRequestURI().getPath().endsWith("/payment-files/" + file)) {
                return answered;
            }
            var answer = (ObjectNode) Json.mapper().readTree(answered.readAllBytes());
            if (answer.get("data") instanceof ObjectNode data) {
                data.put("answer_by", 1_790_000_000L);
            }
            return new ByteArrayInputStream(Json.bytes(answer));
        }
    }

    private static JsonNode paying() {
        return operator.get("/admin/v1/paying-accounts/" + account).expect(200).data();
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void howAnAccountPaysIsChangedByTwo(Screens.Look look) throws Exception {
        var number = paying().get("bank_code").asText() + " "
                + paying().get("account_no").asText() + " · THB";
        var time = String.format(java.util.Locale.ROOT, "15:%02d", NUMBERS.incrementAndGet() % 60);
        try (var console =
                OpenConsole.as(operator, service.tical().ports().admin(), "collection-accounts", look.remembered())) {
            console.await(() -> console.isIdle()
                    && console.cells("collection.column.account").contains(number));
            console.interact(() -> console.table()
                    .getSelectionModel()
                    .select(console.cells("collection.column.account").indexOf(number)));
            console.await(() -> console.isIdle() && console.canPress("#decision-collection-paying"));
            console.picture(look.name("paying", "collection-accounts"));
            console.push(KeyCode.P);
            console.picture(look.name("paying-change", "collection-accounts"));
            assertThat(console.isVisible("#input-settings-name_max")).isTrue();
            console.type("#input-cut_off", time);
            console.type("#input-note", "the bank said so");
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible(".banner") && console.isVisible("#waiting-decision"));
            console.picture(look.name("paying-asked", "collection-accounts"));
        }
        try (var console = OpenConsole.as(colleague, service.tical().ports().admin(), "approvals", look.remembered())) {
            console.await(() -> console.canPress("#decision-approvals-approve"));
            console.picture(look.name("paying-account", "approvals"));
            console.push(KeyCode.A);
            console.push(KeyCode.ENTER);
            console.await(() -> paying().get("cut_off").asText().equals(time));
        }
    }

    @Test
    void whereNothingWaitsNothingCanBeMade() throws Exception {
        try (var console = OpenConsole.as(
                operator, service.tical().ports().admin(), "payment-files", Map.of("width", "1440", "height", "900"))) {
            console.await(() -> console.canPress("#decision-payment-files-new") && console.isIdle());
            console.push(KeyCode.N);
            console.await(() -> console.text("#consequence").startsWith("Nothing waits"));
            console.picture("payment-files-nothing-light");
            assertThat(console.canPress("#confirm")).isFalse();
            console.push(KeyCode.ESCAPE);
        }
    }
}
