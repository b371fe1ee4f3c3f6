package io.tical.console.payin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.console.OpenConsole;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackSink;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operators put payins right, at the keyboard. */
class PayinDeskTest {
    private static CallbackSink sink;
    private static TestService service;
    private static OperatorClient finance;

    @BeforeAll
    static void start() {
        sink = new CallbackSink();
        service = TestService.start(Map.of("TICAL_WEBHOOK_ALLOW", "127.0.0.1"));
        finance = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
        sink.close();
    }

    private static OpenConsole console(OperatorClient operator, Map<String, String> more) throws Exception {
        return OpenConsole.as(operator, service.tical().ports().admin(), "payins", more);
    }

    @TempDir
    private Path folder;

    @Test
    void aPaymentThatWasFoundIsRecordedAndRefunded() throws Exception {
        var merchant = service.live(service.merchant());
        var payin = merchant.payin("order-1", 40_000).expect(201).word("id");
        try (var console = console(finance, Map.of())) {
            console.await(() -> console.shows("order-1") && console.canPress("#decision-payins-confirm"));
            console.picture("payins-light");
            console.push(KeyCode.C);
            assertThat(console.text("#consequence")).startsWith("Credits what was paid to Shop");
            assertThat(console.typed("#input-paid_amount")).isEmpty();
            console.type("#input-paid_amount", amount(payin));
            assertThat(console.text("#consequence")).startsWith("Books " + amount(payin) + " THB: Shop");
            console.type("#input-reference", "STMT-7");
            console.push(KeyCode.ENTER);
            assertThat(console.shows("Enter this.")).isTrue();
            console.type("#input-note", "on the statement of today");
            console.type("#input-sending_bank", "Kasikorn Bank");
            console.push(KeyCode.ENTER);
            assertThat(console.shows("Enter a code such as KBANK, 004 or TRUEMONEY"))
                    .isTrue();
            console.type("#input-sending_bank", "004");
            console.picture("payins-confirm-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.canPress("#decision-payins-refund") && console.shows("STMT-7"));
            var credited = merchant.payin(payin).number("net_amount");
            assertThat(merchant.available()).isEqualTo(credited);

            console.push(KeyCode.B);
            assertThat(console.text("#consequence")).contains("available balance and holds them");
            console.type("#input-reason", "The payer paid twice");
            console.push(KeyCode.ENTER);
            console.await(() -> console.canPress("#decision-payins-complete-refund"));
            assertThat(merchant.available()).isZero();
            console.push(KeyCode.B);
            console.push(KeyCode.ENTER);
            assertThat(console.hasFocus("#input-reference")).isTrue();
            assertThat(merchant.payin(payin).word("status")).isEqualTo("rejected");
            console.type("#input-reference", "BACK-1");
            console.picture("payins-refund-light");
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("order-1 · 400.00 THB: Refunded."));
            console.await(() -> console.shows("BACK-1"));
            assertThat(Files.readString(console.export(folder)).lines())
                    .filteredOn(line -> line.startsWith(payin + ",Live,"))
                    .singleElement()
                    .asString()
                    .contains(",THB,STMT-7,BACK-1,");
            assertThat(merchant.payin(payin).word("status")).isEqualTo("refunded");
            assertThat(merchant.balance("THB").get("total").asLong()).isZero();
        }
    }

