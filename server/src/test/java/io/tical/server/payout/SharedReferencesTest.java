package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two nodes that create payouts with the same references at the same time, each in an order of its own. */
class SharedReferencesTest {
    private static final int REFERENCES = 200;

    private static TestService service;
    private static TestService other;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        other = service.node(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    static void stop() {
        other.close();
        service.close();
    }

    /** The status of each reference's answer, from one node. */
    private static Map<String, Future<Integer>> create(Merchant merchant, int seed, ExecutorService threads) {
        var references = new ArrayList<>(
                IntStream.range(0, REFERENCES).mapToObj(i -> "shared-" + i).toList());
        Collections.shuffle(references, new Random(seed));
        var statuses = new HashMap<String, Future<Integer>>();
        for (var reference : references) {
            var body = merchant.payoutBody(reference, 100);
            statuses.put(
                    reference,
                    threads.submit(() ->
                            merchant.post("/v1/payouts", body, seed + reference).status()));
        }
        return statuses;
    }

    @Test
    void eachReferenceIsPaidOnce() throws Exception {
        var merchant = service.merchant().funded("THB", 100 * REFERENCES);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var here = create(merchant, 1, threads);
            var there = create(merchant.at(other.port()), 2, threads);
            for (var reference : here.keySet()) {
                assertThat(List.of(
                                here.get(reference).get(), there.get(reference).get()))
                        .as(reference)
                        .containsExactlyInAnyOrder(201, 409);
            }
        }
        assertThat(merchant.available()).isZero();
        assertThat(service.count("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                .isZero();
        service.requireCleanAudit();
    }
}
