package io.tical.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL 18 server with its data in a folder: durable (fsync on), on loopback only, with a generated password.
 *
 * <p>One process owns the server and stops it when it ends. If the owner was killed, the next process takes the running
 * server over. A process that finds an owner, such as an audit while a service runs, connects and leaves the server
 * running. If the server ends unexpectedly, its owner restarts it on the same port.
 */
public final class EmbeddedPostgres implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    static final String VERSION = "18.6.0";
    private static final List<String> DURABLE = List.of("-c fsync=on", "-c max_wal_size=4GB");
    private static final List<String> VOLATILE = List.of(
            "-c fsync=off",
            "-c full_page_writes=off",
            "-c max_wal_size=512MB",
            "-c wal_level=minimal",
            "-c max_wal_senders=0",
            "-c autovacuum=off");
    private static final Duration WATCH_PERIOD = Duration.ofMillis(500);
    /** The longest pause between two attempts to restart the server, whose log grows with each. */
    private static final Duration RESTART_PAUSE_MAX = Duration.ofSeconds(10);

    private static final Duration LOG_PERIOD = Duration.ofMinutes(1);
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(30);
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final int COMPLAINT_BYTES_MAX = 16 * 1024;

    private final List<String> disk;
    private final Path folder;
    private final Path data;
    private final Path log;
    private final PostgresBinaries binaries;
    private final String password;
    private final @Nullable FileLock ownership;
    private final Lock life = new ReentrantLock();
    private volatile Postmaster postmaster;
    private volatile boolean closing;

    private EmbeddedPostgres(Path folder, List<String> disk) throws IOException {
        this.disk = disk;
        this.folder = Files.createDirectories(folder.toAbsolutePath().normalize(), OWNER_ONLY_FOLDER);
        var dataFolder = new DataFolder(this.folder);
        this.data = dataFolder.data();
        this.log = this.folder.resolve("postgres.log");
        this.binaries = PostgresBinaries.in(this.folder.resolve(VERSION));
        this.ownership = own(this.folder.resolve("owner.lock"));
        if (ownership == null || Postmaster.running(data) != null) {
            this.postmaster = join();
        } else {
            dataFolder.initialise(binaries, log);
            this.postmaster = launch();
        }
        this.password = dataFolder.password();
        if (ownership != null) {
            Thread.ofVirtual().name("postgres-watch").start(this::watch);
        }
    }

    /**
     * Starts the server in the folder, or joins the one that is running there. The first start creates the database
     * cluster.
     */
    public static EmbeddedPostgres start(Path folder) {
        return start(folder, DURABLE);
    }

    /** A server for tests that does not wait for the disk, so it may lose data in a power failure. */
    static EmbeddedPostgres startVolatile(Path folder) {
        return start(folder, VOLATILE);
    }

    private static EmbeddedPostgres start(Path folder, List<String> disk) {
        try {
            return new EmbeddedPostgres(folder, disk);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The embedded PostgreSQL in " + folder + " did not start: " + e.getMessage(), e);
        }
    }

    /** Stops a server that a killed process left running in the folder. Does nothing if the server has an owner. */
    public static void stopAbandoned(Path folder) {
        var root = folder.toAbsolutePath().normalize();
        var data = new DataFolder(root).data();
        try {
            if (Postmaster.running(data) == null) {
                return;
            }
            var ownership = own(root.resolve("owner.lock"));
            if (ownership == null) {
                return;
            }
            try (var channel = ownership.acquiredBy()) {
                if (channel.isOpen() && Postmaster.running(data) != null) {
                    PostgresBinaries.in(root.resolve(VERSION))
                            .run(root.resolve("postgres.log"), "pg_ctl", stop(data, "fast"));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The embedded PostgreSQL in " + folder + " did not stop: " + e.getMessage(), e);
        }
    }

    /** Whether this process owns the server and will stop it. */
    public boolean owned() {
        return ownership != null;
    }

    /** The owner's login to a database of this server. Creates the database if it does not exist. */
    Login login(String database) {
        try (var connection = superuser("postgres").connect();
                var statement = connection.createStatement()) {
            try (var rows = statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = '" + database + "'")) {
                if (rows.next()) {
                    return superuser(database);
                }
            }
            statement.execute("CREATE DATABASE " + database);
            return superuser(database);
        } catch (SQLException e) {
            throw DatabaseUnavailable.unreachable("Cannot connect to the embedded PostgreSQL; see " + log, e);
        }
    }

    private Login superuser(String database) {
        return new Login(
                "jdbc:postgresql://127.0.0.1:" + postmaster.port() + "/" + database, DataFolder.SUPERUSER, password);
    }

    /** Starts the server on a free port. Retries on another port if that port was taken meanwhile. */
    private Postmaster launch() throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return launch(freePort());
            } catch (IOException e) {
                if (attempt == 3) {
                    throw e;
                }
                LOG.warn("The embedded PostgreSQL did not start; trying another port: {}", e.getMessage());
            }
        }
    }

    private Postmaster launch(int port) throws IOException {
        var options = String.join(
                " ",
                "-p " + port,
                "-c listen_addresses=127.0.0.1",
                "-c unix_socket_directories=",
                "-c max_connections=200",
                "-c shared_buffers=256MB",
                "-c checkpoint_completion_target=0.9",
                "-c jit=off",
                "-c timezone=UTC",
                "-c log_timezone=UTC",
                String.join(" ", disk));
        binaries.run(
                log,
                "pg_ctl",
                List.of("-D", data.toString(), "-l", log.toString(), "-o", options, "-w", "-t", "120", "start"));
        var running = Postmaster.running(data);
        if (running == null) {
            throw new IOException("PostgreSQL ended immediately after its start; see " + log);
        }
        return running;
    }

    /** Waits until the running server accepts connections. */
    private Postmaster join() throws IOException {
        var deadline = System.nanoTime() + JOIN_TIMEOUT.toNanos();
        while (System.nanoTime() < deadline) {
            var running = Postmaster.running(data);
            if (running != null && running.ready()) {
                return running;
            }
            try {
                Thread.sleep(WATCH_PERIOD);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for PostgreSQL in " + folder, e);
            }
        }
        throw new IOException(
                "another process uses this folder, but no PostgreSQL became ready in it; stop that process, or"
                        + " set TICAL_HOME to another folder");
    }

    private void watch() {
        var pause = WATCH_PERIOD;
        var logged = System.nanoTime() - LOG_PERIOD.toNanos();
        while (!closing) {
            try {
                Thread.sleep(pause);
                restartIfDead(pause.equals(WATCH_PERIOD));
                pause = WATCH_PERIOD;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (IOException | RuntimeException | Error e) {
                // Catches everything, because this thread is the only one that restarts the server.
                var longer = pause.multipliedBy(2);
                pause = longer.compareTo(RESTART_PAUSE_MAX) < 0 ? longer : RESTART_PAUSE_MAX;
                if (System.nanoTime() - logged >= LOG_PERIOD.toNanos()) {
                    logged = System.nanoTime();
                    LOG.error(
                            "The embedded PostgreSQL cannot be restarted: {}; its log says: {}. It is tried again every {} s",
                            e.getMessage(),
                            lastComplaint(),
                            RESTART_PAUSE_MAX.toSeconds());
                    LOG.debug("the restart failed", e);
                }
            }
        }
    }

    /** The last line of the server's log that says why it ended. */
    private String lastComplaint() {
        try (var file = FileChannel.open(log, StandardOpenOption.READ)) {
            var end = ByteBuffer.allocate(COMPLAINT_BYTES_MAX);
            file.read(end, Math.max(0, file.size() - COMPLAINT_BYTES_MAX));
            return new String(end.array(), 0, end.position(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.contains("PANIC:") || line.contains("FATAL:"))
                    // What it told clients that came too early.
                    .filter(line -> !line.contains("the database system is"))
                    .reduce((_, last) -> last)
                    .map(line -> line.substring(Math.max(line.indexOf("PANIC:"), line.indexOf("FATAL:"))))
                    .orElse("nothing");
        } catch (IOException e) {
            return "nothing that can be read: " + e.getMessage();
        }
    }

    /** @param first whether an earlier attempt has not failed */
    private void restartIfDead(boolean first) throws IOException {
        life.lock();
        try {
            if (!closing && !postmaster.alive()) {
                if (first) {
                    LOG.warn("The embedded PostgreSQL ended unexpectedly; restarting it");
                }
                postmaster = launch(postmaster.port());
                if (!first) {
                    LOG.info("The embedded PostgreSQL runs again");
                }
            }
        } finally {
            life.unlock();
        }
    }

    /** Stops the server if this process owns it. */
    @Override
    public void close() {
        stop("fast");
    }

    /** Stops the server immediately without a checkpoint. The folder will be deleted. */
    void discard() {
        stop("immediate");
    }

    private void stop(String mode) {
        closing = true;
        if (ownership == null) {
            return;
        }
        life.lock();
        try (var channel = ownership.acquiredBy()) {
            if (channel.isOpen() && postmaster.alive()) {
                binaries.run(log, "pg_ctl", stop(data, mode));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The embedded PostgreSQL did not stop", e);
        } finally {
            life.unlock();
        }
    }

    private static List<String> stop(Path data, String mode) {
        return List.of("-D", data.toString(), "-m", mode, "-w", "-t", "60", "stop");
    }

    private static @Nullable FileLock own(Path file) throws IOException {
        var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
        }
        return lock;
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
