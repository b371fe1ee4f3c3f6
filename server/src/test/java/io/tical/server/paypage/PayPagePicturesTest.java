package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import io.tical.server.Browser;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import io.tical.server.crypto.Transfer.State;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.Theme;
import io.tical.server.slip.SentSlip.Doubt;
import io.tical.server.slip.Slip.Reason;
import io.tical.server.slip.Slips.Standing;
import java.awt.Color;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Takes the guide's pictures of the pay page anew, and one of every screen in every theme, language and width, to be looked at,
 * in {@code server/target/pay-page}: {@code ./mvnw -pl server -am test -Dtest=PayPagePicturesTest -Dtical.pictures=true}. With
 * {@code -Dtical.pictures.screens=pay,success} it is these screens alone.
 */
@InBrowser
@EnabledIfSystemProperty(
        named = "tical.pictures",
        matches = "true",
        disabledReason = "the guide's pictures are taken on request")
class PayPagePicturesTest {
    private static final Path IMAGES = Path.of("../docs/images");
    private static final Path ALL = Path.of("target/pay-page");
    private static final Window PHONE = new Window(360, 740, false);
    private static final int SMALL = 156;

    private final Map<String, Scene> scenes = scenes();

    /** A payment, how its slips stand, and what happens before the picture is taken. */
    private record Scene(Supplier<SamplePayment> payment, Standing slips, Consumer<Page> then) {}

    private static Map<String, Scene> scenes() {
        var scenes = new LinkedHashMap<String, Scene>();
        scenes.put("pay", scene(SamplePayment::new));
        scenes.put("transfer", scene(() -> {
            var sample = new SamplePayment();
            sample.promptpay = false;
            return sample;
        }));
        scenes.put("test", scene(() -> {
            var sample = new SamplePayment();
            sample.payer = SamplePayment.payer("SCB", "4071234567", "Somchai Jaidee");
            sample.livemode = false;
            return sample;
        }));
        scenes.put("consent", scene(SamplePayment::matched));
        scenes.put(
                "chosen",
                new Scene(
                        SamplePayment::new,
                        null,
                        page -> page.locator("#file")
                                .setInputFiles(new FilePayload(
                                        "IMG_2048.PNG",
                                        "image/png",
                                        DrawnSlip.of(DrawnSlip.reference(), "1,250.37", "บจ. บ้านสวน")))));
        scenes.put("checking", new Scene(SamplePayment::new, TestSlips.checking(9), PayPagePicturesTest::none));
        scenes.put(
                "unfolded",
                new Scene(SamplePayment::new, TestSlips.doubted(Doubt.DUPLICATE, 8), PayPagePicturesTest::none));
        scenes.put("over", new Scene(SamplePayment::new, null, page -> {
            page.route("**/pay-api/**", route -> {});
            page.clock().runFor(600_000);
        }));
        scenes.put("returning", scene(() -> SamplePayment.of(PayinStatus.REJECTED)));
        scenes.put(
                "rejected",
                new Scene(SamplePayment::new, TestSlips.rejected(Reason.WRONG_AMOUNT, 2), PayPagePicturesTest::none));
        scenes.put("success", scene(() -> returning(PayinStatus.SUCCESS)));
        scenes.put("expired", scene(() -> returning(PayinStatus.EXPIRED)));
        scenes.put("cancelled", scene(() -> returning(PayinStatus.CANCELLED)));
        scenes.put("failed", scene(() -> SamplePayment.of(PayinStatus.FAILED)));
        scenes.put("refunded", scene(() -> SamplePayment.of(PayinStatus.REFUNDED)));
        scenes.put("soon", scene(() -> {
            var sample = new SamplePayment();
            sample.expiresAt = Instant.now().plusSeconds(71);
            return sample;
        }));
        scenes.put("offline", new Scene(SamplePayment::new, null, page -> {
            page.route("**/pay-api/**", route -> route.abort());
            page.waitForCondition(() -> {
                page.clock().runFor(1_000);
                return page.locator("#offline").isVisible();
            });
        }));
        scenes.put("long", scene(() -> {
            var sample = new SamplePayment();
            sample.merchantName =
                    "The Old Siam Trading and Export Company of Chiang Mai (Thailand) Public Company Limited";
            sample.amount = 123_456_789_012L;
            sample.orderRef = "INV-2026-11-21-000000000000000000000123456789-A";
            sample.receiving = SamplePayment.account(
                    "BAAC", "012345678901234", "บริษัท สยามการค้าและการส่งออกแห่งเชียงใหม่ (ประเทศไทย) จำกัด (มหาชน)");
            return sample;
        }));
        scenes.put("missing", scene(SamplePayment::new));
        return scenes;
    }

