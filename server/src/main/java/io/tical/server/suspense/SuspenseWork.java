package io.tical.server.suspense;

import io.tical.server.transaction.TransactionKey;
import io.tical.server.work.Items;
import io.tical.server.work.Work;
import java.time.Duration;

/**
 * Posts what was noted. Nothing is claimed: a posting locks its item and does nothing the second time, so two nodes that meet
 * lose no more than the time.
 */
public final class SuspenseWork implements Work {
    private static final int ITEMS_MAX = 100;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Suspense suspense;
    private final Items<TransactionKey> items;

    public SuspenseWork(Suspense suspense) {
        this.suspense = suspense;
        this.items = new Items<>("suspense item", suspense::postpone);
    }

    @Override
    public String name() {
        return "suspense";
    }

    @Override
    public Duration pause() {
        return PAUSE;
    }

    @Override
    public boolean round() {
        var noted = suspense.noted(ITEMS_MAX);
        var posted = noted.stream()
                .filter(key -> items.run(key, () -> suspense.post(key)))
                .count();
        return posted == ITEMS_MAX;
    }
}
