package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.CurrencyProfile;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A wallet in memory that requires that each of its balances stays a multiple of the currency's unit step. */
public final class StepWallet {
    private static final Set<Account> BALANCES = EnumSet.of(Account.AVAILABLE, Account.HELD, Account.IN_TRANSIT);

    private final CurrencyProfile currency;
    private final Map<Account, Long> balances = new EnumMap<>(Account.class);
    private final Set<PostingType> posted;

    /** @param posted receives the types of all postings that move something */
    public StepWallet(CurrencyProfile currency, Set<PostingType> posted) {
        this.currency = currency;
        this.posted = posted;
    }

    public void post(String context, List<Movement> movements) {
        for (var movement : movements) {
            if (movement.amount() != 0) {
                posted.add(movement.posting());
            }
            balances.merge(movement.posting().debit(), -movement.amount(), Long::sum);
            balances.merge(movement.posting().credit(), movement.amount(), Long::sum);
        }
        for (var balance : BALANCES) {
            assertThat(balances.getOrDefault(balance, 0L) % currency.unitStep())
                    .as(
                            "%s: %s in steps of %d %s after %s",
                            context, balance, currency.unitStep(), currency.code(), movements)
                    .isZero();
        }
    }

    /** The types of postings of an object that change a balance of a wallet. */
    public static Set<PostingType> changing(String object) {
        return Stream.of(PostingType.values())
                .filter(type -> type.objectType().equals(object))
                .filter(type -> BALANCES.contains(type.debit()) || BALANCES.contains(type.credit()))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(PostingType.class)));
    }
}
