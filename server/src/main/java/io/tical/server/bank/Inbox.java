package io.tical.server.bank;

import io.tical.db.DatabaseUnavailable;
import io.tical.server.bankfile.StatementReader;
import io.tical.server.paymentfile.ArrivedResults;
import io.tical.server.problem.Problem;
import io.tical.server.work.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder into which somebody else puts files of banks. A file counts once it has not changed for a while, so that one that is still being
 * copied is not taken. What is imported is moved to {@code done}, everything else to {@code failed}, with the reason beside it; such a statement
 * also waits for operators. A result of a payment file is received, and waits for people, as one that they send. Several nodes may watch the
 * same folder.
 */
final class Inbox implements Work {
    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    /** So many looks must find a file as it was. */
    private static final int LOOKS_UNCHANGED = 3;

    private static final int FILES_MAX = 1_000;

    private final BankFiles files;
    private final ArrivedResults results;
    private final Path folder;
    private final InboxDisk disk;
    private final Map<Path, Seen> seen = new HashMap<>();
    private volatile @Nullable String trouble;

    /** Whether the folder was there. It is made once: what is gone later is a disk that is not mounted. */
    private boolean made;

    /** How a file was at the last look, and how often it has been like that. */
    private record Seen(long size, long changed, int looks) {}

    Inbox(BankFiles files, ArrivedResults results, Path folder) {
        this(files, results, folder, new InboxDisk());
    }

    Inbox(BankFiles files, ArrivedResults results, Path folder, InboxDisk disk) {
        this.files = files;
        this.results = results;
        this.folder = folder;
        this.disk = disk;
    }

    @Override
    public String name() {
        return "bank inbox";
    }

    @Override
    public Duration pause() {
        return PAUSE;
    }

    /** What keeps files from being imported. */
    List<String> troubles() {
        var one = trouble;
        return one == null ? List.of() : List.of(one);
    }

    @Override
    public boolean round() {
        try {
            require();
            IOException first = null;
            for (var path : complete()) {
                try {
                    take(path);
                } catch (IOException e) {
                    first = first == null ? e : first;
                }
            }
            if (first != null) {
                throw first;
            }
            trouble = null;
        } catch (IOException e) {
            var sentence = "the folder " + folder + " cannot be used: " + e;
            if (!sentence.equals(trouble)) {
                LOG.warn("The bank inbox cannot be used", e);
            }
            trouble = sentence;
        }
        return false;
    }

    /** Makes the folders at first; later their disk must be there. */
    private void require() throws IOException {
        for (var name : List.of("done", "failed")) {
            var path = folder.resolve(name);
            if (!made) {
                Files.createDirectories(path);
            } else if (!Files.isDirectory(path)) {
                throw new IOException(path + " is gone. Mount its disk, or make the folder again");
            }
        }
        made = true;
    }

    /** The files that have not changed for some looks. */
    private List<Path> complete() throws IOException {
        var complete = new ArrayList<Path>();
        var now = new HashMap<Path, Seen>();
        try (DirectoryStream<Path> listed = Files.newDirectoryStream(folder, Inbox::mayBeFile)) {
            for (var path : listed) {
                var attributes = attributes(path);
                if (attributes == null || attributes.size() == 0 || now.size() == FILES_MAX) {
                    continue;
                }
                var before = seen.get(path);
                var changed = attributes.lastModifiedTime().toMillis();
                var looks = before != null && before.size == attributes.size() && before.changed == changed
                        ? before.looks + 1
                        : 1;
                now.put(path, new Seen(attributes.size(), changed, looks));
                if (looks >= LOOKS_UNCHANGED) {
                    complete.add(path);
                }
            }
        }
        seen.clear();
        seen.putAll(now);
        return complete;
    }

    /** Whether a name is one of a finished file: clients of SFTP give others to what they still write. */
    private static boolean mayBeFile(Path path) {
        var name = path.getFileName().toString().toLowerCase(Locale.ROOT);
        return !name.startsWith(".")
                && !name.endsWith(".part")
                && !name.endsWith(".tmp")
                && !name.endsWith(".filepart")
                && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static @Nullable BasicFileAttributes attributes(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException gone) {
            return null;
        }
    }

