package io.tical.server.paypage;

import io.tical.common.Json;
import io.tical.server.http.Answer;
import io.tical.server.http.Content;
import io.tical.server.http.KeptContent;
import io.tical.server.http.PublicEndpoint;
import io.tical.server.http.PublicEvents;
import io.tical.server.http.StaticContent;
import io.tical.server.merchant.Brand;
import io.tical.server.paypage.PayPages.Opened;
import io.tical.server.picture.PictureReader;
import io.tical.server.slip.SentSlip;
import io.tical.server.slip.Slip.Reason;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /pay-api/v1/pay}: the API of the pay page, for everyone who has the token. Each operation returns the view. */
record PayPageRoutes(PayPages pages) {
    /** The path of a payment, without its token. */
    static final String ROOT = "/pay-api/v1/pay/";

    List<PublicEndpoint<Content>> endpoints() {
        return List.of(
                PublicEndpoint.get("/pay-api/v1/pay/{token}", call -> answer(pages.open(call.path("token")))),
                PublicEndpoint.post(
                        "/pay-api/v1/pay/{token}/disclosure-consent",
                        call -> answer(pages.accept(call.path("token"), call))),
                PublicEndpoint.get("/pay-api/v1/pay/{token}/logo", call -> logo(call.path("token"))),
                PublicEndpoint.upload(
                        "/pay-api/v1/pay/{token}/slip", call -> answer(pages.send(call.path("token"), call))));
    }

    private KeptContent logo(String payToken) {
        return new KeptContent(StaticContent.of(PictureReader.MEDIA_TYPE, pages.logo(payToken)));
    }

    List<PublicEvents> events() {
        return List.of(new PublicEvents("/pay-api/v1/pay/{token}/events", call -> pages.listen(call.path("token"))));
    }

    /** The state of the payer's slips, in {@code meta}: {@code data} has only the fields of the payment. */
    private record SlipView(
            String status, @Nullable Reason reason, int uploadsLeft, boolean accepting, List<SentSlip> sent) {}

    record MerchantView(@Nullable String support, @Nullable String homeUrl) {
        static MerchantView of(Brand brand) {
            return new MerchantView(brand.support(), brand.homeUrl());
        }
    }

    /** The account of another person before the payer has accepted. */
    private record Withheld(
            @Nullable String bankCode,
            @Nullable String accountNo,
            @Nullable String holderName) {}

    private static Answer answer(Opened opened) {
        var slips = opened.slips();
        var slip = new SlipView(
                slips.outlook().word(), slips.reason(), slips.uploadsLeft(), slips.accepting(), slips.sent());
        var meta = new LinkedHashMap<String, Object>();
        meta.put("livemode", opened.payment().terms().livemode());
        meta.put("screen", opened.screen().word());
        var paid = opened.payment().paid();
        if (paid != null) {
            meta.put("paid", Long.toString(paid));
        }
        meta.put("merchant", MerchantView.of(opened.payment().brand()));
        meta.put("slip", slip);
        return new Answer(200, Json.bytes(view(opened)), meta, Map.of());
    }

    /**
     * A payment as JSON: amounts as decimal integers of minor units, {@code expires_at} ISO 8601 in UTC. The
     * account of another person is included after the payer has accepted; until then its fields are null.
     */
    private static Map<String, @Nullable Object> view(Opened opened) {
        var payment = opened.payment();
        var payin = payment.payin();
        var terms = payment.terms();
        var view = new LinkedHashMap<String, @Nullable Object>();
        view.put("token", terms.payToken());
        view.put("merchant_name", payment.merchantName());
        view.put("merchant_logo", payment.logoPath());
        view.put("amount", Long.toString(terms.transferAmount()));
        view.put("fee", Long.toString(payin.fee()));
        view.put("net", Long.toString(payin.net()));
        view.put("currency", terms.currency());
        view.put("currency_profile", payment.currency());
        view.put("status", payin.status().word());
        view.put(
                "expires_at",
                payin.progress().expiresAt().truncatedTo(ChronoUnit.SECONDS).toString());
        view.put("destination", opened.disclosed() ? payment.destination() : new Withheld(null, null, null));
        view.put("payer", payment.payer());
        view.put("promptpay", opened.disclosed() ? payment.promptpay() : null);
        view.put("order_ref", terms.merchantRef());
        view.put("redirect_url", terms.redirectUrl());
        view.put("pay_theme", terms.theme().word());
        return view;
    }
}
