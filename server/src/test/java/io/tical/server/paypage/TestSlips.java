package io.tical.server.paypage;

import io.tical.server.input.UploadedFile;
import io.tical.server.payin.PayinStatus;
import io.tical.server.problem.Problem;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Slips that lie where they fell: a test says what becomes of them. */
final class TestSlips implements SlipIntake {
    private final Map<String, Standing> standings = new ConcurrentHashMap<>();
    private final List<byte[]> received = new CopyOnWriteArrayList<>();

    @Override
    public Standing standing(Payment payment) {
        var taking = payment.status().open() || payment.status() == PayinStatus.EXPIRED;
        return standings.getOrDefault(payment.payToken(), new Standing(Progress.NONE, null, 10, taking));
    }

    @Override
    public void receive(Payment payment, UploadedFile sent, InetAddress source, String requestId) {
        var file = sent.bytes();
        if (file[0] != (byte) 0x89 && file[0] != (byte) 0xFF) {
            throw new Problem.UnsupportedMedia("Send a PNG or JPEG picture");
        }
        received.add(file);
        var left = standing(payment).uploadsLeft() - 1;
        standings.put(payment.payToken(), new Standing(Progress.CHECKING, null, left, true));
    }

    void stand(String token, Standing standing) {
        standings.put(token, standing);
    }

    /** Every file that was taken, oldest first. */
    List<byte[]> received() {
        return received;
    }
}
