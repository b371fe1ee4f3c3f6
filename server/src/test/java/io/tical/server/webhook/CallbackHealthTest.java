package io.tical.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.webhook.CallbackHealth.Recent;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which word an endpoint is given, in order of precedence. */
class CallbackHealthTest {
    private static final Instant THEN = Instant.parse("2026-11-21T12:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // url | suspended | failing | accepted | tried | failed | fails | word
                "no    | no        | no      | no       | 0     | 0      | no    | unset",
                "no    | yes       | yes     | yes      | 200   | 135    | no    | unset",
                "yes   | yes       | yes     | no       | 200   | 200    | no    | suspended",
                "yes   | yes       | no      | yes      | 200   | 0      | no    | suspended",
                "yes   | no        | yes     | yes      | 200   | 1      | yes   | failing",
                "yes   | no        | yes     | no       | 1     | 1      | yes   | failing",
                // The other environment fails.
                "yes   | no        | yes     | no       | 0     | 0      | no    | untried",
                "yes   | no        | yes     | yes      | 0     | 0      | no    | ok",
                "yes   | no        | yes     | yes      | 200   | 3      | no    | partly_failing",
                "yes   | no        | no      | no       | 0     | 0      | no    | untried",
                "yes   | no        | no      | no       | 135   | 135    | no    | untried",
                "yes   | no        | no      | yes      | 200   | 135    | no    | partly_failing",
                "yes   | no        | no      | yes      | 200   | 1      | no    | partly_failing",
                "yes   | no        | no      | yes      | 200   | 0      | no    | ok",
                "yes   | no        | no      | yes      | 0     | 0      | no    | ok",
            })
    void anEndpointIsGivenTheFirstWordThatHolds(
            String url,
            String suspended,
            String failing,
            String accepted,
            long tried,
            long failed,
            String fails,
            String word) {
        var endpoint = new CallbackEndpoint(
                CallbackEndpoint.Kind.PAYIN,
                url.equals("yes") ? "https://shop.example/hooks" : null,
                CallbackEndpoint.Form.AUTO,
                null,
                accepted.equals("yes") ? THEN : null,
                failing.equals("yes") ? THEN : null,
                suspended.equals("yes") ? THEN : null,
                THEN,
                THEN);
        assertThat(CallbackHealth.of(endpoint, new Recent(tried, failed, fails.equals("yes")))
                        .word())
                .isEqualTo(word);
    }

    @Test
    void anEndpointThatIsNotThereIsUnset() {
        assertThat(CallbackHealth.of(null, Recent.NONE)).isEqualTo(CallbackHealth.UNSET);
    }
}
