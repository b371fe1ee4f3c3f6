package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the launcher answers before it starts anything. */
class LauncherTest {
    @Test
    void it_tells_its_commands() throws Exception {
        for (var asked : new String[][] {{}, {"help"}, {"--help"}}) {
            var answer = tical(Map.of(), asked);
            assertThat(answer.code()).isZero();
            assertThat(answer.text()).contains("serve", "console", "audit", "doctor", "test");
        }
    }

    @Test
    void a_command_it_does_not_know_is_an_error() throws Exception {
        var answer = tical(Map.of(), "sevre");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.text()).startsWith("tical: there is no command 'sevre'.");
    }

    @Test
    void a_wrong_TICAL_JAVA_HOME_is_named_and_not_passed_over() throws Exception {
        var answer = tical(Map.of("TICAL_JAVA_HOME", "/nowhere"), "serve");
        assertThat(answer.code()).isEqualTo(1);
        assertThat(answer.text()).isEqualTo("tical: TICAL_JAVA_HOME is /nowhere, which is not a JDK 25 or later.\n");
    }

    private record Answer(int code, String text) {}

    private static Answer tical(Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        var launcher = Path.of("..", "tical").toAbsolutePath().normalize().toString();
        var builder = new ProcessBuilder(new ArrayList<>(List.of(launcher))).redirectErrorStream(true);
        builder.command().addAll(List.of(arguments));
        builder.environment().putAll(environment);
        var process = builder.start();
        process.getOutputStream().close();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), text);
    }
}
