package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import io.tical.server.BrotliFiles;
import io.tical.server.Reply;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.Theme;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page as it is served, before any script has run. */
class PayPageHtmlTest {
    private static final Pattern ASSET = Pattern.compile("\"(/pay/assets/[^\"]+)\"");

    private static PayHost host;

    @BeforeAll
    static void start() {
        host = new PayHost();
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    private static Reply page(SamplePayment sample, String query, String... headers) {
        host.put(sample);
        var reply = host.get("/pay/" + sample.token + query, headers);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply;
    }

    private static String header(Reply reply, String name) {
        return reply.headers().firstValue(name).orElse("");
    }

    @Test
    void theAccountAndTheAmountAreInThePageItself() {
        assertThat(page(new SamplePayment(), "").text())
                .contains(
                        "<span class=\"amount\" id=\"amount\" data-size=\"large\">฿1,250.37</span>",
                        "data-copy=\"1250.37\"",
                        "012-3-45678-9",
                        "data-copy=\"0123456789\"",
                        "Baan Suan Coffee Co., Ltd.",
                        "Kasikornbank (KBANK)",
                        "order-20481",
                        "<svg xmlns",
                        "Pay before ");
    }

    @Test
    void theModernLayoutHasNoQrCode() {
        var sample = new SamplePayment();
        sample.theme = Theme.MODERN;
        assertThat(page(sample, "").text())
                .contains("012-3-45678-9", "data-layout=\"modern\"")
                .doesNotContain("<svg xmlns");
    }

    @Test
    void theAccountOfAnotherPersonIsNotInThePageBeforeThePayerAccepts() {
        var sample = SamplePayment.matched();
        assertThat(page(sample, "").text())
                .contains("data-state=\"consent\"", "฿1,250.37")
                .doesNotContain("4071234567", "407-1-23456-7", "Somchai");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en | It identifies your payment | With your slip we find | Waiting for your payment",
                "th | แยกรายการของคุณ | สลิปช่วยให้เราพบ | กำลังรอการชำระเงินของคุณ"
            })
    void aPaymentToAThirdPartyNeedsItsSlipAndSaysSo(String language, String tells, String optional, String waiting) {
        var ordinary = page(new SamplePayment(), "?lang=" + language).text();
        assertThat(ordinary).contains(tells, optional, waiting);
        var matched = SamplePayment.matched();
        host.put(matched);
        host.post(PayHost.api(matched, "/disclosure-consent")).json();
        for (var status : List.of(PayinStatus.PENDING, PayinStatus.PROCESSING, PayinStatus.EXPIRED)) {
            matched.status = status;
            assertThat(page(matched, "?lang=" + language).text())
                    .as(status.word())
                    .doesNotContain(tells, optional, waiting)
                    .contains(language.equals("en") ? "Your slip is needed" : "ต้องใช้สลิป");
        }
    }

    @Test
    void whoHasNoScriptAcceptsWithAForm() {
        var sample = SamplePayment.matched();
        host.put(sample);
        var accepted = host.post("/pay/" + sample.token + "/consent?lang=th&theme=rose");
        assertThat(accepted.status()).isEqualTo(303);
        assertThat(header(accepted, "Location")).isEqualTo("/pay/" + sample.token + "?lang=th&theme=rose");
        assertThat(page(sample, "").text()).contains("407-1-23456-7", "Somchai Jaidee");
    }

    @ParameterizedTest
    @EnumSource(
            value = PayinStatus.class,
            names = {"SUCCESS", "FAILED", "REJECTED", "REFUNDED", "EXPIRED", "CANCELLED"})
    void whatIsOverShowsNoAccountToPayInto(PayinStatus status) {
        assertThat(page(SamplePayment.of(status), "").text())
                .contains("data-state=\"" + status.word() + "\"", "order-20481")
                .doesNotContain("0123456789", "012-3-45678-9", "<svg xmlns");
    }

