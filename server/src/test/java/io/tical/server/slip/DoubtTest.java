package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.slip.Check.Result;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a payer is told about an undecided slip. */
class DoubtTest {
    @ParameterizedTest
    @CsvSource({
        "reference, MISMATCH, not used, 004 1 paid another payin, DUPLICATE",
        "reference, MISMATCH, REF1, 004 REF2,",
        "reference, UNKNOWN, not used,,",
        "receiver, MISMATCH, KBANK 1, KBANK 2, WRONG_RECEIVER",
        "receiver, UNKNOWN, KBANK 1,,",
        "name, MISMATCH, Shop, Somebody else,",
        "amount, MISMATCH, 100, 200, WRONG_AMOUNT",
        "amount, MATCH, 100, 100,",
        "genuine, MISMATCH, verified, rejected,",
        "picture, MISMATCH, new, like the slip 1,",
        "payin, MISMATCH, open, expired,",
    })
    void aCheckGivesADoubt(String check, Result result, String expected, String found, SentSlip.Doubt doubt) {
        var checked = new Check(check, result, expected, found);
        assertThat(SentSlip.Doubt.of(List.of(checked))).isEqualTo(doubt);
    }

    @Test
    void aTransferBeforeThePayinIsOneAndATransferInTheFutureIsNot() {
        assertThat(SentSlip.Doubt.of(List.of(Check.of("time", false, 1_000L, 940L))))
                .isEqualTo(SentSlip.Doubt.EARLIER);
        assertThat(SentSlip.Doubt.of(List.of(Check.of("time", false, 1_000L, 2_000L))))
                .isNull();
    }

    @Test
    void ofSeveralTheOneThatHelpsMostIsTold() {
        var checks = List.of(Check.of("amount", false, 100, 200), Check.of("reference", false, "not used", "used"));
        assertThat(SentSlip.Doubt.of(checks)).isEqualTo(SentSlip.Doubt.DUPLICATE);
    }
}
