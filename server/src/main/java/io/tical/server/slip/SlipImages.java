package io.tical.server.slip;

import io.tical.server.http.Problem;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
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

    /** What pictures take together while they are decoded, in MiB; the costliest that is taken fits alone. */
    private static final int MEMORY_MIB = 112;

    private static final float QUALITY = 0.85f;
    private static final long MIB = 1 << 20;

    /** What files take together while they are looked through, in MiB. */
    private static final int LOOKING_MIB = 40;

    private final Path uploads;
    private final Semaphore memory = new Semaphore(MEMORY_MIB, true);
    private final Semaphore looking = new Semaphore(LOOKING_MIB, true);
    private final ExecutorService decoding;

    /**
     * Decodes on threads of its own, one a processor: native code holds a thread, and virtual threads that answer other
     * requests must not wait behind it.
     *
     * @param uploads a folder in which large files wait for their turn; made when it is needed
     */
    public SlipImages(Path uploads) {
        this.uploads = uploads;
        decoding = Executors.newFixedThreadPool(
                Runtime.getRuntime().availableProcessors(),
                Thread.ofPlatform().name("slip-", 0).daemon().factory());
    }

    /** Reads an upload to its end, of which no more than {@link #FILE_BYTES_MAX} is taken; waits its turn when many arrive. */
    public SlipImage read(InputStream file) {
        try (var upload = Upload.receive(file, uploads, FILE_BYTES_MAX)) {
            return read(upload);
        } catch (Problem problem) {
            return new SlipImage.Refused(problem);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SlipImage.Refused(Problem.Unavailable.service());
        }
    }

    private SlipImage read(Upload upload) throws InterruptedException {
        // Looked through once for what it would take, and again when that is there: nothing is held while it waits.
        var mib = within(looking, mib(2L * upload.length()), () -> mib(Decoding.bytes(PictureFile.of(upload.bytes()))));
        return within(memory, Math.min(MEMORY_MIB, mib), () -> readable(PictureFile.of(upload.bytes())));
    }

    private static int mib(long bytes) {
        return Math.toIntExact(Math.ceilDiv(bytes, MIB));
    }

    private interface Work<T> {
        T done() throws InterruptedException;
    }

    private static <T> T within(Semaphore limit, int permits, Work<T> work) throws InterruptedException {
        limit.acquire(permits);
        try {
            return work.done();
        } finally {
            limit.release(permits);
        }
    }

    private SlipImage readable(PictureFile file) throws InterruptedException {
        var decoded = result(decoding.submit(() -> Decoding.of(file)));
        // The two halves of the work need nothing of each other.
        var code = decoding.submit(() -> MiniQrFinder.find(decoded.grey()));
        var made = decoding.submit(() -> made(Upright.of(decoded.picture(), file.orientation())));
        try {
            return result(made).with(result(code));
        } finally {
            code.cancel(true);
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

    private static Made made(BufferedImage picture) throws IOException {
        return new Made(
                encoded(picture), picture.getWidth(), picture.getHeight(), PictureHash.of(Luminance.of(picture)));
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
