package io.tical.server.paypage;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.FileChooser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import io.tical.server.InBrowser;
import io.tical.server.merchant.Brand;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.Theme;
import io.tical.server.picture.PictureReader;
import io.tical.server.slip.SentSlip.Doubt;
import io.tical.server.slip.Slip.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page as payers use it, in a browser. */
@InBrowser
class PayPageBrowserTest extends PayerInBrowser {
    private Locator refusal() {
        return page.locator("#refusal");
    }

    private String clipboard() {
        return (String) page.evaluate("() => navigator.clipboard.readText()");
    }

    private String focused() {
        return (String) page.evaluate("() => document.activeElement.id || document.activeElement.textContent.trim()");
    }

    @Test
    void aPayerSendsASlipAndSeesThatItArrived() {
        var sample = new SamplePayment();
        stopTheClock();
        open(sample, "");
        choose("slip.png", slip);
        assertThat(page.locator("#file-name")).hasText("slip.png");
        button("Send slip").click();
        heading("We are checking your slip").waitFor();
        assertThat(host.slips().received().getLast()).isEqualTo(slip);

        sample.status = PayinStatus.SUCCESS;
        host.put(sample);
        clock.passUntilSeen(heading("Payment received"));
        assertThat(page).hasTitle("Payment received · Baan Suan Coffee");
        assertThat(heading("Payment received")).isFocused();
    }

    @Test
    void whatIsCopiedIsSaidAndTheButtonOffersItAgain() {
        stopTheClock();
        open(new SamplePayment(), "");
        button("Copy the amount").click();
        assertThat(button("Copy the amount")).hasText("Copied");
        assertThat(clipboard()).isEqualTo("1250.37");
        clock.pass(100);
        assertThat(page.locator("#heard")).hasText("Copied");
        button("Copy the account number").click();
        assertThat(button("Copy the account number")).hasText("Copied");
        assertThat(clipboard()).isEqualTo("0123456789");
        clock.pass(2_100);
        assertThat(button("Copy the amount")).hasText("Copy");
    }

    @Test
    void itIsAllDoneWithoutAMouse() {
        var sample = new SamplePayment();
        // Listened for from the start: a browser that is told so only when the key is pressed may be told too late.
        var choosers = new ArrayList<FileChooser>();
        page.onFileChooser(choosers::add);
        open(sample, "");
        var passed = new StringBuilder();
        for (int i = 0; i < 12 && !"file".equals(focused()); i++) {
            page.keyboard().press("Tab");
            passed.append(focused()).append(", ");
            assertThat(page.evaluate("() => document.activeElement.matches(':focus-visible')"))
                    .as("what has focus shows it")
                    .isEqualTo(true);
        }
        assertThat(focused()).as(passed.toString()).isEqualTo("file");
        assertThat(passed)
                .startsWith(
                        "Skip to the payment, Language: English, mode, Copy, save, Copy account number, Copy, Copy, file");
        page.keyboard().press("Space");
        page.waitForCondition(() -> !choosers.isEmpty());
        choosers.getFirst().setFiles(new FilePayload("slip.png", "image/png", slip));
        assertThat(page.locator("#send")).isFocused();
        page.keyboard().press("Enter");
        heading("We are checking your slip").waitFor();
    }

    @Test
    void conditionsComeBeforeTheAccountOfAnotherPerson() {
        var sample = SamplePayment.matched();
        open(sample, "");
        heading("Before you pay").waitFor();
        assertThat(page.content()).doesNotContain("4071234567", "Somchai");
        button("Accept and show the account").click();
        assertThat(page.locator("#accept").evaluate("box => box.validity.valueMissing"))
                .isEqualTo(true);
        page.getByLabel("I have read this and accept it.").check();
        button("Accept and show the account").click();
        heading("Transfer to this account").waitFor();
        assertThat(page.locator("#account-number")).hasText("407-1-23456-7");
        assertThat(host.acceptedVersions(sample)).containsExactly(Disclosures.TEXT_VERSION);
    }

