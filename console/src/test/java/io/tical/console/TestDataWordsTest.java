package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.slip.SlipDrawing;
import io.tical.server.staff.Operator;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The service posts nothing for a test payin, so nothing says that its merchant is credited, debited or has money held. */
class TestDataWordsTest {
    private static final String NOTHING = "n test no money is ";
    private static final String CLAIMS = "(?i).*(?:credited|credits|takes |the hold|holds|is held until|income).*";

    private static TestService service;
    private static OperatorClient finance;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        finance = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static OpenConsole console(String place) throws Exception {
        return OpenConsole.as(finance, service.tical().ports().admin(), place, Map.of())
                .showTest();
    }

    private static long number(String payin, String field) {
        return finance.get("/admin/v1/payins/" + payin).number(field);
    }

    private static void confirm(String payin, String reference, long amount) {
        finance.post(
                        "/admin/v1/payins/" + payin + "/confirm",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"paid_amount\":%d,\"reference\":\"%s\",\"override_reason\":\"other\",\"note\":\"x\"}",
                                number(payin, "version"),
                                amount,
                                reference))
                .expect(200);
    }

    private static void saysThatNothingIsBooked(OpenConsole console, String selector) {
        console.await(() -> !console.text(selector).isEmpty());
        assertThat(console.text(selector)).contains(NOTHING).doesNotMatch(CLAIMS);
    }

    private static void awaitReport(OpenConsole console, String end) {
        console.await(() -> console.text(".item .banner-text").endsWith(end));
    }

    @Test
    void aTestPayinCountsAsPaidAndAsRefunded() throws Exception {
        var merchant = service.merchant();
        var payin = merchant.payin("order-1", 40_000).expect(201).word("id");
        try (var console = console("payins")) {
            console.await(() -> console.shows("order-1") && console.canPress("#decision-payins-confirm"));
            console.push(KeyCode.C);
            saysThatNothingIsBooked(console, "#consequence");
            console.type(
                    "#input-paid_amount", String.format(Locale.ROOT, "%.2f", number(payin, "transfer_amount") / 100.0));
            console.await(() -> console.text("#consequence").contains("counts as paid, "));
            saysThatNothingIsBooked(console, "#consequence");
            console.type("#input-reference", "STMT-1");
            console.type("#input-sending_bank", "004");
            console.type("#input-note", "found");
            console.picture("payins-test-confirm");
            console.push(KeyCode.ENTER);
            console.await(() -> console.canPress("#decision-payins-refund") && console.shows("STMT-1"));
            assertThat(console.section("Payment"))
                    .contains("After the fee (test: nothing is credited)")
                    .doesNotContain("Credited");
            console.push(KeyCode.B);
            saysThatNothingIsBooked(console, "#consequence");
            console.type("#input-reason", "paid twice");
            console.push(KeyCode.ENTER);
            awaitReport(console, "The refund is open. In test no money is held; complete it.");
            console.await(() -> console.canPress("#decision-payins-complete-refund"));
            console.push(KeyCode.B);
            saysThatNothingIsBooked(console, "#consequence");
            console.type("#input-reference", "BACK-1");
            console.push(KeyCode.ENTER);
            console.await(() -> merchant.payin(payin).word("status").equals("refunded"));
        }
        assertThat(merchant.available()).isZero();
    }

    @Test
    void anAcceptedTestSlipPaysWithoutABooking() throws Exception {
        var merchant = service.merchant();
        service.operator(Operator.Role.ADMIN)
                .put("/admin/v1/simulator", "{\"slip\":\"unavailable\"}")
                .expect(200);
        var payin = merchant.payin("order-2", 50_000).expect(201).word("id");
        merchant.slip(payin, SlipDrawing.slip(SlipDrawing.reference())).expect(200);
        SlipDrawing.awaitReview(service, SlipDrawing.id(service, merchant, false, payin, 1));
        try (var console = console("slips")) {
            console.await(() -> console.shows("order-2") && console.canPress("#decision-slips-accept"));
            console.push(KeyCode.A);
            saysThatNothingIsBooked(console, "#consequence");
            console.type(
                    "#input-paid_amount", String.format(Locale.ROOT, "%.2f", number(payin, "transfer_amount") / 100.0));
            console.await(() -> console.text("#consequence").contains("counts as paid, "));
            saysThatNothingIsBooked(console, "#consequence");
            console.picture("slips-test-accept");
            console.push(KeyCode.ENTER);
            awaitReport(console, "Accepted. The payin counts as paid; in test no money is booked.");
        }
        assertThat(merchant.payin(payin).word("status")).isEqualTo("success");
        assertThat(merchant.available()).isZero();
    }

    private static void funds(Merchant merchant, String reference, long amount) {
        var payin = merchant.payin("cancelled-" + reference, amount).expect(201).word("id");
        merchant.post("/v1/payins/" + payin + "/cancel").expect(200);
        confirm(payin, reference, amount);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> finance.get("/admin/v1/suspense?status=open&q=" + reference)
                                .data()
                                .size()
                        == 1);
    }

    @Test
    void unallocatedTestFundsPayAPayinOrAreKeptWithoutABooking() throws Exception {
        var merchant = service.merchant();
        funds(merchant, "S-1", 70_000);
        merchant.payin("wanted-1", 70_000).expect(201);
        try (var console = console("suspense")) {
            console.await(() -> console.shows("S-1") && console.canPress("#decision-suspense-match"));
            console.push(KeyCode.M);
            saysThatNothingIsBooked(console, "#consequence");
            console.push(KeyCode.DIGIT1);
            console.await(() -> console.text("#consequence").contains("it counts as paid, "));
            saysThatNothingIsBooked(console, "#consequence");
            console.push(KeyCode.ENTER);
            awaitReport(console, "Matched. The payin counts as paid; in test no money is booked.");
            funds(merchant, "S-2", 80_000);
            console.push(KeyCode.F5);
            console.await(() -> console.shows("S-2") && console.canPress("#decision-suspense-keep"));
            console.push(KeyCode.P);
            saysThatNothingIsBooked(console, "#consequence");
            console.type("#input-note", "nobody wants it");
            console.push(KeyCode.ENTER);
            awaitReport(console, "Recorded as kept. In test no money is booked.");
        }
        assertThat(merchant.available()).isZero();
    }

    /** Whoever adds a sentence for test data says what is not booked, in every language. */
    @ParameterizedTest
    @EnumSource(Language.class)
    void everySentenceThatBooksLiveMoneyHasOneForTestData(Language language) {
        var texts = new Texts(language);
        for (var key : BOOKING) {
            assertThat(texts.keyIn(true, key)).isEqualTo(key);
            assertThat(texts.keyIn(false, key)).isEqualTo(key + ".test");
            assertThat(texts.get(key + ".test"))
                    .as(key)
                    .containsIgnoringCase(language == Language.ENGLISH ? "in test no money is " : "ในการทดสอบไม่มีการ");
        }
    }

    private static final List<String> BOOKING = List.of(
            "payins.confirm.consequence",
            "payins.confirm.booked",
            "payins.confirm.matched.consequence",
            "payins.confirm.matched.booked",
            "payins.confirm.late.booked",
            "payins.confirm.unallocated.booked",
            "payins.refund.consequence",
            "payins.refund.done",
            "payins.complete-refund.consequence",
            "slips.accept.consequence",
            "slips.accept.open",
            "slips.accept.foreign",
            "slips.accept.done",
            "slips.suspend.consequence",
            "suspense.match.consequence",
            "suspense.match.booked",
            "suspense.match.done",
            "suspense.keep.consequence",
            "suspense.keep.done",
            "bank-statements.will.pay",
            "bank-entries.match.consequence",
            "bank-entries.match.booked");
}
