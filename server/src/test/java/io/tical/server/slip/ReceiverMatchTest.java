package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.rail.SlipParty;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Masked numbers are compared digit by digit in their places; what cannot be told is not guessed. */
class ReceiverMatchTest {
    private static final SlipParty EXPECTED = new SlipParty("KBANK", "1234567890", "0812345678", List.of("Shop"));

    @ParameterizedTest
    @CsvSource({
        "KBANK, 1234567890, , match",
        "004, xxxxx6789x, , match",
        "KBANK, xxxxx6780x, , mismatch",
        "SCB, xxxxx6789x, , mismatch",
        ", xxxxx6789x, , unknown",
        "KBANK, xxxxxxx89x, , unknown",
        "KBANK, xxx6789x, , unknown",
        "KBANK, , , unknown",
        ", , xxxxxx5678, match",
        "KBANK, , xxxxxx5678, match",
        ", , xxxxxx5679, mismatch",
        ", , xxxxxxxxx5678, unknown",
        "KBANK, xxxxx6789x, xxxxxx5679, mismatch",
        "KBANK, xxxxx6780x, xxxxxx5678, mismatch",
        "SCB, , xxxxxx5678, mismatch",
        ", , , unknown"
    })
    void theThreeAnswers(String bank, String account, String proxy, String answer) {
        var found = new SlipParty(bank, account, proxy, List.of("Somebody else"));

        assertThat(ReceiverMatch.of(EXPECTED, found).word()).isEqualTo(answer);
    }
}
