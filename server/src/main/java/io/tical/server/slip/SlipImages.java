package io.tical.server.slip;

import io.tical.server.input.UploadedFile;
import io.tical.server.problem.Problem;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Makes uploaded files into slips. Nothing of a file is stored as it came: its pixels are decoded and a new picture is made of
 * them. Uploads are taken from strangers, so memory is given out by what a picture declares before it is decoded, and a file
 * that nobody can need is refused.
 */
public final class SlipImages implements AutoCloseable {
    /** What a file may have, in bytes. */
    public static final int FILE_BYTES_MAX = 10 << 20;

    /** What every stored slip is. */
    public static final String MEDIA_TYPE = "image/jpeg";

    /** What files and pictures take together while they are looked through and decoded, in MiB; the costliest fits alone. */
    private static final int MEMORY_MIB = 112;

    /** While a file is looked through there are the file, what is kept of it, and that once more, cut to its length. */
    private static final long LOOKING = 3;

    private static final float QUALITY = 0.85f;
    private static final long MIB = 1 << 20;

    /** How long a file waits for its turn. */
    private static final Duration TURN = Duration.ofSeconds(30);

    private final Duration turn;
    private final Semaphore memory = new Semaphore(MEMORY_MIB, true);
    private final ExecutorService decoding;

    /**
     * Decodes on threads of its own, one a processor: native code holds a thread, and virtual threads that answer other
     * requests must not wait behind it.
     */
    public SlipImages() {
        this(TURN);
    }

    /** @param turn how long a file waits for its turn */
    SlipImages(Duration turn) {
        this.turn = turn;
        decoding = Executors.newFixedThreadPool(
                Runtime.getRuntime().availableProcessors(),
                Thread.ofPlatform().name("slip-", 0).daemon().factory());
    }

    /** Reads an upload; waits its turn on disk when many arrive. */
    public SlipImage read(UploadedFile file) {
        try {
            if (file.length() > FILE_BYTES_MAX) {
                throw new Problem.TooLarge(FILE_BYTES_MAX);
            }
            // Looked through once for what it would take, and again when that is there: nothing is held while it waits.
            var looking = mib(LOOKING * file.length());
            var decoding = within(looking, () -> mib(Decoding.bytes(PictureFile.of(file.bytes()))));
            return within(
                    Math.min(MEMORY_MIB, Math.max(looking, decoding)), () -> readable(PictureFile.of(file.bytes())));
        } catch (Problem problem) {
            return new SlipImage.Refused(problem);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SlipImage.Refused(Problem.Unavailable.service());
        }
    }

    private static int mib(long bytes) {
        return Math.toIntExact(Math.ceilDiv(bytes, MIB));
    }

    private interface Work<T> {
        T done() throws InterruptedException;
    }

    private <T> T within(int mib, Work<T> work) throws InterruptedException {
        if (!memory.tryAcquire(mib, turn.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new Problem.Unavailable(
                    "SERVICE_UNAVAILABLE", "Too many pictures are being looked at now; send it again in a moment");
        }
        try {
            return work.done();
        } finally {
            memory.release(mib);
        }
    }

    private SlipImage readable(PictureFile file) throws InterruptedException {
        var pixels = new Decoding(file);
        var decoded = decoding.submit(pixels);
        // Written anew while its rows arrive; on a thread that was asked for later, so never while the decoder waits
        // for one.
        var made = decoding.submit(() -> made(pixels.picture(), file.orientation()));
        try {
            result(decoded);
            var code = decoding.submit(() -> MiniQrFinder.find(pixels.grey()));
            try {
                return result(made).with(result(code));
            } finally {
                code.cancel(true);
            }
        } finally {
            made.cancel(true);
        }
    }

    private static <T> T result(Future<T> work) throws InterruptedException {
        try {
            return work.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Problem problem
                    ? problem
                    : new IllegalStateException("a slip could not be read", e.getCause());
        }
    }

    private record Made(byte[] file, int width, int height, PictureHash hash) {
        SlipImage.Readable with(Optional<MiniQr> code) {
            return new SlipImage.Readable(file, width, height, hash, code);
        }
    }

    private static Made made(ArrivingRows rows, int orientation) throws IOException {
        // What stands upright is written while it arrives; all the rest is turned first.
        var early = orientation == Exif.UPRIGHT ? encoded(rows.image()) : null;
        var inTime = rows.readThrough();
        var picture = Upright.of(rows.whole(), orientation);
        var file = early == null || !inTime ? encoded(picture) : early;
        return new Made(file, picture.getWidth(), picture.getHeight(), PictureHash.of(Luminance.of(picture)));
    }

    private static byte[] encoded(BufferedImage picture) throws IOException {
        var writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        var bytes = new ByteArrayOutputStream(picture.getWidth() * picture.getHeight() / 4);
        try (var output = new MemoryCacheImageOutputStream(bytes)) {
            var parameters = writer.getDefaultWriteParam();
            parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            parameters.setCompressionQuality(QUALITY);
            writer.setOutput(output);
            writer.write(null, new IIOImage(picture, null, null), parameters);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        decoding.shutdownNow();
    }
}
