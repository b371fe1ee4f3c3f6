package io.tical.server.rail;

import io.tical.common.CurrencyProfile;
import io.tical.common.Money;
import io.tical.server.transaction.EventType;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The rails of live keys and the rules that choose among them. The first rule that applies and has a rail that can pay wins; the last resort
 * is the manual rail.
 *
 * @param rails by name, without the manual one
 * @param manual can pay everything
 */
record LiveRails(Map<String, Connected> rails, List<RoutingRule> rules, PayoutRail manual) implements Routing {
    LiveRails {
        rails = Map.copyOf(rails);
        rules = List.copyOf(rules);
    }

    /** A rail with what it can pay. */
    record Connected(PayoutRail rail, RailTerms terms) {}

    Optional<PayoutRail> named(String name) {
        return name.equals(manual.name())
                ? Optional.of(manual)
                : Optional.ofNullable(rails.get(name)).map(Connected::rail);
    }

    private boolean pays(String rail, Asked asked, Instant now) {
        var connected = rails.get(rail);
        return connected == null || connected.terms().pays(asked, now);
    }

    private List<RoutingRule.Share> paying(RoutingRule rule, Asked asked, Instant now) {
        return rule.shares().stream()
                .filter(share -> pays(share.rail(), asked, now))
                .toList();
    }

    /**
     * A leg that a rail has refused goes to the next one: to the others of its rule, then to those of later rules that apply, and then round
     * again.
     */
    @Override
    public Route route(TransferOrder order, Collection<Attempt> ofLeg, Instant now) {
        return route(Asked.of(order), order.attemptId(), refusals(ofLeg), now);
    }

    /** How often each rail refused the leg since the last attempt with another outcome. */
    private static Map<String, Long> refusals(Collection<Attempt> ofLeg) {
        return ofLeg.stream()
                .filter(attempt -> !attempt.byPayer())
                .sorted(Comparator.comparingInt(Attempt::number).reversed())
                .takeWhile(Attempt::neverSent)
                .collect(Collectors.groupingBy(Attempt::rail, Collectors.counting()));
    }

    Route route(Asked asked, UUID attemptId, Map<String, Long> refusals, Instant now) {
        var candidates = new LinkedHashMap<RoutingRule, List<RoutingRule.Share>>();
        rules.stream().filter(rule -> rule.appliesTo(asked, now)).forEach(rule -> {
            var paying = paying(rule, asked, now);
            if (!paying.isEmpty()) {
                candidates.put(rule, paying);
            }
        });
        var fewest = candidates.values().stream()
                .flatMap(List::stream)
                .mapToLong(share -> refusals.getOrDefault(share.rail(), 0L))
                .min();
        if (fewest.isEmpty()) {
            return new Route(manual.name(), lastResort(asked, now));
        }
        for (var candidate : candidates.entrySet()) {
            var shares = candidate.getValue().stream()
                    .filter(share -> refusals.getOrDefault(share.rail(), 0L) == fewest.getAsLong())
                    .toList();
            if (!shares.isEmpty()) {
                var chosen = chosen(shares, attemptId);
                return new Route(
                        chosen.rail(),
                        why(candidate.getKey(), shares, chosen, refusals),
                        named(chosen.rail()).map(PayoutRail::connection).orElse(null));
            }
        }
        throw new IllegalStateException("a rail of the rules has the fewest refusals");
    }

    private String lastResort(Asked asked, Instant now) {
        var applying = rules.stream()
                .filter(rule -> rule.appliesTo(asked, now))
                .map(rule -> Integer.toString(rule.number()))
                .toList();
        return applying.isEmpty()
                ? "no rule applies"
                : (applying.size() == 1 ? "no rail of rule " : "no rail of rules ") + String.join(", ", applying)
                        + " can pay it now";
    }

    /** Divides the ids of attempts among the rails, whose random parts are spread evenly. */
    private static RoutingRule.Share chosen(List<RoutingRule.Share> shares, UUID attemptId) {
        var total = shares.stream().mapToLong(RoutingRule.Share::weight).sum();
        var point = Long.remainderUnsigned(mixed(attemptId.getLeastSignificantBits()), total);
        for (var share : shares) {
            point -= share.weight();
            if (point < 0) {
                return share;
            }
        }
        throw new IllegalStateException("the weights have a sum of " + total);
    }

