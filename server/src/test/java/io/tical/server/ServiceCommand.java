package io.tical.server;

import io.tical.db.TestDatabase;
import io.tical.server.bench.ServiceProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command lines of services in processes of their own, whose starts cost as little as possible: they live too briefly for
 * the optimizing compiler, and they share an AOT cache, which the first of them makes. Making it costs what six starts save.
 */
public final class ServiceCommand {
    private static final List<String> QUICK = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final Path FOLDER = folder();
    private static final String CLASS_PATH = classPath();
    /** What makes the place of this JVM, which the services share. */
    private static final List<String> PLACE = List.of("user.language", "user.country", "user.variant", "user.timezone");

    private ServiceCommand() {}

    /** What a service loads on its way to ready. */
    private static final class Cache {
        static final Path FILE = made();

        private static Path made() {
            var file = FOLDER.resolve("classes.aot");
            var database = TestDatabase.settings();
            try {
                var home = Files.createDirectory(FOLDER.resolve("home"));
                var trained = ServiceProcess.start(
                                home,
                                Map.of(
                                        "TICAL_DATABASE_URL", database.url(),
                                        "TICAL_DATABASE_USER", database.user(),
                                        "TICAL_DATABASE_PASSWORD", database.password()),
                                command(List.of("-Xmx256m", "-XX:AOTCacheOutput=" + file), "serve"))
                        .process();
                // At its end the service writes the file, which takes a slow machine longer than any other end.
                trained.destroy();
                trained.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (Files.notExists(file)) {
                throw new IllegalStateException("the service did not write " + file);
            }
            return file;
        }
    }

    /**
     * A command of {@code ./tical}.
     *
     * @param options of the Java virtual machine, such as the size of its heap
     */
    public static List<String> of(List<String> options, String... arguments) {
        return command(
                Stream.concat(Stream.of("-XX:AOTCache=" + Cache.FILE), options.stream())
                        .toList(),
                arguments);
    }

    private static List<String> command(List<String> options, String... arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(QUICK);
        // A JVM that cannot use the cache starts without it.
        command.addAll(List.of("-Xlog:cds=off", "-Xlog:aot=off", "-Dlogback.configurationFile=logback.xml"));
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