    private static Scene scene(Supplier<SamplePayment> payment) {
        return new Scene(payment, null, PayPagePicturesTest::none);
    }

    private static void none(Page page) {}

    private static SamplePayment returning(PayinStatus status) {
        var sample = SamplePayment.of(status);
        sample.redirectUrl = "https://baansuan.example/orders/20481";
        return sample;
    }

    @Test
    void everyScreenInEveryTheme(Browser browser) throws IOException {
        Files.createDirectories(ALL);
        var asked = List.of(System.getProperty("tical.pictures.screens", String.join(",", scenes.keySet()))
                .split(","));
        try (var host = new PayHost()) {
            for (var language : new String[] {"en", "th"}) {
                for (var window : new Window[] {PHONE, Window.DESK}) {
                    for (var theme : Theme.values()) {
                        for (var name : asked) {
                            var picture = taken(browser, host, window, 1, name, theme, language);
                            Files.write(
                                    ALL.resolve(String.format(
                                            Locale.ROOT,
                                            "%s-%s-%d-%s.png",
                                            theme.word(),
                                            name,
                                            window.width(),
                                            language)),
                                    picture);
                        }
                    }
                }
            }
        }
    }

    @Test
    void everyScreenOfADeposit(Browser browser) throws IOException {
        Files.createDirectories(ALL);
        try (var host = new PayHost()) {
            for (var language : new String[] {"en", "th"}) {
                for (var window : new Window[] {
                    PHONE, PHONE.darkened(), new Window(320, 640, false), Window.DESK, Window.DESK.darkened()
                }) {
                    for (var scene : deposits().entrySet()) {
                        var name = String.format(
                                Locale.ROOT,
                                "deposit-%s-%d%s-%s.png",
                                scene.getKey(),
                                window.width(),
                                window.dark() ? "-dark" : "",
                                language);
                        Files.write(ALL.resolve(name), taken(browser, host, window, 1, scene.getValue(), language));
                    }
                }
            }
        }
    }

    private static Map<String, SampleDeposit> deposits() {
        var late = Instant.now().plusSeconds(3_600);
        var test = new SampleDeposit();
        test.livemode = false;
        test.address = "TEST-TRC20-000000000042";
        var paid = SampleDeposit.of(PayinStatus.SUCCESS)
                .transfer(0, 10_000_000, 20, State.CREDITED)
                .transfer(1, 16_500_000, 20, State.CREDITED);
        paid.paid = 26_500_000;
        paid.redirectUrl = "https://baansuan.example/orders/20481";
        var scenes = new LinkedHashMap<String, SampleDeposit>();
        scenes.put("pay", new SampleDeposit());
        scenes.put("test", test);
        scenes.put("part", new SampleDeposit().transfer(0, 10_000_000, 3, State.SEEN));
        scenes.put(
                "confirming",
                new SampleDeposit()
                        .transfer(0, 10_000_000, 20, State.CONFIRMED)
                        .transfer(1, 15_500_000, 3, State.SEEN));
        scenes.put("more", paid);
        scenes.put("late", SampleDeposit.of(PayinStatus.EXPIRED).transfer(0, 25_500_000, 20, State.REVIEW, late));
        scenes.put("withdrawn", new SampleDeposit().transfer(0, 25_500_000, 3, State.WITHDRAWN));
        return scenes;
    }

