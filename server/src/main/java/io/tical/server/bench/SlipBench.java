package io.tical.server.bench;

import io.tical.server.bench.HostileUploads.HostileUpload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** Measures the latency of slips, and the cost of hostile files. */
record SlipBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine) {
    private static final int PER_ROUND = 20;
    private static final int HOSTILE = 200;
    private static final int AT_ONCE = 8;
    private static final double MILLIS_MAX = 500;
    private static final double MEMORY_MB_MAX = 128;
    private static final Duration GIVEN_BACK = Duration.ofSeconds(50);
    /** The JVM needs some dozens of pictures to compile the decoder. */
    private static final int WARMING = 2;

    private static final String PHOTO = "slip, a photo of 3 MB, answered";
    private static final String SCREENSHOT = "slip, a screenshot, answered";

    void measure() throws IOException, InterruptedException {
        var merchant =
                new BenchMerchant(service.address(), engine.organization("Shop").testKey());
        report.say("Drawing slips…");
        var photos = List.of(SlipPictures.photo(1), SlipPictures.photo(2), SlipPictures.photo(3));
        var screenshots = List.of(SlipPictures.screenshot(1), SlipPictures.screenshot(2));
        report.say(
                "  photos of %.1f MB, screenshots of %.1f MB",
                photos.getFirst().length / 1e6, screenshots.getFirst().length / 1e6);
        report.say("Warming up…");
        for (int round = 0; round < WARMING; round++) {
            timed(merchant, photos);
            timed(merchant, screenshots);
        }
        for (int round = 1; round <= plan.rounds(); round++) {
            report.say("Slips, round %d of %d…", round, plan.rounds());
            run(PHOTO, merchant, photos);
            run(SCREENSHOT, merchant, screenshots);
        }
        for (var name : List.of(PHOTO, SCREENSHOT)) {
            var millis = report.median(name + ", p95 ms");
            report.judge(name + ", p95", millis, "ms", millis < MILLIS_MAX, "less than 500 ms");
        }
        hostile(merchant);
        report.judgeResponses("unexpected responses to slips");
    }

    private void run(String name, BenchMerchant merchant, List<byte[]> files) throws IOException, InterruptedException {
        var before = service.processorTime();
        var sorted = timed(merchant, files);
        var processor = service.processorTime().minus(before).toNanos() / 1e6 / PER_ROUND;
        report.add(name + ", processor ms each", processor);
        report.add(name, sorted, 50, 95);
        report.say(
                "  %s: p50 %.0f ms, p95 %.0f ms, %.0f ms of a processor each",
                name, LoadClient.percentileMillis(sorted, 50), LoadClient.percentileMillis(sorted, 95), processor);
    }

    /** Sends slips sequentially. */
    private long[] timed(BenchMerchant merchant, List<byte[]> files) throws IOException, InterruptedException {
        var micros = new long[PER_ROUND];
        for (int slip = 0; slip < PER_ROUND; slip++) {
            var payin = merchant.payin().id();
            var file = files.get(slip % files.size());
            var begin = System.nanoTime();
            var status = merchant.slip(payin, file);
            micros[slip] = (System.nanoTime() - begin) / 1_000;
            report.expect(status == 200, "a slip", status);
        }
        Arrays.sort(micros);
        return micros;
    }

    private void hostile(BenchMerchant merchant) throws IOException, InterruptedException {
        var files = HostileUploads.files(HOSTILE);
        for (var atOnce : new int[] {1, AT_ONCE}) {
            var name = HOSTILE + " hostile files, " + (atOnce == 1 ? "one after the other" : atOnce + " at once");
            report.say("%s…", name);
            // The baseline is measured after ordinary slips, because the JVM keeps garbage until it needs memory.
            var residentBefore = service.residentMegabytes();
            var before = service.heapMegabytes();
            service.forgetPeak();
            var begin = System.nanoTime();
            send(merchant, files, atOnce);
            report.say("  answered in %.1f s", (System.nanoTime() - begin) / 1e9);
            var peak = service.peakMegabytes() - residentBefore;
            // An idle process returns memory on its own; wait for that instead of forcing a collection.
            Thread.sleep(GIVEN_BACK);
            var kept = service.residentMegabytes() - residentBefore;
            var left = service.heapMegabytes() - before;
            report.add(name + ", peak of the process, MB more", peak);
            report.judge(name + ", process after", kept, "MB", kept <= MEMORY_MB_MAX, "at most 128 MB more");
            report.judge(name + ", heap after", left, "MB", left <= MEMORY_MB_MAX, "at most 128 MB more");
        }
    }

    private void send(BenchMerchant merchant, List<HostileUpload> files, int atOnce)
            throws IOException, InterruptedException {
        var answers = new ArrayList<Callable<Integer>>();
        for (var file : files) {
            var payin = merchant.payin().id();
            answers.add(() -> merchant.slip(payin, file.bytes()));
        }
        try (var senders = Executors.newFixedThreadPool(atOnce)) {
            var answered = senders.invokeAll(answers);
            for (int file = 0; file < files.size(); file++) {
                var status = answered.get(file).get();
                report.expect(files.get(file).expects(status), files.get(file).name(), status);
            }
        } catch (ExecutionException e) {
            throw new IOException("a hostile file was not answered", e.getCause());
        }
    }
}
