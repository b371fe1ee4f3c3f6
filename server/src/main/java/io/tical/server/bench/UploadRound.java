package io.tical.server.bench;

import io.tical.server.bench.Attack.Finding;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Slow uploads from many addresses with one pay token, while another payer sends slips. */
record UploadRound(BenchMerchant merchant, int addresses) implements Attack.Round {
    private static final int EACH = 8;
    private static final Duration DURATION = Duration.ofSeconds(15);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int SLIPS = 5;
    private static final double SECONDS_MAX = 5;
    private static final String BOUNDARY = "a-form-of-the-bench";

    @Override
    public String name() {
        return addresses + " addresses with " + EACH + " slow uploads each";
    }

    @Override
    public List<Finding> run(ServiceAddress service) throws IOException, InterruptedException {
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
        var file = SlipPictures.jpeg(new BufferedImage(320, 240, BufferedImage.TYPE_3BYTE_BGR), 0.8f);
        var statuses = new ArrayList<String>();
        var slowest = 0.0;
        for (var token : tokens) {
            var begin = System.nanoTime();
            try (var connection = new RawConnection(1, port, PATIENCE)) {
                var tail = ("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.US_ASCII);
                var form = formHead();
                connection.send(head(token, form.length + file.length + tail.length));
                connection.send(file);
                connection.send(tail);
                statuses.add(Integer.toString(connection.answer().status()));
            } catch (IOException e) {
                statuses.add(String.valueOf(e.getMessage()));
            }
            slowest = Math.max(slowest, (System.nanoTime() - begin) / 1e9);
        }
        return List.of(new Finding(
                String.format(Locale.ROOT, "another payer's slips: %s, the slowest %.1f s", statuses, slowest),
                statuses.stream().allMatch("200"::equals) && slowest <= SECONDS_MAX));
    }

    /** The headers and the beginning of the form. */
    private static byte[] head(String token, int length) {
        var form = formHead();
        var head = "POST /pay-api/v1/pay/" + token + "/slip HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type:"
                + " multipart/form-data; boundary=" + BOUNDARY + "\r\nContent-Length: " + length + "\r\n\r\n";
        return (head + new String(form, StandardCharsets.US_ASCII)).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] formHead() {
        return ("--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"slip\"; filename=\"slip\"\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