    @Test
    void conditionsThatChangedSinceThePageWasMadeAreShownBeforeTheyAreAccepted() {
        var sample = SamplePayment.matched();
        open(sample, "");
        page.evaluate("() => { document.getElementById('consent').dataset.textVersion = '2026-11-21'; }");
        page.getByLabel("I have read this and accept it.").check();
        page.evaluate("() => { window.madeBefore = true; }");
        button("Accept and show the account").click();
        page.waitForFunction("() => !window.madeBefore");
        heading("Before you pay").waitFor();
        assertThat(page.locator("#accept")).not().isChecked();
        assertThat(host.acceptedVersions(sample)).isEmpty();
    }

    @Test
    void whatIsNoSlipIsRefusedBeforeItIsSent() {
        open(new SamplePayment(), "");
        var before = host.slips().received().size();
        choose("slip.pdf", "%PDF-1.7".getBytes(StandardCharsets.US_ASCII));
        assertThat(refusal()).containsText("not a PNG or JPEG picture");
        page.evaluate("""
                (size) => {
                  const bytes = new Uint8Array(size);
                  bytes.set([0x89, 0x50, 0x4e, 0x47]);
                  const data = new DataTransfer();
                  data.items.add(new File([bytes], "large.png"));
                  const field = document.getElementById("file");
                  field.files = data.files;
                  field.dispatchEvent(new Event("change"));
                }""", PictureReader.FILE_BYTES_MAX + 1);
        assertThat(refusal()).containsText("larger than 10 MB");
        choose("empty.png", new byte[0]);
        assertThat(refusal()).containsText("empty");
        assertThat(button("Send slip")).isHidden();
        choose("slip.png", slip);
        assertThat(button("Send slip")).isVisible();
        assertThat(refusal()).isHidden();
        assertThat(host.slips().received()).hasSize(before);
    }

    @Test
    void aDroppedPictureIsChosenAndOneBesideThePlaceDoesNotLeaveThePage() {
        open(new SamplePayment(), "");
        page.evaluate("""
                (base64) => {
                  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
                  const data = new DataTransfer();
                  data.items.add(new File([bytes], "dropped.png", { type: "image/png" }));
                  for (const kind of ["dragover", "drop"]) {
                    const event = new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
                    document.body.dispatchEvent(event);
                    if (!event.defaultPrevented) throw new Error("the browser would open it");
                  }
                }""", Base64.getEncoder().encodeToString(slip));
        assertThat(button("Send slip")).isVisible();
        assertThat(page.locator("#file-name")).hasText("dropped.png");
    }

    @Test
    void aRejectedSlipIsExplainedAndAnotherMayBeSent() {
        var sample = new SamplePayment();
        host.slips().stand(sample, TestSlips.checking(2));
        stopTheClock();
        open(sample, "");
        heading("We are checking your slip").waitFor();
        host.slips().stand(sample, TestSlips.rejected(Reason.WRONG_AMOUNT, 2));
        clock.passUntilSeen(page.locator("#rejected"));
        assertThat(page.locator("#rejected"))
                .containsText("The amount on your slip is not ฿1,250.37. If you sent the wrong slip,");
        // The account is there again.
        assertThat(page.locator("#account-number")).hasText("012-3-45678-9");
        clock.passUntilSeen(page.getByText("You can send 2 more."));
    }

    @Test
    void anotherAmountThatWasAcceptedIsTheOneThatIsShown() {
        var sample = new SamplePayment();
        stopTheClock();
        open(sample, "");
        sample.paid = 100_000L;
        sample.status = PayinStatus.SUCCESS;
        host.put(sample);
        clock.passUntilSeen(heading("Payment received"));
        assertThat(page.locator(".brief")).containsText("฿1,000.00");
        assertThat(page.locator(".brief")).not().containsText("฿1,250.37");
        open(SamplePayment.of(PayinStatus.REFUNDED), "");
        assertThat(page.locator(".brief")).containsText("฿1,250.37");
    }

    @Test
    void whenAllSlipsAreUsedThePayerIsToldWhatToDo() {
        var sample = new SamplePayment();
        host.slips().stand(sample, TestSlips.rejected(Reason.OTHER, 0));
        open(sample, "");
        assertThat(page.locator("#used")).containsText("All ten slips");
        assertThat(page.locator("#slip")).isHidden();
    }

