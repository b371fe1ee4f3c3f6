package io.tical.server.payin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import io.tical.common.UnixTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A payin as JSON, in both vocabularies; a field without a value is null. Amounts are minor units, times Unix seconds but
 * for {@code expires_at}, which is ISO 8601 in UTC.
 */
public final class PayinView {
    /** The fields of a response to {@code POST /v2/payins}. */
    private static final List<String> CREATED = List.of("""
            id merchant_ref_id currency_code customer_id customer_account_id customer_name customer_account_holder_name
            notes redirect_url request_amount transfer_amount paid_amount net_amount fee_amount status payment_theme
            paypage_url finalized_at expired_at created_at updated_at
            """.split("\\s+"));

    private PayinView() {}

    public static Map<String, @Nullable Object> of(Payin payin, PayPage page) {
        // A deposit has an address and no page (spec, Endpoints rule 2).
        var token =
                payin.terms().channel() == Channel.CRYPTO ? null : payin.terms().payToken();
        return of(payin, token, token == null ? null : page.url(token));
    }

    static Map<String, @Nullable Object> withoutPage(Payin payin) {
        return of(payin, null, null);
    }

    private static Map<String, @Nullable Object> of(
            Payin payin, @Nullable String payToken, @Nullable String paypageUrl) {
        var terms = payin.terms();
        var progress = payin.progress();
        var receiving = payin.shown();
        var view = new LinkedHashMap<String, @Nullable Object>();
        view.put("id", payin.id());
        view.put("livemode", terms.livemode());
        view.put("status", payin.status().word());
        view.put("order_ref", terms.merchantRef());
        view.put("merchant_ref_id", terms.merchantRef());
        view.put("currency", terms.currency());
        view.put("currency_code", terms.currency());
        view.put("amount", terms.amount());
        view.put("request_amount", terms.amount());
        view.put("transfer_amount", terms.transferAmount());
        view.put("paid_amount", progress.settled().paid());
        view.put("fee_amount", payin.fee());
        view.put("net_amount", payin.net());
        view.put("channel", terms.channel().word());
        view.put("provider", terms.provider());
        view.put("receiving_type", receiving.type().name());
        view.put("receiving_platform", receiving.platform());
        view.put("receiving_identifier", receiving.identifier());
        view.put("receiving_holder_name", receiving.holderName());
        view.put("pay_token", payToken);
        view.put("paypage_url", paypageUrl);
        view.put("pay_theme", terms.theme().word());
        view.put("payment_theme", terms.theme().word());
        view.put("redirect_url", terms.redirectUrl());
        view.put("notes", terms.notes());
        view.put("customer_id", ofPayer(payin, Payin.Payer::customerId));
        view.put("customer_account_id", ofPayer(payin, Payin.Payer::accountId));
        view.put("customer_name", ofPayer(payin, Payin.Payer::customerName));
        view.put("customer_account_holder_name", ofPayer(payin, Payin.Payer::holderName));
        view.put("failure_code", progress.failureCode());
        view.put(
                "expires_at",
                progress.expiresAt().truncatedTo(ChronoUnit.SECONDS).toString());
        view.put("expired_at", progress.expiresAt().getEpochSecond());
        view.put("created_at", payin.createdAt().getEpochSecond());
        view.put("updated_at", progress.updatedAt().getEpochSecond());
        view.put("finalized_at", UnixTime.seconds(progress.finalizedAt()));
        return view;
    }

    /** The response of {@code POST /v2/payins}. */
    static ObjectNode created(Payin payin, PayPage page) {
        return Json.select(Json.object(of(payin, page)), CREATED);
    }

    /** The response of {@code POST /v2/payins/{id}/cancel}. */
    static ObjectNode cancelled(Payin payin) {
        return Json.select(Json.object(withoutPage(payin)), List.of("id", "status", "order_ref"));
    }

    static <T> @Nullable T ofPayer(Payin payin, Function<Payin.Payer, T> part) {
        var payer = payin.terms().payer();
        return payer == null ? null : part.apply(payer);
    }
}
