package io.tical.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A primary and its standbys, for tests and measurements of what happens when they change places. All of them are on loopback, in one
 * folder that {@link #close} deletes, and none is started again by itself.
 *
 * <pre>{@code
 * try (var servers = ReplicatedDatabase.start(folder, programs, false)) {
 *     var primary = servers.primary();
 *     var standby = servers.standby(ReplicatedDatabase.Mode.SYNCHRONOUS);
 *     try (var database = Databases.open(servers.settings(primary, standby))) {
 *         primary.kill();
 *         standby.promote();
 *         primary.restart(); // as the primary that it was, on the timeline that it was on
 *     }
 * }
 * }</pre>
 */
public final class ReplicatedDatabase implements AutoCloseable {
    /** Whether a commit of the primary waits for the standby. */
    public enum Mode {
        SYNCHRONOUS,
        ASYNCHRONOUS
    }

    private static final String DATABASE = "tical";
    private static final byte[] SECRET = "the secret of replicated databases".getBytes(StandardCharsets.UTF_8);
    private static final Duration WAIT_MAX = Duration.ofSeconds(120);
    /** What the message of a failure shows of the server's log. */
    private static final int LOG_LINES = 30;

    private static final Duration PAUSE = Duration.ofMillis(20);
    /** What a copy does not take over: the state of the running server, and segments that a standby fetches itself. */
    private static final Set<String> NOT_COPIED =
            Set.of("postmaster.pid", "postmaster.opts", "pg_wal", "pg_replslot", "pg_stat_tmp", "pg_subtrans");

    private final Path folder;
    private final boolean durable;
    private final PostgresBinaries binaries;
    private final String password;
    private final List<Server> servers = new ArrayList<>();

    private ReplicatedDatabase(Path folder, Path programs, boolean durable) throws IOException {
        this.folder = folder;
        this.durable = durable;
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        binaries = PostgresBinaries.in(programs);
        var data = new DataFolder(folder);
        data.initialise(binaries, folder.resolve("initdb.log"));
        password = data.password();
        var primary = new Server("primary", data.data());
        servers.add(primary);
        primary.restart();
        primary.execute("postgres", "CREATE DATABASE " + DATABASE);
    }

    /**
     * Starts a primary with an empty database. Opening the database migrates it.
     *
     * @param folder an existing one for the data, which only the owner can read afterwards
     * @param programs the folder of PostgreSQL's programs, which are unpacked there if they are not
     * @param durable whether it waits for the disk, as in production
     */
    public static ReplicatedDatabase start(Path folder, Path programs, boolean durable) {
        try {
            return new ReplicatedDatabase(folder, programs, durable);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The server that was started first, whatever has become of it. */
    public Server primary() {
        return servers.getFirst();
    }

    /** Starts a standby of {@link #primary}; it has replayed all that was committed before. */
    public Server standby(Mode mode) {
        return standby(primary(), mode);
    }

    /** Starts a standby of any of the servers. */
    public Server standby(Server of, Mode mode) {
        var name = "standby_" + servers.size();
        var standby = new Server(name, folder.resolve(name));
        servers.add(standby);
        standby.follow(of, mode);
        return standby;
    }

    /** A JDBC address that names these servers in their order. */
    public static String url(Server... hosts) {
        return url(Arrays.stream(hosts).map(Server::port));
    }

    private static String url(Stream<Integer> ports) {
        return "jdbc:postgresql://" + ports.map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")) + "/"
                + DATABASE;
    }

    /** How to open the database at these servers, as its owner names them, in their order. */
    public DatabaseSettings settings(Server... hosts) {
        return settings(url(hosts));
    }

    /** How to open the database at a port that leads to one server, then to another. */
    public DatabaseSettings settings(int port) {
        return settings(url(Stream.of(port)));
    }

    private DatabaseSettings settings(String url) {
        try {
            var home = Files.createDirectories(folder.resolve("home"));
            return new DatabaseSettings(home, url, DataFolder.SUPERUSER, password, SECRET, 12);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends all servers and deletes their data. */
    @Override
    public void close() {
        servers.forEach(Server::kill);
        try {
            DataFolder.deleteTree(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to, Set<String> without) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                var copied = to.resolve(from.relativize(directory));
                Files.createDirectories(copied);
                Files.setPosixFilePermissions(copied, PosixFilePermissions.fromString("rwx------"));
                var skipped = from.equals(directory.getParent()) && without.contains(name(directory));
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!(from.equals(file.getParent()) && without.contains(name(file)))) {
                    try {
                        Files.copy(file, to.resolve(from.relativize(file)));
                    } catch (NoSuchFileException e) {
                        // The running server has deleted it.
                        return FileVisitResult.CONTINUE;
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            private static String name(Path path) {
                return path.getFileName().toString();
            }
        });
    }

    private static void await(String what, BooleanSupplier condition) {
        var end = System.nanoTime() + WAIT_MAX.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("not within " + WAIT_MAX.toSeconds() + " s: " + what);
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    /** One server. It keeps its port and its data whatever happens to it. */
    public final class Server {
        private final String name;
        private final Path data;
        private final int port;

        private Server(String name, Path data) {
            this.name = name;
            this.data = data;
            this.port = freePort();
        }

        public int port() {
            return port;
        }

        /** A JDBC address of this server alone. */
        public String url() {
            return ReplicatedDatabase.url(this);
        }

        /** Makes a standby the primary, and waits until it is. Its timeline is the next one. */
        public void promote() {
            // Without waiting: a query that waits is cancelled where it is in the way of the recovery that it ends.
            execute("SELECT pg_promote(false)");
            await(name + " is promoted", () -> "f".equals(value("SELECT pg_is_in_recovery()")));
        }

        /**
         * Makes a server that is not running a standby of another one, with a new copy of its data, and waits until it has all that was
         * committed before. The port stays.
         */
        public void follow(Server of, Mode mode) {
            try {
                of.copyTo(data);
                Files.writeString(data.resolve("postgresql.auto.conf"), """
                        primary_conninfo = 'host=127.0.0.1 port=%s user=%s password=%s application_name=%s'
                        """.formatted(
                                Integer.toString(of.port), DataFolder.SUPERUSER, password, name));
                Files.createFile(data.resolve("standby.signal"));
            } catch (SQLException | IOException e) {
                throw new IllegalStateException("the standby could not be made", e);
            }
            restart();
            await("the standby follows", () -> "streaming".equals(of.state("state", name)));
            if (mode == Mode.SYNCHRONOUS) {
                of.execute("postgres", "ALTER SYSTEM SET synchronous_standby_names = '" + name + "'");
                of.execute("postgres", "SELECT pg_reload_conf()");
                await("commits wait for the standby", () -> "sync".equals(of.state("sync_state", name)));
            }
            awaitReplay(of);
        }

        /** Copies the data of the running server without its write-ahead log. */
        private void copyTo(Path place) throws SQLException, IOException {
            try (var connection = connect("postgres");
                    var statement = connection.createStatement()) {
                DataFolder.deleteTree(place);
                statement.execute("SELECT pg_backup_start('copy', true)");
                copy(data, place, NOT_COPIED);
                Files.createDirectories(place.resolve("pg_wal"));
                try (var stopped = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                    stopped.next();
                    Files.writeString(place.resolve("backup_label"), stopped.getString(1));
                }
            }
        }

        /** Makes a base backup of the running server, with the write-ahead log that it needs. Returns its folder, for {@link #restore}. */
        public Path backUp() {
            var backup = folder.resolve(name + "_backup");
            try {
                copyTo(backup);
                copy(data.resolve("pg_wal"), backup.resolve("pg_wal"), Set.of("archive_status"));
                return backup;
            } catch (SQLException | IOException e) {
                throw new IllegalStateException("the backup could not be made", e);
            }
        }

        /**
         * Starts a server that is not running with its data as a backup has them, in their place: its system identifier, its timeline, and the
         * identifiers of its databases and tables are those that it had.
         */
        public void restore(Path backup) {
            try {
                DataFolder.deleteTree(data);
                copy(backup, data, Set.of());
            } catch (IOException e) {
                throw new IllegalStateException("the backup could not be restored", e);
            }
            restart();
        }

        private @Nullable String state(String column, String standby) {
            return value(
                    "SELECT max(" + column + ") FROM pg_stat_replication WHERE application_name = '" + standby + "'");
        }

        /** Kills all processes of the server at once, as a power failure does. */
        public void kill() {
            try {
                var postmaster = Postmaster.running(data);
                if (postmaster == null) {
                    return;
                }
                var main = ProcessHandle.of(postmaster.pid()).orElseThrow();
                var processes =
                        Stream.concat(Stream.of(main), main.descendants()).toList();
                processes.forEach(ProcessHandle::destroyForcibly);
                // One that has ended and was not awaited yet has no command.
                await(
                        name + " is gone",
                        () -> processes.stream()
                                .noneMatch(one ->
                                        one.isAlive() && one.info().command().isPresent()));
                // Otherwise a start would wait until the system has forgotten the process.
                Files.deleteIfExists(data.resolve("postmaster.pid"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Stops the server in order, so that its standbys receive all that it has committed. */
        public void stop() {
            control("-m", "fast", "stop");
        }

        /** Starts the server as what it was: a primary stays a primary, whoever was promoted meanwhile. */
        public void restart() {
            var options = String.join(
                    " ",
                    "-p " + port,
                    "-c listen_addresses=127.0.0.1",
                    "-c unix_socket_directories=",
                    "-c max_connections=100",
                    "-c shared_buffers=64MB",
                    "-c fsync=" + (durable ? "on" : "off"),
                    "-c jit=off",
                    "-c timezone=UTC",
                    "-c wal_level=replica",
                    "-c hot_standby=on",
                    "-c wal_keep_size=512MB",
                    "-c max_wal_senders=8",
                    "-c wal_retrieve_retry_interval=200ms");
            control("-o", options, "-t", Long.toString(WAIT_MAX.toSeconds()), "start");
        }

        /** Waits until this standby has replayed what another server has written. */
        public void awaitReplay(Server primary) {
            var written = primary.value("SELECT pg_current_wal_lsn()");
            await(
                    name + " has replayed " + written,
                    () -> "t".equals(value("SELECT pg_last_wal_replay_lsn() >= '" + written + "'::pg_lsn")));
        }

        /** The first value of a query in the service's database, as text. */
        public @Nullable String value(String query) {
            try (var connection = connect(DATABASE);
                    var statement = connection.createStatement();
                    var rows = statement.executeQuery(query)) {
                return rows.next() ? rows.getString(1) : null;
            } catch (SQLException e) {
                throw failed(query, e);
            }
        }

        /** A connection of the superuser to the service's database. */
        public Connection owner() throws SQLException {
            return connect(DATABASE);
        }

        /** Runs a statement as the superuser in the service's database. */
        public void execute(String sql) {
            execute(DATABASE, sql);
        }

        private void execute(String database, String sql) {
            try (var connection = connect(database);
                    var statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw failed(sql, e);
            }
        }

        private IllegalStateException failed(String sql, SQLException cause) {
            return new IllegalStateException(name + ": " + sql + ": " + cause.getMessage() + "\n" + logEnd(), cause);
        }

        private String logEnd() {
            try {
                var lines = Files.readAllLines(log());
                return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
            } catch (IOException e) {
                return e.toString();
            }
        }

        private Path log() {
            return folder.resolve(name + ".log");
        }

        private Connection connect(String database) throws SQLException {
            var login =
                    new Login("jdbc:postgresql://127.0.0.1:" + port + "/" + database, DataFolder.SUPERUSER, password);
            var end = System.nanoTime() + WAIT_MAX.toNanos();
            while (true) {
                try {
                    return login.connect();
                } catch (SQLException e) {
                    // A standby counts as started before it is consistent and lets anybody in.
                    if (!SqlStates.starting(e) || System.nanoTime() - end > 0) {
                        throw e;
                    }
                    LockSupport.parkNanos(PAUSE.toNanos());
                }
            }
        }

        private void control(String... arguments) {
            var log = log();
            var all = new ArrayList<>(List.of("-D", data.toString(), "-l", log.toString(), "-w"));
            all.addAll(List.of(arguments));
            try {
                binaries.run(log, "pg_ctl", all);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s at port %d", name, port);
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
