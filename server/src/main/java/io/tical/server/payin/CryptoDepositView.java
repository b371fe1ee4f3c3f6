package io.tical.server.payin;

import io.tical.server.crypto.Deposit;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payin by USDT as JSON; a field without a value is null. Amounts are micro-USDT, times Unix seconds but for {@code
 * expires_at}, which is ISO 8601 in UTC.
 */
public record CryptoDepositView(
        UUID id,
        boolean livemode,
        String status,
        String orderRef,
        String merchantRefId,
        String channel,
        String asset,
        String network,
        String address,
        long amount,
        long receivedAmount,
        @Nullable String txHash,
        long confirmations,
        int requiredConfirmations,
        String expiresAt,
        long createdAt,
        long updatedAt,
        @Nullable Long finalizedAt) {

    /**
     * A payin with its deposit.
     *
     * @param deposit the transfers received; null when they were not read, as in the response to its creation
     * @param requiredConfirmations used when {@code deposit} is null
     */
    static CryptoDepositView of(Payin payin, @Nullable Deposit deposit, int requiredConfirmations) {
        var terms = payin.terms();
        var progress = payin.progress();
        var receiving = progress.receiving();
        var required = deposit == null ? requiredConfirmations : deposit.requiredConfirmations();
        var received = deposit == null ? 0 : deposit.progress().received();
        // A test payin can be confirmed without a transfer.
        var paid = progress.settled().paid();
        var confirmed = paid > received;
        return new CryptoDepositView(
                payin.id(),
                terms.livemode(),
                payin.status().word(),
                terms.merchantRef(),
                terms.merchantRef(),
                terms.channel().word(),
                terms.currency(),
                Objects.requireNonNull(receiving.platform()),
                Objects.requireNonNull(receiving.identifier()),
                terms.amount(),
                confirmed ? paid : received,
                deposit == null
                        ? progress.settled().reference()
                        : deposit.progress().txHash(),
                confirmed ? required : deposit == null ? 0 : deposit.progress().confirmations(),
                required,
                progress.expiresAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                payin.createdAt().getEpochSecond(),
                progress.updatedAt().getEpochSecond(),
                PayinView.seconds(progress.finalizedAt()));
    }
}
