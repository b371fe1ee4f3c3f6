package io.tical.server.http.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsTest {
    @ParameterizedTest
    @CsvSource({
        "1024, 128, 512",
        "256,  128, 128",
        "8192, 128, 7680",
        "65536, 128, 16384",
        "1000000, 128, 16384",
        "1000000, 4096, 60000",
        "16, 128, 16",
        "8192, 0, 16"
    })
    void connectionsFollowFromDescriptorsAndMemory(long descriptors, long megabytes, int connections) {
        assertThat(Limits.connections(megabytes * 1024 * 1024, descriptors)).isEqualTo(connections);
    }
}
