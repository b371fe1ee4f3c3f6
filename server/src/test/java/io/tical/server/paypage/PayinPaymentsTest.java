package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.zxing.BinaryBitmap;
import com.google.zxing.ChecksumException;
import com.google.zxing.FormatException;
import com.google.zxing.NotFoundException;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.tical.common.Json;
import io.tical.server.Browser;
import io.tical.server.InBrowser;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pay host of a whole service, with payins that merchants create. */
@InBrowser
class PayinPaymentsTest {
    private static TestService service;
    private static Merchant merchant;
    private static HttpClient client;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        merchant = service.merchant();
        client = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stop() {
        client.close();
        service.close();
    }

    private static JsonNode view(String token) throws IOException, InterruptedException {
        var response = client.send(
                HttpRequest.newBuilder(URI.create(
                                "http://127.0.0.1:" + service.tical().ports().pay() + "/pay-api/v1/pay/" + token))
                        .build(),
                BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        return Json.mapper().readTree(response.body()).get("data");
    }

    private static Reply create(String reference, long amount, String more) {
        return merchant.post(
                        "/v1/payins",
                        "{\"order_ref\":\"" + reference + "\",\"amount\":" + amount + ",\"currency\":\"THB\"" + more
                                + "}")
                .expect(201);
    }

    @Test
    void theViewShowsTheDetailsOfThePayin() throws Exception {
        var payin = create("view-1", 77_700, ",\"pay_theme\":\"forest\"");
        var view = view(payin.word("pay_token"));
        assertThat(view.get("amount").asText()).isEqualTo(Long.toString(payin.number("transfer_amount")));
        assertThat(view.get("status").asText()).isEqualTo("pending");
        assertThat(view.get("expires_at").asText()).isEqualTo(payin.word("expires_at"));
        assertThat(view.get("order_ref").asText()).isEqualTo("view-1");
        assertThat(view.get("pay_theme").asText()).isEqualTo("forest");
        assertThat(view.get("merchant_name").asText()).startsWith("Shop ");
        assertThat(view.at("/destination/account_no").asText()).isEqualTo(payin.word("receiving_identifier"));
        assertThat(view.at("/destination/bank_code").asText()).isEqualTo(payin.word("receiving_platform"));
        assertThat(view.at("/promptpay/qr_data").asText()).contains("5303764", "5802TH");
    }

    @Test
    void aPreviewOfThePageChangesNothing() throws Exception {
        var payin = create("preview-1", 33_300, "");
        var row = "SELECT xmin::text::bigint FROM payin WHERE payin_id = '%s'".formatted(payin.word("id"));
        var before = service.count(row);
        for (var method : List.of("GET", "HEAD")) {
            var asked = HttpRequest.newBuilder(URI.create(
                            "http://127.0.0.1:" + service.tical().ports().pay() + "/pay/" + payin.word("pay_token")))
                    .method(method, BodyPublishers.noBody())
                    .header("User-Agent", "facebookexternalhit/1.1")
                    .build();
            assertThat(client.send(asked, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
        }
        assertThat(service.count(row)).as("the row was not written").isEqualTo(before);
        assertThat(merchant.get("/v1/payins/" + payin.word("id")).word("status"))
                .isEqualTo("pending");
    }

    @Test
    void theGuidesPayinHasItsPayerItsAddressToReturnToAndItsPage() throws Exception {
        var payin = merchant.guidePayin("view-2", 88_800).expect(201);
        var token =
                payin.word("paypage_url").substring(payin.word("paypage_url").lastIndexOf('/') + 1);
        var view = view(token);
        assertThat(view.at("/payer/holder_name").asText()).isEqualTo("Somchai Jaidee");
        assertThat(view.at("/payer/account_no").asText()).matches("x+[0-9]{4}");
        var page = client.send(
                HttpRequest.newBuilder(URI.create(payin.word("paypage_url"))).build(), BodyHandlers.ofString());
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Somchai Jaidee", "view-2");
    }

    @Test
    void aCodeOnTheScreenPaysTheAmountAndTheEndIsSeenLive(Browser browser) throws Exception {
        var payin = create("live-1", 66_600, "");
        try (var visit = browser.visit(Browser.Window.PHONE)) {
            var page = visit.page();
            // Nothing is polled, because no time passes.
            StoppedClock.stop(page, System.currentTimeMillis());
            page.navigate(payin.word("paypage_url"));
            var expected =
                    view(payin.word("pay_token")).at("/promptpay/qr_data").asText();
            assertThat(decoded(page.locator("#qr").screenshot())).isEqualTo(expected);
            var amount = payin.number("transfer_amount");
            assertThat(expected).contains("5406" + amount / 100 + "." + amount % 100 / 10 + amount % 10);

            merchant.post("/v1/payins/" + payin.word("id") + "/test-confirm").expect(200);
            page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Payment received"))
                    .waitFor();
            assertThat(visit.complaints()).isEmpty();
        }
    }

    private static String decoded(byte[] screenshot)
            throws IOException, NotFoundException, ChecksumException, FormatException {
        var picture = ImageIO.read(new ByteArrayInputStream(screenshot));
        var pixels = picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth());
        return new QRCodeReader()
                .decode(new BinaryBitmap(
                        new HybridBinarizer(new RGBLuminanceSource(picture.getWidth(), picture.getHeight(), pixels))))
                .getText();
    }
}
