package io.tical.server.paypage;

import io.tical.common.Json;
import io.tical.server.http.Answer;
import io.tical.server.http.PublicEndpoint;
import io.tical.server.paypage.PayPages.Opened;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /pay-api/v1/pay}: the API of the pay page, for everyone who has the token. Each operation returns the view. */
public final class PayPageRoutes {
    private final PayPages pages;

    public PayPageRoutes(PayPages pages) {
        this.pages = pages;
    }

    public List<PublicEndpoint<Answer>> endpoints() {
        return List.of(
                PublicEndpoint.get("/pay-api/v1/pay/{token}", call -> answer(pages.open(call.path("token")))),
                PublicEndpoint.post(
                        "/pay-api/v1/pay/{token}/disclosure-consent",
                        call -> answer(pages.accept(call.path("token"), call))),
                PublicEndpoint.upload(
                        "/pay-api/v1/pay/{token}/slip", call -> answer(pages.send(call.path("token"), call))));
    }

    /** The state of the payer's slips, in {@code meta}: {@code data} has only the fields of the specification. */
    private record SlipView(String status, @Nullable String reason, int uploadsLeft, boolean accepting) {
        static SlipView of(SlipIntake.Standing slips) {
            return new SlipView(slips.progress().word(), slips.reason(), slips.uploadsLeft(), slips.accepting());
        }
    }

    private static Answer answer(Opened opened) {
        var meta = Map.of(
                "livemode", opened.payment().livemode(),
                "screen", opened.screen().word(),
                "slip", SlipView.of(opened.slips()));
        return new Answer(200, Json.bytes(PayPageView.of(opened)), meta, Map.of());
    }
}
