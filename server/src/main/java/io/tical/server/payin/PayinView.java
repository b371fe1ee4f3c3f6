package io.tical.server.payin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Json;
import io.tical.server.crypto.Deposit;
import io.tical.server.transaction.Decision;
import io.tical.server.transaction.EventType;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A payin as JSON, in both vocabularies; a field without a value is null. Amounts are minor units, micro-USDT for USDT. Times are Unix
 * seconds, except {@code expires_at}, which is ISO 8601 in UTC.
 */
public final class PayinView {
    /** The fields of a response to {@code POST /v2/payins}. */
    private static final List<String> CREATED = names("""
            id merchant_ref_id currency_code customer_id customer_account_id customer_name customer_account_holder_name
            notes redirect_url request_amount transfer_amount paid_amount net_amount fee_amount status payment_theme
            paypage_url finalized_at expired_at created_at updated_at
            """);

    /** The fields of a payin by USDT. */
    private static final List<String> DEPOSIT = names("""
            id livemode status order_ref merchant_ref_id channel asset network address amount received_amount tx_hash
            confirmations required_confirmations deposit_page_url expires_at created_at updated_at finalized_at
            """);

    /** The fields of a callback. */
    private static final List<String> CALLBACK = names("""
            id transaction_type livemode status merchant_ref_id order_ref currency_code currency request_amount amount
            paid_amount transfer_amount fee_amount net_amount channel receiving_type receiving_platform
            receiving_identifier receiving_holder_name payment_theme pay_theme customer_id customer_account_id
            customer_name customer_account_holder_name failure_code created_at expired_at updated_at finalized_at notes
            """);

    private PayinView() {}

    private static List<String> names(String names) {
        return List.of(names.split("\\s+"));
    }

    public static Map<String, @Nullable Object> of(Payin payin, PayPage page) {
        // A deposit has no token and a page of its own kind.
        var token =
                payin.terms().channel() == Channel.CRYPTO ? null : payin.terms().payToken();
        return of(payin, token, token == null ? null : page.url(token));
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
        view.put("customer_id", payin.ofPayer(Payin.Payer::customerId));
        view.put("customer_account_id", payin.ofPayer(Payin.Payer::accountId));
        view.put("customer_name", payin.ofPayer(Payin.Payer::customerName));
        view.put("customer_account_holder_name", payin.ofPayer(Payin.Payer::holderName));
        view.put("failure_code", progress.failureCode());
        view.put(
                "expires_at",
                progress.expiresAt().truncatedTo(ChronoUnit.SECONDS).toString());
        view.put("expired_at", progress.expiresAt());
        view.put("created_at", payin.createdAt());
        view.put("updated_at", progress.updatedAt());
        view.put("finalized_at", progress.finalizedAt());
        return view;
    }

    private static ObjectNode withoutPage(Payin payin) {
        return Json.object(of(payin, null, null));
    }

    /** The response of {@code POST /v2/payins}; that of a deposit also contains the address. */
    static ObjectNode created(Payin payin, PayPage page) {
        var created = Json.select(Json.object(of(payin, page)), CREATED);
        var receiving = payin.receiving();
        return payin.terms().channel() == Channel.CRYPTO
                ? created.put("address", receiving.identifier())
                        .put("network", receiving.platform())
                        .put("deposit_page_url", page.depositUrl(payin.terms().payToken()))
                : created;
    }

    /** The response of {@code POST /v2/payins/{id}/cancel}. */
    static ObjectNode cancelled(Payin payin) {
        return Json.select(withoutPage(payin), List.of("id", "status", "order_ref"));
    }

    /**
     * A payin by USDT.
     *
     * @param deposit the transfers received; null when they were not read, as in the response to its creation
     * @param requiredConfirmations used when {@code deposit} is null
     */
    static ObjectNode deposit(Payin payin, @Nullable Deposit deposit, int requiredConfirmations, PayPage page) {
        var receiving = payin.receiving();
        var settled = payin.progress().settled();
        var seen = deposit == null ? null : deposit.progress();
        var required = deposit == null ? requiredConfirmations : deposit.requiredConfirmations();
        var received = seen == null ? 0 : seen.received();
        // A test payin can be confirmed without a transfer.
        var confirmed = settled.paid() > received;
        var view = withoutPage(payin)
                .put("asset", payin.terms().currency())
                .put("network", receiving.platform())
                .put("address", receiving.identifier())
                .put("received_amount", Math.max(settled.paid(), received))
                .put("tx_hash", seen == null ? settled.reference() : seen.txHash())
                .put("confirmations", confirmed ? required : seen == null ? 0 : seen.confirmations())
                .put("required_confirmations", required)
                .put("deposit_page_url", page.depositUrl(payin.terms().payToken()));
        return Json.select(view, DEPOSIT);
    }

    /** The event for a payin's new status; none for a status without a callback. */
    static List<Decision.Announcement> announcements(Payin payin) {
        var type = switch (payin.status()) {
            case SUCCESS -> EventType.PAYIN_SUCCEEDED;
            case FAILED -> EventType.PAYIN_FAILED;
            case EXPIRED -> EventType.PAYIN_EXPIRED;
            case REJECTED -> EventType.PAYIN_REJECTED;
            case REFUNDED -> EventType.PAYIN_REFUNDED;
            case PENDING, PROCESSING, CANCELLED -> null;
        };
        return type == null
                ? List.of()
                : List.of(new Decision.Announcement(
                        type, Json.select(withoutPage(payin).put("transaction_type", "payin"), CALLBACK)));
    }
}
