package io.tical.server.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import io.tical.server.AuditedService;
import io.tical.server.Browser;
import io.tical.server.DashboardClient;
import io.tical.server.InBrowser;
import io.tical.server.Merchant;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a merchant shows to its payers, from the dashboard to the pay page. */
@InBrowser
class DashboardPayPageTest extends AuditedService {
    private Merchant merchant;
    private DashboardClient owner;

    @BeforeEach
    void newMerchant() {
        merchant = service.merchant();
        owner = service.owner(merchant);
    }

    private static byte[] picture(int width, int height) {
        var file = new ByteArrayOutputStream();
        try {
            ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), "png", file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return file.toByteArray();
    }

    private static String logo(byte[] file) {
        return "{\"logo\":\"" + Base64.getEncoder().encodeToString(file) + "\"}";
    }

    @Test
    void anOwnerSetsItAndAPayerSeesIt(Browser browser) throws Exception {
        try (var visit = browser.visit(Browser.Window.DESK)) {
            var page = visit.page();
            page.navigate("http://127.0.0.1:" + service.port() + "/dashboard/live/pay-page");
            page.getByLabel("Username").fill(owner.username());
            page.getByLabel("Password", new Page.GetByLabelOptions().setExact(true))
                    .fill(owner.password());
            page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Sign in"))
                    .click();
            page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Baan Suan");
            page.getByLabel("Contact for questions").fill("02 123 4567");
            page.getByLabel("Address of your shop").fill("https://baansuan.example/");
            page.getByLabel("Logo").setInputFiles(new FilePayload("logo.png", "image/png", picture(300, 200)));
            page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Save"))
                    .click();
            assertThat(page.getByAltText("Your logo")).isVisible();

            var payin = merchant.payin("branded", 30_000).expect(201);
            page.navigate(payin.word("paypage_url"));
            assertThat(page.locator(".merchant b")).hasText("Baan Suan");
            assertThat(page.getByText("02 123 4567")).hasAttribute("href", "tel:021234567");
            page.waitForFunction("() => document.querySelector('.logo').naturalWidth === 256");
        }
        var log = owner.get("/api/audit").expect(200).data().get(0);
        assertThat(log.at("/object_type").asText()).isEqualTo("pay_page");
        assertThat(log.at("/after/support").asText()).isEqualTo("02 123 4567");
    }

    @Test
    void whatIsNotNamedOfTheLogoStaysAndNullRemovesIt() throws Exception {
        owner.replace("/api/pay-page", logo(picture(64, 64))).expect(200);
        var version = owner.replace("/api/pay-page", "{\"display_name\":\"Shop\"}")
                .expect(200)
                .word("logo");
        assertThat(version).hasSize(64);
        var payin = merchant.payin("logo", 30_000).expect(201);
        var url = payin.word("paypage_url").replace("/pay/", "/pay-api/v1/pay/") + "/logo";
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofByteArray());
            assertThat(answer.headers().firstValue("Cache-Control"))
                    .hasValueSatisfying(value -> assertThat(value).contains("immutable"));
            assertThat(answer.headers().firstValue("Content-Type")).hasValue("image/jpeg");
        }
        owner.replace("/api/pay-page", "{\"display_name\":\"Shop\",\"logo\":null}")
                .expect(200);
        owner.get("/api/pay-page/logo").expect(404, "LOGO_NOT_FOUND");
    }

    @ParameterizedTest
    @CsvSource({
        "support, javascript:alert(1)",
        "support, http://shop.example",
        "support, a@b",
        "home_url, http://shop.example/",
        "home_url, shop.example",
        "display_name, AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "logo, AAAA",
        "logo, no base64",
    })
    void whatPayersCouldNotUseIsRefused(String field, String value) {
        var reply = owner.replace("/api/pay-page", "{\"%s\":\"%s\"}".formatted(field, value));
        assertThat(reply.status()).as(reply.text()).isIn(400, 415);
    }

    @Test
    void aLogoHasItsBounds() {
        owner.replace("/api/pay-page", logo(picture(257, 64))).expect(400, "VALIDATION_FAILED");
        owner.replace("/api/pay-page", logo(picture(64, 47))).expect(400, "VALIDATION_FAILED");
    }
}
