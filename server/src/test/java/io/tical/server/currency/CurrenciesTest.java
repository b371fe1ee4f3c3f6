package io.tical.server.currency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Currency;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CurrenciesTest {
    private final Currencies currencies = Currencies.shipped();

    @ParameterizedTest
    @CsvSource({
        "THB,2,1,true", "USD,2,1,true", "EUR,2,1,false", "SGD,2,1,false", "MYR,2,1,false", "PHP,2,1,false",
        "INR,2,1,false", "CNY,2,1,false", "HKD,2,1,false", "IDR,2,100,true", "LAK,2,100,false", "MMK,2,100,false",
        "KHR,2,10000,false", "JPY,0,1,true", "KRW,0,1,false", "VND,0,1000,true", "KWD,3,1,false", "BHD,3,1,false",
        "USDT,6,1,false"
    })
    void theCatalogueHasScaleStepAndStateOf(String code, int scale, long unitStep, boolean active) {
        var profile = currencies.find(code).orElseThrow();
        assertThat(profile.code()).isEqualTo(code);
        assertThat(profile.scale()).isEqualTo(scale);
        assertThat(profile.unitStep()).isEqualTo(unitStep);
        assertThat(profile.name()).isNotBlank();
        assertThat(profile.symbol()).isNotBlank();
        assertThat(profile.description()).isNotBlank();
        assertThat(Locale.forLanguageTag(profile.locale()).getCountry()).hasSize(2);
        assertThat(currencies.isActive(code)).isEqualTo(active);
        if (!code.equals("USDT")) {
            assertThat(Currency.getInstance(code).getCurrencyCode()).isEqualTo(code);
        }
    }

    @Test
    void fiveCurrenciesAreActiveAndUnknownOnesAreNot() {
        assertThat(currencies.active()).extracting("code").containsExactly("THB", "USD", "IDR", "JPY", "VND");
        assertThat(currencies.isActive("XXX")).isFalse();
        assertThat(currencies.find("thb")).isEmpty();
    }
}
