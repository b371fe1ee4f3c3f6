package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The image that {@code ./tical package console} makes starts with its own runtime. Runs after the console's jars are complete. */
class ConsoleImageTest {
    private record Answer(int code, String text) {}

    @Test
    void anImageOpensTheSignInWithoutAnInstalledJava() throws Exception {
        var jdk = Path.of(System.getProperty("java.home"));
        assumeTrue(Files.isExecutable(jdk.resolve("bin/jpackage")), "Skipped: this JDK has no jpackage.");
        assumeTrue(Files.isDirectory(Path.of("target/app/javafx")), "Skipped: the console is not packaged yet.");

        var launcher = Path.of("..", "tical").toAbsolutePath().normalize().toString();
        var app = Path.of("target/app").toAbsolutePath().toString();
        var made = run(List.of(launcher, "package", "console", "--app=" + app), jdk);
        assertThat(made.code()).as(made.text()).isZero();
        var image = made.text().lines().reduce("", (_, line) -> line);

        var check = run(List.of(image, "--self-check"), Path.of("/none"));
        assertThat(check.text()).contains("The sign-in screen of the console").contains("opens.");
        assertThat(check.code()).isZero();
    }

    private static Answer run(List<String> command, Path jdk) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("TICAL_JAVA_HOME", jdk.toString());
        builder.environment().put("JAVA_HOME", jdk.toString());
        var process = builder.start();
        process.getOutputStream().close();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), text);
    }
}
