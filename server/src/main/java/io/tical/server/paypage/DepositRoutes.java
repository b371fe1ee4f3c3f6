package io.tical.server.paypage;

import io.tical.common.Json;
import io.tical.server.http.Answer;
import io.tical.server.http.Content;
import io.tical.server.http.KeptContent;
import io.tical.server.http.PublicEndpoint;
import io.tical.server.http.PublicEvents;
import io.tical.server.http.StaticContent;
import io.tical.server.picture.PictureReader;
import java.util.List;
import java.util.Map;

/** {@code /pay-api/v1/deposit}: the API of the page of deposits, for everyone who has the token. */
record DepositRoutes(DepositPages pages) {
    /** The path of a deposit, without its token. */
    static final String ROOT = "/pay-api/v1/deposit/";

    List<PublicEndpoint<Content>> endpoints() {
        return List.of(
                PublicEndpoint.get(ROOT + "{token}", call -> answer(pages.open(call.path("token")))),
                PublicEndpoint.get(
                        ROOT + "{token}/logo",
                        call -> new KeptContent(
                                StaticContent.of(PictureReader.MEDIA_TYPE, pages.logo(call.path("token"))))));
    }

    List<PublicEvents> events() {
        return List.of(new PublicEvents(ROOT + "{token}/events", call -> pages.listen(call.path("token"))));
    }

    private static Answer answer(DepositPayment payment) {
        var json = Json.bytes(DepositView.of(payment));
        var meta = Map.of(
                "livemode", payment.terms().livemode(),
                "screen", payment.screen().word(),
                "version", DepositView.version(json),
                "merchant", PayPageRoutes.MerchantView.of(payment.brand()));
        return new Answer(200, json, meta, Map.of());
    }
}
