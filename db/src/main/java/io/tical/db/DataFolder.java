package io.tical.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The data of an embedded PostgreSQL, and the password of its superuser.
 *
 * @param folder of the server; the data is in a folder in it
 */
record DataFolder(Path folder) {
    static final String SUPERUSER = "postgres";

    private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    Path data() {
        return folder.resolve("data");
    }

    /** The password of the superuser. */
    String password() throws IOException {
        return Files.readString(passwordFile()).strip();
    }

    /** Initialises the data folder under a temporary name, so that a crash leaves no incomplete database. */
    void initialise(PostgresBinaries binaries, Path log) throws IOException {
        if (Files.exists(data())) {
            return;
        }
        LOG.info("Creating a new database in {}", data());
        var verifier = folder.resolve("superuser.verifier");
        Files.deleteIfExists(verifier);
        Files.createFile(verifier, OWNER_ONLY_FILE);
        Files.writeString(verifier, Scram.verifier(makePassword()));
        var making = folder.resolve("data.making");
        deleteTree(making);
        binaries.run(
                log,
                "initdb",
                List.of(
                        "-D",
                        making.toString(),
                        "-U",
                        SUPERUSER,
                        "-A",
                        "scram-sha-256",
                        "--pwfile",
                        verifier.toString(),
                        "-E",
                        "UTF8",
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8",
                        "--locale=C",
                        "--data-checksums"));
        Files.delete(verifier);
        Files.move(making, data(), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path passwordFile() {
        return folder.resolve("superuser.secret");
    }

    private String makePassword() throws IOException {
        var random = new byte[24];
        new SecureRandom().nextBytes(random);
        var making = folder.resolve("superuser.secret.making");
        Files.deleteIfExists(making);
        Files.createFile(making, OWNER_ONLY_FILE);
        var made = HexFormat.of().formatHex(random);
        Files.writeString(making, made);
        Files.move(making, passwordFile(), StandardCopyOption.ATOMIC_MOVE);
        return made;
    }

    static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (var paths = Files.walk(root)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
