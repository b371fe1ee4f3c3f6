package io.tical.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.common.admin.BankStatements.Conflict;
import io.tical.common.admin.BankStatements.Fault;
import io.tical.common.admin.BankStatements.Gap;
import io.tical.common.admin.BankStatements.Preview;
import io.tical.common.admin.BankStatements.Remark;
import io.tical.common.admin.BankStatements.Statement;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.bank.CamtText;
import io.tical.server.bank.SlipPayments;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.ExpectedTransfers;
import io.tical.server.staff.Operator;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import javafx.scene.control.ChoiceBox;
import javafx.scene.input.KeyCode;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operators look at the files of banks before anything of them counts. */
class BankStatementsTest {
    private static TestService service;
    private static OperatorClient operator;
    private static UUID account;

    @TempDir
    private Path folder;

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

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static OpenConsole open(int port, Map<String, String> more) throws Exception {
        var wide = new HashMap<>(Map.of("width", "1440", "height", "900"));
        wide.putAll(more);
        return OpenConsole.as(operator, port, "bank-statements", wide);
    }

    private static void send(OpenConsole console, Path... files) {
        console.await(console::isIdle);
        console.readFrom(List.of(files));
        console.push(KeyCode.N);
        console.await(() -> console.isIdle() && !console.isVisible("#upload-progress"));
    }

    /** Shows this in place of the service's preview. */
    private record Shown(Preview preview) implements ServiceProxy.Change {
        @Override
        public InputStream body(HttpExchange exchange, InputStream answered) throws IOException {
            if (!exchange.getRequestURI().getPath().endsWith("/preview")) {
                return answered;
            }
            var answer = (ObjectNode) Json.mapper().readTree(answered.readAllBytes());
            answer.set("data", Json.mapper().valueToTree(preview));
            return new ByteArrayInputStream(Json.bytes(answer));
        }
    }

    private static Statement statement(
            String proof, @Nullable Gap gap, List<Conflict> conflicts, List<Remark> remarks) {
        return new Statement(
                account,
                "camt.053.001.08",
                "final",
                "THB",
                "2026-11-01",
                "2026-11-27",
                12_000_000L,
                false,
                16_396_000L,
                proof,
                36,
                2,
                5,
                31,
                28,
                4_521_000,
                4_600_000,
                -204_000,
                gap,
                conflicts.size(),
                conflicts,
                remarks);
    }

    private static Preview good() {
        return new Preview(true, 0, List.of(statement("proved", null, List.of(), List.of())), List.of());
    }

    private static Preview contradicting() {
        var conflicts = List.of(
                new Conflict("added", "2026-11-20", 150_000, null),
                new Conflict("missing", "2026-11-21", -75_050, Ids.next()));
        var remarks = List.of(
                new Remark("YEAR_GUESSED", 14, 3, "The year of 0112 was read as 2026.", List.of("0112", "2026")),
                new Remark("SOMETHING_NEW", 0, 0, "The service noticed something new.", List.of()));
        return new Preview(
                true,
                2,
                List.of(
                        statement("none", new Gap("2026-10-31", 10_000_000, 12_000_000), conflicts, remarks),
                        statement("sums", null, List.of(), List.of())),
                List.of());
    }

