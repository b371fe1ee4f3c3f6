package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.health.HealthCheckResponse.Status;
import io.helidon.health.HealthCheckType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapHealthTest {
    private static final long MEBIBYTE = 1024L * 1024;

    @ParameterizedTest
    @CsvSource({"0, UP", "460, UP", "461, DOWN", "512, DOWN"})
    void it_fails_from_nine_tenths_of_the_heap(long usedMebibytes, Status status) {
        var response =
                Observation.heap(() -> usedMebibytes * MEBIBYTE, 512 * MEBIBYTE).call();

        assertThat(response.status()).isEqualTo(status);
        assertThat(response.details())
                .containsEntry("used_after_collection_mib", usedMebibytes)
                .containsEntry("max_mib", 512L);
    }

    @Test
    void it_passes_again_when_a_collection_has_found_memory() {
        var used = new long[] {500 * MEBIBYTE};
        var health = Observation.heap(() -> used[0], 512 * MEBIBYTE);
        assertThat(health.call().status()).isEqualTo(Status.DOWN);

        used[0] = 100 * MEBIBYTE;

        assertThat(health.call().status()).isEqualTo(Status.UP);
    }

    @Test
    void it_counts_what_this_process_has_left_after_a_collection() {
        System.gc();

        var response = Observation.heap().call();

        assertThat(response.status()).isEqualTo(Status.UP);
        assertThat((Long) response.details().get("used_after_collection_mib")).isPositive();
    }

    @Test
    void it_is_asked_for_readiness() {
        var health = Observation.heap();

        assertThat(health.type()).isEqualTo(HealthCheckType.READINESS);
        assertThat(health.name()).isEqualTo("memory");
    }
}
