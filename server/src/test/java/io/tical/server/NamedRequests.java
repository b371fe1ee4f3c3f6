package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Requests to create something, sent to a service that may be killed: each has a name, which is its reference and its idempotency key. */
final class NamedRequests {
    private final String path;
    private final String prefix;
    private final String body;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
    private final Set<String> unanswered = ConcurrentHashMap.newKeySet();

    /**
     * @param prefix of all names
     * @param body with {@code %s} for the name
     */
    NamedRequests(String path, String prefix, String body) {
        this.path = path;
        this.prefix = prefix;
        this.body = body;
    }

    /** The id of what each acknowledged request created, by the request's name. */
    Map<String, String> acknowledged() {
        return acknowledged;
    }

    /** How many have been sent. */
    int sent() {
        return numbers.get();
    }

    /** Sends a new one, and notes whether it had an answer. */
    void send(Merchant merchant) {
        var name = prefix + numbers.incrementAndGet();
        try {
            var reply = merchant.post(path, body.formatted(name), name);
            if (reply.status() == 201) {
                assertThat(acknowledged.put(name, reply.word("id"))).isNull();
            } else {
                // The service may say that it cannot answer now; it must not have acknowledged anything then.
                assertThat(reply.status()).as(reply.text()).isEqualTo(503);
                unanswered.add(name);
            }
        } catch (UncheckedIOException noAnswer) {
            unanswered.add(name);
        }
    }

    /** Repeats those without an answer. */
    void retry(Merchant merchant) {
        for (var name : List.copyOf(unanswered)) {
            acknowledged.put(name, answered(merchant, name).expect(201).word("id"));
            unanswered.remove(name);
        }
    }

    /** As a client does it: a service that cannot answer now, for the killed one's locks, is asked again with the same key. */
    private Reply answered(Merchant merchant, String name) {
        return await().atMost(Duration.ofMinutes(1))
                .until(() -> merchant.post(path, body.formatted(name), name), reply -> reply.status() != 503);
    }
}
