package io.tical.server.paymentfile;

import io.tical.server.bankfile.PaymentFileException;
import io.tical.server.paymentfile.OutgoingPayment.Payee;
import io.tical.server.rail.TransferOrder;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Chooses the payments of a new file: those that its format can hold, up to the largest number and the limits of its account. */
final class Gathering {
    /** More payments than a file may have. */
    static final String FULL = "full";

    private final FileForm form;
    private final int max;
    private final DayOut room;
    private final Map<String, TransferOrder> taken = new LinkedHashMap<>();
    private final Set<String> renamed = new HashSet<>();
    private final Set<String> same = new HashSet<>();
    private final Map<String, Amounts> leftOut = new TreeMap<>();

    Gathering(FileForm form, int max, DayOut room) {
        this.form = form;
        this.max = max;
        this.room = room;
    }

    /** Decides whether an order comes into the file. */
    boolean take(TransferOrder order) {
        if (!order.currency().equals(form.account().currency())) {
            return false;
        }
        if (taken.size() >= max) {
            return leave(FULL, order);
        }
        var reference = form.reference(taken.size() + 1);
        try {
            var payee = new Payee(order.bankCode(), order.accountNo(), order.holderName());
            if (!form.write(List.of(form.order(reference, order.amount(), payee)))
                    .changed()
                    .isEmpty()) {
                renamed.add(reference);
            }
        } catch (PaymentFileException impossible) {
            return leave(impossible.fault().name().toLowerCase(Locale.ROOT), order);
        }
        var payment = order.accountNo() + "/" + order.amount();
        if (form.format().distinct() && same.contains(payment)) {
            return leave("same_payment", order);
        }
        var refused = room.take(order.amount());
        if (refused != null) {
            return leave(refused, order);
        }
        same.add(payment);
        taken.put(reference, order);
        return true;
    }

    private boolean leave(String why, TransferOrder order) {
        leftOut.merge(why, new Amounts(1, order.amount()), Amounts::plus);
        return false;
    }

    /** The orders by their references, in the order of the file. */
    Map<String, TransferOrder> taken() {
        return taken;
    }

    /** Whether the format has the name of a payment in another form. */
    boolean renamed(String reference) {
        return renamed.contains(reference);
    }

    /** Whether something waits that the limits of the account keep out. */
    boolean isLimited() {
        return leftOut.keySet().stream().anyMatch(DayOut.REASONS::contains);
    }

    /** What waits and does not come into the file, by the reason. */
    Map<String, Amounts> leftOut() {
        return leftOut;
    }
}
