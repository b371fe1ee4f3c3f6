package io.tical.server.webhook;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.Session;
import io.tical.server.merchant.CallbackEndpoint;
import io.tical.server.merchant.CallbackEndpoints;
import io.tical.server.transaction.TransactionKey;
import io.tical.server.webhook.Delivery.Status;
import io.tical.server.webhook.DeliveryClaims.Claimed;
import io.tical.server.webhook.DeliveryClaims.Sending;
import io.tical.server.webhook.DeliveryQueue.Claim;
import io.tical.server.webhook.DeliveryQueue.Made;
import io.tical.server.work.Items;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers callbacks. A round is one transaction: it writes what came of the attempts that have ended, holds on to those
 * that go on, and claims what is due, endpoint by endpoint. The attempts run beside the rounds, each on a thread of its
 * own, so no endpoint waits for another.
 *
 * <p>Delivery is at least once: an attempt whose end could not be written is made again, with the same body id.
 */
public final class DeliveryWork implements Work, AutoCloseable {
    /** How long a claim lasts unless it is renewed: so late at most is what a node that died had claimed. */
    private static final Duration LEASE = Duration.ofSeconds(5);

    private static final Duration RENEWAL = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration PAUSE_UNDER_WAY = Duration.ofMillis(10);
    /** A round that moved so many is followed by the next at once; smaller ones are worth a pause to gather more. */
    private static final int BUSY = 100;

