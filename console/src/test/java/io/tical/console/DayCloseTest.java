package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.bank.CamtText;
import io.tical.server.bank.SlipPayments;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.ExpectedTransfers.Paid;
import io.tical.server.staff.Operator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.scene.control.ChoiceBox;
import javafx.scene.input.KeyCode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operators close the days of bank accounts, with the keyboard alone. */
class DayCloseTest {
    private static final ZoneId ZONE = ZoneId.of("Asia/Bangkok");
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final long OPENING = 125_000_000;

    private static TestService service;
    private static OperatorClient operator;
    private static OperatorClient colleague;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        operator = service.operator(Operator.Role.FINANCE);
        colleague = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static LocalDate ago(int days) {
        return LocalDate.now(ZONE).minusDays(days);
    }

    private static void approve(String approval) {
        colleague.post("/admin/v1/approvals/" + approval + "/approve").expect(200);
    }

    private static String account(String number) {
        approve(operator.post("/admin/v1/collection-accounts", """
                        {"currency":"THB","bank_code":"KBANK","account_no":"%s","holder_name":"Tical Co., Ltd.","weight":0,"note":"for a test"}
                        """.formatted(number))
                .expect(202)
                .word("approval_id"));
        return operator.get("/admin/v1/collection-accounts")
                .data()
                .valueStream()
                .filter(one -> one.get("account_no").asText().equals(number))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asText();
    }

