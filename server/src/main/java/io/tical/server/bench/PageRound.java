package io.tical.server.bench;

import io.tical.server.bench.Attack.Finding;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Payers behind one address: pages that poll every two seconds, and new pages.
 *
 * @param tokens of the payins of the pages
 */
record PageRound(BenchMerchant merchant, int pages, List<String> tokens) implements Attack.Round {
    private static final int SOURCE = 21;
    private static final int NEW_PAGES = 10;
    private static final Duration DURATION = Duration.ofSeconds(15);
    private static final Duration POLL_PERIOD = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @Override
    public void prepare(ServiceProcess.Address service) throws IOException, InterruptedException {
        for (int i = 0; i < pages + NEW_PAGES; i++) {
            tokens.add(merchant.payin().payToken());
        }
    }

    @Override
    public List<Finding> run(ServiceProcess.Address service) throws IOException, InterruptedException {
        var polled = new AtomicInteger();
        var refused = new AtomicInteger();
        var newRefused = new AtomicInteger();
        var end = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < pages; i++) {
                var token = tokens.get(i);
                var opensAfter = POLL_PERIOD.multipliedBy(i).dividedBy(pages);
                threads.submit(() -> {
                    // Payers open their pages at different times.
                    Thread.sleep(opensAfter);
                    do {
                        polled.incrementAndGet();
                        if (refused(service.payPort(), "/pay-api/v1/pay/" + token)) {
                            refused.incrementAndGet();
                        }
                    } while (!end.await(POLL_PERIOD.toMillis(), TimeUnit.MILLISECONDS));
                    return token;
                });
            }
            for (var token : tokens.subList(pages, tokens.size())) {
                Thread.sleep(DURATION.dividedBy(NEW_PAGES));
                if (refused(service.payPort(), "/pay/" + token)
                        || refused(service.payPort(), "/pay-api/v1/pay/" + token)) {
                    newRefused.incrementAndGet();
                }
            }
            end.countDown();
        }
        return List.of(
                new Finding(refused.get() + " of " + polled.get() + " polls refused", refused.get() == 0),
                new Finding(newRefused.get() + " of " + NEW_PAGES + " new pages refused", newRefused.get() == 0));
    }

    private static boolean refused(int port, String target) {
        var request = LoadClient.request("GET", target, List.of(), "");
        return !RawConnection.outcome(SOURCE, port, PATIENCE, request).equals("200");
    }
}
