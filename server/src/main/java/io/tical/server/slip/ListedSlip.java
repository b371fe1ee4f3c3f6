package io.tical.server.slip;

import io.tical.server.key.Keyed;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.Payin;
import io.tical.server.payin.Payins;
import io.tical.server.rail.BankTransfer;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A slip of a list.
 *
 * @param paid what its payin settled with this slip's transfer; null if the slip paid no payin
 */
record ListedSlip(Slip slip, Payin.@Nullable Settled paid) implements Keyed {
    /** The slips with what they paid, in their order. */
    static List<ListedSlip> of(List<Slip> slips, Payins payins) {
        var paying = slips.stream()
                .filter(slip -> slip.progress().status() == SlipStatus.ACCEPTED)
                .map(Slip::payin)
                .distinct()
                .toList();
        var paid = payins.all(paying).stream().collect(Collectors.toMap(Payin::key, Function.identity()));
        return slips.stream()
                .map(slip -> new ListedSlip(slip, settled(slip, paid.get(slip.payin()))))
                .toList();
    }

    private static Payin.@Nullable Settled settled(Slip slip, @Nullable Payin payin) {
        var transfer = slip.progress().transfer();
        if (payin == null || transfer == null || slip.progress().status() != SlipStatus.ACCEPTED) {
            return null;
        }
        var settled = payin.progress().settled();
        return BankTransfer.same(transfer.reference(), settled.reference()) ? settled : null;
    }

    @Override
    public TransactionKey key() {
        return slip.key();
    }
}