    private static byte[] taken(
            Browser browser, PayHost host, Window window, double density, SampleDeposit sample, String language) {
        try (var visit = browser.visit(window, options -> options.setDeviceScaleFactor(density))) {
            var page = visit.page();
            StoppedClock.stop(page, System.currentTimeMillis());
            page.navigate(host.put(sample) + "?lang=" + language);
            page.waitForFunction("() => document.fonts.status === 'loaded'");
            return page.screenshot(new Page.ScreenshotOptions().setFullPage(true));
        }
    }

    @Test
    void picturesOfTheGuide(Browser browser) throws IOException {
        try (var host = new PayHost()) {
            var desk = new Window(1200, 900, false);
            Files.write(IMAGES.resolve("pay-page.png"), taken(browser, host, desk, 1, "pay", Theme.CLASSIC, "en"));
            Files.write(
                    IMAGES.resolve("pay-page-thai.png"), taken(browser, host, PHONE, 1.5, "pay", Theme.CLASSIC, "th"));
            Files.write(
                    IMAGES.resolve("pay-page-success.png"),
                    taken(browser, host, PHONE, 1.5, "success", Theme.CLASSIC, "en"));
            for (var name : new String[] {"pay", "confirming"}) {
                Files.write(
                        IMAGES.resolve("deposit-page-" + name + ".png"),
                        taken(
                                browser,
                                host,
                                PHONE,
                                1.5,
                                Objects.requireNonNull(deposits().get(name)),
                                "en"));
            }
            var themes = new LinkedHashMap<Theme, BufferedImage>();
            for (var theme : Theme.values()) {
                themes.put(
                        theme,
                        ImageIO.read(new ByteArrayInputStream(
                                taken(browser, host, new Window(400, 760, false), 1, "transfer", theme, "en"))));
            }
            ImageIO.write(
                    sheet(themes), "png", IMAGES.resolve("pay-page-themes.png").toFile());
        }
        for (var name : new String[] {
            "pay-page",
            "pay-page-thai",
            "pay-page-success",
            "pay-page-themes",
            "deposit-page-pay",
            "deposit-page-confirming"
        }) {
            assertThat(Files.size(IMAGES.resolve(name + ".png"))).as(name).isLessThan(220_000);
        }
    }

    private byte[] taken(
            Browser browser, PayHost host, Window window, double density, String name, Theme theme, String language) {
        var scene = scenes.get(name);
        var sample = scene.payment().get();
        sample.theme = theme;
        var night = theme == Theme.DARK || theme == Theme.MIDNIGHT ? window.darkened() : window;
        try (var visit = browser.visit(night, options -> options.setDeviceScaleFactor(density))) {
            var page = visit.page();
            StoppedClock.stop(page, System.currentTimeMillis());
            if (!name.equals("missing")) {
                host.put(sample);
            }
            if (scene.slips() != null) {
                host.slips().stand(sample, scene.slips());
            }
            page.navigate(host.page(sample, "?lang=" + language + "&theme=" + theme.word()));
            scene.then().accept(page);
            page.waitForFunction("() => document.fonts.status === 'loaded'");
            return page.screenshot(new Page.ScreenshotOptions().setFullPage(true));
        }
    }

    /** All themes beside each other, of one height. */
    private static BufferedImage sheet(Map<Theme, BufferedImage> themes) {
        var columns = 5;
        var rows = (themes.size() + columns - 1) / columns;
        var height = themes.values().stream()
                .mapToInt(one -> one.getHeight() * SMALL / one.getWidth())
                .max()
                .orElseThrow();
        var sheet =
                new BufferedImage(columns * (SMALL + 12) + 12, rows * (height + 12) + 12, BufferedImage.TYPE_INT_RGB);
        var pen = sheet.createGraphics();
        pen.setColor(new Color(0xC9D1DA));
        pen.fillRect(0, 0, sheet.getWidth(), sheet.getHeight());
        var at = 0;
        for (var one : themes.values()) {
            var small = one.getScaledInstance(SMALL, -1, Image.SCALE_SMOOTH);
            pen.drawImage(small, 12 + at % columns * (SMALL + 12), 12 + at / columns * (height + 12), null);
            at++;
        }
        pen.dispose();
        return sheet;
    }
}
