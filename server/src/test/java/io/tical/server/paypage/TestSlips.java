package io.tical.server.paypage;

import io.tical.server.payin.PayinStatus;
import io.tical.server.problem.Problem;
import io.tical.server.slip.Slips.Outlook;
import io.tical.server.slip.Slips.Sent;
import io.tical.server.slip.Slips.Standing;
import io.tical.server.transaction.TransactionKey;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Slips that lie where they fell: a test says what becomes of them. */
final class TestSlips {
    private final Map<UUID, Standing> standings = new ConcurrentHashMap<>();
    private final List<byte[]> received = new CopyOnWriteArrayList<>();

    Standing standing(TransactionKey payin, PayinStatus status) {
        var taking = status.open() || status == PayinStatus.EXPIRED;
        return standings.getOrDefault(payin.id(), new Standing(Outlook.NONE, null, 10, taking));
    }

    void receive(Sent sent) {
        var file = sent.file().bytes();
        if (file[0] != (byte) 0x89 && file[0] != (byte) 0xFF) {
            throw new Problem.UnsupportedMedia("Send a PNG or JPEG picture");
        }
        received.add(file);
        var left = standing(sent.payin(), PayinStatus.PROCESSING).uploadsLeft() - 1;
        standings.put(sent.payin().id(), new Standing(Outlook.CHECKING, null, left, true));
    }

    void stand(SamplePayment sample, Standing standing) {
        standings.put(sample.payinId, standing);
    }

    /** Every file that was taken, oldest first. */
    List<byte[]> received() {
        return received;
    }
}
