package io.tical.server.slip;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.Payin;
import io.tical.server.rail.BankTransfer;
import io.tical.server.suspense.Suspense;
import org.jspecify.annotations.Nullable;

/** The payments of payins that are recorded already. */
final class RecordedPayments {
    private RecordedPayments() {}

    /**
     * Whether the payment that this slip proves may be one that its payin already has, as the payment that paid it or as unallocated funds.
     * It may, unless another slip proved each of them. Staff may have recorded a payment with the reference of a bank statement, which differs
     * from the reference on a slip; also that of a slip that nobody but they read.
     *
     * @param payin locked, so that no payment is recorded before the caller's transaction ends, if the answer decides on money
     */
    static boolean mayInclude(Session session, Slip slip, Payin payin) {
        var settled = payin.progress().settled();
        return (settled.paid() > 0 && maybeOf(session, slip, settled.reference()))
                || Suspense.references(session, payin.key()).stream()
                        .anyMatch(reference -> maybeOf(session, slip, reference));
    }

    private static boolean maybeOf(Session session, Slip slip, @Nullable String reference) {
        // The same reference is the same payment, which other checks find.
        return !BankTransfer.same(reference, slip.receiptReference())
                && (reference == null || !isProved(session, slip, reference));
    }

    /** Whether a slip proved the transfer with this reference. References are unique only within a bank: a claim of staff may be on another one. */
    private static boolean isProved(Session session, Slip slip, String reference) {
        var claims = TransferClaimStore.on(session, slip.key().livemode(), reference);
        var named =
                claims.stream().filter(claim -> namedByStaff(session, claim)).toList();
        return named.size() < claims.size()
                && named.stream().noneMatch(claim -> claim.payin().equals(slip.payin()));
    }

    /** Whether only staff know the reference. */
    private static boolean namedByStaff(Session session, TransferClaims.Claim claim) {
        var slipId = claim.slipId();
        return slipId == null
                || SlipStore.find(
                                session,
                                new TransactionKey(
                                        claim.payin().organizationId(),
                                        claim.payin().livemode(),
                                        slipId))
                        .filter(slip -> slip.knownTransfer() != null)
                        .isEmpty();
    }
}