    @Test
    void theClockRunsByTheServicesTimeAndTurnsAmberNearTheEnd() {
        var sample = new SamplePayment();
        sample.expiresAt = Instant.now().plusSeconds(600);
        // The payer's own clock is an hour slow.
        var now = System.currentTimeMillis() - 3_600_000;
        StoppedClock.stop(page, now);
        // What the service says of its time is not to come in between.
        page.route("**/pay-api/**", route -> {});
        open(sample, "");
        var time = page.locator("#time").textContent();
        assertThat(time).matches("0[5-9]:[0-5][0-9]|10:00");
        var left = Integer.parseInt(time.substring(0, 2)) * 60 + Integer.parseInt(time.substring(3));
        page.clock().fastForward((left - 121) * 1000L);
        assertThat(page.locator("#time")).hasText("02:01");
        assertThat(page.locator("#clock[data-soon]")).hasCount(0);
        page.clock().runFor(1_000);
        assertThat(page.locator("#time")).hasText("02:00");
        assertThat(page.locator("#clock[data-soon]")).isVisible();
    }

    @Test
    void whenTheTimeIsUpThePageAsksAtOnce() {
        var sample = new SamplePayment();
        sample.expiresAt = Instant.now().plusSeconds(2);
        open(sample, "");
        page.getByText("Time is up.").first().waitFor();
        sample.status = PayinStatus.EXPIRED;
        host.put(sample);
        heading("The time for this payment is over").waitFor();
        assertThat(heading("Did you pay in time? Send your slip")).isVisible();
    }

    @Test
    void lightAndDarkAreThePayersChoiceAndRemembered() {
        var sample = new SamplePayment();
        open(sample, "");
        groundIs("rgb(245, 247, 250)");
        button("Light or dark").click();
        groundIs("rgb(11, 20, 32)");
        page.reload();
        groundIs("rgb(11, 20, 32)");
        // A colour theme keeps to its own.
        open(sample, "?theme=rose");
        groundIs("rgb(253, 242, 245)");
        open(sample, "?theme=modern&mode=light");
        groundIs("rgb(245, 247, 250)");
    }

    private void groundIs(String colour) {
        assertThat(page.locator("body")).hasCSS("background-color", colour);
    }

    @Test
    void theQrCodeIsSavedAsAPicture() throws IOException {
        open(new SamplePayment(), "");
        var download = page.waitForDownload(() -> button("Save QR code").click());
        assertThat(download.suggestedFilename()).endsWith(".png");
        try (var in = download.createReadStream()) {
            var picture = ImageIO.read(in);
            assertThat(picture.getWidth()).isGreaterThan(600).isEqualTo(picture.getHeight());
            assertThat(picture.getRGB(1, 1)).isEqualTo(0xFFFFFFFF);
            var module = picture.getWidth() / 41;
            assertThat(picture.getRGB(4 * module + module / 2, 4 * module + module / 2))
                    .as("the corner of a finder pattern")
                    .isEqualTo(0xFF000000);
        }
    }

    @Test
    void onAPhoneWhatIsNeededIsInSight() {
        page.addInitScript(
                "navigator.canShare = () => true;"
                        + "navigator.share = async ({ files: [file] }) => { window.shared = `${file.name} ${file.type} ${file.size > 999}`; };");
        open(new SamplePayment(), "");
        assertThat(page.locator("#waits")).isInViewport();
        assertThat(page.locator("#strip")).isHidden();
        var steps = page.locator(".steps ol").boundingBox().y;
        for (var name : List.of("Save QR code", "Share QR code", "Copy account number")) {
            assertThat(button(name).boundingBox().y).as(name).isLessThan(steps);
        }
        button("Copy account number").click();
        assertThat(button("Copied")).isVisible();
        assertThat(clipboard()).isEqualTo("0123456789");
        button("Share QR code").click();
        page.waitForCondition(() ->
                String.valueOf(page.evaluate("() => window.shared")).matches("promptpay-.{6}\\.png image/png true"));
        page.locator(".foot").scrollIntoViewIfNeeded();
        assertThat(page.locator("#strip")).isVisible();
        assertThat(page.locator("#strip")).hasText(Pattern.compile("฿1,250\\.37Waiting for payment09:\\d\\d"));
    }

