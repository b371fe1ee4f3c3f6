package io.tical.server.slip;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Carries rows of pixels from the thread that decodes them to one that works with them, in their order, and holds few at a
 * time. Closing waits until all that was put is worked through.
 */
final class RowPipe implements AutoCloseable {
    /** Rows that travel together: handing over costs more than a row. */
    private static final int ROWS_BYTES = 64 << 10;

    private static final int BATCHES = 4;
    private static final Batch END = new Batch(new byte[0][]);

    private final BlockingQueue<Batch> free = new ArrayBlockingQueue<>(BATCHES);
    /** Has room for every batch and the end, so that nobody waits to put one in. */
    private final BlockingQueue<Batch> filled = new ArrayBlockingQueue<>(BATCHES + 1);

    private final CompletableFuture<Void> worked;
    private Batch batch;

    private static final class Batch {
        final byte[][] rows;
        int count;

        Batch(byte[][] rows) {
            this.rows = rows;
        }
    }

    /** Writes a row of pixels into an array. */
    @FunctionalInterface
    interface Source {
        void read(int y, byte[] row);
    }

    /**
     * @param rowBytes of each row
     * @param sink works with one row, which is its own until it returns
     */
    RowPipe(int rowBytes, Consumer<byte[]> sink) {
        var rows = Math.max(1, ROWS_BYTES / rowBytes);
        for (int number = 0; number < BATCHES; number++) {
            free.add(new Batch(new byte[rows][rowBytes]));
        }
        batch = free.remove();
        worked = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("slip-rows").start(() -> {
            try {
                work(sink);
                worked.complete(null);
            } catch (InterruptedException | RuntimeException | Error failure) {
                worked.completeExceptionally(failure);
            }
        });
    }

    private void work(Consumer<byte[]> sink) throws InterruptedException {
        for (var next = filled.take(); next != END; next = filled.take()) {
            for (int row = 0; row < next.count; row++) {
                sink.accept(next.rows[row]);
            }
            next.count = 0;
            free.put(next);
        }
    }

    /** Takes the next row, as row 0 of its source. */
    void put(Source source) {
        source.read(0, batch.rows[batch.count++]);
        if (batch.count == batch.rows.length) {
            filled.add(batch);
            batch = END;
            batch = empty();
        }
    }

    /** The next that is empty; the worker's failure instead where it has ended. */
    private Batch empty() {
        try {
            for (var next = free.poll(50, MILLISECONDS); ; next = free.poll(50, MILLISECONDS)) {
                if (next != null) {
                    return next;
                }
                if (worked.isCompletedExceptionally()) {
                    worked.join();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while rows were handed over");
        }
    }

    /** @throws CompletionException with what the worker failed with */
    @Override
    public void close() {
        if (batch.count > 0) {
            filled.add(batch);
        }
        filled.add(END);
        worked.join();
    }
}
