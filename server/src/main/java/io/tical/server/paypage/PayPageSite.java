package io.tical.server.paypage;

import io.tical.server.http.ErrorAnswer;
import io.tical.server.http.FingerprintedAssets;
import io.tical.server.http.PublicApi.HtmlAnswer;
import io.tical.server.http.PublicApi.PublicPages;
import io.tical.server.http.PublicCall;
import io.tical.server.http.PublicEndpoint;
import io.tical.server.http.StaticSite;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** {@code /pay/{token}}: the page, in the language and theme that the address, the browser and the merchant request. */
public record PayPageSite(PayPages pages, FingerprintedAssets assets, PayPageHtml html) {
    private static final String ROOT = "/pay";

    public PayPageSite(PayPages pages, Clock clock) {
        var assets = PayPageAssets.all();
        this(pages, assets, new PayPageHtml(assets, clock));
    }

    public PublicPages site() {
        return new PublicPages(
                ROOT,
                StaticSite.CONTENT_SECURITY_POLICY,
                assets,
                List.of(
                        PublicEndpoint.get(ROOT + "/{token}", this::page),
                        PublicEndpoint.get(ROOT + "/{token}/consent", this::back),
                        PublicEndpoint.post(ROOT + "/{token}/consent", this::accept)),
                this::refusal);
    }

    private HtmlAnswer page(PublicCall call) {
        var opened = pages.open(call.path("token"));
        var visitLanguage = VisitLanguage.of(call);
        return new HtmlAnswer(
                200, visitLanguage.language().word(), html.of(opened, visitLanguage, call.query()), Map.of());
    }

    /** Accepts the conditions without a script. */
    private HtmlAnswer accept(PublicCall call) {
        return toPage(call, pages.accept(call.path("token"), call));
    }

    /** Redirects a browser that loads the address of that form again, as the page for busy times does. */
    private HtmlAnswer back(PublicCall call) {
        return toPage(call, pages.open(call.path("token")));
    }

    private static HtmlAnswer toPage(PublicCall call, PayPages.Opened opened) {
        return HtmlAnswer.seeOther(ROOT + "/" + opened.payment().terms().payToken()
                + PageFrame.visit(call.query(), VisitLanguage.of(call).language()));
    }

    HtmlAnswer refusal(PublicCall call, ErrorAnswer failure) {
        var visitLanguage = VisitLanguage.of(call);
        var body = html.of(failure, visitLanguage, call.query());
        return new HtmlAnswer(failure.status(), visitLanguage.language().word(), body, reload(failure));
    }

    /** The page for busy times reloads itself after the wait, also without scripts. */
    private static Map<String, String> reload(ErrorAnswer failure) {
        var wait = failure.headers().get("Retry-After");
        return Screen.of(failure) == Screen.BUSY && wait != null ? Map.of("Refresh", wait) : Map.of();
    }
}
