package io.tical.server.qr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromptPayIdTest {
    @ParameterizedTest
    @CsvSource({
        "0812345678, 0812345678",
        "081-234-5678, 0812345678",
        "' 081 234 5678 ', 0812345678",
        "๐๘๑๒๓๔๕๖๗๘, 0812345678",
        "０８１２３４５６７８, 0812345678",
        "+66 81 234 5678, 0812345678",
        "66812345678, 0812345678",
        // As inside a code
        "0066812345678, 0812345678",
        "0612345678, 0612345678",
        "0912345678, 0912345678",
        "1-2345-67890-12-1, 1234567890121",
        "0000000000001, 0000000000001",
        "140000812345678, 140000812345678",
        "004999000288505, 004999000288505"
    })
    void anIdIsReadAsPeopleWriteItAndFitsInACode(String written, String stored) {
        var id = PromptPayId.of(written);
        assertThat(id.digits()).isEqualTo(stored);
        assertThat(PromptPay.payload(id.account(), OptionalLong.of(100))).isNotEmpty();
        assertThat(PromptPayId.find(stored)).hasValue(id);
    }

    @ParameterizedTest
    @CsvSource({
        "0212345678, a mobile number",
        "1234567890, an account number is no PromptPay id",
        "0712345678, a mobile number",
        "1234567890120, a digit",
        "9234567890121, not begin with 9",
        "0105536000013, a digit",
        // The biller id of a company
        "010553600001100, biller id",
        "12, of 10 digits",
        "081234567, of 10 digits",
        "66212345678, of 10 digits",
        "a812345678, of 10 digits",
        "'', of 10 digits"
    })
    void anIdThatBanksAppsWouldRefuseIsRefusedWithTheReason(String written, String reason) {
        assertThatThrownBy(() -> PromptPayId.of(written))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"081-234-5678", "1234567890", "12"})
    void whatIsStoredOtherwiseHasNoCode(String stored) {
        assertThat(PromptPayId.find(stored)).isEmpty();
    }

    @Test
    void theDigitsOfABillerIdAreThoseOfAValidTaxId() {
        assertThat(PromptPay.NationalId.fits("0105536000011")).isTrue();
    }
}
