package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Page;
import io.tical.server.Browser;
import io.tical.server.Browser.Window;
import io.tical.server.InBrowser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Takes the guide's pictures of the dashboard anew: {@code ./mvnw -pl server -am test -Dtest=DashboardPicturesTest -Dtical.pictures=true}. */
@EnabledIfSystemProperty(
        named = "tical.pictures",
        matches = "true",
        disabledReason = "the guide's pictures are taken on request")
@InBrowser
class DashboardPicturesTest {
    private static final Path IMAGES = Path.of("../docs/images");
    private static final Map<String, String> PICTURES = Map.of(
            "overview", "/test",
            "callbacks", "/test/callbacks",
            "payout", "/test/payouts/019aa3c4-1020-7c21-9f3e-5b1d2a7e3f20");

    @Test
    void picturesOfTheGuide(Browser browser) {
        try (var service = new RecordedApi();
                var visit = browser.visit(Window.DESK)) {
            mostlyWorking(service, "GET /api/overview");
            mostlyWorking(service, "GET /api/callbacks");
            PICTURES.forEach((name, path) -> {
                visit.page().navigate(service.url("/dashboard" + path));
                new Screens(visit.page()).settled();
                var picture = IMAGES.resolve("dashboard-" + name + ".png");
                visit.page().screenshot(new Page.ScreenshotOptions().setPath(picture));
                assertThat(Files.exists(picture)).isTrue();
            });
        }
    }

    /** The recorded endpoint is failing, which is not what a picture should greet readers with; its log shows failures. */
    private static void mostlyWorking(RecordedApi service, String request) {
        var answer = service.recorded(request);
        answer.findParents("failing_since").forEach(endpoint -> {
            if (endpoint.get("status").asText().equals("failing")) {
                ((ObjectNode) endpoint)
                        .put("status", "partly_failing")
                        .put("recent_failures", 2)
                        .put("last_success_at", 1_795_254_842)
                        .putNull("failing_since")
                        .putNull("previous_secret_until");
            }
        });
        service.answer(request, answer);
    }
}
