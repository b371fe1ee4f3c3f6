package io.tical.server.rail;

import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rule of routing. An empty or absent condition applies to everything.
 *
 * @param number from 1, in the order of the file
 * @param banks of destinations
 * @param amounts needs a currency
 * @param times one of which must contain the time of the attempt
 * @param shares the rails that share what it applies to
 */
record RoutingRule(
        int number,
        EventType.@Nullable Subject subject,
        @Nullable String currency,
        Set<String> banks,
        @Nullable Amounts amounts,
        List<TimeWindow> times,
        List<Share> shares) {
    private static final int BANKS_NAMED_MAX = 5;

    RoutingRule {
        banks = Set.copyOf(banks);
        times = List.copyOf(times);
        shares = List.copyOf(shares);
    }

    /** @param weight 1 or more, in proportion to those of the other rails of the rule */
    record Share(String rail, int weight) {}

    /**
     * Minor units, inclusive.
     *
     * @param text both for people, in the currency's unit
     */
    record Amounts(long min, long max, String text) {}

    boolean appliesTo(Asked asked, Instant now) {
        return takes(asked.subject(), asked.currency(), now)
                && (banks.isEmpty() || banks.contains(asked.bank()))
                && (amounts == null || (asked.amount() >= amounts.min() && asked.amount() <= amounts.max()));
    }

    /** Whether it applies to some payouts in a currency now. */
    boolean takesPayouts(String code, Instant now) {
        return takes(EventType.Subject.PAYOUT, code, now);
    }

    private boolean takes(EventType.Subject of, String code, Instant now) {
        return (subject == null || subject == of)
                && (currency == null || currency.equals(code))
                && (times.isEmpty() || times.stream().anyMatch(window -> window.contains(now)));
    }

    /** The largest transfer to which it applies, in minor units. */
    long amountMax() {
        return amounts == null ? Long.MAX_VALUE : amounts.max();
    }

    /** Such as {@code rule 2, THB to SCB up to 2,000,000.00}. */
    @Override
    public String toString() {
        var text = new ArrayList<String>();
        if (subject != null) {
            text.add(subject.word() + "s");
        }
        if (currency != null) {
            text.add(currency);
        }
        if (!banks.isEmpty()) {
            text.add("to "
                    + (banks.size() > BANKS_NAMED_MAX
                            ? banks.size() + " banks"
                            : String.join(", ", banks.stream().sorted().toList())));
        }
        if (amounts != null) {
            text.add(amounts.text());
        }
        if (!times.isEmpty()) {
            text.add(
                    String.join(" or ", times.stream().map(TimeWindow::toString).toList()));
        }
        return "rule " + number + (text.isEmpty() ? "" : ", " + String.join(" ", text));
    }
}
