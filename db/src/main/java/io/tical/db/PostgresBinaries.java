package io.tical.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs, unpacked from the archive on the class path into a folder. */
final class PostgresBinaries {
    private static final int COMMAND_TIMEOUT_S = 180;
    /**
     * Makes glibc's malloc keep freed memory. By default each process of PostgreSQL returns its memory after a statement, and the system
     * maps and clears it again for the next one, which takes about 5 % of the time. Other libraries ignore the variables.
     */
    private static final Map<String, String> MALLOC = Map.of(
            "MALLOC_TRIM_THRESHOLD_", "4194304",
            "MALLOC_MMAP_THRESHOLD_", "4194304",
            "MALLOC_TOP_PAD_", "524288");

    private final Path folder;

    private PostgresBinaries(Path folder) {
        this.folder = folder;
    }

    /** Unpacks the archive for this platform unless the folder already contains it. */
    static PostgresBinaries in(Path folder) {
        var archive = archiveName();
        try (var lock = FileChannel.open(
                        Files.createDirectories(folder.toAbsolutePath().getParent())
                                .resolve("unpack.lock"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
                var held = lock.lock()) {
            var complete = folder.resolve("complete");
            if (!Files.exists(complete)) {
                unpack(archive, folder);
                Files.createFile(complete);
            }
            return new PostgresBinaries(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL could not be unpacked into " + folder, e);
        }
    }

    private static String archiveName() {
        var os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        var system = os.contains("mac") ? "darwin" : os.contains("linux") ? "linux" : os;
        var arch = System.getProperty("os.arch");
        var machine = switch (arch) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64" -> "arm_64";
            default -> arch;
        };
        return "/postgres-" + system + "-" + machine + ".txz";
    }

    private static void unpack(String archive, Path folder) throws IOException {
        var packed = PostgresBinaries.class.getResourceAsStream(archive);
        if (packed == null) {
            throw new IllegalStateException("No embedded PostgreSQL is available for this platform (" + archive
                    + "); set TICAL_DATABASE_URL to a PostgreSQL 15 or later");
        }
        try (var tar = new TarArchiveInputStream(new XZInputStream(packed))) {
            for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                var target = folder.resolve(entry.getName()).normalize();
                if (!target.startsWith(folder)) {
                    throw new IOException("an archive entry is outside the folder: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                    continue;
                }
                Files.createDirectories(target.getParent());
                Files.deleteIfExists(target);
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
                } else {
                    Files.copy(tar, target);
                    if ((entry.getMode() & 0100) != 0) {
                        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
                    }
                }
            }
        }
    }

    /**
     * Runs a program and waits for its end. PostgreSQL refuses to run as root, so root runs it in a new user namespace.
     */
    void run(Path output, String program, List<String> arguments) throws IOException {
        var command = new ArrayList<String>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("unshare", "--user"));
        }
        command.add(folder.resolve("bin").resolve(program).toString());
        command.addAll(arguments);
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        builder.environment().putAll(MALLOC);
        var process = builder.start();
        try {
            if (!process.waitFor(COMMAND_TIMEOUT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(program + " did not end within " + COMMAND_TIMEOUT_S + " s; see " + output);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + program + " ran", e);
        }
        if (process.exitValue() != 0) {
            throw new IOException(program + " failed with exit code " + process.exitValue() + "; see " + output);
        }
    }
}
