package io.tical.server.outward;

import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of orders, sends, outages, losses and promotions: nothing is paid twice, nothing waits for people without a reason, and
 * everything ends. The first seed is set by {@code tical.seed}, and their number by {@code tical.seeds}.
 */
@Order(1)
class RandomLossesTest {
    private static final int SEEDS = Integer.getInteger("tical.seeds", 10);
    private static final int STEPS = 50;

    private static HistoryWorld world;

    @BeforeAll
    static void create() {
        world = HistoryWorld.create();
    }

    @AfterAll
    static void close() {
        world.close();
    }

    static LongStream seeds() {
        var first = Long.getLong("tical.seed", System.nanoTime());
        return LongStream.range(first, first + SEEDS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyOrderIsPaidOnceAndEnds(long seed) throws Exception {
        try (var history = new LossHistory(world, seed)) {
            try {
                history.run(STEPS);
            } catch (RuntimeException | Error failure) {
                throw new AssertionError(
                        "seed " + seed + ": " + failure.getMessage() + "\n" + history.story(), failure);
            }
        }
    }
}