    @Test
    void theMerchantIsKnownByItsNameItsLogoAndItsContact() {
        var sample = new SamplePayment();
        sample.amount = 125_004;
        sample.extra = 4;
        sample.brand = new Brand(
                new UUID(1, 1), "Baan Suan", "help@baansuan.example", "https://baansuan.example/", "0".repeat(64));
        open(sample, "");
        assertThat(page.locator(".exact")).containsText("1,250.04 = 1,250.00 + 0.04 that identifies your payment.");
        assertThat(page.locator(".method")).hasText("PromptPayพร้อมเพย์");
        page.waitForFunction("() => document.querySelector('.logo').naturalWidth === 64");
        assertThat(page.getByText("help@baansuan.example")).hasAttribute("href", "mailto:help@baansuan.example");
        assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Back to")))
                .hasAttribute("href", "https://baansuan.example/");
    }

    @Test
    void anotherLanguageIsChosenFromTheMenu() {
        stopTheClock();
        open(new SamplePayment(), "?theme=ocean");
        page.getByText("Language: English").click();
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("ไทย"))
                .click();
        heading("หรือโอนเข้าบัญชีนี้").waitFor();
        assertThat(page.url()).endsWith("?lang=th&theme=ocean");
        button("คัดลอกยอดเงิน").click();
        assertThat(button("คัดลอกยอดเงิน")).hasText("คัดลอกแล้ว");
    }

    @Test
    void hostileTextIsShownAndNothingOfItRuns() {
        var sample = new SamplePayment();
        sample.merchantName = "<img src=x onerror=document.title='ow'+'ned'>\u202E" + "W".repeat(200);
        sample.orderRef = "</script><script>document.title='ow'+'ned'</script>" + "x".repeat(200);
        sample.receiving = SamplePayment.account(
                "KBANK", "12345678901234567890", "\"' onmouseover='document.title=1' " + "ก".repeat(200));
        sample.amount = Long.MAX_VALUE;
        for (var status : List.of(PayinStatus.PROCESSING, PayinStatus.SUCCESS)) {
            sample.status = status;
            // The page has loaded all that its markup asks for, pictures with what they would run included.
            open(sample, "");
            assertThat(page.title()).doesNotContain("owned");
            assertThat(page.locator("main img, header img")).hasCount(0);
            assertThat(tooWide()).isZero();
        }
    }

    private int tooWide() {
        return (Integer) page.evaluate("() => document.documentElement.scrollWidth - innerWidth");
    }

    @Test
    void aSlipThatDoesNotFitIsToldAtOnceAndWhatWasSentIsListed() {
        var sample = new SamplePayment();
        stopTheClock();
        open(sample, "");
        assertThat(page.locator("#sent")).isHidden();
        host.slips().stand(sample, TestSlips.checking(9));
        heading("We are checking your slip").waitFor();
        assertThat(page.locator("#sent-list li")).hasText("Being checkedNov 24, 2026, 7:05\u202fAM");
        host.slips().stand(sample, TestSlips.doubted(Doubt.WRONG_AMOUNT, 9));
        assertThat(page.locator("#rejected")).containsText("The amount on your slip is not ฿1,250.37.");
        assertThat(page.locator("#slips")).isVisible();
        page.reload();
        assertThat(page.locator("#rejected")).containsText("The amount on your slip is not ฿1,250.37.");
        assertThat(page.locator("#sent-list li")).containsText("Nov 24, 2026");
        host.slips().stand(sample, TestSlips.rejected(Reason.DUPLICATE, 9));
        heading("Scan to pay").waitFor();
        assertThat(page.locator("#rejected")).containsText("Your slip was used before.");
        assertThat(page.locator("#sent-list li")).containsText("Not accepted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "th", "vi", "zh", "id", "lo", "my", "km"})
    void everyScreenFitsANarrowPhoneAndHasOneHeading(String language) {
        for (var status : PayinStatus.values()) {
            var sample = SamplePayment.of(status);
            sample.redirectUrl = "https://a-shop-with-a-long-name.example/";
            sample.theme = Theme.values()[status.ordinal()];
            open(sample, "?lang=" + language);
            assertThat(tooWide()).as(status.word()).isZero();
            assertThat(page.locator("h1:visible")).hasCount(1);
        }
        var matched = SamplePayment.matched();
        open(matched, "?lang=" + language);
        assertThat(tooWide()).isZero();
    }
}
