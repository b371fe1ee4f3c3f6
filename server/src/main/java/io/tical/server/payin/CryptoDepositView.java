package io.tical.server.payin;

import io.tical.common.UnixTime;
import io.tical.server.crypto.Deposit;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A payin by USDT as JSON; a field without a value is null. Amounts are micro-USDT, times Unix seconds but for {@code
 * expires_at}, which is ISO 8601 in UTC.
 */
final class CryptoDepositView {
    private CryptoDepositView() {}

    /**
     * A payin with its deposit.
     *
     * @param deposit the transfers received; null when they were not read, as in the response to its creation
     * @param requiredConfirmations used when {@code deposit} is null
     */
    static Map<String, @Nullable Object> of(Payin payin, @Nullable Deposit deposit, int requiredConfirmations) {
        var terms = payin.terms();
        var progress = payin.progress();
        var receiving = progress.receiving();
        var required = deposit == null ? requiredConfirmations : deposit.requiredConfirmations();
        var received = deposit == null ? 0 : deposit.progress().received();
        // A test payin can be confirmed without a transfer.
        var paid = progress.settled().paid();
        var confirmed = paid > received;
        var view = new LinkedHashMap<String, @Nullable Object>();
        view.put("id", payin.id());
        view.put("livemode", terms.livemode());
        view.put("status", payin.status().word());
        view.put("order_ref", terms.merchantRef());
        view.put("merchant_ref_id", terms.merchantRef());
        view.put("channel", terms.channel().word());
        view.put("asset", terms.currency());
        view.put("network", Objects.requireNonNull(receiving.platform()));
        view.put("address", Objects.requireNonNull(receiving.identifier()));
        view.put("amount", terms.amount());
        view.put("received_amount", confirmed ? paid : received);
        view.put(
                "tx_hash",
                deposit == null
                        ? progress.settled().reference()
                        : deposit.progress().txHash());
        view.put(
                "confirmations",
                confirmed ? required : deposit == null ? 0 : deposit.progress().confirmations());
        view.put("required_confirmations", required);
        view.put(
                "expires_at",
                progress.expiresAt().truncatedTo(ChronoUnit.SECONDS).toString());
        view.put("created_at", payin.createdAt().getEpochSecond());
        view.put("updated_at", progress.updatedAt().getEpochSecond());
        view.put("finalized_at", UnixTime.seconds(progress.finalizedAt()));
        return view;
    }
}
