package io.tical.server.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.currency.Currencies;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Of every hundred neighbouring amounts an organization has twenty-five at most, whichever it asks for in whichever order. */
class ReservationSharesTest {
    private static final Surcharge BAHT =
            Surcharge.of(Currencies.shipped().find("THB").orElseThrow());

    private static long most(TreeSet<Long> held) {
        return held.stream()
                .mapToLong(from -> held.subSet(from, true, from + 99, true).size())
                .max()
                .orElse(0);
    }

    @Test
    void aQuarterOfOneAmountIsTwentyFive() {
        assertThat(BAHT.share()).isEqualTo(25);
        var holdings = new ReservationShares(BAHT);
        for (int i = 0; i < 25; i++) {
            assertThat(holdings.mayAdd(100_000 + i)).isTrue();
            holdings.add(100_000 + i);
        }
        assertThat(holdings.mayAdd(100_025)).isFalse();
        assertThat(holdings.mayAdd(100_099)).isFalse();
        assertThat(holdings.mayAdd(100_100)).isTrue();
        assertThat(holdings.mayAdd(99_925)).isFalse();
        assertThat(holdings.mayAdd(99_900)).isTrue();
    }

    @Test
    void noOrderOfOverlappingAmountsGivesMore() {
        for (long seed = 1; seed <= 10; seed++) {
            var random = new Random(seed);
            var holdings = new ReservationShares(BAHT);
            var held = new TreeSet<Long>();
            for (int i = 0; i < 2_000; i++) {
                long amount = 100_000L + random.nextInt(400);
                if (held.contains(amount)) {
                    continue;
                }
                var before = new TreeSet<>(held);
                before.add(amount);
                assertThat(holdings.mayAdd(amount)).as("seed %d", seed).isEqualTo(most(before) <= 25);
                if (holdings.mayAdd(amount)) {
                    holdings.add(amount);
                    held.add(amount);
                }
            }
            assertThat(held).hasSizeGreaterThan(75);
        }
    }

    @Test
    void aCurrencyOfThreeDigitsHasItsHundredAmountsToo() {
        Currencies.shipped().find("KWD").ifPresent(dinar -> {
            var holdings = new ReservationShares(Surcharge.of(dinar));
            for (int i = 0; i < 25; i++) {
                assertThat(holdings.mayAdd(10_000 + 10 * i)).isTrue();
                holdings.add(10_000 + 10 * i);
            }
            assertThat(holdings.mayAdd(10_990)).isFalse();
            assertThat(holdings.mayAdd(10_991)).isTrue();
        });
    }
}
