package io.tical.server.paypage;

import io.tical.server.input.UploadedFile;
import io.tical.server.slip.Slip;
import io.tical.server.slip.Slips;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.TransactionKey;
import java.net.InetAddress;

/** Slips that payers send on the page. */
public final class PayerSlips implements SlipIntake {
    private final Slips slips;

    public PayerSlips(Slips slips) {
        this.slips = slips;
    }

    @Override
    public Standing standing(Payment payment) {
        var standing = slips.standing(payin(payment), payment.status());
        var reason = standing.reason();
        return new Standing(
                switch (standing.outlook()) {
                    case NONE -> Progress.NONE;
                    case CHECKING -> Progress.CHECKING;
                    case REJECTED -> Progress.REJECTED;
                },
                reason == null ? null : reason.word(),
                standing.uploadsLeft(),
                standing.accepting());
    }

    @Override
    public void receive(Payment payment, UploadedFile file, InetAddress source, String requestId) {
        slips.receive(new Slips.Sent(payin(payment), file, Slip.Source.PAY_PAGE, Actor.payer(requestId), requestId));
    }

    private static TransactionKey payin(Payment payment) {
        return new TransactionKey(payment.organizationId(), payment.livemode(), payment.payinId());
    }
}
