package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.BankCode;
import io.tical.common.Json;
import io.tical.server.picture.Pictures;
import io.tical.server.qr.Crc16;
import io.tical.server.qr.MiniQr;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MiniQrTest {
    @Test
    void everyPublishedSlipIsReadAndEveryPublishedForgeryIsNot() throws IOException {
        var vectors = Json.mapper().readTree(getClass().getResourceAsStream("slip-qr.json"));
        assertThat(vectors.get("valid")).hasSize(5);
        for (var vector : vectors.get("valid")) {
            var payload = vector.get("payload").asText();
            var slip = MiniQr.read(payload).orElseThrow(() -> new AssertionError(payload));
            assertThat(slip.payload()).isEqualTo(payload);
            var bank = vector.has("bank") ? Slip.bank(vector.get("bank").asText()) : BankCode.TRUE_MONEY;
            assertThat(Slip.Transfer.of(slip))
                    .isEqualTo(new Slip.Transfer(bank, vector.get("ref").asText()));
        }
        assertThat(vectors.get("invalid")).hasSize(4);
        for (var vector : vectors.get("invalid")) {
            assertThat(MiniQr.read(vector.get("payload").asText()))
                    .as(vector.get("why").asText())
                    .isEmpty();
        }
    }

    @Test
    void theBankIsNamedWhereItIsKnown() {
        assertThat(MiniQr.read(Pictures.slipText("014", "ABC1")).map(Slip.Transfer::of))
                .contains(new Slip.Transfer("SCB", "ABC1"));
        assertThat(MiniQr.read(Pictures.slipText("999", "ABC1")).map(Slip.Transfer::of))
                .contains(new Slip.Transfer("999", "ABC1"));
    }

    @Test
    void everyLengthOfCheckValueIsReadWhenOnlyZerosAreMissing() {
        var read = new int[5];
        for (int number = 0; number < 5_000; number++) {
            var whole = Pictures.slipText("004", "R" + number);
            var end = whole.length() - 4;
            var short4 = Integer.toHexString(Integer.parseInt(whole.substring(end), 16));
            assertThat(MiniQr.read(whole.substring(0, end) + short4)).as(whole).isPresent();
            read[short4.length()]++;
        }
        assertThat(read[2]).isPositive();
        assertThat(read[3]).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0041000600000101030040220013071152533APM077365102LA9104",
                "0041000600000101030040220013071152533APM077369104",
                "0041000600000201030040220013071152533APM077365102TH9104",
                "004100060000010103A040220013071152533APM077365102TH9104",
                "0041000600000101030040220013071152533AP/077365102TH9104",
                "001600060000010103004" + "5102TH9104",
                "5102TH0041000600000101030040220013071152533APM077369104",
                "0041000600000101030040220013071152533APM077362904ABCD5102TH9104",
                "00490002010102010203P2P0314TXID123456789004083102202691045102TH9104",
                "00490002010102010203P2P0314TXID12345678900408310220269104",
                "00490002010102020203P2P0314TXID12345678900408310520269104",
                "9104",
                "00009104"
            })
    void aCheckedTextOfAnotherGrammarIsNoSlip(String text) {
        assertThat(MiniQr.read(text + Crc16.of(text))).isEmpty();
    }

    @Test
    void whatFollowsTheCheckValueMakesItNoSlip() {
        var slip = Pictures.slipText("004", "ABC");
        for (var tail : new String[] {" ", "\n", "0", "00", "<script>", "๐"}) {
            assertThat(MiniQr.read(slip + tail)).isEmpty();
        }
        assertThat(MiniQr.read(" " + slip)).isEmpty();
        assertThat(MiniQr.read(slip + slip)).isEmpty();
    }

    @Test
    void aFieldWithACharacterThatCannotBeStoredMakesItNoSlip() {
        var slip = Pictures.slipText("004", "ABC");
        for (var extra : new String[] {"a\0b", "a\u001bb", "a\nb", "\ud800ab", "a\uFFFDb"}) {
            var text = slip.substring(0, slip.length() - 8) + "6203" + extra + "9104";
            assertThat(MiniQr.read(text + Crc16.of(text))).isEmpty();
        }
        var text = slip.substring(0, slip.length() - 8) + "6203a~b9104";
        assertThat(MiniQr.read(text + Crc16.of(text))).isPresent();
    }

    @Test
    void noTextMakesTheReaderFail() {
        var seed = 20_250_101L;
        var random = new Random(seed);
        var slip = Pictures.slipText("014", "00111222233344ABCD12");
        for (int run = 0; run < 50_000; run++) {
            var text = new StringBuilder(slip);
            for (int change = random.nextInt(6); change >= 0; change--) {
                var at = random.nextInt(text.length());
                switch (random.nextInt(3)) {
                    case 0 -> text.setCharAt(at, (char) random.nextInt(0x3000));
                    case 1 -> text.deleteCharAt(at);
                    default -> text.insert(at, random.nextInt(100));
                }
            }
            var changed = text.toString();
            assertThat(MiniQr.read(changed))
                    .as("seed %d run %d", seed, run)
                    .satisfiesAnyOf(
                            none -> assertThat(none).isEmpty(),
                            lucky -> assertThat(changed.toUpperCase(java.util.Locale.ROOT))
                                    .endsWith(Crc16.of(changed.substring(0, changed.indexOf("9104") + 4))
                                            .replaceFirst("^0*", "")));
        }
        assertThat(MiniQr.read("0".repeat(1_000_000))).isEmpty();
        assertThat(MiniQr.read("9104".repeat(128))).isEmpty();
    }
}
