package io.tical.server.suspense;

import io.tical.db.Session;
import io.tical.server.payout.Claims;
import java.util.Collection;

/** What payouts delivered beside what they settled is open in suspense as a claim, once for each attempt. */
public final class PayoutClaims implements Claims {
    @Override
    public void open(Session session, Collection<Claim> claims) {
        SuspenseStore.open(session, claims.stream().map(PayoutClaims::unmatched).toList());
    }

    private static Unmatched unmatched(Claim claim) {
        return new Unmatched(
                claim.payout().organizationId(),
                claim.payout().livemode(),
                Unmatched.Source.PAYOUT,
                claim.attemptId() + " " + claim.reference(),
                null,
                Unmatched.Reason.DELIVERED_LATE,
                claim.currency(),
                claim.amount(),
                new Unmatched.PaidOut(claim.payout().id(), claim.attemptId()));
    }
}
