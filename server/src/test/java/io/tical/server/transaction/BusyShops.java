package io.tical.server.transaction;

import io.tical.server.Merchant;
import io.tical.server.Reply;
import io.tical.server.TestService;
import io.tical.server.merchant.MatchFallback;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Merchants that create payouts, payins, deposits and customers, and cancel and confirm them, at the same time and until they are closed. */
final class BusyShops implements AutoCloseable {
    /** The amounts are few, so that payins find payouts to be matched with. */
    private static final int AMOUNTS = 20;

    private static final int IDLE_TRANSFERS = 6;

    /** Between the actions of a shop: without it, almost all requests would be those of shops that are refused everything. */
    private static final Duration PAUSE = Duration.ofMillis(30);

    private final TestService service;
    private final Set<String> idle = new HashSet<>();
    private final Random seeds;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger created = new AtomicInteger();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean open = true;

    BusyShops(TestService service, Random seeds) {
        this.service = service;
        this.seeds = seeds;
    }

    /** Opens another shop. */
    void open() {
        var shop = service.matching(service.merchant().funded("THB", 10_000_000), MatchFallback.BANK_THEN_QR);
        shop.account();
        var random = new Random(seeds.nextLong());
        threads.add(Thread.ofVirtual()
                .uncaughtExceptionHandler((thread, failure) -> failures.add(failure))
                .start(() -> {
                    while (open) {
                        act(shop, random);
                        LockSupport.parkNanos(PAUSE.toNanos());
                    }
                }));
    }

    /** Adds a shop that has done something and does nothing now. */
    void addIdle() {
        var shop = service.merchant();
        for (int time = 0; time < IDLE_TRANSFERS; time++) {
            shop.funded("THB", 100);
        }
        idle.add(shop.organizationId().toString());
    }

    /** The merchants that do nothing now. */
    Set<String> idle() {
        return idle;
    }

    private void act(Merchant shop, Random random) {
        var reference = "order-" + numbers.incrementAndGet();
        var amount = 10_000L + 100 * random.nextInt(AMOUNTS);
        switch (random.nextInt(12)) {
            case 0, 1, 2 -> seen(shop.payout(reference, amount));
            case 3 -> then(shop, "payouts", shop.payout(reference, amount), "cancel");
            case 4 -> then(shop, "payouts", shop.payout(reference, amount), "test-confirm");
            case 5 -> seen(payin(shop, reference, amount, "\"channel\":\"bank\""));
            case 6 -> then(shop, "payins", payin(shop, reference, amount, "\"channel\":\"qrcode\""), "cancel");
            case 7 -> then(shop, "payins", payin(shop, reference, amount, "\"channel\":\"bank\""), "test-confirm");
            case 8, 9 -> seen(payin(shop, reference, amount, "\"receiving_type\":\"p2p\""));
            case 10 ->
                then(
                        shop,
                        "payins",
                        shop.post("/v1/payins", String.format(Locale.ROOT, """
                        {"order_ref":"%s","amount":%d,"channel":"crypto"}""", reference, amount * 100)),
                        "test-confirm");
            default ->
                seen(shop.post("/v1/customers", String.format(Locale.ROOT, """
                        {"holder_name":"Somchai","bank_code":"KBANK","account_no":"%d"}""", 1_000_000_000L + numbers.get())));
        }
    }

    private static Reply payin(Merchant shop, String reference, long amount, String how) {
        return shop.post("/v1/payins", String.format(Locale.ROOT, """
                {"order_ref":"%s","amount":%d,"currency":"THB",%s}""", reference, amount, how));
    }

    private void then(Merchant shop, String path, Reply created, String action) {
        seen(created);
        if (created.status() == 201) {
            seen(shop.post("/v1/" + path + "/" + created.word("id") + "/" + action));
        }
    }

    private void seen(Reply reply) {
        if (reply.status() == 201) {
            created.incrementAndGet();
        }
        if (reply.status() >= 500 && reply.status() != 503) {
            failures.add(new AssertionError(reply.text()));
        }
    }

    /** How many objects were created so far. */
    int created() {
        return created.get();
    }

    /** What should not have happened. */
    Queue<Throwable> failures() {
        return failures;
    }

    @Override
    public void close() {
        open = false;
        for (var thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
