package io.tical.server.paypage;

import io.tical.server.http.EventStream;
import io.tical.server.merchant.Brand;
import io.tical.server.problem.Problem;
import java.util.Optional;
import java.util.function.Function;

/**
 * The use cases of a payer of a deposit.
 *
 * @param deposits the deposit of a token
 * @param events notifies of changed payments
 * @param logos the logos of merchants
 */
public record DepositPages(
        Function<String, Optional<DepositPayment>> deposits,
        PaymentEvents events,
        Function<Brand, Optional<byte[]>> logos) {
    private Optional<DepositPayment> find(String payToken) {
        return PayPages.isToken(payToken) ? deposits.apply(payToken) : Optional.empty();
    }

    /** @throws Problem.NotFound {@code PAYIN_NOT_FOUND} when the token is unknown */
    DepositPayment open(String payToken) {
        return find(payToken).orElseThrow(() -> Problem.NotFound.of("payin"));
    }

    /** @throws Problem.NotFound when the token is unknown, or the merchant has no logo */
    byte[] logo(String payToken) {
        return PayPages.logo(find(payToken).map(DepositPayment::brand), logos);
    }

    /**
     * Opens a stream that notifies of changes of the deposit; empty if it has ended.
     *
     * @throws Problem.NotFound {@code PAYIN_NOT_FOUND} when the token is unknown
     */
    Optional<EventStream> listen(String payToken) {
        var payin = open(payToken).payin();
        return Screen.follows(payin.status()) ? Optional.of(events.listen(payin.key())) : Optional.empty();
    }
}
