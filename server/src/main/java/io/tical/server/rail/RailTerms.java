package io.tical.server.rail;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a rail can pay, and when.
 *
 * @param currencies by code; a rail pays no other currency
 * @param maintenance when it pays nothing
 */
record RailTerms(Map<String, Payable> currencies, List<TimeWindow> maintenance) {
    RailTerms {
        currencies = Map.copyOf(currencies);
        maintenance = List.copyOf(maintenance);
    }

    /**
     * What a rail can pay in a currency.
     *
     * @param min the smallest amount of one transfer, in minor units
     * @param max the largest one
     * @param banks the rail's own codes of banks by those of the service; empty if it takes the service's codes of all banks
     */
    record Payable(long min, long max, Map<String, String> banks) {
        Payable {
            banks = Map.copyOf(banks);
        }

        boolean reaches(String bank) {
            return banks.isEmpty() || banks.containsKey(bank);
        }
    }

    boolean isOpen(Instant now) {
        return maintenance.stream().noneMatch(window -> window.contains(now));
    }

    boolean pays(Asked asked, Instant now) {
        var payable = currencies.get(asked.currency());
        return payable != null
                && payable.reaches(asked.bank())
                && asked.amount() >= payable.min()
                && asked.amount() <= payable.max()
                && isOpen(now);
    }
}