    @Test
    void severalFilesAreSentAndWhatCannotBeSentSaysWhy() throws Exception {
        try (var console = open(service.tical().ports().admin(), Map.of())) {
            send(
                    console,
                    file("november.txt", "%PDF-1.7 of november"),
                    file("december.txt", "%PDF-1.7 of december"),
                    file("nothing.txt", ""),
                    folder.resolve("gone.txt"));
            console.await(() ->
                    console.cells("bank-statements.column.name").containsAll(List.of("november.txt", "december.txt")));
            assertThat(console.shows("nothing.txt: this file is empty.")).isTrue();
            assertThat(console.shows("gone.txt: this file no longer exists.")).isTrue();
            assertThat(console.shows("This is a PDF document.")).isTrue();
            assertThat(console.shows(operator.username())).isTrue();
            console.picture("bank-statements-failed-light");
            console.click("#upload-forget");
            assertThat(console.shows("nothing.txt: this file is empty.")).isFalse();

            send(console, file("again.txt", "%PDF-1.7 of november"));
            assertThat(console.shows("again.txt: This file came before")).isTrue();

            console.saveTo(Files.createDirectory(folder.resolve("saved")));
            console.push(KeyCode.CONTROL, KeyCode.S);
            console.await(() -> console.text("#saved").startsWith("Saved as "));
            try (var saved = Files.list(folder.resolve("saved"))) {
                assertThat(saved)
                        .singleElement()
                        .satisfies(
                                one -> assertThat(Files.readString(one, UTF_8)).startsWith("%PDF-1.7 of "));
            }
            console.push(KeyCode.D);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("Discarded. Nothing of it counts.")
                    && console.decisions().isEmpty());
        }
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void theScreenSaysWhatAnImportWillDo(Screens.Look look) throws Exception {
        var name = look.name("preview", "bank-statements");
        try (var proxy = new ServiceProxy(service.tical().ports().admin(), new Shown(good()));
                var console = OpenConsole.as(operator, proxy.port(), "bank-statements", look.remembered())) {
            send(console, file(name + ".xml", name));
            console.await(() -> console.canPress("#decision-bank-statements-import"));
            assertThat(console.textsOf("#forecast"))
                    .anyMatch(text -> text.contains("31"))
                    .anyMatch(text -> text.contains("28") && text.contains("45,210.00 THB"))
                    .anyMatch(text -> text.contains("3"))
                    .anyMatch(text -> text.contains("5"));
            assertThat(console.shows("120,000.00 THB")).isTrue();
            assertThat(console.shows("+43,960.00 THB")).isTrue();
            assertThat(console.shows("163,960.00 THB")).isTrue();
            console.picture(name);
            console.push(KeyCode.I);
            console.await(() -> console.text("#consequence").contains("45,210.00 THB"));
            assertThat(console.exists("#input-accept_conflicts")).isFalse();
            console.picture(look.name("import", "bank-statements"));
            console.push(KeyCode.ESCAPE);
        }
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void contradictionsAreShownAndMustBeAccepted(Screens.Look look) throws Exception {
        var name = look.name("conflicts", "bank-statements");
        try (var proxy = new ServiceProxy(service.tical().ports().admin(), new Shown(contradicting()));
                var console = OpenConsole.as(operator, proxy.port(), "bank-statements", look.remembered())) {
            send(console, file(name + ".xml", name));
            console.await(() -> console.canPress("#decision-bank-statements-import"));
            assertThat(console.shows("20,000.00 THB")).isTrue();
            assertThat(console.textsOf("#conflicts")).contains("+1,500.00 THB", "−750.50 THB");
            assertThat(console.shows("The service noticed something new.")).isTrue();
            console.picture(name);
            console.push(KeyCode.SPACE);
            console.picture(look.name("conflicts-below", "bank-statements"));
            console.push(KeyCode.I);
            console.push(KeyCode.ENTER);
            assertThat(console.isVisible(".banner-danger")).isFalse();
            assertThat(console.hasFocus("#input-accept_conflicts")).isTrue();
            console.picture(look.name("conflicts-import", "bank-statements"));
            console.push(KeyCode.ESCAPE);
        }
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void aFileThatDoesNotSayItsAccountIsReadAgainWithTheChosenOne(Screens.Look look) throws Exception {
        var name = look.name("account", "bank-statements");
        var faults = List.of(
                new Fault("BANK_FILE_ACCOUNT_MISSING", 0, 0, "x", List.of()),
                new Fault("BANK_FILE_DECIMALS", 14, 3, "x", List.of("1.005", "THB")),
                new Fault("BANK_FILE_SOMETHING_NEW", 2, 0, "The service says something new.", List.of()));
        try (var proxy = new ServiceProxy(
                        service.tical().ports().admin(), new Shown(new Preview(false, 0, List.of(), faults)));
                var console = OpenConsole.as(operator, proxy.port(), "bank-statements", look.remembered())) {
            send(console, file(name + ".csv", name));
            console.await(() -> console.canPress("#decision-bank-statements-choose-account"));
            assertThat(console.canPress("#decision-bank-statements-import")).isFalse();
            assertThat(console.textsOf("#faults"))
                    .anyMatch(text -> text.contains("14") && text.contains("1.005"))
                    .anyMatch(text -> text.contains("The service says something new."));
            console.picture(name);
            console.push(KeyCode.A);
            console.push(KeyCode.DIGIT1);
            console.picture(look.name("account-choice", "bank-statements"));
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible(".banner-success"));
            var read = operator.get("/admin/v1/bank-statements?livemode=true")
                    .expect(200)
                    .data()
                    .get(0);
            assertThat(read.get("account_id").asText()).isEqualTo(account.toString());
        }
    }

    private static String accountNumber() {
        return operator.bankAccount("THB").get("account_no").asText();
    }

    private static boolean isPaid(String payin) {
        return operator.get("/admin/v1/payins/" + payin).word("status").equals("success");
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void anImportPaysAPayinAndWhatIsLeftIsExplained(Screens.Look look) throws Exception {
        var name = look.name("real", "bank-statements");
        var merchant = service.live(service.merchant());
        var payin = merchant.payin("order-" + name, 45_000).expect(201).word("id");
        var transfer = operator.get("/admin/v1/payins/" + payin).number("transfer_amount");
        var near = merchant.payin("near-" + name, 77_000).expect(201).word("id");
        var today = LocalDate.now(ZoneId.of("Asia/Bangkok"));
        var text = new CamtText(accountNumber(), name, today)
                .entry(transfer, "IN-" + name)
                .entry(77_077, "LEFT-" + name)
                .entry(-3_500, "FEE-" + name)
                .text();
        var more = new HashMap<>(look.remembered());
        try (var console = OpenConsole.as(operator, service.tical().ports().admin(), "bank-statements", more)) {
            send(console, file(name + ".xml", text));
            console.await(() -> console.canPress("#decision-bank-statements-import"));
            assertThat(console.textsOf("#forecast")).anyMatch(one -> one.contains(money(transfer)));
            assertThat(console.cells("bank-statements.column.in")).contains(money(transfer + 77_077));
            console.picture(name);
            console.push(KeyCode.I);
            console.push(KeyCode.ENTER);
            console.await(
                    () -> console.isVisible(".banner-success") && console.canPress("#decision-bank-statements-undo"));
            console.picture(look.name("imported", "bank-statements"));
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> isPaid(payin));

            console.click("#nav-bank-entries");
            console.await(() -> console.canPress("#decision-bank-entries-ignore")
                    && console.cells("queue.column.amount").contains("+770.77 THB"));
            assertThat(console.cells("queue.column.amount"))
                    .contains("−35.00 THB")
                    .doesNotContain("+" + money(transfer));
            console.await(() -> console.shows("FEE-" + name) || console.shows("LEFT-" + name));
            console.picture(look.name("open", "bank-entries"));
            var open = console.rows().size();
            console.push(KeyCode.I);
            console.push(KeyCode.ENTER);
            assertThat(console.hasFocus("#input-note")).isTrue();
            console.type("#input-note", "the bank's fee");
            console.picture(look.name("ignore", "bank-entries"));
            console.push(KeyCode.ENTER);
            console.await(() -> console.rows().size() == open - 1);
            console.choose("#filter", "bank-entries.filter.ignored");
            console.await(() -> console.shows("the bank's fee") && console.canPress("#decision-bank-entries-reopen"));
            console.picture(look.name("ignored", "bank-entries"));
            console.push(KeyCode.O);
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible(".banner-success"));
            matchesByHand(console, look, near);
            saysWhatItIs(console, look);

            console.choose("#filter", "bank-entries.filter.matched");
            console.await(() -> console.cells("queue.column.amount").contains("+" + money(transfer))
                    && console.exists("#open-payin"));
            console.picture(look.name("matched", "bank-entries"));
            console.await(() -> console.robot()
                            .lookup("#narrowing")
                            .<ChoiceBox<String>>query()
                            .getItems()
                            .size()
                    > 2);
            console.interact(() -> {
                var box = console.robot().lookup("#narrowing").<ChoiceBox<String>>query();
                box.setValue(box.getItems().getLast());
            });
            console.await(() -> console.isIdle() && console.rows().isEmpty());
            console.push(KeyCode.SHIFT, KeyCode.V);
            console.await(() -> console.cells("queue.column.amount").contains("+" + money(transfer))
                    && console.exists("#open-payin"));
            console.click("#open-bank_file");
            console.await(() -> console.shows(name + ".xml") && console.canPress("#decision-bank-statements-undo"));
            console.push(KeyCode.U);
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible(".item .banner-danger"));
            console.picture(look.name("undo-refused", "bank-statements"));
        }
    }

    private static void matchesByHand(OpenConsole console, Screens.Look look, String near) throws Exception {
        console.choose("#filter", "bank-entries.filter.open");
        console.await(
                () -> console.isIdle() && console.cells("queue.column.amount").contains("+770.77 THB"));
        select(console, "+770.77 THB");
        console.await(() -> console.canPress("#decision-bank-entries-match")
                && console.text(".amount").startsWith("+"));
        console.picture(look.name("candidates", "bank-entries"));
        console.push(KeyCode.M);
        console.push(KeyCode.DIGIT1);
        console.await(() -> console.text("#consequence").contains("770.77 THB"));
        assertThat(console.canPress("#confirm")).as("without a reason").isFalse();
        console.click("#input-override_reason .toggle-button");
        console.type("#input-note", "the payer rounded");
        console.picture(look.name("match", "bank-entries"));
        console.push(KeyCode.ENTER);
        console.await(() -> console.isVisible(".banner-success"));
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> isPaid(near));
    }

    /** Selects the first row with an amount. */
    private static void select(OpenConsole console, String amount) {
        console.interact(() -> console.table()
                .getSelectionModel()
                .select(console.cells("queue.column.amount").indexOf(amount)));
    }

    private static void saysWhatItIs(OpenConsole console, Screens.Look look) throws Exception {
        console.await(console::isIdle);
        select(console, "−35.00 THB");
        console.await(() -> console.canPress("#decision-bank-entries-allocate")
                && console.text(".amount").startsWith("−"));
        console.push(KeyCode.A);
        console.push(KeyCode.DIGIT1);
        console.type("#input-note", "of the month");
        console.picture(look.name("allocate", "bank-entries"));
        console.push(KeyCode.ENTER);
        console.await(() -> console.isVisible(".banner-success"));
        console.choose("#filter", "bank-entries.filter.allocated");
        console.await(() -> console.canPress("#decision-bank-entries-reopen"));
        console.picture(look.name("allocated", "bank-entries"));
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void aColleagueApprovesTheImportOfMuchMoney(Screens.Look look) throws Exception {
        var name = look.name("much", "bank-statements");
        var today = LocalDate.now(ZoneId.of("Asia/Bangkok"));
        var text = new CamtText(accountNumber(), name, today)
                .entry(900_000_000_00L, "MUCH-" + name)
                .text();
        var colleague = service.operator(Operator.Role.FINANCE);
        String file;
        try (var console =
                OpenConsole.as(operator, service.tical().ports().admin(), "bank-statements", look.remembered())) {
            send(console, file(name + ".xml", text));
            console.await(() -> console.canPress("#decision-bank-statements-import"));
            file = console.selected().id().toString();
            console.push(KeyCode.I);
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible("#waiting-decision"));
            console.picture(look.name("waiting", "bank-statements"));
        }
        try (var console = OpenConsole.as(colleague, service.tical().ports().admin(), "approvals", look.remembered())) {
            console.await(() -> console.canPress("#decision-approvals-approve"));
            console.picture(look.name("bank-statement", "approvals"));
            console.push(KeyCode.A);
            console.picture(look.name("bank-statement-approve", "approvals"));
            console.push(KeyCode.ENTER);
            console.await(() -> operator.get("/admin/v1/bank-statements/" + file)
                    .word("status")
                    .equals("imported"));
        }
    }

    @Test
    void whatAColleagueSendsAndImportsAppearsByItself() throws Exception {
        var text = new CamtText(accountNumber(), "appears", LocalDate.now(ZoneId.of("Asia/Bangkok")))
                .entry(123_45, "APPEARS")
                .text();
        try (var console = open(service.tical().ports().admin(), Map.of())) {
            console.awaitConnected();
            console.await(console::isIdle);
            var file = operator.upload("/admin/v1/bank-statements?name=appears.xml", text)
                    .expect(201)
                    .word("id");
            console.await(() -> console.cells("bank-statements.column.name").contains("appears.xml"));
            console.click("#nav-bank-entries");
            console.await(console::isIdle);
            operator.post("/admin/v1/bank-statements/" + file + "/import", "{\"version\":1}")
                    .expect(200);
            console.await(() -> console.cells("queue.column.amount").contains("+123.45 THB"));
        }
    }

    /** A payment that a slip had paid, and that the statements of its days do not have. */
    private String missing(Merchant merchant, String name, LocalDate today) {
        var payin = merchant.payin(name, 70_000).expect(201).word("id");
        var paid = new ExpectedTransfers.Paid(
                new TransactionKey(merchant.organizationId(), true, UUID.fromString(payin)),
                account,
                "THB",
                operator.get("/admin/v1/payins/" + payin).number("transfer_amount"),
                Instant.now().truncatedTo(ChronoUnit.MILLIS).minus(Duration.ofDays(5)),
                true);
        service.serviceDatabase().transaction(session -> {
            SlipPayments.record(session, paid);
            return paid;
        });
        for (int ago = 6; ago >= 3; ago--) {
            var day = name + ago;
            var file = operator.upload(
                            "/admin/v1/bank-statements?name=" + day,
                            new CamtText(accountNumber(), day, today.minusDays(ago))
                                    .entry(4_000 + ago, day)
                                    .text())
                    .expect(201)
                    .word("id");
            operator.post("/admin/v1/bank-statements/" + file + "/import", "{\"version\":1,\"accept_conflicts\":true}")
                    .expect(200);
        }
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> operator.get("/admin/v1/payment-proofs/" + payin)
                        .word("status")
                        .equals("missing"));
        return payin;
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void aPaymentThatNoStatementHasIsWaitedForOrExplained(Screens.Look look) throws Exception {
        var name = look.name("unproved", "payment-proofs");
        var merchant = service.live(service.merchant());
        var today = LocalDate.now(ZoneId.of("Asia/Bangkok"));
        var first = missing(merchant, name + "-a", today);
        var second = missing(merchant, name + "-b", today);
        try (var console =
                OpenConsole.as(operator, service.tical().ports().admin(), "payment-proofs", look.remembered())) {
            console.await(() -> console.canPress("#decision-payment-proofs-explain") && console.exists("#open-payin"));
            console.picture(name);
            var shown = console.selected().id().toString();
            console.push(KeyCode.W);
            console.push(KeyCode.DIGIT2);
            console.picture(look.name("wait", "payment-proofs"));
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible(".banner-success"));
            var waiting = operator.get("/admin/v1/payment-proofs/" + shown);
            assertThat(waiting.word("status")).isEqualTo("waiting");
            assertThat(waiting.number("wait_until"))
                    .isBetween(
                            Instant.now().plus(Duration.ofDays(3)).getEpochSecond() - 600,
                            Instant.now().plus(Duration.ofDays(4)).getEpochSecond());
            console.await(() -> console.canPress("#decision-payment-proofs-explain"));
            console.push(KeyCode.E);
            console.type("#input-note", "paid in cash at the branch");
            console.push(KeyCode.ENTER);
            var other = shown.equals(first) ? second : first;
            console.await(() -> operator.get("/admin/v1/payment-proofs/" + other)
                    .word("status")
                    .equals("explained"));
        }
    }

    private static String money(long minor) {
        return String.format(Locale.ROOT, "%,.2f THB", minor / 100.0);
    }
}
