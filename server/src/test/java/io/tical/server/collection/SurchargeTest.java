package io.tical.server.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.currency.Currencies;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurchargeTest {
    /** Users and whether there are others: how many payins of one price each may have. */
    @ParameterizedTest
    @CsvSource({
        "1,false,100",
        "1,true,75",
        "2,false,50",
        "2,true,37",
        "3,false,33",
        "3,true,25",
        "4,false,25",
        "4,true,25",
        "9,true,25"
    })
    void fewUsersOfAnAccountShareItsAmounts(int users, boolean others, int share) {
        var baht = Surcharge.of(Currencies.shipped().find("THB").orElseThrow());
        assertThat(baht.share(users, others)).isEqualTo(share);
    }

    @Test
    void aSurchargeIsAtMostNinetyNineHundredthsOfAUnitAndNoneWhereFractionsCannotBePaid() {
        var currencies = Currencies.shipped();
        Map.of("THB", 99L, "USD", 99L, "KWD", 990L, "BHD", 990L, "JPY", 0L, "KRW", 0L, "VND", 0L, "IDR", 0L, "KHR", 0L)
                .forEach((code, most) -> {
                    var surcharge = Surcharge.of(currencies.find(code).orElseThrow());
                    assertThat(surcharge.most(1_000) - 1_000).as(code).isEqualTo(most);
                    assertThat(surcharge.distinguishes()).as(code).isEqualTo(most > 0);
                    assertThat(surcharge.count()).as(code).isEqualTo(most > 0 ? 100 : 1);
                });
    }
}
