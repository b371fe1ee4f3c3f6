package io.tical.server.command;

import io.tical.common.admin.Destination;
import io.tical.common.admin.LostCases;
import io.tical.common.admin.Payouts;
import io.tical.common.admin.Settlements;
import io.tical.common.admin.TransferAttempt;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A transfer of a payout or a settlement as it is now.
 *
 * @param subject {@code payout} or {@code settlement}
 * @param outcomePath where its outcome is reported
 * @param open whether it has no outcome
 * @param amount minor units that are transferred
 * @param returned minor units that return to the merchant if it did not arrive
 */
record LostTransfer(
        String subject,
        UUID id,
        String outcomePath,
        int version,
        String status,
        boolean open,
        long amount,
        String currency,
        long returned,
        String returnedCurrency,
        String organizationName,
        String destination,
        @Nullable String reviewReason) {
    /** The transfer of a case; empty if it has none, or the database does not have its object. */
    static Optional<LostTransfer> of(AdminSocket operator, LostCases.Row lost) {
        var id = lost.adoptedBy() == null ? lost.transactionId() : lost.adoptedBy();
        if (lost.kind().equals("told")) {
            return Optional.empty();
        }
        try {
            return lost.subject().equals("payout")
                    ? ofLeg(operator, id, lost.id())
                    : Optional.of(ofSettlement(operator, id, lost.id()));
        } catch (AdminSocket.Refused refused) {
            if (refused.notFound()) {
                return Optional.empty();
            }
            throw refused;
        }
    }

    private static Optional<LostTransfer> ofLeg(AdminSocket operator, UUID id, UUID attempt) {
        var path = "/admin/v1/payouts/" + id;
        var detail = operator.get(path, Payouts.Detail.class);
        var payout = detail.row();
        return detail.executionSteps().stream()
                .filter(leg -> leg.attempts().stream().anyMatch(one -> one.id().equals(attempt)))
                .findFirst()
                .map(leg -> new LostTransfer(
                        "payout",
                        id,
                        path + "/steps/" + leg.step() + "/outcome",
                        payout.version(),
                        payout.status(),
                        isOpen(leg.attempts(), attempt),
                        leg.amount(),
                        payout.currency(),
                        leg.amount(),
                        payout.currency(),
                        payout.organizationName(),
                        words(payout.destination()),
                        payout.reviewReason()));
    }

    private static LostTransfer ofSettlement(AdminSocket operator, UUID id, UUID attempt) {
        var path = "/admin/v1/settlements/" + id;
        var detail = operator.get(path, Settlements.Detail.class);
        var settlement = detail.row();
        return new LostTransfer(
                "settlement",
                id,
                path + "/outcome",
                settlement.version(),
                settlement.status(),
                isOpen(detail.attempts(), attempt),
                settlement.targetAmount(),
                settlement.targetCurrencyCode(),
                settlement.amount(),
                settlement.currency(),
                settlement.organizationName(),
                words(settlement.destination()),
                settlement.reviewReason());
    }

    private static boolean isOpen(List<TransferAttempt> attempts, UUID attempt) {
        return attempts.stream().anyMatch(one -> one.id().equals(attempt) && one.isOpen());
    }

    static String words(Destination destination) {
        return destination.holderName() + " (" + destination.bankCode() + " " + destination.accountNo() + ")";
    }
}
