package io.tical.server.qr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.server.qr.PromptPay.Account;
import io.tical.server.qr.PromptPay.BankAccount;
import io.tical.server.qr.PromptPay.Biller;
import io.tical.server.qr.PromptPay.EWallet;
import io.tical.server.qr.PromptPay.Mobile;
import io.tical.server.qr.PromptPay.NationalId;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What our code writes is what other implementations wrote, field by field. */
class PromptPayTest {
    @Test
    void theCheckValueIsTheStandardsOwn() {
        assertThat(Crc16.of("123456789")).isEqualTo("29B1");
        assertThat(Crc16.of("")).isEqualTo("FFFF");
    }

    @Test
    void everyPublishedPayloadHasTheFieldsThatWeWrite() throws IOException {
        var vectors = Json.mapper().readTree(getClass().getResourceAsStream("promptpay.json"));
        assertThat(vectors).hasSize(5);
        for (var vector : vectors) {
            var published = vector.get("payload").asText();
            var ours = PromptPay.payload(account(vector), amount(vector));
            // The order of the fields between the first and the last is free, and so the check values may differ.
            assertThat(fields(ours)).as(published).isEqualTo(fields(published));
            assertThat(ours).startsWith("000201");
            assertChecked(published);
            assertChecked(ours);
        }
    }

    private static Account account(JsonNode vector) {
        if (vector.has("bank")) {
            return new BankAccount(
                    vector.get("bank").asText(), vector.get("account").asText());
        }
        if (vector.has("biller")) {
            return new Biller(vector.get("biller").asText(), vector.get("ref1").asText(), null, null);
        }
        return new Mobile(vector.get("proxy").asText());
    }

    private static OptionalLong amount(JsonNode vector) {
        var amount = vector.get("amount_minor");
        return amount.isNull() ? OptionalLong.empty() : OptionalLong.of(amount.asLong());
    }

    /** Every field but the check value, those of the account opened. */
    private static Map<String, Object> fields(String payload) {
        var fields = new TreeMap<String, Object>();
        for (var field : Tlv.read(payload).orElseThrow()) {
            switch (field.id()) {
                case "29", "30", "62" ->
                    fields.put(field.id(), Tlv.read(field.value()).orElseThrow());
                case "63" -> {}
                default -> fields.put(field.id(), field.value());
            }
        }
        return fields;
    }

    private static void assertChecked(String payload) {
        var end = payload.length() - 4;
        assertThat(payload.substring(end - 4, end)).isEqualTo("6304");
        assertThat(payload.substring(end)).isEqualTo(Crc16.of(payload.substring(0, end)));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0.01",
        "10, 0.10",
        "99, 0.99",
        "100, 1.00",
        "101, 1.01",
        "10050, 100.50",
        "100499, 1004.99",
        "999999999999, 9999999999.99"
    })
    void anAmountIsWrittenFromItsInteger(long satang, String written) {
        var payload = PromptPay.payload(new Mobile("0812345678"), OptionalLong.of(satang));
        assertThat(fields(payload)).containsEntry("54", written).containsEntry("01", "12");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, 1_000_000_000_000L, Long.MAX_VALUE})
    void anAmountThatTheFieldCannotHoldIsRefused(long satang) {
        assertThatThrownBy(() -> PromptPay.payload(new Mobile("0812345678"), OptionalLong.of(satang)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 to 999999999999 satang");
    }

    @Test
    void eachKindOfAccountHasItsOwnField() {
        assertThat(fields(PromptPay.payload(new NationalId("1101700207030"), OptionalLong.empty())))
                .containsEntry(
                        "29", Tlv.read("0016A00000067701011102131101700207030").orElseThrow());
        assertThat(fields(PromptPay.payload(new EWallet("004999000288505"), OptionalLong.empty())))
                .containsEntry(
                        "29",
                        Tlv.read("0016A0000006770101110315004999000288505").orElseThrow());
        assertThat(fields(PromptPay.payload(new Biller("099999999999990", "A1", "B2", "C3"), OptionalLong.of(5))))
                .containsEntry(
                        "30",
                        Tlv.read("0016A00000067701011201150999999999999900202A10302B2")
                                .orElseThrow())
                .containsEntry("62", Tlv.read("0702C3").orElseThrow());
    }

    @Test
    void anIdThatNoBanksAppAcceptsIsRefused() {
        for (var number : new String[] {"", "812345678", "1812345678", "08123456789", "081234567a", "+66812345678"}) {
            assertThatThrownBy(() -> new Mobile(number)).hasMessageContaining("mobile number");
        }
        for (var number : new String[] {"", "110170020703", "11017002070300", "110170020703x"}) {
            assertThatThrownBy(() -> new NationalId(number)).hasMessageContaining("13 digits");
        }
        assertThatThrownBy(() -> new NationalId("1101700207031")).hasMessageContaining("check digit");
        assertThatThrownBy(() -> new EWallet("00499900028850")).hasMessageContaining("15 digits");
        assertThatThrownBy(() -> new BankAccount("SCB", "1234567890")).hasMessageContaining("three digits");
        assertThatThrownBy(() -> new BankAccount("014", "12345")).hasMessageContaining("6 to 20 digits");
        assertThatThrownBy(() -> new Biller("99999999999990", "A", null, null)).hasMessageContaining("15 digits");
        assertThatThrownBy(() -> new Biller("099999999999990", "a", null, null)).hasMessageContaining("A-Z");
        assertThatThrownBy(() -> new Biller("099999999999990", "A", "", null)).hasMessageContaining("A-Z");
        assertThatThrownBy(() -> new Biller("099999999999990", "A", "B", "C".repeat(21)))
                .hasMessageContaining("A-Z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "000",
                "0002",
                "00021",
                "000201x",
                "0000",
                "00-201",
                "0x0201",
                "00020100",
                "000201000201",
                "๐๐0201",
                "0099"
            })
    void aTextThatIsNotFieldsFromEndToEndIsNotRead(String text) {
        assertThat(Tlv.read(text)).isEmpty();
    }
}
