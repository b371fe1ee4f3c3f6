package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleAppTest {
    @Test
    void on_linux_a_window_needs_a_display() {
        assertThat(ConsoleApp.hasDisplay("Linux", null, Map.of())).isFalse();
        assertThat(ConsoleApp.hasDisplay("Linux", null, Map.of("DISPLAY", ""))).isFalse();
        assertThat(ConsoleApp.hasDisplay("Linux", null, Map.of("DISPLAY", ":0")))
                .isTrue();
        assertThat(ConsoleApp.hasDisplay("Linux", "Headless", Map.of())).isTrue();
        assertThat(ConsoleApp.hasDisplay("Mac OS X", null, Map.of())).isTrue();
    }
}
