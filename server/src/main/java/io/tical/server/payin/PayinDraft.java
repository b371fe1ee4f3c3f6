package io.tical.server.payin;

import io.tical.common.CurrencyProfile;
import io.tical.server.crypto.Network;
import io.tical.server.payout.Offers;
import io.tical.server.problem.Problem;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a request comes to by the rules, before it is known where it is paid. */
sealed interface PayinDraft {
    /** What all have that are allowed. */
    record Basis(UUID payinId, CurrencyProfile currency, Payin.@Nullable Payer payer, long fee) {}

    /**
     * One that is paid into an account.
     *
     * @param match the payout that it would rather pay, or null
     * @param none what is answered when no place is free
     */
    record Placeable(Basis basis, ReservationPlacement.Wish wish, Offers.@Nullable Wish match, Problem none)
            implements PayinDraft {}

    /** One that is paid to an address of its own. */
    record Depositable(Basis basis, Network network) implements PayinDraft {}

    record Refused(Problem problem) implements PayinDraft {}
}
