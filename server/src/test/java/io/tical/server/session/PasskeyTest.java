package io.tical.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PasskeyTest {
    private static final Instant NOW = Instant.parse("2026-11-24T10:00:00Z");

    private static Passkey unused() {
        var key = PersonKey.user(Ids.next(), Ids.next());
        return new Passkey(Ids.next(), key, new byte[1], new byte[1], 0, "Laptop", "shop.example", NOW, null);
    }

    @Test
    void aResponseIsNewOnceAndEarlierOnesAreNotNewAfterIt() {
        var challengedAt = NOW.plusSeconds(10);
        assertThat(unused().isNew(challengedAt)).isTrue();
        var used = unused().used(0, challengedAt, NOW.plusSeconds(12));
        assertThat(used.lastUsedAt()).isEqualTo(NOW.plusSeconds(12));
        assertThat(used.isNew(challengedAt)).isFalse();
        assertThat(used.isNew(NOW.plusSeconds(13))).isTrue();
    }

    @Test
    void aResponseIsNewOnceAlsoWhereTheClockOfTheNodeThatMadeTheChallengeIsAhead() {
        var ahead = NOW.plusSeconds(3);
        var used = unused().used(0, ahead, NOW);
        assertThat(used.isNew(ahead)).isFalse();
        assertThat(used.isNew(ahead.plusMillis(1))).isTrue();
    }
}
