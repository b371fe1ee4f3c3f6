package io.tical.server.paypage;

import io.tical.server.http.PublicApi.HtmlAnswer;
import io.tical.server.http.PublicApi.PublicPages;
import io.tical.server.http.PublicCall;
import io.tical.server.http.PublicEndpoint;
import io.tical.server.http.StaticSite;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/**
 * {@code /deposit/{token}}: the page of a payin by USDT.
 *
 * @param other the pay page, for the files and for the page of a payment that cannot be shown
 */
public record DepositSite(DepositPages pages, PayPageSite other, DepositHtml html) {
    private static final String ROOT = "/deposit";

    public DepositSite(DepositPages pages, PayPageSite other, Clock clock) {
        this(pages, other, new DepositHtml(other.assets(), clock));
    }

    public PublicPages site() {
        return new PublicPages(
                ROOT,
                StaticSite.CONTENT_SECURITY_POLICY,
                other.assets(),
                List.of(PublicEndpoint.get(ROOT + "/{token}", this::page)),
                other::refusal);
    }

    private HtmlAnswer page(PublicCall call) {
        var payment = pages.open(call.path("token"));
        var visitLanguage = VisitLanguage.of(call);
        return new HtmlAnswer(
                200, visitLanguage.language().word(), html.of(payment, visitLanguage, call.query()), Map.of());
    }
}