    private static void imported(CamtText statement, long opening) {
        var file = operator.upload("/admin/v1/bank-statements?name=day.xml", statement.text(opening))
                .expect(201)
                .word("id");
        var asked = operator.post("/admin/v1/bank-statements/" + file + "/import", "{\"version\":1}");
        if (asked.status() == 202) {
            approve(asked.word("approval_id"));
        }
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> service.count("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") == 0);
    }

    private static void allocate(String account, String reference, String category) {
        var entry = operator.get("/admin/v1/bank-entries?limit=100&account_id=" + account)
                .data()
                .valueStream()
                .filter(one -> one.get("bank_reference").asText().equals(reference))
                .findFirst()
                .orElseThrow();
        operator.post(
                        "/admin/v1/bank-entries/" + entry.get("id").asText() + "/allocate",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"category\":\"%s\",\"note\":\"seen\"}",
                                entry.get("version").asLong(),
                                category))
                .expect(200);
    }

    private static String day(String account, LocalDate day) {
        return operator.get("/admin/v1/bank-days?account_id=" + account)
                .data()
                .valueStream()
                .filter(one -> one.get("day").asText().equals(day.toString()))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asText();
    }

    private static void closeByTwo(String id) {
        var detail = operator.get("/admin/v1/bank-days/" + id).data();
        approve(operator.post(
                        "/admin/v1/bank-days/" + id + "/close",
                        "{\"version\":1,\"state\":\"" + detail.get("state").asText() + "\",\"note\":\"We begin here\"}")
                .expect(202)
                .word("approval_id"));
    }

    /** A closed day, one that is explained, and one with entries that nobody has explained. */
    private static String accountWithDays(String number) {
        var account = account(number);
        imported(new CamtText(number, "A" + number, ago(4)).entry(250_000, "A-IN-" + number), OPENING);
        allocate(account, "A-IN-" + number, "own_transfer");
        closeByTwo(day(account, ago(4)));
        var second = new CamtText(number, "B" + number, ago(3))
                .entry(4_000_000, "B-OWN-" + number)
                .entry(1_234, "B-INT-" + number)
                .entry(-3_500, "B-FEE-" + number);
        imported(second, OPENING + 250_000);
        allocate(account, "B-OWN-" + number, "own_transfer");
        allocate(account, "B-INT-" + number, "interest");
        allocate(account, "B-FEE-" + number, "fee");
        paidBySlip(account, 68_805, ago(3));
        imported(
                new CamtText(number, "C" + number, ago(1))
                        .entry(68_805, "C-IN-" + number)
                        .entry(-9_900, "C-OUT-" + number),
                second.closing(OPENING + 250_000));
        return account;
    }

    private static void paidBySlip(String account, long amount, LocalDate day) {
        var merchant = service.live(service.merchant());
        var payin = merchant.payin("day-" + NUMBERS.incrementAndGet(), amount).expect(201);
        var key = new TransactionKey(merchant.organizationId(), true, UUID.fromString(payin.word("id")));
        service.serviceDatabase().transaction(session -> {
            SlipPayments.record(
                    session,
                    new Paid(
                            key,
                            UUID.fromString(account),
                            "THB",
                            amount,
                            day.atTime(LocalTime.NOON).atZone(ZONE).toInstant(),
                            true));
            return true;
        });
    }

    private static void narrow(OpenConsole console, String account) {
        console.await(() -> console.robot()
                .lookup("#narrowing")
                .<ChoiceBox<String>>query()
                .getItems()
                .contains(account));
        console.choose("#narrowing", account);
    }

    /** What was saved; nothing of a file that is being written. */
    private List<String> saved() {
        try (var files = Files.list(folder)) {
            var texts = new ArrayList<String>();
            for (var file : files.toList()) {
                texts.add(Files.readString(file));
            }
            return texts;
        } catch (IOException e) {
            return List.of();
        }
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void aDayIsClosedAndOpenedAgain(Screens.Look look) throws Exception {
        var number = String.format(Locale.ROOT, "12%08d", NUMBERS.incrementAndGet());
        var account = accountWithDays(number);
        try (var console = OpenConsole.as(
                operator, service.tical().ports().admin(), "bank-days", new HashMap<>(look.remembered()))) {
            narrow(console, account);
            // The latest day, whose entries nobody has explained, and which is not next.
            console.await(() -> console.rows().size() == 3 && console.isVisible("#standing"));
            assertThat(console.cells("bank-days.column.explained"))
                    .anyMatch(text -> text.contains("0") && text.contains("2"));
            assertThat(console.exists("#decision-bank-days-close")).isFalse();
            console.picture(look.name("waits", "bank-days"));
            console.push(KeyCode.J);
            console.push(KeyCode.J);
            console.await(() -> console.canPress("#decision-bank-days-close") && console.isVisible("#equation"));
            assertThat(console.textsOf("#bank")).contains("1,252,500.00 THB", "1,292,477.34 THB", "−35.00 THB");
            assertThat(console.textsOf("#equation")).contains("−688.05 THB", "1,292,477.34 THB");
            console.picture(look.name("open", "bank-days"));
            console.push(KeyCode.C);
            console.await(() -> console.text("#consequence").contains("1,292,477.34 THB"));
            console.picture(look.name("close", "bank-days"));
            console.push(KeyCode.ENTER);
            console.await(
                    () -> console.isVisible(".banner-success") && console.rows().size() == 2);

            // The day without a statement follows, and needs none.
            console.await(() -> console.canPress("#decision-bank-days-close"));
            console.push(KeyCode.C);
            console.push(KeyCode.ENTER);
            console.await(() -> console.rows().size() == 1 && console.canPress("#decision-bank-days-close"));
            assertThat(console.textsOf("#standing")).hasSizeGreaterThan(2);
            console.picture(look.name("unexplained", "bank-days"));
            console.push(KeyCode.C);
            console.await(() -> console.isVisible("#consequence"));
            console.picture(look.name("two", "bank-days"));
            console.push(KeyCode.ESCAPE);

            console.push(KeyCode.B);
            console.await(() -> console.isIdle()
                    && console.cells("queue.column.amount").size() == 2
                    && console.cells("queue.column.amount").contains("−99.00 THB"));
            console.picture(look.name("of-day", "bank-entries"));

            console.click("#nav-bank-days");
            console.choose("#filter", "bank-days.filter.closed");
            console.await(() -> console.rows().size() == 3 && console.canPress("#decision-bank-days-reopen"));
            console.picture(look.name("closed", "bank-days"));
            console.saveTo(folder);
            console.push(KeyCode.CONTROL, KeyCode.S);
            console.await(
                    () -> console.isIdle() && saved().stream().anyMatch(text -> text.startsWith("tical-bank-day 1\n")));
            console.push(KeyCode.CONTROL, KeyCode.D);
            console.await(
                    () -> console.isIdle() && saved().stream().anyMatch(text -> text.contains("booked,time,amount")));
            console.push(KeyCode.K);
            console.push(KeyCode.J);
            console.push(KeyCode.J);
            console.await(() -> console.canPress("#decision-bank-days-reopen"));
            console.push(KeyCode.O);
            console.await(() -> console.isVisible("#consequence"));
            console.type("#input-note", "the bank corrected it");
            console.picture(look.name("reopen", "bank-days"));
            console.push(KeyCode.ENTER);
            console.await(() -> console.isVisible(".banner-success")
                    || console.isVisible(".banner-waiting")
                    || console.shows(colleague.username())
                    || !console.exists("#consequence"));
            console.picture(look.name("asked", "bank-days"));
        }
    }
}
