package io.tical.server.crypto;

import io.tical.db.Database;
import io.tical.server.crypto.DepositStore.Differing;
import io.tical.server.metric.Family;
import io.tical.server.metric.Sample;
import io.tical.server.work.Housekeeping;
import io.tical.server.work.Work;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows monitoring which live deposits may lack a transfer: those whose balance differs, and those that cannot be checked. */
public final class DepositAlert {
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final Duration RESCHEDULING_PAUSE = Duration.ofHours(1);
    /** Longer than the time between the checks of an address. */
    private static final Duration UNCHECKED_AFTER = Duration.ofHours(26);
    /** How many are named. */
    private static final int NAMED_MAX = 20;

    private static final int COUNTED_MAX = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(DepositAlert.class);

    private final Database database;
    private final Clock clock;
    private volatile Found found = new Found(List.of(), Map.of());

    private record Found(List<Differing> differing, Map<Network, Long> unchecked) {
        long differing(Network network) {
            return differing.stream().filter(one -> one.network() == network).count();
        }

        List<String> sentences() {
            return Stream.concat(
                            differing.stream()
                                    .limit(NAMED_MAX)
                                    .map(one -> "Deposit %s on %s: the balance of %s differs by %s units since %s."
                                            .formatted(
                                                    one.key().id(),
                                                    one.network(),
                                                    one.address(),
                                                    one.difference(),
                                                    one.since())),
                            unchecked.entrySet().stream()
                                    .map(one -> String.format(
                                            Locale.ROOT,
                                            "%d deposits on %s were not checked for %d hours.",
                                            one.getValue(),
                                            one.getKey(),
                                            UNCHECKED_AFTER.toHours())))
                    .toList();
        }
    }

    DepositAlert(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    Work work() {
        return new Housekeeping("deposit alert", PAUSE, () -> {
            refresh();
            return false;
        });
    }

    /** Checks deposits that have lost their next check, which is a defect. */
    Work rescheduling() {
        return new Housekeeping("lost deposit checks", RESCHEDULING_PAUSE, () -> {
            var lost = database.transaction(DepositStore::reschedule);
            if (lost > 0) {
                LOG.error("{} deposits had no next check; they are checked now", lost);
            }
            return false;
        });
    }

    void refresh() {
        found = database.run(session -> new Found(
                DepositStore.differing(session, COUNTED_MAX),
                DepositStore.unchecked(session, clock.instant().minus(UNCHECKED_AFTER))));
    }

    /** What operators should know, for the health check. */
    List<String> sentences() {
        return found.sentences();
    }

    List<Family> metrics() {
        return List.of(
                Family.gauges(
                        "tical_deposits_differing",
                        "Live deposits whose address has another balance than their transfers explain.",
                        () -> samples(found::differing)),
                Family.gauges(
                        "tical_deposits_unchecked",
                        "Live deposits that could not be checked for more than a day.",
                        () -> samples(network -> found.unchecked().getOrDefault(network, 0L))));
    }

    private static List<Sample> samples(ToDoubleFunction<Network> value) {
        return Arrays.stream(Network.values())
                .map(network -> Sample.of(value.applyAsDouble(network), new Sample.Label("network", network.name())))
                .toList();
    }
}