    private void take(Path path) throws IOException {
        try {
            move(path, refusal(path));
        } catch (NoSuchFileException otherNode) {
            LOG.debug("another node has moved {}", path, otherNode);
        } catch (UncheckedIOException unreadable) {
            if (!(unreadable.getCause() instanceof NoSuchFileException)) {
                throw unreadable.getCause();
            }
            LOG.debug("another node has moved {}", path, unreadable);
        }
    }

    /** Imports a file; returns why it was not imported, or null. */
    private @Nullable String refusal(Path path) throws IOException {
        var hash = "";
        try {
            if (isResult(path)) {
                receive(path);
                return null;
            }
            hash = hash(path);
            take(path, hash);
            return null;
        } catch (Problem.Conflict | Problem.Invalid | Problem.TooLarge refused) {
            // Also if another node or an earlier life of this one has imported it.
            return imported(hash) ? null : String.valueOf(refused.getMessage());
        } catch (DatabaseUnavailable | UncheckedIOException away) {
            throw away;
        } catch (RuntimeException unforeseen) {
            // Otherwise it would be tried for ever, and keep all others.
            LOG.error("{} of the bank inbox could not be imported", path.getFileName(), unforeseen);
            return "It could not be imported because of an error of the service, which its log has.";
        }
    }

    private static StatementReader.Source content(Path path) {
        return () -> BankFileContent.unpacked(Files.newInputStream(path));
    }

    private boolean isResult(Path path) throws IOException {
        if (Files.exists(path) && !Files.isReadable(path)) {
            throw new IOException(path + " cannot be read");
        }
        try {
            return results.isResult(content(path));
        } catch (IOException e) {
            throw BankFileContent.failed(e);
        }
    }

    /** Receives a result. One that another node, an earlier life of this one or a person has received waits or counts already. */
    private void receive(Path path) {
        try {
            results.receive(true, path.getFileName().toString(), folder.toString(), content(path));
        } catch (IOException e) {
            throw BankFileContent.failed(e);
        } catch (Problem.Conflict refused) {
            if (!refused.code().equals(ArrivedResults.KNOWN)) {
                throw refused;
            }
        }
    }

    private String hash(Path path) {
        return files.hash(() -> Files.newInputStream(path));
    }

    /** Whether a node has imported these bytes from the folder. */
    private boolean imported(String hash) {
        return files.known(true, hash)
                .map(files::get)
                .filter(file -> file.status() == BankFile.Status.IMPORTED && file.origin() == BankFile.Origin.INBOX)
                .isPresent();
    }

    /** Imports a file. Repeated after a crash, it ends what it had begun. */
    private void take(Path path, String hash) {
        var id = files.known(true, hash)
                .orElseGet(() -> files.receive(
                                true,
                                path.getFileName().toString(),
                                BankFile.Origin.INBOX,
                                folder.toString(),
                                () -> Files.newInputStream(path))
                        .id());
        files.takeIn(id, false, null);
    }

    /** Puts a file aside. Its reason is written first, so that no file is without one. */
    private void move(Path path, @Nullable String failed) throws IOException {
        var to = free(
                folder.resolve(failed == null ? "done" : "failed"),
                path.getFileName().toString());
        if (failed != null) {
            disk.write(to.resolveSibling(to.getFileName() + ".reason.txt"), failed + "\n");
        }
        try {
            disk.move(path, to);
        } catch (NoSuchFileException otherNode) {
            return;
        }
        seen.remove(path);
        if (failed != null) {
            LOG.warn("{} of the bank inbox was not imported: {}", path.getFileName(), failed);
        } else {
            LOG.info("{} of the bank inbox was imported", path.getFileName());
        }
    }

    /** A name in a folder that no file has. */
    private static Path free(Path in, String name) throws FileAlreadyExistsException {
        for (int number = 0; number < FILES_MAX; number++) {
            var path = in.resolve(number == 0 ? name : number + "-" + name);
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return path;
            }
        }
        throw new FileAlreadyExistsException(name, in.toString(), "too many files have this name");
    }
}
