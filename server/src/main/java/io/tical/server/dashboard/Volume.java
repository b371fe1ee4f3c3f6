package io.tical.server.dashboard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.tical.server.payin.Payins;
import io.tical.server.payout.Payouts;
import io.tical.server.transaction.DailyVolume;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The volume of an organization on each of the last 14 days, computed from its transactions. A result is cached for a multiple of
 * the time that its computation took: most merchants see current values, and a merchant with a million payouts in these days, whose
 * computation takes a second or two, cannot overload the database.
 */
public final class Volume {
    static final int DAYS = 14;

    private static final int ENTRIES_MAX = 10_000;

    private final Payins payins;
    private final Payouts payouts;
    private final Clock clock;
    private final Cache<Key, Read> read = Caffeine.newBuilder()
            .maximumSize(ENTRIES_MAX)
            .expireAfter(Expiry.<Key, Read>creating((key, value) -> value.kept()))
            .build();

    /** The days before today rarely change, only by late successes. */
    private enum Part {
        BEFORE(100, Duration.ofMinutes(10)),
        TODAY(10, Duration.ofMinutes(1));

        private final int keptFactor;
        private final Duration keptMax;

        Part(int keptFactor, Duration keptMax) {
            this.keptFactor = keptFactor;
            this.keptMax = keptMax;
        }

        List<DailyVolume.Day> of(List<DailyVolume.Day> days) {
            return switch (this) {
                case BEFORE -> days.subList(0, days.size() - 1);
                case TODAY -> days.subList(days.size() - 1, days.size());
            };
        }

        Duration kept(Duration took) {
            return Collections.min(List.of(took.multipliedBy(keptFactor), keptMax));
        }
    }

    private record Key(UUID organizationId, boolean livemode, ZoneId zone, LocalDate today, Part part) {}

    private record Read(List<DailyVolume> payins, List<DailyVolume> payouts, Duration kept) {}

    public Volume(Payins payins, Payouts payouts, Clock clock) {
        this.payins = payins;
        this.payouts = payouts;
        this.clock = clock;
    }

    /**
     * One day in one currency, as JSON; amounts are minor units of what succeeded.
     *
     * @param date as 2026-11-20, in the organization's time zone
     */
    public record Item(
            String date, String currency, long payinAmount, long payinCount, long payoutAmount, long payoutCount) {}

    /** Every day, oldest first, for each currency with transactions in any of them. */
    public List<Item> of(UUID organizationId, boolean livemode, ZoneId zone) {
        var days = DailyVolume.Day.last(DAYS, zone, clock.instant());
        var today = days.getLast().date();
        var moved = Stream.of(Part.values())
                .map(part ->
                        read.get(new Key(organizationId, livemode, zone, today, part), key -> read(key, part.of(days))))
                .toList();
        return items(
                days,
                moved.stream().flatMap(part -> part.payins().stream()).toList(),
                moved.stream().flatMap(part -> part.payouts().stream()).toList());
    }

    private Read read(Key key, List<DailyVolume.Day> days) {
        var began = System.nanoTime();
        var in = payins.volume(key.organizationId(), key.livemode(), days);
        var out = payouts.volume(key.organizationId(), key.livemode(), days);
        return new Read(in, out, key.part().kept(Duration.ofNanos(System.nanoTime() - began)));
    }

    private static List<Item> items(List<DailyVolume.Day> days, List<DailyVolume> payins, List<DailyVolume> payouts) {
        var currencies = Stream.concat(payins.stream(), payouts.stream())
                .map(DailyVolume::currency)
                .collect(Collectors.toCollection(TreeSet::new));
        return days.stream()
                .flatMap(day -> currencies.stream().map(currency -> {
                    var in = of(payins, day.date(), currency);
                    var out = of(payouts, day.date(), currency);
                    return new Item(
                            day.date().toString(), currency, in.amount(), in.count(), out.amount(), out.count());
                }))
                .toList();
    }

    private static DailyVolume of(List<DailyVolume> volumes, LocalDate date, String currency) {
        return volumes.stream()
                .filter(volume ->
                        volume.date().equals(date) && volume.currency().equals(currency))
                .findFirst()
                .orElse(new DailyVolume(date, currency, 0, 0));
    }
}
