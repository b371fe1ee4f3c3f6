package io.tical.server.paypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FileChooser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import io.tical.server.Browser;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.qr.ScreenQr;
import io.tical.server.rail.UpstreamServer;
import io.tical.server.slip.ReadSlips;
import io.tical.server.slip.SlipAction;
import io.tical.server.transaction.StaffDecision;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Paying, from the merchant's request to the merchant's page, at the whole service: what a payer sees and does, and a bank's
 * app that knows no more than what is on the screen.
 */
@InBrowser
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PayerTest {
    private final UpstreamServer slipok = new UpstreamServer();
    private TestService service;
    private LoopbackShop shop;
    private Browser browser;

    private Page page;
    private StoppedClock clock;

    @BeforeAll
    void start(Browser shared) throws IOException, GeneralSecurityException, InterruptedException {
        browser = shared;
        shop = new LoopbackShop();
        // Live slips are asked about here; those of test payins are answered by the simulator.
        service = TestService.start(Map.of(
                "TICAL_SLIP_VERIFIER", "slipok",
                "TICAL_SLIP_VERIFIER_URL", slipok.url(),
                "TICAL_SLIP_VERIFIER_KEY", "key",
                "TICAL_SLIP_VERIFIER_BRANCH", "1",
                "TICAL_TRC20_CONFIRMATIONS", "3"));
    }

    @AfterAll
    void stop() {
        if (service != null) {
            service.requireCleanAudit();
            service.close();
        }
        if (shop != null) {
            shop.close();
        }
        slipok.close();
    }

    private static Reply ask(Merchant merchant, String reference, long amount, String returnTo) {
        return merchant.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"%s","amount":%d,"currency":"THB","receiving_type":"qrcode","redirect_url":"%s"}""", reference, amount, returnTo))
                .expect(201);
    }

    private Browser.Visit visit(Window window, String locale, boolean phone) {
        var visit = browser.visit(
                window,
                options -> options.setLocale(locale)
                        .setHasTouch(phone)
                        .setIsMobile(phone)
                        .setDeviceScaleFactor(2.0)
                        .setIgnoreHTTPSErrors(true));
        page = visit.page();
        // Seconds pass when the test says so, however long the machine takes.
        clock = new StoppedClock(page);
        return visit;
    }

    private void open(Reply payin) {
        page.navigate(payin.word("paypage_url"));
        // It would be gone if the page were loaded again.
        page.evaluate("() => { window.loadedOnce = true; }");
    }

    private Locator heading(String name) {
        return page.getByRole(
                AriaRole.HEADING, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private void seenLive(Locator what) {
        clock.passUntilSeen(what);
        assertThat(page.evaluate("() => window.loadedOnce === true"))
                .as("the page was not loaded again")
                .isEqualTo(true);
    }

    /** The countdown goes on to the merchant's page. */
    private void broughtTo(String address, Browser.Visit visit) {
        clock.pass(5_100);
        page.waitForURL(address);
        assertThat(heading("Thank you")).isVisible();
        visit.complaints().removeIf(complaint -> complaint.startsWith("asked for " + shop.url("/")));
        assertThat(visit.complaints()).isEmpty();
    }

    /** What a bank's app reads off the screen, field by field. */
    private Map<String, String> scanned() throws IOException {
        var screen = page.screenshot(new Page.ScreenshotOptions().setFullPage(true));
        var text = ScreenQr.read(ImageIO.read(new ByteArrayInputStream(screen)));
        assertThat(text.substring(text.length() - 4)).isEqualTo(crc(text.substring(0, text.length() - 4)));
        return fields(text);
    }

    private static Map<String, String> fields(String text) {
        var fields = new LinkedHashMap<String, String>();
        for (int at = 0; at < text.length(); ) {
            var length = Integer.parseInt(text.substring(at + 2, at + 4));
            fields.put(text.substring(at, at + 2), text.substring(at + 4, at + 4 + length));
            at += 4 + length;
        }
        return fields;
    }

    /** CRC-16 of EMVCo's codes: polynomial 1021, from FFFF. */
    private static String crc(String text) {
        var crc = 0xFFFF;
        for (byte one : text.getBytes(StandardCharsets.US_ASCII)) {
            crc ^= one << 8;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ 0x1021;
            }
            crc &= 0xFFFF;
        }
        return String.format(Locale.ROOT, "%04X", crc);
    }

    @Test
    void aDepositInTwoPartsIsFollowedUntilItIsPaid() throws IOException {
        var merchant = service.merchant();
        var deposit = merchant.post("/v1/payins", """
                {"order_ref":"usdt","amount":5000004,"channel":"crypto","network":"TRC20"}""").expect(201);
        try (var visit = visit(Window.PHONE, "en-US", true)) {
            page.navigate(deposit.word("deposit_page_url"));
            page.evaluate("() => { window.loadedOnce = true; }");
            assertThat(page.getByText("This is a test.")).isVisible();
            assertThat(page.locator("#address")).hasText(deposit.word("address"));
            seenLive(heading("Payment received"));
            assertThat(page.locator(".transfers li")).hasCount(2);
            assertThat(page.locator(".transfers").getByText("Accepted")).hasCount(2);
            assertThat(visit.complaints()).isEmpty();
            var other = page.navigate(deposit.word("deposit_page_url").replace("/deposit/", "/pay/"));
            assertThat(other.status()).as("a deposit has no bank account").isEqualTo(404);
        }
        var bank = ask(merchant, "bank", 100_000, shop.url("/"));
        try (var visit = visit(Window.PHONE, "en-US", true)) {
            var other = page.navigate(bank.word("paypage_url").replace("/pay/", "/deposit/"));
            assertThat(other.status()).isEqualTo(404);
        }
    }

    private static String baht(Reply payin) {
        var amount = payin.number("transfer_amount");
        return String.format(Locale.ROOT, "%d.%02d", amount / 100, amount % 100);
    }

    private static FilePayload slip(Reply payin) {
        return new FilePayload(
                "slip.png", "image/png", DrawnSlip.of(DrawnSlip.reference(), baht(payin), "บจ. ติคัล เดโม"));
    }

    @Test
    void aPayerScansPaysSendsTheSlipSeesSuccessAndIsTakenBackToTheShop() throws IOException {
        var merchant = service.merchant();
        var back = shop.url("/orders/1001?paid=1");
        var payin = ask(merchant, "order-1001", 125_000, back);
        try (var visit = visit(Window.DESK, "en-US", false)) {
            open(payin);
            assertThat(page)
                    .hasTitle(Pattern.compile("Pay ฿1,250\\." + baht(payin).substring(5) + " · Shop .+"));

            var code = scanned();
            assertThat(code)
                    .containsEntry("00", "01")
                    .containsEntry("53", "764")
                    .containsEntry("58", "TH")
                    .containsEntry("54", baht(payin));
            // Of the demo's account: a national id, so its tag is 02.
            assertThat(fields(code.get("29")))
                    .containsEntry("00", "A000000677010111")
                    .containsEntry("02", "0000000000001")
                    .hasSize(2);

            page.locator("#file").setInputFiles(slip(payin));
            button("Send slip").click();
            seenLive(heading("Payment received"));
            assertThat(page.locator(".brief")).containsText("order-1001");
            assertThat(page.locator("#return-count")).containsText("Taking you back to \u2068127.0.0.1\u2069 in");
            assertThat(merchant.payin(payin.word("id")).word("status")).isEqualTo("success");
            broughtTo(back, visit);
        }
    }

    @Test
    void aThaiPayerDoesAllOfItOnASmallPhone() throws IOException {
        var merchant = service.merchant();
        var back = shop.url("/th/orders/1002");
        var payin = ask(merchant, "order-1002", 30_000, back);
        try (var visit = visit(new Window(360, 740, false), "th-TH", true)) {
            var choosers = new ArrayList<FileChooser>();
            page.onFileChooser(choosers::add);
            open(payin);
            assertThat(page.locator("html")).hasAttribute("lang", "th");
            assertThat(page.evaluate("() => document.documentElement.scrollWidth"))
                    .isEqualTo(360);
            assertThat(heading("สแกนเพื่อชำระเงิน")).isVisible();
            assertThat(heading("หรือโอนเข้าบัญชีนี้")).isVisible();
            assertThat(page.locator("#clock")).containsText("เหลือเวลา");
            assertThat(page.locator(".band")).hasText("รายการทดสอบ ไม่มีการโอนเงินจริง");
            assertThat(scanned()).containsEntry("54", baht(payin));
            noEnglish();

            button("คัดลอกยอดเงิน").tap();
            assertThat(button("คัดลอกยอดเงิน")).hasText("คัดลอกแล้ว");
            page.locator("#drop").tap();
            page.waitForCondition(() -> !choosers.isEmpty());
            choosers.getFirst().setFiles(slip(payin));
            button("ส่งสลิป").tap();
            seenLive(heading("ได้รับชำระเงินแล้ว"));
            assertThat(page.locator("#return-count")).containsText("กำลังพาคุณกลับไปที่");
            noEnglish();
            broughtTo(back, visit);
        }
    }

    /** What is to be read is Thai, but for names that are none of ours to translate. */
    private void noEnglish() {
        assertThat(page.locator("body").innerText())
                .doesNotContainPattern("\\b(?!PromptPay|Tical|Demo|Collections|Shop|KBANK|JPEG|order)[A-Za-z]{4,}");
    }

    /** The answer to an upload comes after the page has heard of the slip. */
    private static final String ANSWERED_LATE = """
            Object.defineProperty(XMLHttpRequest.prototype, "onload", {set(answered) {
              this.addEventListener("load", () => {
                const main = document.getElementById("main");
                const heard = () => main.dataset.state !== "pay" && (answered(), true);
                if (!heard()) {
                  new MutationObserver((_, observer) => heard() && observer.disconnect()).observe(main, {attributes: true});
                }
              });
            }});""";

    @Test
    void whatAMachineCannotDecideIsCheckedByFinanceAndThePayerSeesTheEndLive() throws IOException {
        var live = service.live(service.merchant());
        var back = shop.url("/orders/1003");
        var payin = ask(live, "order-1003", 77_700, back);
        var reference = DrawnSlip.reference();
        // The bank says that another account has the money.
        slipok.answering(asked -> """
                {"success":true,"data":{"success":true,"transRef":"%s","sendingBank":"004","receivingBank":"004","transTimestamp":"%s",
                 "sender":{"displayName":"Mr. Somchai J","account":{"type":"BANKAC","value":"xxx-x-x6789-x"}},
                 "receiver":{"displayName":"Somebody Else","account":{"type":"BANKAC","value":"xxx-x-x9999-x"}},"amount":%s}}""".formatted(reference, Instant.now(), baht(payin)));
        try (var visit = visit(Window.TABLET, "en-US", false)) {
            page.addInitScript(ANSWERED_LATE);
            open(payin);
            assertThat(page.locator(".band")).isHidden();
            page.locator("#file")
                    .setInputFiles(new FilePayload(
                            "slip.png", "image/png", DrawnSlip.of(reference, baht(payin), "Somebody Else")));
            button("Send slip").click();
            assertThat(heading("We are checking your slip")).isVisible();
            assertThat(heading("We are checking your slip")).isFocused();

            var slip = awaitReview(payin);
            service.tical()
                    .slipReview()
                    .decide(
                            slip.id(),
                            new SlipAction.Accept(ReadSlips.asAsked(
                                    service.tical().slipReview().get(slip.id()).slip())),
                            StaffDecision.of("finance", slip.version(), "request"));
            seenLive(heading("Payment received"));
            broughtTo(back, visit);
        }
    }

    private record Waiting(UUID id, long version) {}

    /** Waits until finance has the payin's slip. */
    private Waiting awaitReview(Reply payin) {
        page.waitForCondition(() -> service.count("SELECT count(*) FROM slip WHERE stage = 'review' AND payin_id = '"
                        + UUID.fromString(payin.word("id")) + "'")
                == 1);
        var id = service.tical()
                .database()
                .run(session -> session.sql("SELECT slip_id FROM slip WHERE payin_id = cast(:payin AS uuid)")
                        .bind("payin", payin.word("id"))
                        .one(row -> row.uuid("slip_id")));
        return new Waiting(
                id, service.tical().slipReview().get(id).slip().progress().version());
    }

    @Test
    void whenTheTimeIsOverThePayerIsToldLiveAndTakenBack() {
        var back = shop.url("/orders/1004?unpaid");
        var payin = ask(service.merchant(), "order-1004", 45_000, back);
        try (var visit = visit(Window.DESK, "en-US", false)) {
            open(payin);
            assertThat(heading("Scan to pay")).isVisible();
            service.expire(payin.word("id"));
            seenLive(heading("The time for this payment is over"));
            assertThat(heading("Or transfer to this account")).isHidden();
            assertThat(page.locator("#return-count")).containsText("Taking you back");
            broughtTo(back, visit);
        }
    }
}
