package io.tical.server.suspense;

import io.tical.db.Session;
import io.tical.server.crypto.Deposit;
import io.tical.server.crypto.Transfer;
import io.tical.server.crypto.UnallocatedTransfers;
import io.tical.server.suspense.Unmatched.Reason;
import io.tical.server.suspense.Unmatched.Source;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.stream.Collectors;

/** Records transfers that pay no deposit as unallocated funds, one sum for each reason. */
public final class UnallocatedDeposits implements UnallocatedTransfers {
    private static final String CURRENCY = "USDT";

    @Override
    public void left(Session session, Deposit deposit, List<Transfer> transfers) {
        var byReason = transfers.stream()
                .collect(Collectors.groupingBy(
                        transfer -> reason(deposit, transfer), () -> new EnumMap<>(Reason.class), Collectors.toList()));
        var payments = new ArrayList<Unmatched>();
        byReason.forEach((reason, together) -> {
            var amount = together.stream()
                    .mapToLong(transfer -> transfer.amount().micro())
                    .reduce(0, Math::addExact);
            // Amounts below one micro-USDT are not recorded.
            if (amount > 0) {
                var last = together.getLast();
                var reference = last.network() + " " + last.txHash() + " " + last.logIndex();
                payments.add(new Unmatched(deposit.key(), Source.CRYPTO, reference, reason, CURRENCY, amount));
            }
        });
        Suspense.note(session, payments);
    }

    private static Reason reason(Deposit deposit, Transfer transfer) {
        return switch (deposit.progress().state()) {
            case PAID -> Reason.EXTRA;
            case CLOSED -> Reason.CLOSED;
            case WAITING, PAYING -> transfer.at().isAfter(deposit.expiresAt()) ? Reason.LATE : Reason.PARTIAL;
        };
    }
}