    @Test
    void theAccountThatARefundGoesToStandsBesideIt() throws Exception {
        var merchant = service.live(service.merchant());
        var payin = merchant.guidePayin("order-3", 60_000).expect(201).word("id");
        // Its account is chosen a little later.
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> merchant.payin(payin).word("status").equals("processing"));
        var paid = finance.get("/admin/v1/payins/" + payin);
        finance.post(
                        "/admin/v1/payins/" + payin + "/confirm",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"paid_amount\":%d,\"reference\":\"S-3\",\"note\":\"found\"}",
                                paid.number("version"),
                                paid.number("transfer_amount")))
                .expect(200);
        var version = finance.get("/admin/v1/payins/" + payin).number("version");
        finance.post("/admin/v1/payins/" + payin + "/refund", "{\"version\":" + version + ",\"reason\":\"paid twice\"}")
                .expect(200);
        var payer = merchant.get("/v1/customers/" + merchant.account()).expect(200);
        try (var console = console(finance, Map.of())) {
            search(console, "order-3");
            console.await(() -> console.shows("order-3") && console.canPress("#decision-payins-complete-refund"));
            console.push(KeyCode.B);
            assertThat(console.textsOf("#pay-to"))
                    .contains(payer.word("account_no"), payer.word("holder_name"), amount(payin) + " THB");
            console.picture("payins-refund-account-light");
        }
    }

    /** The fee stays with the service or goes back with the payment, as the service is set. */
    @ParameterizedTest
    @CsvSource({"on, 500.00", "off, 480.00"})
    void aRefundSaysWhatGoesBack(String feeRefunded, String back) throws Exception {
        try (var other = TestService.start(Map.of("TICAL_PAYIN_REFUND_FEE", feeRefunded))) {
            var desk = other.operator(Operator.Role.FINANCE);
            var test = other.merchant();
            other.payinFee(test, "THB", 40, 0);
            var merchant = other.live(test);
            var payin = merchant.payin("order-5", 50_000).expect(201).word("id");
            var version = desk.get("/admin/v1/payins/" + payin).number("version");
            desk.post(
                            "/admin/v1/payins/" + payin + "/confirm",
                            "{\"version\":" + version
                                    + ",\"paid_amount\":50000,\"override_reason\":\"other\",\"reference\":\"S-5\",\"note\":\"found\"}")
                    .expect(200);
            try (var console = OpenConsole.as(desk, other.tical().ports().admin(), "payins", Map.of())) {
                console.await(() -> console.canPress("#decision-payins-refund"));
                console.push(KeyCode.B);
                assertThat(console.text("#consequence"))
                        .contains("Takes 480.00 THB from", "Then " + back + " THB go back to the payer");
                console.type("#input-reason", "paid twice");
                console.push(KeyCode.ENTER);
                console.await(() -> console.canPress("#decision-payins-complete-refund"));
                console.push(KeyCode.B);
                assertThat(console.text("#consequence"))
                        .contains("the payer has " + back + " THB back", "480.00 THB of it leave the hold");
                console.type("#input-reference", "BACK-5");
                console.push(KeyCode.ENTER);
                console.await(() -> console.shows("BACK-5"));
            }
            other.requireCleanAudit();
        }
    }

    /** Until the search is applied the list has other payins, or the same one whose decisions close when it is. */
    private static void search(OpenConsole console, String reference) {
        console.await(() -> console.exists("#search"));
        console.type("#search", "nobody");
        console.await(() -> console.shows("nobody"));
        console.type("#search", reference);
        console.await(() -> !console.shows("nobody"));
    }

    private static String amount(String payin) {
        return String.format(
                Locale.ROOT, "%,.2f", finance.get("/admin/v1/payins/" + payin).number("transfer_amount") / 100.0);
    }

    @Test
    void whatThePayerAcceptedIsShownWithItsTimeAndAddress() throws Exception {
        var merchant = service.live(service.merchant());
        var payin = merchant.payin("order-4", 40_000).expect(201).word("id");
        service.asService(
                "disclosure",
                "INSERT INTO disclosure (organization_id, livemode, payin_id, text_version, address, request_id, accepted_at)"
                        + " SELECT organization_id, livemode, payin_id, '2026-11-24.2', '203.0.113.7', 'r', '2026-11-25 03:04:05+00'"
                        + " FROM payin WHERE payin_id = '" + payin + "'");
        for (var language : Language.values()) {
            var texts = new Texts(language);
            try (var console = console(finance, Map.of("language", language.name()))) {
                console.await(() -> console.exists("#search"));
                console.type("#search", "order-4");
                console.await(
                        () -> !console.section(texts.get("payins.consent")).isEmpty());
                assertThat(console.section(texts.get("payins.consent")))
                        .contains("2026-11-24.2", "203.0.113.7")
                        .anyMatch(text -> text.contains(":04:05"));
                assertThat(console.section(texts.get("timeline.title")))
                        .contains(texts.get("timeline.conditions_accepted"), "2026-11-24.2");
                console.picture("payins-consent-" + language.code());
            }
        }
    }

    @Test
    void supportMayOnlySendTheCallbackAgain() throws Exception {
        var merchant = service.live(service.merchant());
        service.tical().callbackEndpoints().save(merchant.organizationId(), Kind.PAYIN, sink.url(), Form.AUTO);
        var payin = merchant.payin("order-2", 50_000).expect(201).word("id");
        var version = finance.get("/admin/v1/payins/" + payin).number("version");
        finance.post(
                        "/admin/v1/payins/" + payin + "/confirm",
                        String.format(
                                Locale.ROOT,
                                "{\"version\":%d,\"paid_amount\":50000,\"override_reason\":\"other\",\"reference\":\"S-2\",\"note\":\"found\"}",
                                version))
                .expect(200);
        try (var console =
                console(service.operator(Operator.Role.SUPPORT), Map.of("theme", "DARK", "language", "THAI"))) {
            console.await(() -> console.shows("order-2") && console.canPress("#decision-payins-resend"));
            assertThat(console.exists("#decision-payins-refund")).isFalse();
            console.picture("payins-support-dark-th");
            console.push(KeyCode.S);
            console.push(KeyCode.ENTER);
            console.await(() -> console.shows("คอลแบ็กเข้าคิวอีกครั้งแล้ว"));
            console.await(() -> sink.about(payin).size() == 2);
        }
    }
}
