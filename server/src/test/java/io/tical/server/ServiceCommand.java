package io.tical.server;

import io.tical.db.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command lines of services in processes of their own, whose starts cost as little as possible: they live too briefly for
 * the optimizing compiler, and they share an archive of loaded classes.
 */
public final class ServiceCommand {
    private static final Path FOLDER = folder();
    private static final String CLASS_PATH = classPath();
    /** What makes the place of this JVM, which the services share. */
    private static final List<String> PLACE = List.of("user.language", "user.country", "user.variant", "user.timezone");

    private ServiceCommand() {}

    /**
     * A command of {@code ./tical}.
     *
     * @param options of the Java virtual machine, such as the size of its heap
     */
    public static List<String> of(List<String> options, String... arguments) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:SharedArchiveFile=" + FOLDER.resolve("classes.jsa"),
                // A service starts without the archive while it is missing or incomplete.
                "-Xlog:cds=off",
                "-Xlog:aot=off",
                "-Dlogback.configurationFile=logback.xml"));
        for (var property : PLACE) {
            var value = System.getProperty(property, "");
            if (!value.isEmpty()) {
                command.add("-D" + property + "=" + value);
            }
        }
        command.addAll(options);
        command.addAll(List.of("-cp", CLASS_PATH, "io.tical.server.command.Main"));
        command.addAll(List.of(arguments));
        return command;
    }

    /** The same for a service that stops when it is told: at its end it writes the archive, if there is none. */
    public static List<String> archiving(List<String> options, String... arguments) {
        return of(
                Stream.concat(Stream.of("-XX:+AutoCreateSharedArchive"), options.stream())
                        .toList(),
                arguments);
    }

    private static Path folder() {
        try {
            var folder = Files.createTempDirectory("tical-classes-");
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> TestDatabase.deleteTree(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The class path of the tests without the tests. An archive has only classes of jars. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> !entry.endsWith("test-classes"))
                .map(entry -> Files.isDirectory(entry) ? jar(entry) : entry)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path jar(Path classes) {
        try {
            var jar = Files.createTempFile(FOLDER, "classes", ".jar");
            var code = ToolProvider.findFirst("jar")
                    .orElseThrow()
                    .run(
                            System.out,
                            System.err,
                            "--create",
                            "--no-compress",
                            "--file=" + jar,
                            "-C",
                            classes.toString(),
                            ".");
            if (code != 0) {
                throw new IllegalStateException("jar could not pack " + classes);
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
