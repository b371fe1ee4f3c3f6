package io.tical.server.picture;

import io.tical.server.input.UploadedFile;
import io.tical.server.problem.Problem;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * Reads uploaded pictures. No byte of a file is stored: its pixels are decoded and re-encoded. Each picture reserves the
 * memory that its header declares before it is decoded.
 */
public final class PictureReader implements AutoCloseable {
    /** The maximum size of a file, in bytes. */
    public static final int FILE_BYTES_MAX = 10 << 20;

    /** The type of {@link Picture#file}. */
    public static final String MEDIA_TYPE = "image/jpeg";

    /** The memory for all concurrent pictures. A picture that needs more is read alone. */
    private static final int MEMORY_BYTES = 116 << 20;

    private static final float QUALITY = 0.85f;

    private final Semaphore memory = new Semaphore(MEMORY_BYTES, true);
    private final Duration waitMax;
    private final ExecutorService threads;

    /** @param waitMax how long a file waits for memory */
    public PictureReader(Duration waitMax) {
        this.waitMax = waitMax;
        // Platform threads, one per processor: native code would pin virtual threads.
        threads = Executors.newFixedThreadPool(
                Runtime.getRuntime().availableProcessors(),
                Thread.ofPlatform().name("picture-", 0).daemon().factory());
    }

    /**
     * Reads and re-encodes an upload.
     *
     * @param search searches the pixels while another thread encodes them
     * @throws Problem {@code PAYLOAD_TOO_LARGE}, {@code UNSUPPORTED_MEDIA_TYPE}, {@code IMAGE_TOO_LARGE} (its pixels), {@code
     *     IMAGE_TOO_LONG}, {@code IMAGE_UNREADABLE} or {@code SERVICE_UNAVAILABLE}
     */
    public <T> Picture<T> read(UploadedFile file, Function<BufferedImage, T> search) {
        if (file.length() > FILE_BYTES_MAX) {
            throw new Problem.TooLarge(FILE_BYTES_MAX);
        }
        try {
            // The file is read twice, so that it is not in memory while it waits for the memory of its pixels.
            // Inspection holds the file and the parts of it that are kept.
            var inspecting = 2L * file.length();
            var decoding = reserving(inspecting, () -> new Decoder(PictureFile.of(file.bytes())).bytes());
            return reserving(Math.max(inspecting, decoding), () -> picture(PictureFile.of(file.bytes()), search));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Problem problem
                    ? problem
                    : new IllegalStateException("a picture could not be read", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.Unavailable.service();
        }
    }

    private interface Work<T> {
        T done() throws InterruptedException, ExecutionException;
    }

    private <T> T reserving(long bytes, Work<T> work) throws InterruptedException, ExecutionException {
        var permits = (int) Math.min(MEMORY_BYTES, bytes);
        if (!memory.tryAcquire(permits, waitMax.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new Problem.Unavailable(
                    "SERVICE_UNAVAILABLE", "Too many pictures are being read now; upload this one again in a moment");
        }
        try {
            return work.done();
        } finally {
            memory.release(permits);
        }
    }

    private <T> Picture<T> picture(PictureFile file, Function<BufferedImage, T> search)
            throws InterruptedException, ExecutionException {
        var pixels = threads.submit(() -> new Decoder(file).decode()).get();
        var found = threads.submit(() -> search.apply(pixels));
        var encoded = threads.submit(() -> jpeg(pixels, QUALITY));
        return new Picture<>(encoded.get(), pixels.getWidth(), pixels.getHeight(), found.get());
    }

    /** Encodes a JPEG with a quality from 0 to 1. */
    public static byte[] jpeg(BufferedImage pixels, float quality) throws IOException {
        var writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        var bytes = new ByteArrayOutputStream(pixels.getWidth() * pixels.getHeight() / 4);
        try (var output = new MemoryCacheImageOutputStream(bytes)) {
            var parameters = writer.getDefaultWriteParam();
            parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            parameters.setCompressionQuality(quality);
            writer.setOutput(output);
            writer.write(null, new IIOImage(pixels, null, null), parameters);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
