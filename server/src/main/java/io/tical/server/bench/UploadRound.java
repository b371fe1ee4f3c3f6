package io.tical.server.bench;

import io.tical.server.bench.Attack.Finding;
import io.tical.server.picture.PictureReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Slow uploads from many addresses with one pay token, while another payer sends slips. */
record UploadRound(BenchMerchant merchant, int addresses) implements Attack.Round {
    static final int EACH = 8;
    private static final Duration DURATION = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int SLIPS = 5;
    private static final double SECONDS_MAX = 5;

    @Override
    public List<Finding> run(ServiceProcess.Address service) throws IOException, InterruptedException {
        var token = merchant.payin().payToken();
        var payers = new ArrayList<String>();
        for (int i = 0; i < SLIPS; i++) {
            payers.add(merchant.payin().payToken());
        }
        var end = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < addresses * EACH; i++) {
                var source = 2 + i % addresses;
                threads.submit(() -> {
                    upload(source, service.payPort(), token, end);
                    return token;
                });
            }
            Thread.sleep(Duration.ofSeconds(3));
            var findings = slips(service.payPort(), payers);
            Thread.sleep(DURATION.minusSeconds(3));
            end.countDown();
            return findings;
        }
    }

    /** Uploads 3,000 bytes a second, and reconnects when the service closes the connection. */
    private static void upload(int source, int port, String token, CountDownLatch end) throws InterruptedException {
        while (end.getCount() > 0) {
            try (var connection = new RawConnection(source, port, PATIENCE)) {
                connection.send(head(token, 2_000_000));
                while (!end.await(1, TimeUnit.SECONDS)) {
                    connection.send(new byte[3_000]);
                }
            } catch (IOException e) {
                if (end.await(1, TimeUnit.SECONDS)) {
                    return;
                }
            }
        }
    }

    private static List<Finding> slips(int port, List<String> tokens) throws IOException {
        var file = PictureReader.jpeg(new BufferedImage(320, 240, BufferedImage.TYPE_3BYTE_BGR), 0.8f);
        var statuses = new ArrayList<String>();
        var slowest = 0.0;
        for (var token : tokens) {
            var begin = System.nanoTime();
            statuses.add(RawConnection.outcome(
                    1,
                    port,
                    PATIENCE,
                    head(token, BenchMerchant.SLIP_HEAD.length() + file.length + BenchMerchant.SLIP_TAIL.length()),
                    file,
                    BenchMerchant.SLIP_TAIL.getBytes(StandardCharsets.US_ASCII)));
            slowest = Math.max(slowest, (System.nanoTime() - begin) / 1e9);
        }
        return List.of(Finding.of(
                statuses.stream().allMatch("200"::equals) && slowest <= SECONDS_MAX,
                "another payer's slips: %s, the slowest %.1f s",
                statuses,
                slowest));
    }

    /** The headers and the beginning of the form. */
    private static byte[] head(String token, int length) {
        return ("POST /pay-api/v1/pay/" + token + "/slip HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
                        + BenchMerchant.SLIP_TYPE + "\r\nContent-Length: " + length + "\r\n\r\n"
                        + BenchMerchant.SLIP_HEAD)
                .getBytes(StandardCharsets.US_ASCII);
    }
}
