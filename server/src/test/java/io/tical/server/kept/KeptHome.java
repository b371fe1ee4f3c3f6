package io.tical.server.kept;

import io.tical.common.Json;
import io.tical.db.DatabaseSettings;
import io.tical.db.KeptTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * A home of a release with its database, in one file for all machines.
 *
 * @param files by their names: those of the home, the rows of each table, and the {@link KeptFacts}
 */
record KeptHome(SortedMap<String, byte[]> files) {
    /** Where the homes of all releases are, as {@code <version>.zip}. */
    static final Path FOLDER = Path.of("src/test/resources/io/tical/server/kept");

    private static final String HOME = "home/";
    private static final String TABLES = "tables/";
    private static final String FACTS = "facts.json";
    /** Files that a service leaves and does not need. */
    private static final String UPLOADS = "uploads";
    /** The same in each archive, so that it differs only where its content does. */
    private static final LocalDateTime WRITTEN = LocalDateTime.of(2026, 1, 1, 0, 0);

    /** The home and the database of a service that was stopped. */
    static KeptHome of(Path home, DatabaseSettings database, KeptFacts facts) throws IOException, SQLException {
        var files = new TreeMap<String, byte[]>();
        try (var found = Files.walk(home)) {
            for (var file : found.filter(Files::isRegularFile).toList()) {
                var name = home.relativize(file);
                if (!name.startsWith(UPLOADS)) {
                    files.put(HOME + name.toString().replace('\\', '/'), Files.readAllBytes(file));
                }
            }
        }
        KeptTables.of(database).forEach((table, rows) -> files.put(TABLES + table, rows));
        files.put(FACTS, Json.bytes(facts));
        return new KeptHome(files);
    }

    static KeptHome read(Path archive) throws IOException {
        var files = new TreeMap<String, byte[]>();
        try (var zip = new ZipFile(archive.toFile())) {
            for (var entry : zip.stream().toList()) {
                try (var in = zip.getInputStream(entry)) {
                    files.put(entry.getName(), in.readAllBytes());
                }
            }
        }
        return new KeptHome(files);
    }

    void write(Path archive) throws IOException {
        Files.createDirectories(Objects.requireNonNull(archive.getParent()));
        try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (var file : files.entrySet()) {
                var entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(WRITTEN);
                zip.putNextEntry(entry);
                zip.write(file.getValue());
            }
        }
    }

    KeptFacts facts() throws IOException {
        return Json.mapper().readValue(files.get(FACTS), KeptFacts.class);
    }

    /** The rows of each table that has some. */
    Map<String, byte[]> tables() {
        return below(TABLES);
    }

    /** A new database with the rows of this one. */
    DatabaseSettings database() throws IOException, SQLException {
        return KeptTables.restored(tables());
    }

    /** Writes the files of the home, which only their owner reads. */
    void unpack(Path home) throws IOException {
        var own = PosixFilePermissions.fromString("rw-------");
        for (var kept : below(HOME).entrySet()) {
            var file = home.resolve(kept.getKey());
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.write(file, kept.getValue());
            if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(file, own);
            }
        }
    }

    private Map<String, byte[]> below(String folder) {
        return files.entrySet().stream()
                .filter(file -> file.getKey().startsWith(folder))
                .collect(Collectors.toMap(file -> file.getKey().substring(folder.length()), Map.Entry::getValue));
    }
}
