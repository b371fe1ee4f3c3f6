package io.tical.server.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.currency.Currencies;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SurchargeTest {
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
