package io.tical.server.paypage;

import io.tical.server.http.FingerprintedAssets;
import io.tical.server.http.StaticContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The files of the pay page: its style sheets and scripts, joined when the service starts. */
final class PayPageAssets {
    /** In the order of the cascade. Those of the dark mode are a file of their own, because the page switches it. */
    private static final List<String> STYLES = List.of("tokens", "themes", "page", "parts");

    private static final Pattern STYLE_COMMENT = Pattern.compile("/\\*(?s:.*?)\\*/");

    private static final String PREFIX = "/pay/assets/";

    private PayPageAssets() {}

    /** The files, at addresses of the pay host. */
    static FingerprintedAssets all() {
        return new FingerprintedAssets(
                PREFIX,
                Map.of(
                        "icon.svg", StaticContent.resource(PayPageAssets.class, "icon.svg"),
                        "pay.css", style(STYLES.stream().map(PayPageAssets::css).collect(Collectors.joining())),
                        "dark.css", style(css("dark")),
                        "mode.js", script("mode"),
                        "pay.js", script("app"),
                        "deposit.js", script("deposit")));
    }

    private static String css(String name) {
        return text("css/" + name + ".css");
    }

    private static String text(String resource) {
        return new String(StaticContent.resource(PayPageAssets.class, resource).bytes(), StandardCharsets.UTF_8);
    }

    private static StaticContent style(String css) {
        return content("text/css", ScriptBundle.slim(STYLE_COMMENT.matcher(css).replaceAll("")));
    }

    private static StaticContent script(String first) {
        return content("text/javascript", ScriptBundle.of(name -> text("js/" + name + ".js"), first));
    }

    private static StaticContent content(String type, String text) {
        return StaticContent.of(type + "; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }
}
