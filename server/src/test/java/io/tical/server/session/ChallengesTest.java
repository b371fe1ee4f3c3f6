package io.tical.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.db.Database;
import io.tical.db.TestDatabase;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Challenges on two nodes that share a key and a database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChallengesTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_795_000_000);

    private Database database;

    @BeforeAll
    void open() {
        database = TestDatabase.open();
    }

    @AfterAll
    void close() {
        database.close();
    }

    private Challenges node(Instant now) {
        return new Challenges(database, new byte[] {1}, Clock.fixed(now, ZoneOffset.UTC));
    }

    private boolean spend(Challenges node, byte[] challenge) {
        return database.transaction(session -> node.spend(session, challenge));
    }

    @Test
    void everyNodeKnowsAChallengeForMinutesAndForItsPurposeAlone() {
        var challenge = node(NOW).create("sign in");
        assertThat(node(NOW.plus(Challenges.VALID).minusSeconds(1)).valid(challenge, "sign in"))
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
    void aChallengeIsSpentOnceAndForgottenWhenItHasExpired() {
        var challenge = node(NOW).create("sign in");
        assertThat(spend(node(NOW), challenge)).isTrue();
        assertThat(spend(node(NOW), challenge)).isFalse();
        assertThat(node(NOW).forget(10)).isZero();
        assertThat(node(NOW.plus(Challenges.VALID).plus(Duration.ofSeconds(1))).forget(10))
                .isEqualTo(1);
    }
}
