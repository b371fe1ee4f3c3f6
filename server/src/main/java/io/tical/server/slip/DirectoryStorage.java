package io.tical.server.slip;

import io.tical.db.FullDisk;
import io.tical.server.key.TransactionKey;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Stores pictures as files, readable by the service's user only. A path consists of ids:
 * {@code <organization>/<live or test>/<two digits>/<two digits>/<slip>.jpg}, the digits being the id's last, which are random.
 * A file is written under a temporary name, synchronized to disk and then renamed, so that it is never partial.
 */
record DirectoryStorage(Path directory, FullDisk fullDisk) implements SlipStorage {
    private static final String INCOMING = "incoming";

    /** The age from which temporary files belong to a process that died. */
    private static final Duration INCOMING_MAX = Duration.ofHours(1);

    static DirectoryStorage open(Path directory, FullDisk fullDisk) {
        var storage = new DirectoryStorage(directory.toAbsolutePath().normalize(), fullDisk);
        try {
            storage.prepare();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "TICAL_SLIP_DIRECTORY, " + storage.directory
                            + ", cannot be written to; create it, and let the service's user write there",
                    e);
        }
        return storage;
    }

    private void prepare() throws IOException {
        var incoming = folder(directory.resolve(INCOMING));
        var probe = written(new byte[0]);
        // The files' own clock; the directory may be another machine's.
        var old = Files.getLastModifiedTime(probe).toInstant().minus(INCOMING_MAX);
        Files.delete(probe);
        try (var left = Files.list(incoming)) {
            for (var file : left.toList()) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(old)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (NoSuchFileException another) {
            // Another starting node may delete it too.
            return;
        }
    }

    @Override
    public void put(TransactionKey key, byte[] file) {
        try {
            var folder = folder(folderOf(key));
            var written = written(file);
            try {
                Files.move(written, path(key), StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                Files.deleteIfExists(written);
                throw e;
            }
            // The name is durable once the folder is.
            try (var named = FileChannel.open(folder, StandardOpenOption.READ)) {
                named.force(true);
            }
        } catch (IOException e) {
            if (FullDisk.isCause(e)) {
                fullDisk.failed("a slip below " + directory, directory, e);
                throw Problem.Unavailable.full();
            }
            throw new UncheckedIOException("a slip could not be written below " + directory, e);
        }
    }

    @Override
    public Optional<byte[]> get(TransactionKey key) {
        try {
            return Optional.of(Files.readAllBytes(path(key)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("a slip could not be read below " + directory, e);
        }
    }

    @Override
    public void delete(TransactionKey key) {
        try {
            Files.deleteIfExists(path(key));
        } catch (IOException e) {
            throw new UncheckedIOException("a slip could not be deleted below " + directory, e);
        }
    }

    private Path path(TransactionKey key) {
        return folderOf(key).resolve(key.id() + ".jpg");
    }

    private Path folderOf(TransactionKey key) {
        var slip = key.id().toString();
        return directory
                .resolve(key.organizationId().toString())
                .resolve(key.livemode() ? "live" : "test")
                .resolve(slip.substring(slip.length() - 4, slip.length() - 2))
                .resolve(slip.substring(slip.length() - 2));
    }

    private Path written(byte[] file) throws IOException {
        var path = directory.resolve(INCOMING).resolve(UUID.randomUUID() + ".part");
        try {
            Secrets.writeForOwner(path, file);
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw e;
        }
        return path;
    }

    private static Path folder(Path folder) throws IOException {
        return Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
}
