package io.tical.server.suspense;

import io.tical.db.Session;
import io.tical.server.payout.Claims;
import java.util.Collection;

/** Opens a claim for an attempt that was delivered after its payout had been settled without it. */
public final class PayoutClaims implements Claims {
    @Override
    public void open(Session session, Collection<Claim> claims) {
        var opened = claims.stream().map(PayoutClaims::unmatched).toList();
        // Their postings are part of the same transaction, so none may exist yet.
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
