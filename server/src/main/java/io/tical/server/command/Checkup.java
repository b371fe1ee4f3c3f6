package io.tical.server.command;

import static io.tical.server.command.Checkup.Verdict.FAIL;
import static io.tical.server.command.Checkup.Verdict.OK;
import static io.tical.server.command.Checkup.Verdict.WARN;

import com.sun.management.OperatingSystemMXBean;
import io.tical.db.Databases;
import io.tical.server.config.Options;
import io.tical.server.config.Setting;
import io.tical.server.config.Settings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Checks everything that the service needs, and changes nothing. */
record Checkup(Settings settings, Map<String, String> environment) {
    private static final long MIB = 1024L * 1024;
    private static final long GIB = 1024 * MIB;
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** The variables that the launcher reads. */
    private static final Set<String> LAUNCHER_VARIABLES =
            Set.of("TICAL_JAVA_HOME", "TICAL_JAVA_OPTS", "TICAL_AOT_CACHE");

    enum Verdict {
        OK,
        WARN,
        FAIL
    }

    /** The result of a check, with the action to take. */
    record Finding(Verdict verdict, String subject, String text) {
        String line() {
            return "%-4s  %-10s  %s".formatted(verdict.name().toLowerCase(Locale.ROOT), subject, text);
        }
    }

    List<Finding> findings() {
        var findings = new ArrayList<Finding>();
        findings.add(java(Runtime.version().feature(), Runtime.version().toString()));
        findings.add(memory());
        findings.add(port("api port", Setting.API_PORT, Setting.BIND));
        findings.add(port("pay port", Setting.PAY_PORT, Setting.BIND));
        findings.add(port("admin port", Setting.ADMIN_PORT, Setting.ADMIN_BIND));
        findings.add(home());
        findings.addAll(database());
        Stream.ofNullable(settings.textOrNull(Setting.HEADS_DIRECTORY))
                .map(folder -> heads(Path.of(folder).toAbsolutePath().normalize()))
                .forEach(findings::add);
        findings.addAll(rails());
        Stream.of(Setting.values())
                .filter(setting -> !settings.text(setting).equals(setting.initial()))
                .map(this::changed)
                .forEach(findings::add);
        environment.keySet().stream()
                .filter(name -> name.startsWith("TICAL_"))
                .filter(name -> Setting.ofVariable(name).isEmpty() && !LAUNCHER_VARIABLES.contains(name))
                .sorted()
                .map(name ->
                        new Finding(WARN, "setting", name + " is not a setting and has no effect; check its spelling"))
                .forEach(findings::add);
        return findings;
    }

    static Finding java(int feature, String version) {
        return feature >= 25
                ? new Finding(OK, "java", version)
                : new Finding(FAIL, "java", version + "; install JDK 25 or later, or set TICAL_JAVA_HOME to one");
    }

