package io.tical.server.paypage;

import io.tical.server.http.FingerprintedAssets;
import io.tical.server.http.PageFiles;
import java.util.List;
import java.util.Map;

/** The files of the pay page. */
public final class PayPageAssets {
    private static final PageFiles FILES = new PageFiles(PayPageAssets.class);

    private static final FingerprintedAssets ALL = joined();

    private PayPageAssets() {}

    /**
     * The files, at addresses of the pay host; the same at each start. The style of the dark mode is a file of its own, because the page
     * switches it.
     */
    public static FingerprintedAssets all() {
        return ALL;
    }

    private static FingerprintedAssets joined() {
        return new FingerprintedAssets(
                "/pay/assets/",
                Map.of(
                        "icon.svg", FILES.file("icon.svg"),
                        "pay.css", FILES.style(List.of("tokens", "themes", "page", "parts")),
                        "dark.css", FILES.style(List.of("dark")),
                        "mode.js", FILES.script("mode"),
                        "pay.js", FILES.script("app"),
                        "deposit.js", FILES.script("deposit")));
    }
}
