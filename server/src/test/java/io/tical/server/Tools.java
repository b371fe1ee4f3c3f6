package io.tical.server;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Programs that check the OpenAPI documents and generate clients from them, each in a process of its own. Where they are
 * missing a test is skipped and says so; under {@code CI} it fails. A test downloads nothing.
 */
public final class Tools {
    /** The sources of the checks: settings of the tools, and the merchants' programs. */
    public static final Path SOURCES = Path.of("src/test/openapi");

    /** Where Maven puts the generator of the Java client, and what that client needs. */
    public static final Path JAVA = Path.of("target/openapi/java");

    private static final Path NODE = Path.of("target/openapi/node").toAbsolutePath();
    private static final int PATIENCE_MINUTES = 4;
    /** No tool asks the network for a newer version or reports its use. */
    private static final Map<String, String> QUIET =
            Map.of("REDOCLY_TELEMETRY", "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE", "true", "NO_COLOR", "1");

    private Tools() {}

    /**
     * A new folder in which node finds the packages of {@code src/test/openapi/package.json}.
     *
     * @throws org.opentest4j.TestAbortedException if they are not installed
     */
    public static Path nodeFolder() throws IOException {
        if (!Files.isDirectory(NODE.resolve("node_modules/.bin"))) {
            missing("The npm packages of " + SOURCES + " are not installed in " + NODE
                    + " (see docs/architecture.md), so nothing runs Redocly, Spectral and TypeScript");
        }
        return Files.createTempDirectory(NODE, "run");
    }

    /**
     * A file of an npm package.
     *
     * @throws org.opentest4j.TestAbortedException if it is not installed
     */
    public static String nodeFile(String name) throws IOException {
        var file = NODE.resolve("node_modules").resolve(name);
        if (!Files.isRegularFile(file)) {
            missing("The npm packages of " + SOURCES + " are not installed in " + NODE + ", so nothing reads " + name);
        }
        return Files.readString(file);
    }

    /** Ends a test that cannot run on this machine. */
    public static void missing(String message) {
        if (System.getenv("CI") != null) {
            fail(message);
        }
        abort(message);
    }

    /** Runs a program of an npm package. */
    public static String npm(Path folder, String program, String... arguments) throws Exception {
        var command = new ArrayList<>(List.of(
                "node", NODE.resolve("node_modules/.bin").resolve(program).toString()));
        command.addAll(List.of(arguments));
        return run(folder, command);
    }

    /**
     * Runs a program to its end.
     *
     * @return what it prints
     * @throws AssertionError with what it prints, if it fails or takes minutes
     */
    public static String run(Path folder, List<String> command) throws Exception {
        var log = Files.createTempFile(folder, "run", ".log");
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(QUIET);
        var process = builder.start();
        try {
            var ended = process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
            var printed = Files.readString(log);
            if (!ended || process.exitValue() != 0) {
                throw new AssertionError(
                        String.join(" ", command) + (ended ? " failed:\n" : " does not end:\n") + printed);
            }
            return printed;
        } finally {
            process.destroyForcibly();
        }
    }
}
