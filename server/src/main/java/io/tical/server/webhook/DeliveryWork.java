package io.tical.server.webhook;

import io.tical.db.Database;
import io.tical.db.DatabaseUnavailable;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.webhook.Delivery.Status.Trigger;
import io.tical.server.webhook.DeliveryClaims.Claimed;
import io.tical.server.webhook.DeliveryClaims.Sending;
import io.tical.server.webhook.DeliveryQueue.Claim;
import io.tical.server.webhook.DeliveryQueue.EndedAttempt;
import io.tical.server.work.Backlog;
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
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers callbacks. A round is one transaction: it records completed attempts, renews the leases of those in flight, and claims due
 * deliveries, endpoint by endpoint. Each attempt runs on its own thread, so no endpoint waits for another.
 *
 * <p>Delivery is at least once: an attempt whose outcome could not be recorded is repeated with the same body id.
 */
public final class DeliveryWork implements Work, AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration PAUSE_IN_FLIGHT = Duration.ofMillis(10);
    /** A round with at least this many deliveries is followed by the next one without a pause. */
    private static final int BUSY = 100;

    private static final Duration GRACE = Duration.ofSeconds(3);
    private static final int WRITE_MAX = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryWork.class);

    private final Database database;
    private final Clock clock;
    private final CallbackEndpoints endpoints;
    private final Outcome.Transport transport;
    private final ToldEvents told;

    private final ConcurrencyWindows windows = new ConcurrencyWindows();
    private final DeliveryClaims claims;
    private final Items<TransactionKey> recording;
    private final Map<UUID, Claim> inFlight = new HashMap<>();
    private final BlockingQueue<EndedAttempt> ended = new LinkedBlockingQueue<>();
    private final List<EndedAttempt> unrecorded = new ArrayList<>();
    private CallbackEndpoint.Key from = DeliveryClaims.FIRST;
    private long renewedAt = System.nanoTime();
    private boolean closing;

    DeliveryWork(
            Database database, CallbackEndpoints endpoints, Outcome.Transport transport, ToldEvents told, Clock clock) {
        this.database = database;
        this.clock = clock;
        this.endpoints = endpoints;
        this.transport = transport;
        this.told = told;
        this.claims = new DeliveryClaims(database, endpoints, windows, told.fence()::isOpen);
        this.recording = new Items<>("the attempt of delivery", claims::delay);
    }

    @Override
    public String name() {
        return "deliveries";
    }

    @Override
    public Duration pause() {
        return inFlight.isEmpty() ? PAUSE : PAUSE_IN_FLIGHT;
    }

    @Override
    public Optional<Function<Session, Backlog>> backlog() {
        return Optional.of(DeliveryQueue::backlog);
    }

    @Override
    public boolean round() {
        ended.drainTo(unrecorded, WRITE_MAX - unrecorded.size());
        var now = System.nanoTime();
        var renewing = now - renewedAt >= RENEWAL.toNanos() && !inFlight.isEmpty();
        var since = told.fence().generation();
        Claimed claimed;
        try {
            claimed = atOnce(now, renewing);
        } catch (DatabaseUnavailable away) {
            throw away;
        } catch (RuntimeException failure) {
            LOG.debug("a round failed; processing its items separately", failure);
            claimed = oneByOne(now, renewing);
        }
        if (renewing) {
            renewedAt = now;
        }
        var moved = unrecorded.size() + claimed.sendings().size();
        for (var made : unrecorded) {
            inFlight.remove(made.claim().requestId());
            windows.ended(made.claim().delivery().endpointKey(), made.outcome().isFinal(), made.duration());
        }
        unrecorded.clear();
        windows.forget(now);
        var writtenDown = writtenDown(claimed.sendings(), since);
        for (var sending : claimed.sendings()) {
            inFlight.put(sending.claim().requestId(), sending.claim());
            windows.started(sending.claim().delivery().endpointKey(), now);
            Thread.ofVirtual().name("delivery").start(() -> ended.add(attempt(sending, writtenDown.join())));
        }
        from = claimed.next();
        return claimed.more() || moved >= BUSY;
    }

    /** Whether these may be sent. The next round does not wait for the flush of this one. */
    private CompletableFuture<Boolean> writtenDown(List<Sending> sendings, long since) {
        return CompletableFuture.supplyAsync(
                        () -> told.depart(sendings, since),
                        task -> Thread.ofVirtual().name("departures").start(task))
                .exceptionally(unforeseen -> {
                    LOG.error("callbacks could not be written down and will be retried", unforeseen);
                    return false;
                });
    }

    private Claimed atOnce(long now, boolean renewing) {
        // Most rounds have nothing to write, and find out with one exchange instead of three.
        if (unrecorded.isEmpty() && !renewing && (closing || claims.nothingDue(from))) {
            return nothing();
        }
        return database.transaction(session -> {
            // If a database crash loses the outcomes, the callbacks are delivered again.
            DeliveryQueue.commitWithoutFlush(session);
            record(session, unrecorded);
            if (renewing) {
                DeliveryQueue.renew(session, inFlight.values(), LEASE);
            }
            return closing || told.isHeldBack() ? nothing() : told.allowed(session, claims.claim(session, from, now));
        });
    }

    /** Processes the items separately after the round failed, so that a failing item does not affect others. */
    private Claimed oneByOne(long now, boolean renewing) {
        for (var made : unrecorded) {
            recording.run(
                    made.claim().delivery().key(),
                    () -> database.transaction(session -> {
                        record(session, List.of(made));
                        return made;
                    }));
        }
        if (renewing) {
            database.transaction(session -> DeliveryQueue.renew(session, inFlight.values(), LEASE));
        }
        return closing || told.isHeldBack() ? nothing() : claims.claimEach(from, now);
    }

    private Claimed nothing() {
        return new Claimed(List.of(), from, false);
    }

    private void record(Session session, List<EndedAttempt> ofAttempts) {
        if (ofAttempts.isEmpty()) {
            return;
        }
        DeliveryQueue.write(session, ofAttempts);
        var succeeded = new HashSet<CallbackEndpoint.Key>();
        var failed = new HashSet<CallbackEndpoint.Key>();
        for (var made : ofAttempts) {
            (made.outcome().acknowledged() ? succeeded : failed)
                    .add(made.claim().delivery().endpointKey());
        }
        failed.removeAll(succeeded);
        if (!succeeded.isEmpty()) {
            endpoints.succeeded(session, succeeded);
        }
        if (!failed.isEmpty()) {
            for (var endpoint : endpoints.failed(session, failed)) {
                LOG.warn(
                        "callbacks of {} to its {} endpoint are suspended",
                        endpoint.organizationId(),
                        endpoint.kind().word());
                DeliveryStore.transit(session, endpoint, Trigger.SUSPEND);
            }
        }
    }

    private EndedAttempt attempt(Sending sending, boolean writtenDown) {
        var url = Objects.requireNonNull(sending.target().url());
        var at = clock.instant();
        var began = System.nanoTime();
        var outcome = writtenDown
                ? send(sending, url, at)
                : new Outcome.Unanswered("the service could not write down that it sends this");
        var duration = Duration.ofNanos(System.nanoTime() - began);
        var wait = outcome.isFinal()
                ? Optional.<Duration>empty()
                : RetrySchedule.after(sending.claim().roundAttempts(), ThreadLocalRandom.current());
        var trigger = outcome.acknowledged() ? Trigger.ACKNOWLEDGE : wait.isPresent() ? Trigger.RETRY : Trigger.GIVE_UP;
        return new EndedAttempt(sending.claim(), url, outcome, at, duration, trigger, wait.orElse(null));
    }

    private Outcome send(Sending sending, String url, Instant at) {
        try {
            var callback = Callback.of(sending.event(), sending.target().form());
            return transport.post(
                    url, callback.headers(sending.target(), sending.claim().requestId(), at), callback.body());
        } catch (RuntimeException | Error unforeseen) {
            // Reports the end of the attempt; otherwise its lease would be renewed forever.
            LOG.error("a callback could not be sent and will be retried", unforeseen);
            return new Outcome.Unanswered("the service failed while it sent this");
        }
    }

    /** Waits briefly for the attempts in flight and records them. Others are due again when their leases end. */
    @Override
    public void close() {
        closing = true;
        var deadline = System.nanoTime() + GRACE.toNanos();
        try {
            while (!inFlight.isEmpty() && System.nanoTime() < deadline) {
                var made = ended.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (made != null) {
                    unrecorded.add(made);
                    round();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("the outcomes of the last callbacks could not be recorded; they will be sent again", e);
        }
    }
}
