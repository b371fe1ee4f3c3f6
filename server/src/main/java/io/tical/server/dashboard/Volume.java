package io.tical.server.dashboard;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.tical.server.payout.DailyVolume;
import io.tical.server.payout.Payouts;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;

/**
 * What an organization moved on each of the last 14 days, read from the transactions themselves. What was read is told
 * again for ten times as long as reading took: at once for most, and for a merchant with millions of transactions seldom
 * enough that people who look never keep the database busy.
 */
public final class Volume {
    static final int DAYS = 14;

    private static final int ENTRIES_MAX = 5_000;
    private static final int KEPT_FACTOR = 10;
    private static final Duration KEPT_MAX = Duration.ofMinutes(1);

    private final Payouts payouts;
    private final Cache<Key, Read> read = Caffeine.newBuilder()
            .maximumSize(ENTRIES_MAX)
            .expireAfter(Expiry.<Key, Read>creating((key, value) -> value.kept()))
            .build();

    /** @param today so that no day outlives midnight */
    private record Key(UUID organizationId, boolean livemode, ZoneId zone, LocalDate today) {}

    private record Read(List<Item> items, Duration kept) {}

    public Volume(Payouts payouts) {
        this.payouts = payouts;
    }

    /**
     * One day in one currency, as JSON; amounts are minor units of what succeeded.
     *
     * @param date as 2026-11-20, in the organization's time zone
     */
    public record Item(
            String date, String currency, long payinAmount, long payinCount, long payoutAmount, long payoutCount) {}

    /** Every day, oldest first, for each currency that moved in any of them; at most a minute old. */
    public List<Item> of(UUID organizationId, boolean livemode, ZoneId zone) {
        var now = Instant.now();
        var asked = new Key(organizationId, livemode, zone, LocalDate.ofInstant(now, zone));
        return read.get(asked, key -> {
                    var began = System.nanoTime();
                    var items = read(key, now);
                    var kept = Duration.ofNanos(System.nanoTime() - began).multipliedBy(KEPT_FACTOR);
                    return new Read(items, kept.compareTo(KEPT_MAX) < 0 ? kept : KEPT_MAX);
                })
                .items();
    }

    private List<Item> read(Key key, Instant now) {
        var days = DailyVolume.Day.last(DAYS, key.zone(), now);
        var payoutsOf = new HashMap<Map.Entry<LocalDate, String>, DailyVolume>();
        var currencies = new TreeSet<String>();
        for (var volume : payouts.volume(key.organizationId(), key.livemode(), days)) {
            payoutsOf.put(Map.entry(volume.date(), volume.currency()), volume);
            currencies.add(volume.currency());
        }
        return days.stream()
                .flatMap(day -> currencies.stream().map(currency -> {
                    var out = payoutsOf.getOrDefault(
                            Map.entry(day.date(), currency), new DailyVolume(day.date(), currency, 0, 0));
                    return new Item(day.date().toString(), currency, 0, 0, out.amount(), out.count());
                }))
                .toList();
    }
}
