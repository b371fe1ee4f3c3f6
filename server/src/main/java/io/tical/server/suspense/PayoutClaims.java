package io.tical.server.suspense;

import io.tical.db.Session;
import io.tical.server.payout.Claims;
import java.util.Collection;

/** Opens a claim for what an attempt of a payout delivered after the payout had been settled without it. */
public final class PayoutClaims implements Claims {
    @Override
    public void open(Session session, Collection<Claim> claims) {
        var opened = claims.stream().map(PayoutClaims::unmatched).toList();
        // Their postings are written in the same transaction, so none of them may exist already.
        if (SuspenseStore.insert(session, opened, SuspenseStatus.OPEN) != opened.size()) {
            throw new IllegalStateException("a claim exists already: " + opened);
        }
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
