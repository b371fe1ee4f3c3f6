package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.problem.Problem;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LeaseTest {
    private static final Instant NOW = Instant.parse("2026-05-04T14:00:30Z");
    private static final Lease ANNAS = Lease.take(null, "slip", "anna", NOW);

    @Test
    void anOperatorTakesAndRenewsALease() {
        assertThat(ANNAS).isEqualTo(new Lease("anna", NOW.plus(Lease.DURATION)));
        var later = NOW.plusSeconds(60);
        assertThat(Lease.take(ANNAS, "slip", "anna", later)).isEqualTo(new Lease("anna", later.plus(Lease.DURATION)));
    }

    @Test
    void anotherOperatorIsToldWhoHasItAndUntilWhen() {
        assertThatThrownBy(() -> Lease.take(ANNAS, "slip", "boris", NOW))
                .isInstanceOfSatisfying(Problem.Conflict.class, refused -> {
                    assertThat(refused.code()).isEqualTo("ALREADY_CLAIMED");
                    assertThat(refused.message())
                            .isEqualTo(
                                    "The operator anna is reviewing this slip. Try again after they release it, or at"
                                            + " 14:05 UTC when their lock expires.");
                });
    }

    @Test
    void anExpiredLeaseExcludesNobody() {
        var expired = NOW.plus(Lease.DURATION);
        Lease.requireFree(ANNAS, "slip", "boris", expired);
        assertThat(ANNAS.active(expired)).isFalse();
        assertThat(ANNAS.active(expired.minus(Duration.ofMillis(1)))).isTrue();
    }
}