    /** The finalizer of SplitMix64. */
    private static long mixed(long bits) {
        var first = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        var second = (first ^ (first >>> 27)) * 0x94d049bb133111ebL;
        return second ^ (second >>> 31);
    }

    private static String why(
            RoutingRule rule, List<RoutingRule.Share> shares, RoutingRule.Share chosen, Map<String, Long> refusals) {
        var text = new StringBuilder(rule.toString());
        if (shares.size() > 1) {
            text.append("; ")
                    .append(chosen.weight())
                    .append(" of ")
                    .append(shares.stream().mapToLong(RoutingRule.Share::weight).sum());
        }
        if (!refusals.isEmpty()) {
            text.append("; not sent by ")
                    .append(String.join(
                            ", ", refusals.keySet().stream().sorted().toList()));
        }
        return text.toString();
    }

    /**
     * The largest transfer to a bank, by which a payout is split: the largest that a rule gives to a rail that can pay it now.
     *
     * @param amount of the payout, in minor units
     * @param legsMax a smaller transfer is none that needs more legs
     */
    long transferMax(CurrencyProfile currency, String bank, long amount, long legsMax, Instant now) {
        return limits(currency, now)
                .filter(limit -> legs(currency, amount, limit) <= legsMax)
                .filter(limit -> {
                    var asked = new Asked(
                            EventType.Subject.PAYOUT, currency.code(), bank, largestLeg(currency, amount, limit));
                    return rules.stream()
                            .filter(rule -> rule.appliesTo(asked, now))
                            .anyMatch(rule -> !paying(rule, asked, now).isEmpty());
                })
                .findFirst()
                .orElseGet(() -> amount <= legsMax * manual.transferMax(currency)
                        ? manual.transferMax(currency)
                        : transferMax(currency, now));
    }

    private static long legs(CurrencyProfile currency, long amount, long limit) {
        return Math.ceilDiv(amount / currency.unitStep(), limit / currency.unitStep());
    }

    /** The first of the parts into which {@link Money#split} divides the amount. */
    private static long largestLeg(CurrencyProfile currency, long amount, long limit) {
        var step = currency.unitStep();
        return Math.ceilDiv(amount / step, legs(currency, amount, limit)) * step;
    }

    /** The largest transfer of a payout that a rule gives to some rail now. */
    long transferMax(CurrencyProfile currency, Instant now) {
        return Math.max(
                manual.transferMax(currency),
                rules.stream()
                        .flatMapToLong(rule -> limits(rule, currency, now).map(max -> Math.min(max, rule.amountMax())))
                        .max()
                        .orElse(0));
    }

    /** The limits of rails that may get payouts now, the largest first. The manual rail has one. */
    private Stream<Long> limits(CurrencyProfile currency, Instant now) {
        return LongStream.concat(
                        LongStream.of(manual.transferMax(currency)),
                        rules.stream().flatMapToLong(rule -> limits(rule, currency, now)))
                .distinct()
                .boxed()
                .sorted(Comparator.reverseOrder());
    }

    private LongStream limits(RoutingRule rule, CurrencyProfile currency, Instant now) {
        return rule.takesPayouts(currency.code(), now)
                ? rule.shares().stream()
                        .map(share -> rails.get(share.rail()))
                        .flatMap(Stream::ofNullable)
                        .filter(connected -> connected.terms().isOpen(now))
                        .map(connected -> connected.terms().currencies().get(currency.code()))
                        .flatMap(Stream::ofNullable)
                        .mapToLong(RailTerms.Payable::max)
                        .filter(max -> max >= currency.unitStep())
                : LongStream.empty();
    }

    /** All of them, by name. */
    static Map<String, Connected> byName(Collection<Connected> rails) {
        return rails.stream()
                .collect(Collectors.toMap(connected -> connected.rail().name(), Function.identity()));
    }
}
