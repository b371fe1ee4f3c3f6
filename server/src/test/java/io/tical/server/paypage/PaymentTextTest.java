package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.currency.Currencies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "THB | 125037 | ฿1,250.37 | 1250.37",
                "THB | 5 | ฿0.05 | 0.05",
                "THB | 100000000 | ฿1,000,000.00 | 1000000.00",
                "THB | 9223372036854775807 | ฿92,233,720,368,547,758.07 | 92233720368547758.07",
                "USD | 1005 | $10.05 | 10.05",
                "JPY | 1500 | ¥1,500 | 1500",
                "VND | 250000 | ₫250,000 | 250000",
                "KWD | 1234567 | KD\u00A01,234.567 | 1234.567"
            })
    void everyDigitOfAnAmountIsShown(String currency, long minor, String money, String plain) {
        var profile = Currencies.shipped().find(currency).orElseThrow();
        assertThat(PaymentText.plain(minor, profile)).isEqualTo(plain);
        assertThat(PaymentText.money(minor, profile)).isEqualTo(money);
    }

    @ParameterizedTest
    @CsvSource({
        "0123456789, 012-3-45678-9",
        "020012345678, 0200 1234 5678",
        "123456, 1234 56",
        "12345678901234567890, 1234 5678 9012 3456 7890",
        "AB12, AB12"
    })
    void accountNumbersAreGroupedAsBanksPrintThem(String number, String shown) {
        assertThat(PaymentText.account(number)).isEqualTo(shown);
    }

    @Test
    void aNameCannotTurnTheTextAroundIt() {
        assertThat(PaymentText.name("a\u202Eb\u2066c\u2069d\u200Ee\u061Cf\n\tg\u0000h"))
                .isEqualTo("abcdef g h");
        assertThat(PaymentText.isolated("ร้าน")).isEqualTo("\u2068ร้าน\u2069");
    }

    @ParameterizedTest
    @CsvSource({"Baan Suan, B", "' 7-Eleven', 7", "<script>, S", "ร้านกาแฟ, ร", "'!!!', •", "😀 fun, F"})
    void theSignOfAMerchantIsItsFirstLetterOrDigit(String name, String sign) {
        assertThat(PaymentText.monogram(name)).isEqualTo(sign);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://shop.example",
                "javascript:alert(1)",
                "//shop.example",
                "https:shop",
                "https://",
                "https://a b",
                "data:text/html,x"
            })
    void nobodyIsSentToWhatIsNoHttpsAddress(String url) {
        assertThat(PaymentText.redirect(url)).isEmpty();
    }

    @Test
    void theAddressToReturnToIsUsedAsItIs() {
        assertThat(PaymentText.redirect("https://shop.example/a?b=c&d=%20#e"))
                .isEqualTo("https://shop.example/a?b=c&d=%20#e");
        assertThat(PaymentText.redirect(null)).isEmpty();
    }
}