    @Test
    void hostileTextStaysText() {
        var sample = new SamplePayment();
        sample.merchantName = "<script>alert(1)</script>\u202E\"'&{{said}}";
        sample.orderRef = "\"><img src=x onerror=alert(1)>" + "x".repeat(200);
        sample.receiving = SamplePayment.account("KBANK", "0123456789", "'><svg onload=alert(1)></script>{merchant}");
        sample.redirectUrl = "https://shop.example/\"><script>alert(1)</script>";
        for (var query : List.of("", "?theme=%22%3E%3Cscript%3E&mode=%22%3E&lang=%22%3E%3Cscript%3E")) {
            var html = page(sample, query).text();
            assertThat(html)
                    .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
                    .doesNotContain("<script>", "<img", "<svg onload", "\u202E");
            assertThat(Pattern.compile("<script[ >]").matcher(html).results().count())
                    .as("our own scripts and no other")
                    .isEqualTo(3);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "classic, '', classic, (prefers-color-scheme: dark)",
        "classic, ?mode=dark, classic, (prefers-color-scheme: dark)",
        "light, '', light, not all",
        "dark, '', dark, all",
        "modern, '', modern, (prefers-color-scheme: dark)",
        "modern, ?mode=dark, modern, all",
        "modern, ?mode=light, modern, not all",
        "modern, ?mode=purple, modern, (prefers-color-scheme: dark)",
        "ocean, ?mode=dark, ocean, not all",
        "forest, '', forest, not all",
        "sunset, '', sunset, not all",
        "rose, '', rose, not all",
        "midnight, ?mode=light, midnight, all",
        "ocean, ?theme=rose, rose, not all",
        "ocean, ?theme=nonsense, classic, (prefers-color-scheme: dark)",
        "ocean, ?theme=OCEAN, classic, (prefers-color-scheme: dark)",
        "ocean, ?theme=, ocean, not all",
        "light, ?theme=modern&mode=dark, modern, all"
    })
    void theAddressOverridesTheThemeForOneVisit(String stored, String query, String theme, String dark) {
        var sample = new SamplePayment();
        sample.theme = Theme.of(stored);
        assertThat(page(sample, query).text())
                .contains("data-theme=\"" + theme + "\"", "dark.css\" media=\"" + dark + "\"");
        assertThat(page(sample, "").text()).contains("data-theme=\"" + stored + "\"");
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void onlyClassicHasASwitchForLightAndDark(Theme theme) {
        var sample = new SamplePayment();
        sample.theme = theme;
        assertThat(page(sample, "").text())
                .containsPattern("id=\"mode\"[^>]*" + (theme == Theme.CLASSIC ? "[^n]>" : "hidden>"));
    }

    @Test
    void theBrowsersLanguageIsSpokenAndTheSwitchKeepsTheLook() {
        var sample = new SamplePayment();
        var thai = page(sample, "?theme=modern&mode=dark&utm=1", "Accept-Language", "th-TH,th;q=0.9,en;q=0.8");
        assertThat(header(thai, "Content-Language")).isEqualTo("th");
        assertThat(thai.text())
                .contains("<html lang=\"th\"", "ยอดที่ต้องโอน", "href=\"?lang=en&amp;theme=modern&amp;mode=dark\"")
                .doesNotContain("Amount to transfer", "Số tiền");
        var english = page(sample, "?lang=en", "Accept-Language", "th");
        assertThat(english.text()).contains("<html lang=\"en\"", "Amount to transfer", "href=\"?lang=th\"");
        assertThat(page(sample, "").text()).contains("<html lang=\"en\"");
    }

    @Test
    void aTestPaymentSaysSo() {
        var sample = new SamplePayment();
        assertThat(page(sample, "").text()).contains("<p class=\"band\" hidden>");
        sample.livemode = false;
        assertThat(page(sample, "").text()).contains("<p class=\"band\" >Test payment. No real money moves.</p>");
    }

    @Test
    void whatOthersAppendToTheAddressKeepsNobodyOut() {
        for (var query : List.of("?a=1&a=2", "?x=%FF", "?fbclid=" + "x".repeat(2000))) {
            page(new SamplePayment(), query);
        }
    }

    @Test
    void thePageIsKeptFramedAndToldByNobody() {
        var reply = page(new SamplePayment(), "");
        assertThat(header(reply, "Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(header(reply, "Cache-Control")).isEqualTo("no-store");
        assertThat(header(reply, "X-Frame-Options")).isEqualTo("DENY");
        assertThat(header(reply, "X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(header(reply, "Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(header(reply, "Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
        assertThat(header(reply, "Content-Security-Policy"))
                .contains("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'")
                .doesNotContain("unsafe", "http:", "https:", "data:", "blob:", "*");
        assertThat(header(reply, "Set-Cookie")).isEmpty();
        assertThat(header(reply, "X-Request-Id")).isNotEmpty();
        assertThat(reply.text())
                .doesNotContainPattern("(?i)<style|\\sstyle=|\\son[a-z]+=|javascript:|<iframe|<object|<base");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/pay/00000000000000000000000000000000", "/pay/x", "/pay/x/y", "/pay", "/pay/", "/"})
    void anAddressThatOpensNothingIsAnsweredWithAPageThatSaysWhatToDo(String path) {
        var reply = host.get(path, "Accept-Language", "th");
        assertThat(reply.status()).isEqualTo(404);
        assertThat(header(reply, "Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(header(reply, "X-Frame-Options")).isEqualTo("DENY");
        assertThat(reply.text()).contains("ลิงก์ชำระเงินนี้ใช้ไม่ได้", "data-state=\"missing\"");
    }

    @Test
    void whoComesTooOftenIsToldWhenToComeAgain() {
        try (var limited = new PayHost(1)) {
            var sample = new SamplePayment();
            limited.put(sample);
            limited.get("/pay/" + sample.token);
            var busy = limited.get("/pay/" + sample.token);
            assertThat(busy.status()).isEqualTo(429);
            assertThat(header(busy, "Retry-After")).isNotEmpty();
            var wait = header(busy, "Retry-After");
            assertThat(header(busy, "X-RateLimit-After")).isEqualTo(wait);
            assertThat(header(busy, "Refresh")).isEqualTo(wait);
            assertThat(busy.text()).contains("It reloads automatically in " + wait + " s.");
            assertThat(limited.get("/pay/" + sample.token + "?lang=th").text()).contains("หน้านี้จะโหลดใหม่เองใน");
        }
    }

    @Test
    void wrongMethodsAreRefusedAndHeadIsAnswered() {
        var sample = new SamplePayment();
        host.put(sample);
        var wrong = host.post("/pay/" + sample.token);
        assertThat(wrong.status()).isEqualTo(405);
        assertThat(header(wrong, "Allow")).isEqualTo("GET, HEAD");
        var head = host.send("HEAD", "/pay/" + sample.token, new byte[0]);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.text()).isEmpty();
        assertThat(header(head, "Content-Type")).isEqualTo("text/html; charset=utf-8");
    }

    @Test
    void theFilesOfThePageAreKeptAndSayNothingThatOthersCouldUse() {
        var page = page(new SamplePayment(), "").text();
        var assets = ASSET.matcher(page).results().map(match -> match.group(1)).toList();
        assertThat(assets).hasSize(5);
        for (var asset : assets) {
            var file = host.get(asset);
            assertThat(file.status()).as(asset).isEqualTo(200);
            assertThat(header(file, "X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(header(file, "Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
            assertThat(file.text())
                    .as(asset)
                    .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")
                    .doesNotContainPattern("http:(?!//www\\.w3\\.org)");
        }
        var earlier = host.get("/pay/assets/000000000000/pay.js");
        assertThat(earlier.status()).as("named by a page of another release").isEqualTo(200);
        assertThat(header(earlier, "Cache-Control")).isEqualTo("no-cache");
        assertThat(host.get("/pay/assets/none.js").status()).isEqualTo(404);
        assertThat(host.get("/pay/assets/000000000000/words/en.json").status()).isEqualTo(404);
    }

    /** A build that stops to compress them must not go unnoticed: the service would serve gzip. */
    @Test
    void everyFileIsSentInBrotliAndDecodesToThePlainOne() throws Exception {
        var deposit = new SampleDeposit();
        host.put(deposit);
        var pages = page(new SamplePayment(), "").text()
                + host.get("/deposit/" + deposit.token).text();
        var assets = ASSET.matcher(pages)
                .results()
                .map(match -> match.group(1))
                .distinct()
                .toList();
        assertThat(assets).hasSize(6);
        for (var asset : assets) {
            BrotliFiles.check(host.url(asset));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "br                          | br",
                "gzip, deflate, br, zstd     | br",
                "BR                          | br",
                "GZip                        | gzip",
                "gzip;q=1, br;q=0            | gzip",
                "gzip;q=0, br                | br",
                "gzip ; q=1.0, br ; Q=0.000  | gzip",
                "br;q=0.5, gzip;q=0.8        | gzip",
                "br;q=0.8, gzip;q=0.8        | br",
                "*                           | br",
                "br;q=0, *                   | gzip",
                "gzip, *;q=0                 | gzip",
                "gzip;q=0, br;q=0, *         | ''",
                "*;q=0                       | ''",
                "identity                    | ''",
                "broken, gzipped, ;q=1, ,    | ''",
                "''                          | ''",
            })
    void aFileIsSentInTheCodingThatTheClientPrefers(String accepted, String coding) {
        var address = "/pay/assets/000000000000/pay.css";
        assumeTrue(
                !coding.equals("br") || Brotli4jLoader.isAvailable(), "Skipped: there is no Brotli for this platform.");
        var file = host.get(address, "Accept-Encoding", accepted);
        var head = host.send("HEAD", address, new byte[0], "Accept-Encoding", accepted);
        for (var answer : List.of(file, head)) {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(header(answer, "Content-Encoding")).isEqualTo(coding);
            assertThat(answer.headers().allValues("Vary")).containsExactly("Accept-Encoding");
        }
        assertThat(head.text()).isEmpty();
        assertThat(header(head, "Content-Length")).isEqualTo(header(file, "Content-Length"));
    }

    @Test
    void thePageItselfIsCompressedWithGzipAlone() {
        for (var accepted : List.of("gzip, br", "GZIP;q=0.1", "*")) {
            assertThat(header(page(new SamplePayment(), "", "Accept-Encoding", accepted), "Content-Encoding"))
                    .as(accepted)
                    .isEqualTo("gzip");
        }
    }

    @Test
    void aRefusedEncodingIsNotUsed() {
        var page = page(new SamplePayment(), "", "Accept-Encoding", "gzip;q=0, br");
        assertThat(header(page, "Content-Encoding")).isEmpty();
        assertThat(page.text()).contains("Amount to transfer");
        assertThat(page.headers().allValues("Vary")).contains("Accept-Encoding", "Accept-Language");
    }
}
