package io.tical.server.paypage;

import io.tical.server.key.TransactionKey;
import io.tical.server.payin.PayinStatus;
import io.tical.server.problem.Problem;
import io.tical.server.slip.SentSlip;
import io.tical.server.slip.SentSlip.Doubt;
import io.tical.server.slip.Slip.Reason;
import io.tical.server.slip.SlipStatus;
import io.tical.server.slip.Slips.Outlook;
import io.tical.server.slip.Slips.Sent;
import io.tical.server.slip.Slips.Standing;
import java.time.Instant;
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
        return standings.getOrDefault(payin.id(), new Standing(List.of(), 10, taking));
    }

    void receive(Sent sent) {
        var file = sent.file().bytes();
        if (file[0] != (byte) 0x89 && file[0] != (byte) 0xFF) {
            throw new Problem.UnsupportedMedia("Send a PNG or JPEG picture");
        }
        received.add(file);
        var left = standing(sent.payin(), PayinStatus.PROCESSING).uploadsLeft() - 1;
        standings.put(sent.payin().id(), TestSlips.checking(left));
    }

    /** One that is being checked. */
    static Standing checking(int left) {
        return of(left, SlipStatus.PENDING, null, null);
    }

    /** One that is being checked and does not fit. */
    static Standing doubted(Doubt doubt, int left) {
        return of(left, SlipStatus.PENDING, null, doubt);
    }

    /** One that was rejected. */
    static Standing rejected(Reason reason, int left) {
        return of(left, SlipStatus.REJECTED, reason, null);
    }

    static Standing of(Outlook outlook, int left) {
        return switch (outlook) {
            case NONE -> new Standing(List.of(), left, true);
            case CHECKING -> checking(left);
            case REJECTED -> rejected(Reason.OTHER, left);
        };
    }

    private static Standing of(int left, SlipStatus status, Reason reason, Doubt doubt) {
        return new Standing(
                List.of(new SentSlip(Instant.parse("2026-11-24T07:05:00Z"), status, reason, doubt)), left, true);
    }

    void stand(SamplePayment sample, Standing standing) {
        standings.put(sample.payinId, standing);
    }

    /** Every file that was taken, oldest first. */
    List<byte[]> received() {
        return received;
    }
}
