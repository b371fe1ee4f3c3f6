package io.tical.server.collection;

import io.tical.common.CurrencyProfile;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.collection.ReservationStore.Fill;
import io.tical.server.collection.ReservationStore.Most;
import io.tical.server.currency.Currencies;
import io.tical.server.merchant.Organizations;
import io.tical.server.metric.Family;
import io.tical.server.metric.Sample;
import io.tical.server.work.Housekeeping;
import io.tical.server.work.Work;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How full collection accounts are, so that operators add an account before payins are refused. An account is as full as its fullest price: of
 * the payins that a price can have there, or that one organization can have of it, the larger part counts. Updated every minute.
 */
public final class ReservedAmounts {
    /** From this part on, operators are warned. */
    static final int WARNED_PERCENT = 80;

    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final int WARNINGS_MAX = 20;

    private final Database database;
    private final Currencies currencies;
    private volatile List<Fullest> fullest = List.of();

    /**
     * The fullest price of an account.
     *
     * @param from the lowest transfer amount of the price, in minor units
     * @param reserved the payins that have a reservation
     * @param most the payins that the price can have, or that the organization can have of it
     * @param organizationId the organization that has its share, or null if all have the amounts together
     */
    private record Fullest(
            UUID accountId,
            boolean livemode,
            CurrencyProfile currency,
            long from,
            long reserved,
            int most,
            @Nullable UUID organizationId) {
        int percent() {
            return Math.toIntExact(reserved * 100 / most);
        }

        String sentence() {
            var price = BigDecimal.valueOf(from, currency.scale()) + " " + currency.code();
            return organizationId == null
                    ? String.format(
                            Locale.ROOT,
                            "Account %s: %d of %d payins of about %s are reserved; add a collection account.",
                            accountId,
                            reserved,
                            most,
                            price)
                    : String.format(
                            Locale.ROOT,
                            "Account %s: organization %s has %d of its %d payins of about %s; add a collection account.",
                            accountId,
                            organizationId,
                            reserved,
                            most,
                            price);
        }
    }

    ReservedAmounts(Database database, Currencies currencies) {
        this.database = database;
        this.currencies = currencies;
    }

    Work work() {
        return new Housekeeping("reserved amounts", PAUSE, () -> {
            refresh();
            return false;
        });
    }

    void refresh() {
        fullest = database.run(this::read);
    }

    private List<Fullest> read(Session session) {
        var read = new ArrayList<Fullest>();
        for (var currency : currencies.active()) {
            var surcharge = Surcharge.of(currency);
            if (surcharge.distinguishes()) {
                for (var fill : ReservationStore.fills(session, currency.code(), surcharge.most(0))) {
                    read.add(fullest(session, currency, surcharge, fill));
                }
            }
        }
        return List.copyOf(read);
    }

    private static Fullest fullest(Session session, CurrencyProfile currency, Surcharge surcharge, Fill fill) {
        var share = surcharge.share(fill.users(), Organizations.moreThan(session, fill.users()));
        var all = of(fill, currency, fill.all(), surcharge.count(), null);
        var own = of(fill, currency, fill.own(), share, fill.own().organizationId());
        return own.percent() > all.percent() ? own : all;
    }

    private static Fullest of(
            Fill fill, CurrencyProfile currency, Most most, int possible, @Nullable UUID organizationId) {
        return new Fullest(
                fill.collectionAccountId(),
                fill.livemode(),
                currency,
                most.from(),
                most.reserved(),
                possible,
                organizationId);
    }

    /** How full an account is in live, in percent. */
    int percent(UUID accountId) {
        return fullest.stream()
                .filter(one -> one.livemode() && one.accountId().equals(accountId))
                .mapToInt(Fullest::percent)
                .findFirst()
                .orElse(0);
    }

    /** What operators should know, for the health check: live accounts that are nearly full, the fullest first. */
    List<String> warnings() {
        return fullest.stream()
                .filter(one -> one.livemode() && one.percent() >= WARNED_PERCENT)
                .sorted(Comparator.comparingInt(Fullest::percent).reversed())
                .limit(WARNINGS_MAX)
                .map(Fullest::sentence)
                .toList();
    }

    List<Family> metrics() {
        return List.of(Family.gauges(
                "tical_collection_reserved_ratio",
                "How full the fullest collection account of a currency is: reserved amounts of its fullest price.",
                () -> ratios().entrySet().stream()
                        .map(one -> Sample.of(one.getValue() / 100.0, new Sample.Label("currency", one.getKey())))
                        .toList()));
    }

    private Map<String, Integer> ratios() {
        var ratios = new TreeMap<String, Integer>();
        fullest.stream()
                .filter(Fullest::livemode)
                .forEach(one -> ratios.merge(one.currency().code(), one.percent(), Math::max));
        return ratios;
    }
}
