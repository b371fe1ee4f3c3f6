package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.console.ConsoleOptions.Invalid;
import io.tical.server.TestService;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line: what it refuses, and signing in with a file. */
class ConsoleOptionsTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "--pasword, There is no option --pasword.",
        "--user, --user needs a value.",
        "--credentials /none/credentials.json, The credentials in /none/credentials.json cannot be read. Check the path and the permissions of the file.",
    })
    void whatIsWrongIsNamed(String line, String message) {
        assertThatThrownBy(() -> ConsoleApp.start(ConsoleOptions.parse(List.of(line.split(" ")))))
                .isInstanceOf(Invalid.class)
                .hasMessage(message);
    }

    @Test
    void theAddressAndTheUserCanBeTold() throws Exception {
        var start = ConsoleApp.start(
                ConsoleOptions.parse(List.of("--user", "anna", "--address", "https://admin.example.com")));
        assertThat(start).isEqualTo(new Console.Start("https://admin.example.com", "anna", ""));
    }

    @Test
    void aCredentialsFileSignsInWithoutTyping() throws Exception {
        try (var service = TestService.start(Map.of(), TestService.WITHOUT_WORK)) {
            var file = service.credentials();
            assertThatThrownBy(() -> ConsoleApp.start(
                            ConsoleOptions.parse(List.of("--credentials", file.toString(), "--user", "somebody"))))
                    .hasMessage("There is no operator somebody in " + file
                            + ". Name one that the file contains with --user.");

            var start = ConsoleApp.start(ConsoleOptions.parse(List.of("--credentials", file.toString())));
            assertThat(start.toString())
                    .isEqualTo("admin at http://127.0.0.1:"
                            + service.tical().ports().admin());
            try (var console = OpenConsole.with(start)) {
                console.await(() -> console.exists("#nav-overview"));
                assertThat(console.remembered()).doesNotContainKeys("address", "username");
            }
        }
    }
}
