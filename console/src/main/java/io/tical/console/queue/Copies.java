package io.tical.console.queue;

import io.tical.common.admin.Destination;
import io.tical.console.queue.Sheet.Copy;
import java.util.List;

/** What somebody who transfers by hand copies into the bank's form. */
public final class Copies {
    private Copies() {}

    /** In the order of {@link io.tical.console.part.Facts#transfer}. */
    public static List<Copy> of(Destination destination, String amount) {
        return List.of(
                new Copy("queue.copy.bank", destination.bankCode()),
                new Copy("queue.copy.account", destination.accountNo()),
                new Copy("queue.copy.holder", destination.holderName()),
                new Copy("queue.copy.amount", amount));
    }
}
