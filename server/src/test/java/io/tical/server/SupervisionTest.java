package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher with a JDK whose {@code java} is a script that ends as each test says. */
class SupervisionTest {
    /** Ends with the code on its line of the plan, or runs until it is told to stop. */
    private static final String JAVA = """
        #!/bin/sh
        jdk=$(dirname "$0")/..
        case " $* " in
            *' stop-database '*) echo "$*" >"$jdk/database-stopped"; exit 0 ;;
        esac
        echo "$*" >>"$jdk/starts"
        step=$(sed -n "$(wc -l <"$jdk/starts")p" "$jdk/plan")
        case $step in
            runs) trap 'exit 143' TERM ;;
            deaf) trap '' TERM ;;
            *) exit "$step" ;;
        esac
        echo $$ >"$jdk/pid.new" && mv "$jdk/pid.new" "$jdk/pid"
        while :; do sleep 0.1; done
        """;

    @TempDir
    Path root;

    private Path jdk;
    private Path log;
    private final List<Process> launchers = new ArrayList<>();

    @BeforeEach
    void installation() throws IOException {
        log = root.resolve("log");
        jdk = Files.createDirectories(root.resolve("jdk"));
        program(jdk.resolve("bin/java"), JAVA);
        program(jdk.resolve("bin/javac"), "#!/bin/sh\n");
        write(jdk.resolve("lib/modules"), "");
        write(jdk.resolve("release"), "JAVA_VERSION=\"25\"\n");
        write(jdk.resolve("starts"), "");
        for (var source : List.of("pom.xml", ".mvn/x", "common/pom.xml", "db/pom.xml", "server/pom.xml")) {
            write(root.resolve(source), "");
        }
        for (var module : List.of("common", "db", "server")) {
            write(root.resolve(module).resolve("src/main/x"), "");
        }
        program(root.resolve("mvnw"), "#!/bin/sh\nmkdir -p server/target/launch/app\n");
        launcher("stop_s_max=45", "stop_s_max=1");
    }

    /** Writes the launcher of the installation with one of its settings changed. */
    private void launcher(String setting, String changed) throws IOException {
        var text = Files.readString(Path.of("..", "tical"));
        assertThat(text).contains(setting);
        program(root.resolve("tical"), text.replace(setting, changed));
    }

    @AfterEach
    void end() {
        launchers.forEach(launcher -> {
            launcher.descendants().forEach(ProcessHandle::destroyForcibly);
            launcher.destroyForcibly();
        });
    }

    @Test
    void a_service_that_fails_is_started_again() throws Exception {
        var launcher = supervise("3", "runs");

        await().atMost(Duration.ofSeconds(90)).until(() -> Files.exists(jdk.resolve("pid")));

        assertThat(starts()).hasSize(2).allMatch(start -> start.endsWith("io.tical.server.command.Main serve"));
        assertThat(Files.readString(log))
                .contains("tical: the service ended with exit code 3; starting it again in 1 s.");
        stopsWithItsService(launcher);
    }

    @Test
    void a_service_that_is_killed_is_started_again() throws Exception {
        var launcher = supervise("runs", "runs");
        await().until(() -> Files.exists(jdk.resolve("pid")));

        var killed = service();
        Files.delete(jdk.resolve("pid"));
        killed.destroyForcibly();

        await().atMost(Duration.ofSeconds(90)).until(() -> Files.exists(jdk.resolve("pid")));
        assertThat(service().pid()).isNotEqualTo(killed.pid());
        stopsWithItsService(launcher);
    }

    @Test
    void a_clean_end_is_the_end() throws Exception {
        assertThat(code(supervise("0"))).isZero();
        assertThat(starts()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void a_first_start_that_cannot_work_as_configured_is_not_repeated(int code) throws Exception {
        assertThat(code(supervise(Integer.toString(code)))).isEqualTo(code);
        assertThat(starts()).hasSize(1);
    }

    @Test
    void a_port_that_is_in_use_when_a_service_starts_again_is_tried_again() throws Exception {
        supervise("137", "4", "runs");

        await().atMost(Duration.ofSeconds(90)).until(() -> Files.exists(jdk.resolve("pid")));
        assertThat(Files.readString(log)).contains("exit code 4; starting it again in 2 s.");
    }

    @Test
    void a_service_that_does_not_stop_is_killed() throws Exception {
        var launcher = supervise("deaf");
        await().until(() -> Files.exists(jdk.resolve("pid")));

        stopsWithItsService(launcher);
    }

    @Test
    void a_stop_between_two_starts_ends_the_database_that_a_killed_service_left() throws Exception {
        write(root.resolve(".tical/postgres/data/postmaster.pid"), "1\n");
        // A pause that is not over before the stop.
        launcher("delay_s=1\n", "delay_s=30\n");
        var launcher = supervise("137");
        await().until(() -> Files.readString(log).contains("starting it again"));

        launcher.destroy();

        assertThat(code(launcher)).isEqualTo(143);
        assertThat(jdk.resolve("database-stopped")).exists();
        assertThat(starts()).hasSize(1);
    }

    @Test
    void the_service_ends_when_its_heap_is_full_with_and_without_supervision() throws Exception {
        assertThat(code(supervise("0"))).isZero();
        assertThat(code(start("serve"))).isEqualTo(2);

        assertThat(starts()).hasSize(2).allMatch(start -> start.contains("-XX:+ExitOnOutOfMemoryError"));
    }

    private Process supervise(String... plan) throws IOException {
        write(jdk.resolve("plan"), String.join("\n", plan) + "\n2\n");
        return start("serve", "--supervise");
    }

    private Process start(String... arguments) throws IOException {
        var builder = new ProcessBuilder(
                        new ArrayList<>(List.of(root.resolve("tical").toString())))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.command().addAll(List.of(arguments));
        builder.environment().keySet().removeIf(name -> name.startsWith("TICAL_"));
        builder.environment().put("TICAL_JAVA_HOME", jdk.toString());
        builder.environment().put("TICAL_AOT_CACHE", "no");
        var launcher = builder.start();
        launchers.add(launcher);
        return launcher;
    }

    private static int code(Process launcher) throws InterruptedException {
        assertThat(launcher.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return launcher.exitValue();
    }

    private void stopsWithItsService(Process launcher) throws Exception {
        var service = service();
        launcher.destroy();
        assertThat(code(launcher)).isEqualTo(143);
        assertThat(service.isAlive()).isFalse();
    }

    private ProcessHandle service() throws IOException {
        return ProcessHandle.of(
                        Long.parseLong(Files.readString(jdk.resolve("pid")).strip()))
                .orElseThrow();
    }

    private List<String> starts() throws IOException {
        return Files.readAllLines(jdk.resolve("starts"));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void program(Path file, String text) throws IOException {
        write(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