    private static final Duration GRACE = Duration.ofSeconds(3);
    private static final int WRITE_MAX = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryWork.class);

    private final Database database;
    private final Clock clock;
    private final CallbackEndpoints endpoints;
    private final CallbackTransport carrier;

    private final ConcurrencyWindows paces = new ConcurrencyWindows();
    private final DeliveryClaims claims;
    private final Items<TransactionKey> written;
    private final Map<UUID, Claim> underWay = new HashMap<>();
    private final BlockingQueue<Made> ended = new LinkedBlockingQueue<>();
    private final List<Made> unwritten = new ArrayList<>();
    private CallbackEndpoint.Key from = DeliveryClaims.FIRST;
    private long renewedAt = System.nanoTime();
    private boolean closing;

    public DeliveryWork(Database database, CallbackEndpoints endpoints, CallbackTransport carrier, Clock clock) {
        this.database = database;
        this.clock = clock;
        this.endpoints = endpoints;
        this.carrier = carrier;
        this.claims = new DeliveryClaims(database, endpoints, paces, LEASE);
        this.written = new Items<>(
                "the attempt of delivery",
                (key, by) -> database.transaction(session -> DeliveryQueue.putOff(session, key, by)) > 0);
    }

    @Override
    public String name() {
        return "deliveries";
    }

    @Override
    public Duration pause() {
        return underWay.isEmpty() ? PAUSE : PAUSE_UNDER_WAY;
    }

    @Override
    public boolean round() {
        ended.drainTo(unwritten, WRITE_MAX - unwritten.size());
        var now = System.nanoTime();
        var renewing = now - renewedAt >= RENEWAL.toNanos() && !underWay.isEmpty();
        Claimed claimed;
        try {
            claimed = atOnce(now, renewing);
        } catch (DatabaseUnavailable away) {
            throw away;
        } catch (RuntimeException failure) {
            LOG.debug("what one round has to do is done one by one", failure);
            claimed = oneByOne(now, renewing);
        }
        if (renewing) {
            renewedAt = now;
        }
        var moved = unwritten.size() + claimed.sendings().size();
        for (var made : unwritten) {
            underWay.remove(made.claim().requestId());
            paces.ended(made.claim().delivery().line(), answered(made.outcome()), made.duration());
        }
        unwritten.clear();
        paces.forget(now);
        for (var sending : claimed.sendings()) {
            underWay.put(sending.claim().requestId(), sending.claim());
            paces.started(sending.claim().delivery().line(), now);
            Thread.ofVirtual().name("delivery").start(() -> ended.add(attempt(sending)));
        }
        from = claimed.next();
        return claimed.more() || moved >= BUSY;
    }

    private Claimed atOnce(long now, boolean renewing) {
        return database.transaction(session -> {
            // Nothing is lost that matters: what a crash of the database takes back is delivered again.
            session.sql("SET LOCAL synchronous_commit TO off").run();
            write(session, unwritten);
            if (renewing) {
                DeliveryQueue.renew(session, underWay.values(), LEASE);
            }
            return closing ? new Claimed(List.of(), from, false) : claims.claim(session, from, now);
        });
    }

    /** The same after it failed as a whole: what is at fault keeps nothing else back. */
    private Claimed oneByOne(long now, boolean renewing) {
        for (var made : unwritten) {
            written.run(
                    made.claim().delivery().key(),
                    () -> database.transaction(session -> {
                        write(session, List.of(made));
                        return made;
                    }));
        }
        if (renewing) {
            database.transaction(session -> {
                DeliveryQueue.renew(session, underWay.values(), LEASE);
                return now;
            });
        }
        return closing ? new Claimed(List.of(), from, false) : claims.claimEach(from, now);
    }

    private void write(Session session, List<Made> ofAttempts) {
        if (ofAttempts.isEmpty()) {
            return;
        }
        DeliveryQueue.write(session, ofAttempts);
        var succeeded = lines(ofAttempts, made -> made.next() == Status.DELIVERED);
        var failed = lines(ofAttempts, made -> made.next() != Status.DELIVERED);
        failed.removeAll(succeeded);
        if (!succeeded.isEmpty()) {
            endpoints.succeeded(session, succeeded);
        }
        if (!failed.isEmpty()) {
            for (var line : endpoints.failed(session, failed)) {
                LOG.warn(
                        "callbacks of {} to its {} endpoint are suspended",
                        line.organizationId(),
                        line.kind().word());
                DeliveryStore.stop(session, line, Status.SUSPENDED);
            }
        }
    }

    private static Set<CallbackEndpoint.Key> lines(List<Made> ofAttempts, Predicate<Made> which) {
        return ofAttempts.stream()
                .filter(which)
                .map(made -> made.claim().delivery().line())
                .collect(Collectors.toCollection(HashSet::new));
    }

    private Made attempt(Sending sending) {
        var url = Objects.requireNonNull(sending.target().url());
        var at = clock.instant();
        var began = System.nanoTime();
        var outcome = send(sending, url, at);
        var duration = Duration.ofNanos(System.nanoTime() - began);
        var wait = retried(outcome)
                ? RetrySchedule.after(sending.claim().roundAttempts(), ThreadLocalRandom.current())
                : Optional.<Duration>empty();
        var next = acknowledged(outcome) ? Status.DELIVERED : wait.isPresent() ? Status.PENDING : Status.FAILED;
        return new Made(sending.claim(), url, outcome, at, duration, next, wait.orElse(null));
    }

    private Outcome send(Sending sending, String url, Instant at) {
        try {
            var callback = Callback.of(sending.event(), sending.target().form());
            return carrier.post(
                    url, callback.headers(sending.target(), sending.claim().requestId(), at), callback.body());
        } catch (RuntimeException | Error unforeseen) {
            // Whatever it was, the round must hear of the end of this attempt, or would hold on to it for ever.
            LOG.error("a callback could not be sent and will be tried again", unforeseen);
            return new Outcome.Unanswered("the service failed while it sent this");
        }
    }

    // spec, Delivery rules 1 and 2: 2xx acknowledges, 4xx is final, everything else is tried again.
    private static boolean acknowledged(Outcome outcome) {
        return outcome instanceof Outcome.Answered(var code, var _) && code / 100 == 2;
    }

    private static boolean retried(Outcome outcome) {
        return !answered(outcome);
    }

    private static boolean answered(Outcome outcome) {
        return outcome instanceof Outcome.Answered(var code, var _) && (code / 100 == 2 || code / 100 == 4);
    }

    /** Gives the attempts under way a moment, and writes what came of them; what is left is due again soon. */
    @Override
    public void close() {
        closing = true;
        var deadline = System.nanoTime() + GRACE.toNanos();
        try {
            while (!underWay.isEmpty() && System.nanoTime() < deadline) {
                var made = ended.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (made != null) {
                    unwritten.add(made);
                    round();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("the last callbacks could not be written down; they will be sent again", e);
        }
    }
}
