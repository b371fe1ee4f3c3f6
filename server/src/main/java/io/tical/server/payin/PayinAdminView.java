package io.tical.server.payin;

import io.tical.server.crypto.Deposit;
import io.tical.server.p2p.Match;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A payin as JSON for operators: the merchant's view with further fields. */
final class PayinAdminView {
    private PayinAdminView() {}

    /** A new map, to which callers may add fields. */
    static Map<String, @Nullable Object> of(Payin payin, PayPage page) {
        var view = PayinView.of(payin, page);
        view.put("paid_reference", payin.progress().settled().reference());
        view.put("refund_reference", payin.progress().settled().refundReference());
        return view;
    }

    /**
     * The deposit of a crypto payin.
     *
     * @param receivedAmount micro-USDT at the address, confirmed or not
     * @param checkedThrough until when all transfers are known; null before the first check
     * @param difference the balance without what the transfers explain, in the token's smallest units; null if there is none
     * @param differsSince the first of the checks in a row that found a difference
     */
    record OfDeposit(
            String network,
            String address,
            long receivedAmount,
            @Nullable Instant checkedThrough,
            @Nullable String difference,
            @Nullable Instant differsSince) {
        static OfDeposit of(Deposit deposit) {
            var check = deposit.progress().check();
            return new OfDeposit(
                    deposit.network().name(),
                    deposit.address(),
                    deposit.progress().received(),
                    check.through(),
                    check.difference() == null ? null : check.difference().toString(),
                    check.differsSince());
        }
    }

    /**
     * The match of a payin with a payout.
     *
     * @param offeredUntil the end of the payout's offer, if the match is released
     * @param releaseAt when the match is released; null unless the payin ended without a payment
     */
    record OfMatch(
            UUID payoutId,
            UUID payoutOrganizationId,
            Match.State status,
            long amount,
            String currency,
            Instant offeredUntil,
            @Nullable Instant releaseAt,
            Instant createdAt,
            @Nullable Instant closedAt) {
        static OfMatch of(Match match) {
            return new OfMatch(
                    match.payout().id(),
                    match.payout().organizationId(),
                    match.state(),
                    match.amount(),
                    match.currency(),
                    match.offeredUntil(),
                    match.releaseAt(),
                    match.createdAt(),
                    match.closedAt());
        }
    }
}
