package io.tical.server.payin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A payin as JSON, in both vocabularies; a field without a value is null. Amounts are minor units, times Unix seconds but
 * for {@code expires_at}, which is ISO 8601 in UTC.
 */
public record PayinView(
        UUID id,
        boolean livemode,
        String status,
        String orderRef,
        String merchantRefId,
        String currency,
        String currencyCode,
        long amount,
        long requestAmount,
        long transferAmount,
        long paidAmount,
        long feeAmount,
        long netAmount,
        String channel,
        @Nullable String provider,
        String receivingType,
        @Nullable String receivingPlatform,
        @Nullable String receivingIdentifier,
        @Nullable String receivingHolderName,
        @Nullable String payToken,
        @Nullable String paypageUrl,
        String payTheme,
        String paymentTheme,
        @Nullable String redirectUrl,
        @Nullable String notes,
        @Nullable UUID customerId,
        @Nullable UUID customerAccountId,
        @Nullable String customerName,
        @Nullable String customerAccountHolderName,
        @Nullable String failureCode,
        String expiresAt,
        long expiredAt,
        long createdAt,
        long updatedAt,
        @Nullable Long finalizedAt) {

    /** The fields of a response to {@code POST /v2/payins}. */
    private static final List<String> CREATED = List.of("""
            id merchant_ref_id currency_code customer_id customer_account_id customer_name customer_account_holder_name
            notes redirect_url request_amount transfer_amount paid_amount net_amount fee_amount status payment_theme
            paypage_url finalized_at expired_at created_at updated_at
            """.split("\\s+"));

    /** The response of {@code POST /v2/payins/{id}/cancel}. */
    public record Cancelled(UUID id, String status, String orderRef) {}

    public static PayinView of(Payin payin, PayPage page) {
        // A deposit has an address and no page (spec, Endpoints rule 2).
        var token =
                payin.terms().channel() == Channel.CRYPTO ? null : payin.terms().payToken();
        return of(payin, token, token == null ? null : page.url(token));
    }

    static PayinView withoutPage(Payin payin) {
        return of(payin, null, null);
    }

    private static PayinView of(Payin payin, @Nullable String payToken, @Nullable String paypageUrl) {
        var terms = payin.terms();
        var progress = payin.progress();
        var receiving = payin.shown();
        return new PayinView(
                payin.id(),
                terms.livemode(),
                payin.status().word(),
                terms.merchantRef(),
                terms.merchantRef(),
                terms.currency(),
                terms.currency(),
                terms.amount(),
                terms.amount(),
                terms.transferAmount(),
                progress.settled().paid(),
                payin.fee(),
                payin.net(),
                terms.channel().word(),
                terms.provider(),
                receiving.type().name(),
                receiving.platform(),
                receiving.identifier(),
                receiving.holderName(),
                payToken,
                paypageUrl,
                terms.theme().word(),
                terms.theme().word(),
                terms.redirectUrl(),
                terms.notes(),
                ofPayer(payin, Payin.Payer::customerId),
                ofPayer(payin, Payin.Payer::accountId),
                ofPayer(payin, Payin.Payer::customerName),
                ofPayer(payin, Payin.Payer::holderName),
                progress.failureCode(),
                progress.expiresAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                progress.expiresAt().getEpochSecond(),
                payin.createdAt().getEpochSecond(),
                progress.updatedAt().getEpochSecond(),
                seconds(progress.finalizedAt()));
    }

    /** The response of {@code POST /v2/payins}. */
    ObjectNode created() {
        return Json.select(Json.object(this), CREATED);
    }

    public Cancelled cancelled() {
        return new Cancelled(id, status, orderRef);
    }

    static <T> @Nullable T ofPayer(Payin payin, Function<Payin.Payer, T> part) {
        var payer = payin.terms().payer();
        return payer == null ? null : part.apply(payer);
    }

    static @Nullable Long seconds(@Nullable Instant at) {
        return at == null ? null : at.getEpochSecond();
    }
}