    private static Finding memory() {
        var heap = Runtime.getRuntime().maxMemory();
        var text = heap / MIB + " MiB heap";
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean machine) {
            text += " of " + machine.getTotalMemorySize() / MIB + " MiB, ";
        }
        text += Runtime.getRuntime().availableProcessors() + " processors";
        return heap >= 256 * MIB
                ? new Finding(OK, "memory", text)
                : new Finding(WARN, "memory", text + "; give it 256 MiB or more with TICAL_JAVA_OPTS=-Xmx512m");
    }

    private Finding port(String subject, Setting setting, Setting address) {
        var bind = settings.text(address);
        var port = settings.whole(setting);
        if (port == 0) {
            return new Finding(OK, subject, "any free one");
        }
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(bind), port));
            return new Finding(OK, subject, port + " on " + bind + " is free");
        } catch (IOException e) {
            if (isTical(port)) {
                return new Finding(OK, subject, port + " is in use by a running Tical");
            }
            return new Finding(
                    FAIL,
                    subject,
                    port + " on " + bind + " cannot be opened (" + e.getMessage() + "); free it or set "
                            + setting.variable());
        }
    }

    /** Whether the response to an unknown path is Tical's. */
    private static boolean isTical(int port) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/doctor"))
                .timeout(PATIENCE)
                .build();
        try (var client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString())
                    .body()
                    .contains("ROUTE_NOT_FOUND");
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Finding home() {
        var home = settings.home().toAbsolutePath().normalize();
        var existing = home;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
            return new Finding(
                    FAIL,
                    "home",
                    existing + " cannot be written; make it writable or set TICAL_HOME to a folder that is");
        }
        return space(home, existing);
    }

    private static Finding space(Path home, Path existing) {
        long free;
        try {
            free = Files.getFileStore(existing).getUsableSpace();
        } catch (IOException e) {
            return new Finding(WARN, "home", home + ": its free space cannot be read (" + e.getMessage() + ")");
        }
        var text = home + (Files.exists(home) ? "" : " will be created") + ", " + free / MIB + " MiB free";
        if (free < GIB / 2) {
            return new Finding(FAIL, "home", text + "; free at least 1 GiB for the database");
        }
        return free < 5 * GIB ? new Finding(WARN, "home", text + "; plan for more") : new Finding(OK, "home", text);
    }

    private static Finding heads(Path folder) {
        return Files.isDirectory(folder) && Files.isWritable(folder)
                ? new Finding(OK, "heads", folder + " can be written")
                : new Finding(
                        WARN,
                        "heads",
                        folder + " is not a writable folder, so no heads are noted in it;"
                                + " create or mount it, or set TICAL_HEADS_DIRECTORY to another one");
    }

    private List<Finding> database() {
        var url = settings.textOrNull(Setting.DATABASE_URL);
        return url == null
                ? List.of(embedded(settings.home().resolve("postgres").resolve("data")))
                : external();
    }

    private static Finding embedded(Path data) {
        if (!Files.exists(data.resolve("PG_VERSION"))) {
            return new Finding(OK, "database", "embedded PostgreSQL, created on the first start");
        }
        var state = Files.exists(data.resolve("postmaster.pid")) ? "running, or left running by a crash" : "stopped";
        return new Finding(OK, "database", "embedded PostgreSQL in " + data.toAbsolutePath() + ", " + state);
    }

    private List<Finding> external() {
        var shown = settings.shown(Setting.DATABASE_URL);
        try {
            var found = Databases.find(settings.database(new byte[0]), new Options(settings).clock());
            return List.of(database(shown, found), clock(found));
        } catch (SQLException e) {
            return List.of(new Finding(
                    FAIL,
                    "database",
                    shown + " refuses the connection of " + settings.text(Setting.DATABASE_USER) + ": "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
                            + "; check TICAL_DATABASE_URL, _USER and _PASSWORD"));
        }
    }

    private static Finding database(String shown, Databases.Found found) {
        if (found.majorVersion() < 15) {
            return new Finding(
                    FAIL, "database", shown + " is PostgreSQL " + found.version() + "; 15 or later is needed");
        }
        return found.otherSchema() == null
                ? new Finding(OK, "database", shown + " answers, PostgreSQL " + found.version())
                : new Finding(FAIL, "database", found.otherSchema());
    }

    private static Finding clock(Databases.Found found) {
        return found.clock() == null
                ? new Finding(OK, "clock", "agrees with that of the database")
                : new Finding(
                        found.clockRefused() ? FAIL : WARN,
                        "clock",
                        found.clock() + "; set the clocks right, for example with NTP");
    }

    private List<Finding> rails() {
        return settings.rails().lines().stream()
                .map(line -> new Finding(OK, "rails", line))
                .toList();
    }

    private Finding changed(Setting setting) {
        var initial = setting.initial().isEmpty() ? "unset" : setting.initial();
        return new Finding(
                OK,
                "setting",
                setting.variable() + "=" + settings.shown(setting) + " (" + setting.unit() + ", default " + initial
                        + "): " + setting.reason());
    }
}
