package io.tical.server.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Ids;
import io.tical.server.problem.Problem;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ConcurrencyLimitsTest {
    private final ConcurrencyLimits limits = new ConcurrencyLimits("exports", 3, 2);
    private final UUID one = Ids.next();
    private final UUID other = Ids.next();

    @Test
    void anOrganizationAndTheNodeHaveAMaximum() {
        limits.serve(
                one,
                () -> limits.serve(one, () -> {
                    assertThatThrownBy(() -> limits.answer(one, () -> 1))
                            .isInstanceOfSatisfying(Problem.RateLimited.class, refused -> {
                                assertThat(refused.message()).contains("2 exports in progress");
                                assertThat(refused.retrySeconds()).isPositive();
                            });
                    limits.serve(other, () -> {
                        assertThatThrownBy(() -> limits.answer(other, () -> 1))
                                .isInstanceOf(Problem.Unavailable.class)
                                .hasMessageContaining("Too many exports");
                    });
                    assertThat(limits.answer(other, () -> 1)).isOne();
                }));
        assertThat(limits.answer(one, () -> limits.answer(one, () -> 1))).isOne();
    }

    @Test
    void aRequestThatFailedIsOver() {
        for (int failed = 0; failed < 5; failed++) {
            assertThatThrownBy(() -> limits.serve(one, () -> {
                        throw new IllegalStateException("the client has gone");
                    }))
                    .isInstanceOf(IllegalStateException.class);
        }
    }
}
