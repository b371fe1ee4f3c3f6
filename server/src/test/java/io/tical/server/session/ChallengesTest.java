package io.tical.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** Challenges on nodes that share a key. */
class ChallengesTest {
    private static final Instant NOW = Instant.ofEpochMilli(1_795_000_000_123L);

    private static Challenges node(Instant now) {
        return new Challenges(new byte[] {1}, Clock.fixed(now, ZoneOffset.UTC));
    }

    @Test
    void everyNodeKnowsAChallengeForMinutesAndForItsPurposeAlone() {
        var challenge = node(NOW).create("sign in");
        assertThat(node(NOW.plus(Challenges.VALID).minusMillis(1)).valid(challenge, "sign in"))
                .isTrue();
        assertThat(node(NOW.plus(Challenges.VALID)).valid(challenge, "sign in")).isFalse();
        assertThat(node(NOW).valid(challenge, "register")).isFalse();
        assertThat(node(NOW).valid(new byte[0], "sign in")).isFalse();
        for (int at = 0; at < challenge.length; at++) {
            var altered = challenge.clone();
            altered[at] ^= 1;
            assertThat(node(NOW).valid(altered, "sign in")).as("byte " + at).isFalse();
        }
    }

    @Test
    void aChallengeTellsWhenItWasMade() {
        assertThat(node(NOW.plusSeconds(9)).madeAt(node(NOW).create("sign in"))).isEqualTo(NOW);
    }
}
